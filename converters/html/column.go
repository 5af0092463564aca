package html

import (
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/html/grid"
)

// columns reads a col or a colgroup. Of their styles only visibility matters:
// the cells of a column that collapses do not show (CSS 2.2, section 17.5.5).
func (t *tabler) columns(id int32, collapses bool) {
	b := t.f.b
	b.step()
	l, _ := b.sheet.Look(css.Element{ID: id})
	collapses = l.Collapses || collapses && l.Veil[css.VeilInvisible] == css.Unset
	described := false
	for c := range b.t.Children(id) {
		if b.t.Node(c).Tag == dom.TagCol {
			t.columns(c, collapses)
			described = true
		}
	}
	if described {
		return
	}
	span, _ := integer(b.t.Value(id, dom.AttrSpan))
	for range min(max(span, 1), grid.MaxSpan) {
		if len(t.collapsed) < grid.MaxColumns {
			t.collapsed = append(t.collapsed, collapses)
		}
	}
}

// spans returns how many columns and rows a cell covers.
func (t *tabler) spans(id int32) (columns, rows int) {
	tree := t.f.b.t
	columns, _ = integer(tree.Value(id, dom.AttrColspan))
	rows, said := integer(tree.Value(id, dom.AttrRowspan))
	if said && rows == 0 {
		rows = len(t.rows) // to the end of the table
	}
	return columns, rows
}
