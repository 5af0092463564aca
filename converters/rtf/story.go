package rtf

import (
	"bytes"
	"slices"
	"unsafe"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// level returns at which depth of tables a paragraph stands, 0 is outside.
func (p *pars) tableLevel() int {
	if p.inTable || p.itap > 0 {
		return max(int(p.itap), 1)
	}
	return 0
}

// endPara ends the current paragraph.
func (r *reader) endPara() {
	var p para
	if r.group.pars.tableLevel() == 0 {
		r.story.paragraphs++
	}
	if !r.take(&p) {
		return
	}
	level := p.tableLevel()
	if level == 0 {
		p.number = r.story.paragraphs
	}
	r.closeTables(level)
	if !r.openTables(level) {
		return
	}
	if level == 0 {
		r.story.held.add(r, &p)
	} else {
		r.addPara(level, &p)
	}
	r.taken(&p)
	r.partRow(level)
}

// addPara adds a paragraph to the open cell of a level.
func (r *reader) addPara(level int, p *para) {
	t := &r.story.open[level-1]
	t.cell.para(r, p)
	t.items++
	t.crowd += p.crowd()
	if len(p.extras) > 0 {
		r.bound(p.crowd(), cellCost)
	}
}

// take makes the current paragraph, and begins a new one in the same memory. It
// reports false where there is nothing in it.
func (r *reader) take(p *para) bool {
	s := r.story
	r.veilPara()
	s.shown = false
	empty := len(s.runs) == 0 || len(bytes.TrimSpace(s.text)) == 0 && !slices.ContainsFunc(s.runs, func(n run) bool { return n.node != 0 })
	blank := empty && !s.rule && !r.group.pars.border && len(s.extras) == 0
	if blank && r.visible() && !r.format.mono {
		s.text, s.runs, s.cost, s.lines, s.line, s.listed, s.marker = s.text[:0], s.runs[:0], 0, 0, 0, false, ""
		return false // its bookmarks are those of the next one
	}
	*p = para{pars: r.group.pars, line: int32(s.line), listed: s.listed, marker: s.marker, marks: s.marks, extras: s.extras}
	p.border = s.rule || p.border
	p.kind = r.resolve(&p.pars)
	if p.line == 0 {
		p.line = int32(r.line)
	}
	if !empty {
		p.text, p.runs = unsafe.String(unsafe.SliceData(s.text), len(s.text)), s.runs
	}
	if p.listed && p.list != 0 {
		r.listed[p.list] = true
	}
	s.text, s.runs, s.line, s.listed, s.marker, s.marks, s.extras, s.rule = s.text[:0], s.runs[:0], 0, false, "", s.marks[:0], s.extras[:0], false
	p.lines, s.lines = s.lines, 0
	r.hold(2) // with the block that it becomes
	if p.outline >= 0 {
		r.hold(headingCost)
	}
	return true
}

// resolve takes what a paragraph has of its style, and returns its kind.
func (r *reader) resolve(p *pars) styleKind {
	style, ok := r.styles[p.style]
	if !ok {
		return 0
	}
	if p.outline == noOutline {
		p.outline = style.outline
	}
	return style.kind
}

// openTables opens tables up to a level.
func (r *reader) openTables(level int) bool {
	s := r.story
	if level > len(s.open) {
		r.fail(r.env.Check(converters.LimitDepth, int64(level), r.pos()))
	}
	for len(s.open) < level && r.done == nil {
		line := s.line
		if line == 0 {
			line = r.line
		}
		s.openTable(line)
		r.hold(tableCost)
	}
	return r.done == nil
}

// closeTables ends the tables above a level.
func (r *reader) closeTables(level int) {
	s := r.story
	for len(s.open) > level {
		n := len(s.open)
		t := &s.open[n-1]
		if t.cells > 0 || t.items > 0 {
			r.closeCell(n)
			r.closeRow(n)
		}
		s.open = s.open[:n-1]
		again := true
		switch {
		case t.table.count == 0:
		case n == 1:
			again = s.held.addTable(r, t.table)
		default:
			below := &s.open[n-2]
			again = below.cell.table(r, t.table)
			below.items++
		}
		if !again {
			t.table = nil
		}
	}
}

// endCell ends the current cell of a level, and the paragraph in it.
func (r *reader) endCell(level int) {
	if r.endPlain(level) {
		r.partRow(level)
		return
	}
	var p para
	some := r.take(&p)
	if !r.openTables(level) {
		return
	}
	r.closeTables(level)
	if some {
		r.addPara(level, &p)
		r.taken(&p)
	}
	r.closeCell(level)
	r.partRow(level)
}

// closeCell puts the open cell of a level into its row.
func (r *reader) closeCell(level int) {
	t := &r.story.open[level-1]
	empty := t.items == 0
	t.endCell()
	r.countCell(t, empty)
}

// countCell counts a cell that was added to the open row.
func (r *reader) countCell(t *openTable, empty bool) {
	t.cells++
	t.blank++
	r.story.crowd++
	if !empty {
		t.blank = 0
		r.fail(r.env.Spend(converters.LimitCells, 1, r.pos()))
	}
	r.hold(1)
	r.fail(r.env.Check(converters.LimitColumns, int64(t.cells), r.pos()))
	r.stale = true
}

// endRow ends the current row of a level.
func (r *reader) endRow(level int) {
	if len(r.story.open) < level {
		return
	}
	if len(bytes.TrimSpace(r.story.text)) > 0 {
		r.endCell(level)
	}
	r.closeTables(level)
	r.closeRow(level)
	r.partRow(level)
}

// closeRow puts the open row of a level into its table.
func (r *reader) closeRow(level int) {
	t := &r.story.open[level-1]
	if t.items > 0 {
		r.closeCell(level)
	}
	if t.cells == 0 || t.parted && t.blank == t.cells { // nothing is left of the row
		t.beginRow(r.line)
		return
	}
	d := &r.row
	if level > 1 {
		d = &r.nestRow
	}
	if n := len(d.defs); n > 0 && t.cells > n {
		more := min(t.cells-n, t.blank) // a \cell too many, as LibreOffice writes it behind a nested table
		t.cells -= more
		t.row = t.row[:len(t.row)-more]
	}
	r.define(d)
	t.table.merges = t.table.merges || d.merges
	t.table.add(rowHead{
		number: d.number, count: t.cells, left: d.left, line: t.line, header: d.header && t.table.count < headerMost,
	}, t.row)
	crowd := t.crowd + t.cells
	t.beginRow(r.line)
	r.hold(1)
	if level > 1 {
		r.story.open[level-2].crowd += crowd
	}
}

// endStory ends the current story.
func (r *reader) endStory() {
	r.settle()
	r.endPara()
	r.closeTables(0)
	if s := r.story; len(s.extras) > 0 { // of a paragraph that never ended
		s.held.add(r, &para{pars: plainPars(), line: int32(r.line), extras: s.extras})
		s.extras = nil
	}
}

// newStory returns a story to read, in the memory of one that was read.
func (r *reader) newStory(veil visible.Way) *story {
	var s *story
	if n := len(r.spare); n > 0 {
		s, r.spare = r.spare[n-1], r.spare[:n-1]
	} else {
		s = &story{}
	}
	s.veil = veil
	s.held.last = plainPars()
	return s
}

// leftStory takes back a story that has ended. What it holds has been sealed.
func (r *reader) leftStory(s *story) {
	*s = story{held: held{pen: pen{to: s.held.to[:0]}}, open: s.open[:0], text: s.text[:0], runs: s.runs[:0], marks: s.marks[:0]}
	r.spare = append(r.spare, s)
}
