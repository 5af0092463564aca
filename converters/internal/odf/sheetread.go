package odf

import (
	"bytes"
	"sort"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// sheetReader reads one table:table of a spreadsheet.
type sheetReader struct {
	*book
	sh        *sheetData
	row       int // the next one, from 0
	col       int
	last      int // the last row with cells that was stored, or -1
	unseen    int // hidden rows after it that had text
	collapsed int // groups around that are collapsed
	at        int // the run of columns that was asked for last
	flow      flow
	para      para
	line      []byte
	style     string     // of the row's cells
	below     []coverage // cells that reach below their row
	far       int        // how far cells reach that are not noted any more
}

// coverage is where cells of an earlier row reach.
type coverage struct{ from, to, last int }

// table reads the columns and rows of the sheet.
func (t *sheetReader) table() error {
	for {
		kind, err := t.s.Next()
		if err != nil || kind == xmlread.End {
			return err
		}
		if kind != xmlread.Start {
			continue
		}
		if err := t.part(); err != nil {
			return err
		}
	}
}

func (t *sheetReader) part() error {
	if t.s.Space() != nsTable {
		if t.s.Space() == nsOffice && t.s.Local() == "forms" {
			return t.forms()
		}
		return t.s.Skip()
	}
	switch t.s.Local() {
	case "table-header-rows", "table-rows", "table-columns", "table-header-columns":
		return t.table()
	case "table-row-group", "table-column-group":
		shown, _ := t.s.Attr(nsTable, "display")
		if shown != "false" {
			return t.table()
		}
		t.collapsed++
		err := t.table()
		t.collapsed--
		return err
	case "table-column":
		return t.column()
	case "table-row":
		return t.readRow()
	case "shapes":
		return t.content(&t.flow)
	}
	return t.s.Skip()
}

// column reads a run of columns.
func (t *sheetReader) column() error {
	if err := t.env.Spend(converters.LimitNodes, 1, t.pos()); err != nil {
		return err
	}
	n, _ := t.s.Attr(nsTable, "number-columns-repeated")
	visible, _ := t.s.Attr(nsTable, "visibility")
	end := count(n, columnsMost)
	if k := len(t.sh.columns); k > 0 {
		end += t.sh.columns[k-1].end
	}
	c := columnRun{end: min(end, columnsMost), hidden: visible == "collapse" || visible == "filter", group: t.collapsed > 0}
	c.style, _ = t.s.Attr(nsTable, "default-cell-style-name")
	t.sh.columns = append(t.sh.columns, c)
	return t.s.Skip()
}

// columnsMost bounds the columns of a sheet, as the format has no bound.
const columnsMost = 1 << 15

// run returns the run of columns that a column is in, or nil.
func (t *sheetReader) run(col int) *columnRun {
	runs := t.sh.columns
	if t.at >= len(runs) || col >= runs[t.at].end || t.at > 0 && col < runs[t.at-1].end {
		t.at = sort.Search(len(runs), func(i int) bool { return runs[i].end > col })
	}
	if t.at >= len(runs) {
		return nil
	}
	return &runs[t.at]
}

// readRow reads a row and stores it as often as it is repeated.
func (t *sheetReader) readRow() error {
	if err := t.env.Step(t.ctx, 1, t.pos()); err != nil {
		return err
	}
	times, _ := t.s.Attr(nsTable, "number-rows-repeated")
	visible, _ := t.s.Attr(nsTable, "visibility")
	t.style, _ = t.s.Attr(nsTable, "default-cell-style-name")
	n := count(times, 1<<30)
	r := sheetRow{number: int32(t.row), first: uint32(len(t.sh.cells))}
	switch {
	case visible == "filter":
		r.label = labelFiltered
	case visible == "collapse" && t.collapsed > 0:
		r.label = labelCollapsed
	case visible == "collapse":
		r.label = labelHidden
	}
	t.col = 0
	err := t.cells()
	if err != nil {
		return err
	}
	first := t.row
	t.row = min(t.row+n, 1<<30)
	t.leaveRow()
	cells := len(t.sh.cells) - int(r.first)
	if cells == 0 {
		return nil
	}
	if r.label == labelHidden {
		t.veiled[hiddenRow].add(rowsAt(t.sh.name, first, first), n)
		if t.policy == dropHidden {
			t.sh.cells = t.sh.cells[:r.first]
			if t.last == first-1-t.unseen {
				t.unseen += n
			}
			return nil
		}
		if t.policy == keepHidden {
			r.label = labelNone
		}
	}
	if r.label == labelFiltered {
		t.lost[lostFiltered].add(rowsAt(t.sh.name, first, first), n)
	}
	if r.label == labelCollapsed {
		t.lost[lostCollapsed].add(rowsAt(t.sh.name, first, first), n)
	}
	return t.store(r, cells, n)
}

// store keeps a row with cells, n times.
func (t *sheetReader) store(r sheetRow, cells, n int) error {
	first := int(r.number)
	r.count = uint16(cells)
	r.gap = first != t.last+1+t.unseen
	t.unseen = 0
	pos := rowsAt(t.sh.name, first, first)
	if err := t.env.Spend(converters.LimitCells, int64(cells)*int64(n), pos); err != nil {
		return err
	}
	if err := t.env.Step(t.ctx, int64(n), pos); err != nil {
		return err
	}
	for i := range n {
		r.number = int32(first + i)
		t.sh.rows = append(t.sh.rows, r)
		r.gap = false
	}
	t.last = first + n - 1
	return nil
}

// reachMost bounds the cells that are known to reach below their row.
const reachMost = 256

// reach notes a cell that reaches below its row.
func (t *sheetReader) reach(c coverage) {
	if len(t.below) == reachMost {
		t.far = max(t.far, t.below[0].last)
		t.below = append(t.below[:0], t.below[1:]...)
	}
	t.below = append(t.below, c)
}

// leaveRow forgets the cells of earlier rows that reach no further.
func (t *sheetReader) leaveRow() {
	kept := t.below[:0]
	for _, c := range t.below {
		if c.last >= t.row {
			kept = append(kept, c)
		}
	}
	t.below = kept
}

// cells reads the cells of a row.
func (t *sheetReader) cells() error {
	for {
		kind, err := t.s.Next()
		if err != nil || kind == xmlread.End {
			return err
		}
		if kind != xmlread.Start {
			continue
		}
		if t.s.Space() != nsTable {
			err = t.s.Skip()
		} else {
			switch t.s.Local() {
			case "table-cell":
				err = t.cell(false)
			case "covered-table-cell":
				err = t.cell(true)
			default:
				err = t.s.Skip()
			}
		}
		if err != nil {
			return err
		}
	}
}

// cellAttrs is what the tag of a cell says.
type cellAttrs struct {
	repeat, cols, rows       int
	style, kind              string
	value, currency, formula string
}

// attrs reads the tag of a cell in one pass.
func (t *sheetReader) attrs() cellAttrs {
	a := cellAttrs{repeat: 1, cols: 1, rows: 1}
	for i := range t.s.Attrs() {
		name := t.s.AttrName(i)
		value, err := t.s.AttrValue(i)
		if err != nil {
			continue
		}
		switch name.Space {
		case nsTable:
			switch name.Local {
			case "number-columns-repeated":
				a.repeat = count(value, columnsMost)
			case "number-columns-spanned":
				a.cols = count(value, columnsMost)
			case "number-rows-spanned":
				a.rows = count(value, spanMost)
			case "style-name":
				a.style = value
			case "formula":
				a.formula = value
			}
		case nsOffice:
			switch name.Local {
			case "value-type":
				a.kind = value
			case "value", "date-value", "time-value", "boolean-value", "string-value":
				a.value = value
			case "currency":
				a.currency = value
			}
		}
	}
	return a
}

// cell reads a cell and stores it as often as it is repeated.
func (t *sheetReader) cell(covered bool) error {
	a := t.attrs()
	c := sheetCell{}
	rich, err := t.cellText(&c, &a)
	if err != nil {
		return err
	}
	col := t.col
	t.col += a.repeat
	if a.cols > 1 || a.rows > 1 {
		a.repeat = 1
		if a.rows > 1 {
			t.reach(coverage{col, col + a.cols, t.row + a.rows - 1})
		}
	}
	if len(t.line) == 0 && rich == nil {
		return nil
	}
	if covered && t.isCovered(col) {
		if t.hide(hiddenCell, rowsAt(t.sh.name, t.row, t.row)) {
			return nil
		}
		c.flags |= cellVeiled
	}
	if t.columnHidden(col, &c) {
		return nil
	}
	if c.from, c.size, err = t.book.store(t.line); err != nil {
		return err
	}
	pos := rowsAt(t.sh.name, t.row, t.row)
	if err := t.env.Check(converters.LimitColumns, int64(col+a.repeat), pos); err != nil {
		return err
	}
	if a.repeat > 1 {
		if err := t.env.Spend(converters.LimitCells, int64(a.repeat-1), pos); err != nil {
			return err
		}
	}
	for i := range a.repeat {
		c.col = uint16(col + i)
		at := uint32(len(t.sh.cells))
		if rich != nil {
			t.keepRich(at, rich)
		}
		if a.cols > 1 || a.rows > 1 {
			t.keepSpan(at, cellAt{a.rows, a.cols})
			c.flags |= cellSpans
		}
		t.sh.cells = append(t.sh.cells, c)
	}
	return nil
}

func (t *sheetReader) keepRich(at uint32, rich []document.Inline) {
	if t.sh.rich == nil {
		t.sh.rich = map[uint32][]document.Inline{}
	}
	t.sh.rich[at] = rich
}

func (t *sheetReader) keepSpan(at uint32, size cellAt) {
	if t.sh.spans == nil {
		t.sh.spans = map[uint32]cellAt{}
	}
	t.sh.spans[at] = size
}

// isCovered reports whether a cell of the row or of one above reaches over a
// column.
func (t *sheetReader) isCovered(col int) bool {
	if t.row <= t.far {
		return true
	}
	for _, c := range t.below {
		if col >= c.from && col < c.to {
			return true
		}
	}
	if n := len(t.sh.cells); n > 0 && t.sh.cells[n-1].flags&cellSpans != 0 {
		c := &t.sh.cells[n-1]
		return int(c.col) <= col && int(c.col)+t.sh.spans[uint32(n-1)].col > col
	}
	return false
}

// columnHidden counts a cell of a column that does not show, and reports
// whether it is left out.
func (t *sheetReader) columnHidden(col int, c *sheetCell) bool {
	run := t.run(col)
	if run == nil || !run.hidden {
		return false
	}
	pos := rowsAt(t.sh.name+"!"+columnName(col)+":"+columnName(col), t.row, t.row)
	if run.group {
		if !run.seen {
			t.lost[lostCollapsed].add(pos, 1)
		}
		run.seen = true
		return false
	}
	if !run.seen {
		t.veiled[hiddenColumn].add(pos, 1)
	}
	run.seen = true
	if t.policy == markHidden && !run.label {
		run.label = true
		c.flags |= cellVeiled
	}
	return t.policy == dropHidden
}

// cellText reads what a cell shows into line. What is more than text is
// returned as well.
func (t *sheetReader) cellText(c *sheetCell, a *cellAttrs) ([]document.Inline, error) {
	t.line = t.line[:0]
	look := t.cellLook(a)
	var rich []document.Inline
	paras := 0
	for {
		kind, err := t.s.Next()
		if err != nil {
			return nil, err
		}
		if kind == xmlread.End {
			break
		}
		if kind != xmlread.Start {
			continue
		}
		switch space, local := t.s.Space(), t.s.Local(); {
		case space == nsText && (local == "p" || local == "h"):
			if paras++; paras > 1 {
				t.line = append(t.line, '\n')
			}
			if rich, err = t.cellPara(look, rich, paras); err != nil {
				return nil, err
			}
		case space == nsOffice && local == "annotation":
			err = t.comment()
		case space == nsDraw:
			err = t.drawn(&t.flow)
		default:
			err = t.s.Skip()
		}
		if err != nil {
			return nil, err
		}
	}
	if paras == 0 {
		t.line = t.sheet.show(t.line, a, t.formatOf(a))
	}
	t.line = bytes.TrimRight(t.line, " \n\t")
	if c.kind = kindOfValue(a.kind); isPlain(t.line) {
		c.flags |= cellPlain
	}
	if rich != nil {
		c.flags |= cellRich
	}
	return t.withFormula(c, a, rich), nil
}

// withFormula adds the formula of a cell, where it is asked for.
func (t *sheetReader) withFormula(c *sheetCell, a *cellAttrs, rich []document.Inline) []document.Inline {
	if a.formula == "" || t.env.Options.Formulas != "keep" {
		return rich
	}
	if rich == nil {
		rich = document.Plain(string(t.line))
	}
	if len(t.line) > 0 {
		rich = append(rich, &document.Text{Value: " "})
	}
	c.flags |= cellRich
	return append(rich, &document.Code{Value: formulaText(a.formula)})
}

// cellPara reads a paragraph of a cell.
func (t *sheetReader) cellPara(look chars, rich []document.Inline, n int) ([]document.Inline, error) {
	p := &t.para
	p.reset()
	if err := t.inline(p, look, 0); err != nil {
		return nil, err
	}
	from, to := p.trimmed()
	for _, b := range p.extras {
		t.flow.put(b)
	}
	before := len(t.line)
	t.line = append(t.line, p.text[from:to]...)
	if rich == nil && !isRich(p) {
		return nil, nil
	}
	if rich == nil && before > 0 {
		rich = document.Plain(string(bytes.TrimSuffix(t.line[:before], []byte("\n"))))
	}
	if n > 1 {
		rich = append(rich, &document.Break{})
	}
	if err := t.env.Spend(converters.LimitNodes, int64(len(p.runs)+1), t.pos()); err != nil {
		return nil, err
	}
	return append(rich, p.inlines(t.doc, document.Styles(0).With(document.Strong).With(document.Emphasis), false)...), nil
}

// isRich reports whether a paragraph is more than plain text, as a table of
// values shows it.
func isRich(p *para) bool {
	for i := range p.runs {
		r := &p.runs[i]
		s := r.look.styles.Without(document.Strong).Without(document.Emphasis)
		if r.node != 0 || r.link != 0 || r.look.hidden || s != 0 {
			return true
		}
	}
	return false
}

// cellLook returns what the style of a cell says of its text: how it may be
// hidden, not how it is set.
func (t *sheetReader) cellLook(a *cellAttrs) chars {
	name := a.style
	if name == "" {
		name = t.style
	}
	if name == "" {
		if run := t.run(t.col); run != nil {
			name = run.style
		}
	}
	st := t.sheet.get(familyCell, name)
	t.ground = groundPage
	if st.looks.on&grounded != 0 {
		t.ground = st.looks.ground
	}
	c := st.looks
	c.on &^= bold | italic | mono | struck
	if c.on&sized == 0 {
		c.size = sizeDefault
	}
	return c
}

// formatOf returns the number format of a cell.
func (t *sheetReader) formatOf(a *cellAttrs) string {
	name := a.style
	if name == "" {
		name = t.style
	}
	if name == "" {
		if run := t.run(t.col); run != nil {
			name = run.style
		}
	}
	return t.sheet.get(familyCell, name).data
}

// comment reads a comment on a cell.
func (t *sheetReader) comment() error {
	var blocks []document.Block
	at := cellAt{t.row, t.col}
	if err := t.annotation(&blocks); err != nil {
		return err
	}
	for _, b := range blocks {
		if a, ok := b.(*document.Annotation); ok {
			a.Pos = rowsAt(t.sh.name+"!"+at.String(), at.row, at.row)
			t.comments = append(t.comments, cellComment{t.sh, at, a})
		}
		t.sh.after = append(t.sh.after, b)
	}
	return nil
}

// cellComment is a comment whose cell is named when its text is known.
type cellComment struct {
	sheet *sheetData
	at    cellAt
	block *document.Annotation
}

func kindOfValue(kind string) cellKind {
	switch kind {
	case "float", "percentage", "currency", "boolean":
		return kindNumber
	case "date", "time":
		return kindTime
	}
	return kindText
}

// isPlain reports whether a text is printable ASCII, TAB and LF.
func isPlain(b []byte) bool {
	for _, c := range b {
		if c < ' ' && c != '\n' && c != '\t' || c > '~' {
			return false
		}
	}
	return true
}
