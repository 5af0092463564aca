package wordtext

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/symbolfont"
)

// Field is the instruction of a field (ISO/IEC 29500-1, 17.16): its name in capital
// letters, and the words behind it.
type Field struct {
	Name string
	args []string
}

// ReadField reads an instruction: words, and texts in quotes, in which a backslash is
// before a quote or a backslash.
func ReadField(code string) Field {
	var words []string
	for {
		code = strings.TrimLeft(code, " \t\r\n\u00a0")
		if code == "" {
			break
		}
		n, word := 0, ""
		if quote := quoteOf(code); quote != "" {
			word, n = quoted(code[len(quote):])
			n += len(quote)
		} else {
			if n = strings.IndexAny(code, " \t\r\n\"\u00a0"); n < 0 {
				n = len(code)
			}
			word = code[:n]
		}
		words, code = append(words, word), code[n:]
	}
	if len(words) == 0 {
		return Field{}
	}
	return Field{strings.ToUpper(words[0]), words[1:]}
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

// IsSilent reports whether nothing of a field is shown, not its result either.
func (f *Field) IsSilent() bool {
	switch f.Name {
	case "SET", "ASK", "PRIVATE", "XE", "TC", "TA", "RD":
		return true
	}
	return false
}

// IsPages reports whether a field shows the number of a page, or of all pages.
func (f *Field) IsPages() bool {
	return f.Name == "PAGE" || f.Name == "NUMPAGES" || f.Name == "SECTIONPAGES"
}

// Link returns where a HYPERLINK field leads (17.16.5.25), or nil.
func (f *Field) Link() *Link {
	if f.Name != "HYPERLINK" {
		return nil
	}
	url, anchor := "", ""
	for i := 0; i < len(f.args); i++ {
		switch word := strings.ToLower(f.args[i]); {
		case word == `\l`:
			if i++; i < len(f.args) {
				anchor = f.args[i]
			}
		case word == `\t`, word == `\o`, word == `\*`:
			i++
		case url == "" && !strings.HasPrefix(word, `\`):
			url = f.args[i]
		}
	}
	if anchor != "" {
		url += "#" + anchor
	}
	if url == "" {
		return nil
	}
	return &Link{URL: url}
}

// Instead returns the text of a field that has no result: the character of a symbol,
// the words of a button. EQ has a formula, see the package omml.
func (f *Field) Instead() string {
	switch {
	case f.Name == "SYMBOL" && len(f.args) > 0:
		return f.symbol()
	case (f.Name == "MACROBUTTON" || f.Name == "GOTOBUTTON") && len(f.args) > 1:
		return strings.Join(f.args[1:], " ")
	}
	return ""
}

// symbol returns the character that a SYMBOL field names by its number (17.16.5.57).
func (f *Field) symbol() string {
	font := ""
	for i, w := range f.args[:len(f.args)-1] {
		if strings.EqualFold(w, `\f`) {
			font = f.args[i+1]
		}
	}
	text, base := f.args[0], 10
	if digits, hex := strings.CutPrefix(strings.ToLower(text), "0x"); hex {
		text, base = digits, 16
	}
	n, err := strconv.ParseInt(text, base, 22)
	if err != nil {
		return ""
	}
	return symbolfont.Of(font).Sign(n)
}
