package sml

import "strings"

// HeaderText returns the text of a header or footer without its codes
// (ECMA-376 part 1, 18.3.1.46): that of its three parts, without those that say
// no more than which page it is.
func HeaderText(code string) string {
	var parts []string
	var p printed
	for code != "" {
		i := strings.IndexByte(code, '&')
		if i < 0 || i+1 == len(code) {
			p.text.WriteString(code)
			break
		}
		p.text.WriteString(code[:i])
		if c := code[i+1]; c == 'L' || c == 'C' || c == 'R' {
			parts = p.end(parts)
		}
		code = p.code(code[i+1:])
	}
	return strings.Join(p.end(parts), " ")
}

// printed is a part of a header or footer.
type printed struct {
	text  strings.Builder
	pages bool // it has the number of the page
}

// end appends the text of the part, if it says something, and begins another
// one.
func (p *printed) end(parts []string) []string {
	words := strings.FieldsFunc(p.text.String(), func(r rune) bool { return !isLetter(r) })
	if len(words) > 0 && !(p.pages && isLabel(words)) {
		parts = append(parts, strings.Join(strings.Fields(p.text.String()), " "))
	}
	*p = printed{}
	return parts
}

// isLabel reports whether words around the number of a page are only its
// label, as in "Page 3 of 9", in whatever language.
func isLabel(words []string) bool {
	const short = 3
	return len(words) == 1 || len(words) == 2 && (len(words[0]) <= short || len(words[1]) <= short)
}

// code passes over the code behind an ampersand. Another ampersand stands for
// itself.
func (p *printed) code(code string) string {
	switch c := code[0]; {
	case c == '&':
		p.text.WriteByte('&')
	case c == 'P' || c == 'N':
		p.pages = true
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
