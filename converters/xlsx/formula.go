package xlsx

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/sheet"
)

// formulaMost is how long a formula may be, in bytes. Excel allows 8192
// characters.
const formulaMost = 32 << 10

// readFormula reads an f element. A formula that several cells share stands
// in the first of them; it is moved to where the others are.
func (r *reader) readFormula() error {
	s := r.scanner
	kind, id := s.attrs.get("t"), s.attrs.get("si")
	var text []byte
	if err := s.content(func(part []byte, raw bool) {
		if raw {
			text = append(text, part...)
		} else if len(text) < formulaMost {
			text = decode(text, part)
		}
	}); err != nil {
		return err
	}
	if kind == "shared" {
		switch m, ok := r.masters[id]; {
		case len(text) > 0:
			if r.masters == nil {
				r.masters = map[string]master{}
			}
			r.masters[id] = master{r.at, string(text[:min(len(text), formulaMost)])}
			if err := r.node(); err != nil {
				return err
			}
		case ok:
			text = moved(m.text, r.at.Row-m.at.Row, r.at.Col-m.at.Col)
		}
	}
	r.formula = append(r.formula[:0], text[:min(len(text), formulaMost)]...)
	return r.linkFormula()
}

// linkFormula notes the link that a formula makes of its cell.
func (r *reader) linkFormula() error {
	rest, ok := strings.CutPrefix(string(r.formula), `HYPERLINK("`)
	if !ok {
		return nil
	}
	url, rest, ok := strings.Cut(rest, `"`)
	if !ok || url == "" || rest == "" || rest[0] != ',' && rest[0] != ')' {
		return nil // the address is put together of parts
	}
	if a := (sheet.Area{From: r.at, To: r.at}); r.roomForLink(a) {
		r.links = append(r.links, link{Area: a, url: url})
	}
	return r.node()
}

// moved returns a formula whose relative references are moved by rows and
// columns.
func moved(formula string, rows, cols int) []byte {
	out := make([]byte, 0, len(formula)+8)
	for i := 0; i < len(formula); {
		c := formula[i]
		switch {
		case c == '"' || c == '\'':
			end := i + 1
			for end < len(formula) && formula[end] != c {
				end++
			}
			end = min(end+1, len(formula))
			out = append(out, formula[i:end]...)
			i = end
		case c == '$' || isWord(c):
			end := i + 1
			for end < len(formula) && (formula[end] == '$' || isWord(formula[end])) {
				end++
			}
			word := formula[i:end]
			if end < len(formula) && (formula[end] == '(' || formula[end] == '!') {
				out = append(out, word...)
			} else {
				out = appendMoved(out, word, rows, cols)
			}
			i = end
		default:
			out = append(out, c)
			i++
		}
	}
	return out
}

func isWord(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c >= 0x80
}

// appendMoved appends a reference that is moved, or a word as it is.
func appendMoved(to []byte, word string, rows, cols int) []byte {
	p, ok := sheet.ReadPlace(word)
	if !ok {
		return append(to, word...)
	}
	fixedCol := word[0] == '$'
	fixedRow := false
	for i := 1; i < len(word); i++ {
		fixedRow = fixedRow || word[i] == '$'
	}
	if !fixedCol {
		p.Col += cols
	}
	if !fixedRow {
		p.Row += rows
	}
	if p.Col < 0 || p.Col >= sheet.MaxColumns || p.Row < 1 || p.Row > sheet.MaxRows {
		return append(to, "#REF!"...)
	}
	if fixedCol {
		to = append(to, '$')
	}
	to = sheet.AppendColumn(to, p.Col)
	if fixedRow {
		to = append(to, '$')
	}
	return strconv.AppendInt(to, int64(p.Row), 10)
}
