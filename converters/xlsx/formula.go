package xlsx

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/xlsx/sml"

	"github.com/seed353dc258/backstory/converters/internal/sheet"
)

// maxFormula is how long a formula may be, in bytes. Excel allows 8192
// characters.
const maxFormula = 32 << 10

// readFormula reads an f element. A formula that several cells share is
// in the first of them; it is moved to where the others are.
func (r *reader) readFormula() error {
	s := r.scanner
	kind, id := s.Attrs.Get("t"), s.Attrs.Get("si")
	var text []byte
	if err := s.Content(func(part []byte, raw bool) {
		if raw {
			text = append(text, part...)
		} else if len(text) < maxFormula {
			text = sml.Decode(text, part)
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
			r.masters[id] = master{r.cell.at, string(text[:min(len(text), maxFormula)])}
			if err := r.sheet.node(); err != nil {
				return err
			}
		case ok:
			text = sml.MovedFormula(m.text, r.cell.at.Row-m.at.Row, r.cell.at.Col-m.at.Col)
		}
	}
	r.cell.formula = append(r.cell.formula[:0], text[:min(len(text), maxFormula)]...)
	return r.linkFormula()
}

// linkFormula notes the link that a formula makes of its cell.
func (r *reader) linkFormula() error {
	rest, ok := strings.CutPrefix(string(r.cell.formula), `HYPERLINK("`)
	if !ok {
		return nil
	}
	url, rest, ok := strings.Cut(rest, `"`)
	if !ok || url == "" || rest == "" || rest[0] != ',' && rest[0] != ')' {
		return nil // the address is put together of parts
	}
	return r.sheet.links.add(link{Area: sheet.Area{From: r.cell.at, To: r.cell.at}, url: url})
}
