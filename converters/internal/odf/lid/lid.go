// Package lid finds the paragraphs of an OpenDocument text that lie under shapes which
// nothing is seen through: pictures, filled boxes and thick lines, in front of the text
// and with no text around them.
//
//   - lid.go: the parts of a document
//   - page.go: its pages
//   - flow.go, table.go: its text
//   - shape.go, place.go: shapes, and where they are
//   - style.go, property.go: what its styles say
//   - reader.go: what is known while it is read
package lid

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// Part is the text of a document, and the part with the styles that it shares.
type Part struct {
	Text   *xmlread.Scanner
	Styles *xmlread.Scanner // nil where all is in one part
}

// Find returns by their offsets in the part the paragraphs under shapes. The errors are
// those of the scanners.
func Find(p Part) (map[int]bool, error) {
	r := newReader()
	if p.Styles != nil {
		r.s = p.Styles
		if err := r.document(); err != nil {
			return nil, err
		}
		r.styles.own = map[key]style{}
	}
	r.s = p.Text
	err := r.document()
	return r.sheet.Under(), err
}

// MayCover reports whether shapes can be in front of the text by the styles of a part:
// only those that say so are. Names of attributes are written as they are, whatever
// their prefixes.
func MayCover(text string) bool { return strings.Contains(text, "run-through") }

// document reads what matters of a part.
func (r *reader) document() error {
	return r.s.Walk(func() error {
		if r.s.Space() != ns.Office {
			return nil
		}
		switch r.s.Local() {
		case "styles":
			return r.readStyles(r.styles.shared)
		case "automatic-styles":
			return r.readStyles(r.styles.own)
		case "master-styles":
			return r.readMasters()
		case "text":
			r.pages.set(r.sheet, "")
			body := r.sheet.Body()
			return r.flow(&body, 0)
		case "meta", "settings", "scripts", "font-face-decls":
			return r.s.Skip()
		}
		return nil
	})
}

// readStyles reads styles, and the layouts of pages.
func (r *reader) readStyles(to map[key]style) error {
	s := r.s
	clear(r.styles.looks)
	return s.Each(func() error {
		if s.Space() != ns.Style {
			return s.Skip()
		}
		switch s.Local() {
		case "page-layout":
			return r.pages.readLayout(s, r.sheet)
		case "style", "default-style":
			k := key{s.Value(ns.Style, "family"), s.Value(ns.Style, "name")}
			st := style{base: s.Value(ns.Style, "parent-style-name"), master: s.Value(ns.Style, "master-page-name")}
			if err := st.read(s); err != nil {
				return err
			}
			if _, twice := to[k]; !twice && (st.base != "" || st.master != "" || len(st.said)+len(st.stops) > 0) {
				to[k] = st
			}
			return nil
		}
		return s.Skip()
	})
}
