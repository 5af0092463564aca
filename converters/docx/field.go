package docx

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/omml"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// Bounds of fields.
const (
	maxFields = 64      // inside one another
	maxCode   = 1 << 14 // bytes of a code
)

// fieldChar reads the begin, the middle or the end of a field (17.16.18).
func (st *story) fieldChar(x *para, chars *wordml.Chars) error {
	kind, _ := st.s.Attr(wordml.NsW, "fldCharType")
	switch kind {
	case "begin":
		f := field{coding: true}
		err := st.formData(&f)
		if len(st.fields) < maxFields {
			st.fields = append(st.fields, f)
			st.coding++
		}
		return err
	case "separate":
		if n := len(st.fields); n > 0 && st.fields[n-1].coding {
			f := &st.fields[n-1]
			f.coding = false
			st.coding--
			if st.decode(f); f.silent {
				st.silent++
			}
		}
	case "end":
		if n := len(st.fields); n > 0 {
			f := st.fields[n-1]
			st.fields = st.fields[:n-1]
			if f.coding {
				st.coding--
				st.decode(&f)
				st.instead(x, string(f.code), chars)
			} else if f.silent {
				st.silent--
			}
			st.put(x, f.check, chars)
		}
	}
	return st.s.Skip()
}

// formData reads the state of a check box in a form (17.16.7). The scanner
// stays at the start tag where there is none.
func (st *story) formData(f *field) error {
	return st.s.Each(func() error {
		if !wordml.Is(st.s, "ffData") {
			return st.s.Skip()
		}
		return st.s.Each(func() error {
			if !wordml.Is(st.s, "checkBox") {
				return st.s.Skip()
			}
			f.check = "☐"
			return st.s.Each(func() error {
				if wordml.Is(st.s, "checked") || wordml.Is(st.s, "default") && f.check == "☐" {
					if f.check = "☐"; wordml.Toggled(st.s) {
						f.check = "☒"
					}
				}
				return st.s.Skip()
			})
		})
	})
}

// fieldCode reads a piece of a field's code.
func (st *story) fieldCode() error {
	s := st.s
	for {
		kind, err := s.Next()
		switch {
		case err != nil:
			return err
		case kind == xmlread.End, kind == xmlread.EOF:
			return nil
		case kind == xmlread.Start:
			err = s.Skip()
		case kind == xmlread.Text && len(st.fields) > 0:
			f := &st.fields[len(st.fields)-1]
			if f.coding && len(f.code) < maxCode {
				f.code, err = s.AppendText(f.code)
			}
		}
		if err != nil {
			return err
		}
	}
}

// simpleField reads a field whose code is an attribute (17.16.19).
func (st *story) simpleField(at *place) error {
	code, _ := st.s.Attr(wordml.NsW, "instr")
	f := field{code: []byte(code[:min(len(code), maxCode)])}
	st.decode(&f)
	if len(st.fields) >= maxFields {
		return st.children(at)
	}
	st.fields = append(st.fields, f)
	n := len(st.fields)
	silent := st.silent
	if f.silent {
		st.silent++
	}
	err := st.children(at)
	st.silent = silent
	st.fields = st.fields[:min(n-1, len(st.fields))]
	return err
}

// decode acts upon a field's code.
func (st *story) decode(f *field) {
	words := fieldWords(string(f.code))
	if len(words) == 0 {
		return
	}
	switch strings.ToUpper(words[0]) {
	case "HYPERLINK":
		f.link = linkOf(words[1:])
	case "SET", "ASK", "PRIVATE", "XE", "TC", "TA", "RD": // show nothing
		f.silent = true
	case "PAGE", "NUMPAGES", "SECTIONPAGES":
		st.countsPages()
	}
}

// linkOf returns where a HYPERLINK field leads (17.16.5.25), or nil.
func linkOf(words []string) *wordtext.Link {
	url, anchor := "", ""
	for i := 0; i < len(words); i++ {
		switch strings.ToLower(words[i]) {
		case `\l`:
			if i++; i < len(words) {
				anchor = words[i]
			}
		case `\t`, `\o`:
			i++
		case `\m`, `\n`, `\h`, `\y`:
		default:
			if url == "" && !strings.HasPrefix(words[i], `\`) {
				url = words[i]
			}
		}
	}
	if anchor != "" {
		url += "#" + anchor
	}
	if url == "" {
		return nil
	}
	return &wordtext.Link{URL: url}
}

// instead shows a field without a result: the character of a symbol, the text of a
// button, the formula of EQ.
func (st *story) instead(x *para, code string, chars *wordml.Chars) {
	words := fieldWords(code)
	if len(words) < 2 {
		return
	}
	switch strings.ToUpper(words[0]) {
	case "SYMBOL":
		st.put(x, symbolField(words), chars)
	case "MACROBUTTON":
		st.put(x, strings.Join(words[2:], " "), chars)
	case "EQ":
		text, prose := omml.Field(code)
		if prose {
			st.put(x, text, chars)
		} else {
			st.equation(&place{para: x}, text, chars, false)
		}
	}
}

// symbolField returns the character that a SYMBOL field names by its number, or "".
func symbolField(words []string) string {
	font := ""
	for i, w := range words {
		if strings.EqualFold(w, `\f`) && i+1 < len(words) {
			font = words[i+1]
		}
	}
	n, ok := wordml.Number(words[1])
	if text, hex := strings.CutPrefix(strings.ToLower(words[1]), "0x"); hex {
		code, err := strconv.ParseUint(text, 16, 16)
		n, ok = int32(code), err == nil
	}
	if !ok {
		return ""
	}
	return symbolIn(font, n)
}

// fieldWords splits a field's code: words, and texts in quotes, in which a
// backslash is before a quote or a backslash.
func fieldWords(code string) []string {
	var words []string
	for {
		code = strings.TrimLeft(code, " \t\r\n\u00a0")
		if code == "" {
			return words
		}
		if quote := quoteOf(code); quote != "" {
			code = code[len(quote):]
			word, n := quoted(code)
			words = append(words, word)
			code = code[n:]
			continue
		}
		n := strings.IndexAny(code, " \t\r\n\"\u00a0")
		if n < 0 {
			n = len(code)
		}
		words = append(words, code[:n])
		code = code[n:]
	}
}

// quoteOf returns the quotation mark that a code begins with, or "".
func quoteOf(code string) string {
	for _, q := range [...]string{`"`, "“", "”"} {
		if strings.HasPrefix(code, q) {
			return q
		}
	}
	return ""
}

// quoted returns the text up to the next quotation mark, and how long it is
// with that mark.
func quoted(code string) (string, int) {
	var b strings.Builder
	for i := 0; i < len(code); i++ {
		if q := quoteOf(code[i:]); q != "" {
			return b.String(), i + len(q)
		}
		if code[i] == '\\' && i+1 < len(code) && (code[i+1] == '"' || code[i+1] == '\\') {
			i++
		}
		b.WriteByte(code[i])
	}
	return b.String(), len(code)
}

// symbolIn returns the character that a font of symbols has at a place. The
// fonts Symbol and Wingdings have theirs in the private range, where the gate
// knows them.
func symbolIn(font string, code rune) string {
	font = strings.ToLower(font)
	if code <= 0xFF && code >= ' ' && (font == "symbol" || strings.HasPrefix(font, "wingdings") || strings.HasPrefix(font, "webdings")) {
		code |= 0xF000
	}
	if code < ' ' || !utf8.ValidRune(code) {
		return ""
	}
	return string(code)
}

// symbol returns the character of a symbol (17.3.3.30).
func symbol(s *xmlread.Scanner) string {
	font, _ := s.Attr(wordml.NsW, "font")
	text, _ := s.Attr(wordml.NsW, "char")
	code, err := strconv.ParseUint(text, 16, 32)
	if err != nil || code > utf8.MaxRune {
		return ""
	}
	return symbolIn(font, rune(code))
}
