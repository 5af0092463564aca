package rtf

import (
	"bytes"
	"encoding/binary"
	"slices"
	"unsafe"

	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// openTable opens a table, in the memory of one that was closed.
func (s *story) openTable(line int) {
	n := len(s.open)
	if n < cap(s.open) {
		s.open = s.open[:n+1]
	} else {
		s.open = append(s.open, openTable{})
	}
	t := &s.open[n]
	if t.table == nil {
		t.table = &table{}
	}
	t.table.begin(line)
	if n == 0 {
		s.tables++
		t.table.number = s.tables
	}
	t.beginRow(line)
}

// beginRow begins a row.
func (t *openTable) beginRow(line int) {
	t.cell.to, t.row = t.cell.to[:0], t.row[:0]
	t.cell.last, t.cell.line, t.line = cellPars(), int32(line), line
	t.items, t.cells, t.blank, t.crowd, t.parted = 0, 0, 0, 0, false
}

// text adds a cell that is no more than a text to the row.
func (t *openTable) text(r *reader, text string) {
	w := pen{to: append(t.row, cellText)}
	w.text(r, text)
	t.row = w.to
}

// endCell puts what the pen has written into the row, as a cell.
func (t *openTable) endCell() {
	n := cellEmpty
	if t.items > 0 {
		n = cellItems + t.items - 1
	}
	t.row = append(binary.AppendUvarint(t.row, uint64(n)), t.cell.to...)
	t.items, t.cell.to = 0, t.cell.to[:0]
}

// endPlain ends the current cell of a level if it is no more than a text, and
// reports whether it is.
func (r *reader) endPlain(level int) bool {
	s := r.story
	if len(s.open) != level || !s.isPlain() {
		return false
	}
	t := &s.open[level-1]
	if t.items > 0 || t.table.count < fullRows || t.table.before.header {
		return false
	}
	p := &r.group.pars
	if r.hidesPara() != visible.Shown {
		return false
	}
	if style, ok := r.styles[p.style]; p.list != 0 || p.first < 0 || p.border || p.outline != noOutline || ok && style.outline != noOutline {
		return false
	}
	from, to := trimmed(s.text)
	t.text(r, unsafe.String(&s.text[from], to-from))
	crowd := s.lines + len(s.text)>>9
	t.crowd += crowd
	s.crowd += crowd
	if len(s.text) >= farText {
		s.text = nil
	}
	s.text, s.runs, s.cost, s.lines, s.line, s.marker, s.shown = s.text[:0], s.runs[:0], 0, 0, 0, "", false
	r.countCell(t, false)
	return true
}

// isPlain reports whether the text of the current paragraph says all of it.
func (s *story) isPlain() bool {
	return len(s.runs) == 1 && s.runs[0].plain() && !s.listed && !s.rule && len(s.marks)+len(s.extras) == 0 &&
		len(bytes.TrimSpace(s.text)) > 0
}

// definedNear is how many definitions are compared with a new one: rows of a
// table and of one in it alternate.
const definedNear = 4

// define gives a definition its number. Many rows may share it: most rows of a
// table define the same.
func (r *reader) define(d *rowDef) {
	if d.number != 0 || len(d.defs) == 0 {
		return
	}
	for i := len(r.defs) - 1; i >= max(len(r.defs)-definedNear, 0); i-- {
		if slices.Equal(d.defs, r.defs[i]) {
			d.number = i + 1
			break
		}
	}
	if d.number == 0 {
		r.defs = append(r.defs, slices.Clone(d.defs))
		r.hold(int64(len(d.defs)/4) + 1)
		d.number = len(r.defs)
	}
	d.merges = slices.ContainsFunc(d.defs, func(c cellDef) bool { return c.joins || c.below || c.covered })
}
