package rtf

import (
	"bytes"
	"slices"
	"unsafe"

	"github.com/seed353dc258/backstory/converters"
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
	level := r.group.pars.tableLevel()
	if level == 0 && (r.addAlike() || r.holdPara()) {
		return
	}
	if p := r.takePara(); p != nil {
		r.add(level, item{para: p})
	}
}

// holdPara takes the current paragraph into those that are held in little
// memory, if it is one of the body, and of very many.
func (r *reader) holdPara() bool {
	s := r.story
	if len(r.stories) > 0 || len(s.items) < heldAfter || len(s.text) >= longText {
		return false
	}
	var p para
	runs := len(s.runs)
	if !r.take(&p, func() { p.text, p.runs = unsafe.String(unsafe.SliceData(s.text), len(s.text)), s.runs }) {
		return true
	}
	r.closeTables(0)
	if s.items[len(s.items)-1].held == nil {
		s.items = append(s.items, item{held: &heldParas{}})
	}
	s.items[len(s.items)-1].held.add(&p)
	r.held -= runCost(runs) - int64(runs)/4 // they take a few bytes each now
	return true
}

// takePara returns the current paragraph, or nil if there is nothing in it,
// and begins a new one.
func (r *reader) takePara() *para {
	p := r.slabs.newPara()
	s := r.story
	if !r.take(p, func() { p.text, p.runs = r.slabs.takeText(&s.text), keep(s.runs, &r.slabs.runs) }) {
		return nil
	}
	return p
}

// take makes the current paragraph, whose text and runs keep takes, and begins
// a new one. It reports false where there is nothing in it.
func (r *reader) take(p *para, keep func()) bool {
	s := r.story
	empty := len(s.runs) == 0 || len(bytes.TrimSpace(s.text)) == 0 && !slices.ContainsFunc(s.runs, func(n run) bool { return n.node != 0 })
	blank := empty && !s.rule && !r.group.pars.border && len(s.extras) == 0
	if blank && r.visible() && !r.format.mono {
		s.text, s.runs, s.line, s.listed, s.marker = s.text[:0], s.runs[:0], 0, false, ""
		return false // its bookmarks are those of the next one
	}
	*p = para{pars: r.group.pars, line: int32(s.line), listed: s.listed}
	if s.marker != "" || len(s.marks) > 0 || len(s.extras) > 0 {
		p.aside = &aside{marker: s.marker, marks: s.marks, extras: s.extras}
	}
	p.border = s.rule || p.border
	p.kind = r.resolve(&p.pars)
	if p.line == 0 {
		p.line = int32(r.line)
	}
	if !empty {
		keep()
	}
	if p.listed && p.list != 0 {
		r.listed[p.list] = true
	}
	s.text, s.runs, s.line, s.listed, s.marker, s.marks, s.extras, s.rule = s.text[:0], s.runs[:0], 0, false, "", nil, nil, false
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

// add puts a paragraph or a table where its level says.
func (r *reader) add(level int, it item) {
	s := r.story
	r.closeTables(level)
	if !r.openTables(level) {
		return
	}
	if level == 0 {
		s.items = append(s.items, it)
		return
	}
	t := &s.open[level-1]
	r.addItem(t, it)
}

// addItem puts a paragraph or a table into the open cell. Most cells have
// one.
func (r *reader) addItem(t *openTable, it item) {
	t.begun = true
	if len(t.items) == 0 {
		t.items = keep([]item{it}, &r.slabs.items)
		return
	}
	t.items = append(t.items, it)
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
		s.open = append(s.open, openTable{table: &table{line: line}, line: line})
		r.hold(tableCost)
	}
	return r.done == nil
}

// closeTables ends the tables above a level.
func (r *reader) closeTables(level int) {
	s := r.story
	for len(s.open) > level {
		n := len(s.open)
		if t := &s.open[n-1]; len(t.cells) > 0 || len(t.items) > 0 {
			r.closeCell(n)
			r.closeRow(n)
		}
		done := s.open[n-1].table
		s.open = s.open[:n-1]
		if done.rows.count == 0 {
			continue
		}
		if n == 1 {
			s.items = append(s.items, item{table: done})
			continue
		}
		below := &s.open[n-2]
		below.items = append(below.items, item{table: done})
		below.begun = true
	}
}

// endCell ends the current cell of a level, and the paragraph in it.
func (r *reader) endCell(level int) {
	text := r.takePlain(level)
	var p *para
	if text == "" {
		p = r.takePara()
	}
	if !r.openTables(level) {
		return
	}
	r.closeTables(level)
	t := &r.story.open[level-1]
	if p != nil {
		r.addItem(t, item{para: p})
	}
	t.begun = true
	r.closeCellWith(level, text)
}

// closeCell puts the open cell of a level into its row.
func (r *reader) closeCell(level int) { r.closeCellWith(level, "") }

// closeCellWith does the same with a cell of plain text.
func (r *reader) closeCellWith(level int, text string) {
	t := &r.story.open[level-1]
	c := cell{text: text, items: t.items}
	if !c.empty() {
		r.fail(r.env.Spend(converters.LimitCells, 1, r.pos()))
	}
	t.cells = append(t.cells, c)
	t.items = nil
	r.hold(1)
	r.fail(r.env.Check(converters.LimitColumns, int64(len(t.cells)), r.pos()))
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
}

// closeRow puts the open row of a level into its table.
func (r *reader) closeRow(level int) {
	t := &r.story.open[level-1]
	if len(t.items) > 0 {
		r.closeCell(level)
	}
	if len(t.cells) == 0 {
		return
	}
	d := &r.row
	if level > 1 {
		d = &r.nestRow
	}
	for n := len(t.cells); n > len(d.defs) && len(d.defs) > 0 && t.cells[n-1].empty(); n-- {
		t.cells = t.cells[:n-1] // a \cell too many, as LibreOffice writes it behind a nested table
	}
	done := row{defs: r.shared(d), left: d.left, header: d.header && t.table.rows.count < headerMost, line: t.line}
	r.fillRow(&done, t.cells, d.merges)
	t.table.rows.add(done)
	t.cells, t.begun, t.line = t.cells[:0], false, r.line
	r.hold(1)
}

// shared returns the definitions of the cells, which many rows may share: most
// rows of a table define the same.
func (r *reader) shared(d *rowDef) []cellDef {
	if d.snap == nil {
		if !slices.Equal(d.defs, r.slabs.defs) {
			r.slabs.defs = slices.Clone(d.defs)
			r.hold(int64(len(d.defs)/4) + 1)
		}
		d.snap = r.slabs.defs
		d.merges = slices.ContainsFunc(d.snap, func(c cellDef) bool { return c.joins || c.below || c.covered })
	}
	return d.snap
}

// endStory ends the current story.
func (r *reader) endStory() {
	r.settle()
	r.endPara()
	r.closeTables(0)
	if s := r.story; len(s.extras) > 0 { // of a paragraph that never ended
		s.items = append(s.items, item{para: &para{pars: plainPars(), line: int32(r.line), aside: &aside{extras: s.extras}}})
		s.extras = nil
	}
}
