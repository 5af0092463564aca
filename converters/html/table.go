package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/html/grid"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// rowPlace is a row of a table in the tree.
type rowPlace struct {
	id    int32
	part  dom.Tag // thead, tbody or tfoot, or table
	state state
}

// tabler reads one table.
type tabler struct {
	f       *flow
	id      int32
	caption []document.Inline
	rows    []rowPlace
	foot    []rowPlace
	head    int // rows of thead

	collapsed []bool // by column, as far as the page describes them: its cells do not show
}

// table reads a table: as a grid, or, where it only arranges the page, as what
// is in its cells.
func (f *flow) table(id int32, st *state) {
	if !f.b.nest() {
		f.blockOf(id, st)
		return
	}
	defer func() { f.b.at.nested-- }()
	f.flush()
	t := tabler{f: f, id: id}
	t.gather(id, dom.TagTable, st)
	t.rows = append(t.rows, t.foot...)
	if t.arranges() {
		f.prose(&t)
		return
	}
	f.b.at.tables++
	table := t.asGrid()
	f.b.at.tables--
	f.flush()
	switch {
	case table != nil:
		f.add(table)
	case len(t.caption) > 0:
		f.add(converters.Make(f.b.env, &document.Paragraph{Pos: f.b.pos(id), Inlines: t.caption}))
	}
}

// gather collects the rows. What is in a table outside its cells shows
// before it, as the parser of a browser moves it there.
func (t *tabler) gather(id int32, part dom.Tag, around *state) {
	b := t.f.b
	for c := range b.t.Children(id) {
		b.step()
		n := b.t.Node(c)
		if n.IsText {
			t.f.node(c, around)
			continue
		}
		if n.Tag == dom.TagCol || n.Tag == dom.TagColgroup {
			t.columns(c, false)
		}
		st := *around
		switch n.Tag {
		case dom.TagThead, dom.TagTbody, dom.TagTfoot, dom.TagTr, dom.TagCaption:
			if _, how := b.enter(c, &st); !b.uncover(c, &st, how) {
				continue
			}
		default:
			t.f.node(c, around)
			continue
		}
		switch n.Tag {
		case dom.TagCaption:
			caption, _ := b.inlines(c, st)
			if len(t.caption) > 0 && len(caption) > 0 {
				t.caption = append(t.caption, converters.Make(t.f.b.env, &document.Text{Value: " "}))
			}
			t.caption = append(t.caption, caption...)
		case dom.TagTr:
			t.row(rowPlace{c, part, st})
		default:
			t.gather(c, n.Tag, &st)
		}
	}
}

func (t *tabler) row(r rowPlace) {
	switch r.part {
	case dom.TagThead:
		if t.head == len(t.rows) {
			t.head++
		}
		t.rows = append(t.rows, r)
	case dom.TagTfoot:
		t.foot = append(t.foot, r)
	default:
		t.rows = append(t.rows, r)
	}
}

// cells yields the cells of a row.
func (t *tabler) cells(r *rowPlace) func(func(int32) bool) {
	return func(yield func(int32) bool) {
		for c := range t.f.b.t.Children(r.id) {
			if n := t.f.b.t.Node(c); (n.Tag == dom.TagTd || n.Tag == dom.TagTh) && !yield(c) {
				return
			}
		}
	}
}

const (
	longCell    = 1000 // bytes of text in a cell above which it is prose
	longAverage = 300  // the same for the mean of the cells with text
)

// arranges reports whether a table has no rows and columns that mean anything:
// it has one cell or one column, or no header and headings, tables or long
// prose in its cells.
func (t *tabler) arranges() bool {
	tree := t.f.b.t
	if role := tree.Value(t.id, dom.AttrRole); role == "presentation" || role == "none" || t.listing() != 0 {
		return true
	}
	s := t.signs()
	if s.cells <= 1 {
		return len(t.caption) == 0
	}
	if s.header || t.head > 0 || len(t.caption) > 0 {
		return false
	}
	border, hasBorder := tree.Attr(t.id, dom.AttrBorder)
	bordered := hasBorder && border != "0"
	switch {
	case s.widest <= 1, s.headings > 0:
		return !bordered || s.headings > 0
	case s.tables > 0 && !bordered:
		return true
	}
	return s.longest > longCell || s.filled > 0 && s.total/s.filled > longAverage
}

// tableSigns are what tells a table of data from one that arranges a page.
type tableSigns struct {
	cells, filled, widest int
	longest, total        int
	headings, tables      int
	header                bool
}

// signs looks at the cells.
func (t *tabler) signs() (s tableSigns) {
	for i := range t.rows {
		n := 0
		for c := range t.cells(&t.rows[i]) {
			n++
			s.look(t.f.b.t, c)
		}
		s.widest = max(s.widest, n)
	}
	return s
}

func (s *tableSigns) look(t *dom.Tree, cell int32) {
	s.cells++
	s.header = s.header || t.Node(cell).Tag == dom.TagTh
	length := 0
	end := t.Node(cell).End
	for c := cell + 1; c < end; c++ {
		switch n := t.Node(c); {
		case n.IsText:
			length += len(strings.TrimSpace(t.Text(c)))
		case dom.IsHeading(n.Tag):
			s.headings++
		case n.Tag == dom.TagTable:
			s.tables++
		case n.Tag == dom.TagScript || n.Tag == dom.TagStyle || n.Tag == dom.TagPre:
			c = n.End - 1
		}
	}
	if length > 0 {
		s.filled++
	}
	s.total += length
	s.longest = max(s.longest, length)
}

// prose reads the cells of a table one after the other.
func (f *flow) prose(t *tabler) {
	if len(t.caption) > 0 {
		f.add(converters.Make(f.b.env, &document.Paragraph{Pos: f.b.pos(t.id), Inlines: t.caption}))
	}
	code := t.listing()
	g := grid.New(len(t.rows), t.collapsed)
	for i := range t.rows {
		g.Row(i)
		for c := range f.b.t.Children(t.rows[i].id) {
			if c == code {
				continue // the numbers of the lines of a listing
			}
			f.flush()
			t.part(c, &t.rows[i], g)
			f.flush()
		}
	}
}

// part reads a child of a row as prose.
func (t *tabler) part(id int32, r *rowPlace, g *grid.Grid) {
	st := r.state
	if n := t.f.b.t.Node(id); len(t.collapsed) > 0 && (n.Tag == dom.TagTd || n.Tag == dom.TagTh) {
		colspan, rowspan := t.spans(id)
		collapses := g.Collapses(colspan)
		g.Pass(colspan, rowspan)
		if collapses && !t.f.b.uncover(id, &st, visible.Style) {
			return
		}
	}
	t.f.node(id, &st)
}

// listing returns the cell that only numbers the lines of the listing beside
// it, or 0.
func (t *tabler) listing() int32 {
	if len(t.rows) != 1 {
		return 0
	}
	var cells []int32
	for c := range t.cells(&t.rows[0]) {
		cells = append(cells, c)
	}
	if len(cells) != 2 {
		return 0
	}
	tree := t.f.b.t
	if c := cells[1]; !tree.Holds(c, dom.InsidePre) {
		return 0
	}
	n := 0
	for w := range strings.FieldsSeq(t.f.b.t.PlainText(cells[0])) {
		v, ok := integer(w)
		if !ok || n > 0 && v != n+1 || len(w) > 7 {
			return 0
		}
		n = v
	}
	if n == 0 {
		return 0
	}
	return cells[0]
}

// asGrid reads the table as rows and columns.
func (t *tabler) asGrid() *document.Table {
	b := t.f.b
	g := grid.New(len(t.rows), t.collapsed)
	out := converters.Make(t.f.b.env, &document.Table{Pos: b.pos(t.id), Caption: t.caption})
	for i := range t.rows {
		r := &t.rows[i]
		g.Row(i)
		var cells []document.Cell
		for c := range b.t.Children(r.id) {
			switch n := b.t.Node(c); {
			case b.err != nil:
				return nil
			case n.Tag == dom.TagTd || n.Tag == dom.TagTh:
				if cell, ok := t.cell(c, r, g); ok {
					cells = append(cells, cell)
				}
			default:
				t.f.node(c, &r.state)
			}
		}
		out.Rows = append(out.Rows, converters.Make(t.f.b.env, document.Row{Pos: b.pos(r.id), Cells: cells}))
	}
	if g.Filled == 0 {
		return nil
	}
	out.Columns = g.Settle(out.Rows)
	b.fail(b.env.Check(converters.LimitColumns, int64(out.Columns), out.Pos))
	out.Header = t.header(out.Rows)
	out.Align = g.Alignment()
	return out
}

// cell reads one cell; a hidden one is none.
func (t *tabler) cell(id int32, r *rowPlace, g *grid.Grid) (document.Cell, bool) {
	b := t.f.b
	st := r.state
	n := b.t.Node(id)
	l, how := b.enter(id, &st)
	if !b.uncover(id, &st, how) {
		return document.Cell{}, false
	}
	colspan, rowspan := t.spans(id)
	if g.Collapses(colspan) && !b.uncover(id, &st, visible.Style) {
		g.Pass(colspan, rowspan)
		return document.Cell{}, false
	}
	st.heading = n.Tag == dom.TagTh
	align := b.t.Value(id, dom.AttrAlign)
	if l.Box.Align != "" {
		align = l.Box.Align
	}
	cell := g.Place(colspan, rowspan, align)
	blocks := b.content(id, st)
	if len(blocks) > 0 {
		g.Filled++
		b.fail(b.env.Spend(converters.LimitCells, 1, b.pos(id)))
	}
	grid.Fill(&cell, blocks)
	return cell, true
}

// header returns how many rows are headers: those of thead, else the first
// ones with nothing but th, else a first row that is bold throughout while the
// second is not; its bold is then taken away.
func (t *tabler) header(rows []document.Row) int {
	if t.head > 0 {
		return min(t.head, len(rows))
	}
	n := 0
	for n < len(rows) && t.allHeaders(&t.rows[n]) {
		n++
	}
	if n > 0 && n < len(rows) {
		return n
	}
	if n == len(rows) {
		return min(n, 1)
	}
	if grid.TakeBold(rows) {
		return 1
	}
	return 0
}

func (t *tabler) allHeaders(r *rowPlace) bool {
	any := false
	for c := range t.cells(r) {
		if t.f.b.t.Node(c).Tag != dom.TagTh {
			return false
		}
		any = true
	}
	return any
}

// columns reads a col or a colgroup. Of their styles only visibility matters:
// the cells of a column that collapses do not show (CSS 2.2, section 17.5.5).
func (t *tabler) columns(id int32, collapses bool) {
	b := t.f.b
	b.step()
	l, _ := b.sheet.Look(css.Element{ID: id})
	collapses = l.Box.Collapses || collapses && l.Letters.Veil[css.VeilInvisible] == css.Unset
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
