package html

// columns reads a col or a colgroup. Of their styles only visibility matters:
// the cells of a column that collapses do not show (CSS 2.2, section 17.5.5).
func (t *tabler) columns(id int32, collapses bool) {
	b := t.f.b
	b.step()
	l, _ := b.sheet.look(element{id: id})
	collapses = l.collapses || collapses && l.veil[veilInvisible] == unset
	described := false
	for c := range b.t.children(id) {
		if b.t.node(c).tag == tagCol {
			t.columns(c, collapses)
			described = true
		}
	}
	if described {
		return
	}
	span, _ := integer(b.t.value(id, attrSpan))
	for range min(max(span, 1), mostSpan) {
		if len(t.collapsed) < mostColumns {
			t.collapsed = append(t.collapsed, collapses)
		}
	}
}

// spans returns how many columns and rows a cell covers.
func (t *tabler) spans(id int32) (columns, rows int) {
	tree := t.f.b.t
	columns, _ = integer(tree.value(id, attrColspan))
	rows, said := integer(tree.value(id, attrRowspan))
	if said && rows == 0 {
		rows = len(t.rows) // to the end of the table
	}
	return columns, rows
}
