package xlsx

import "strings"

// furniture keeps the header or the footer of printed pages, once for the
// workbook, and not where it is only numbers, dates and names.
func (sh *sheet) furniture(s *scanner) error {
	title := "Header"
	if s.is("oddFooter") {
		title = "Footer"
	}
	var raw []byte
	if err := s.content(func(text []byte, data bool) {
		if data {
			raw = append(raw, text...)
		} else {
			raw = decode(raw, text)
		}
	}); err != nil {
		return err
	}
	text := printedText(string(raw))
	if text == "" || sh.book.printed[title+text] {
		return nil
	}
	if sh.book.printed == nil {
		sh.book.printed = map[string]bool{}
	}
	sh.book.printed[title+text] = true
	sh.printed = append(sh.printed, title+": "+text)
	return sh.node()
}

// printedText returns the text of a header or footer without its codes
// (ECMA-376 part 1, 18.3.1.46), or "" where no words are left.
func printedText(code string) string {
	var b strings.Builder
	words := false
	for code != "" {
		i := strings.IndexByte(code, '&')
		if i < 0 || i+1 == len(code) {
			i = len(code)
		}
		b.WriteString(code[:i])
		words = words || strings.ContainsFunc(code[:i], isLetter) && !pageWord(code[:i])
		if i == len(code) {
			break
		}
		code = skipCode(code[i+1:], &b)
	}
	text := strings.Join(strings.Fields(b.String()), " ")
	if !words {
		return ""
	}
	return text
}

// skipCode passes over the code behind an ampersand. Another ampersand stands
// for itself; the three parts of the line are set apart.
func skipCode(code string, b *strings.Builder) string {
	switch c := code[0]; {
	case c == '&':
		b.WriteByte('&')
	case c == 'L' || c == 'C' || c == 'R':
		b.WriteByte(' ')
	case c == '"':
		if end := strings.IndexByte(code[1:], '"'); end >= 0 {
			return code[end+2:]
		}
	case c == 'K':
		return code[min(7, len(code)):]
	case c >= '0' && c <= '9':
		return strings.TrimLeft(code, "0123456789")
	}
	return code[1:]
}

func isLetter(r rune) bool { return r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= 0x80 }

// pageWord reports whether a text only says which page it is.
func pageWord(text string) bool {
	switch strings.ToLower(strings.Trim(text, " \t\n-–/.,:")) {
	case "page", "of", "seite", "von", "page of", "p", "s", "página", "de", "pagina", "di", "sur", "strona":
		return true
	}
	return false
}
