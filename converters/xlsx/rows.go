package xlsx

import (
	"iter"
	"slices"
	"sort"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// tableRows gives the rows of a region, one after the other: it is the table's
// [document.RowSource].
type tableRows struct {
	sheet  *sheet
	region *region
}

// Rows implements [document.RowSource].
func (t *tableRows) Rows() iter.Seq2[document.Row, error] {
	return func(yield func(document.Row, error) bool) {
		rd := rowReader{sheet: t.sheet, region: t.region, cells: make([]document.Cell, len(t.region.cols))}
		rd.index()
		if t.region.sparse {
			rd.list(yield)
			return
		}
		for i := t.region.first; i < t.region.last; i++ {
			row, ok := rd.read(&t.sheet.rows[i])
			if !ok {
				continue
			}
			if i&0xFFF == 0 {
				if err := t.sheet.env.Step(t.sheet.ctx, int64(len(row.Cells)+1), row.Pos); err != nil {
					yield(document.Row{}, err)
					return
				}
			}
			if !yield(row, nil) {
				return
			}
		}
	}
}

// rowReader turns stored rows into rows of a table.
type rowReader struct {
	*sheet
	region *region
	cells  []document.Cell
	stored []cell   // of the row
	column []uint16 // by column of the sheet, from the region's first on: that of the table
	labels map[uint16]bool
	below  []int // by column of the table: rows that are still covered from above
}

// index makes the way from columns of the sheet to those of the table.
func (rd *rowReader) index() {
	cols := rd.region.cols
	rd.column = make([]uint16, int(cols[len(cols)-1]-cols[0])+1)
	for i, col := range cols {
		rd.column[col-cols[0]] = uint16(i)
	}
	if len(rd.marks) > 0 {
		rd.labels = map[uint16]bool{}
	}
}

// read returns a row, and whether it has cells in the region.
func (rd *rowReader) read(r *row) (document.Row, bool) {
	first, last := rd.region.cols[0], rd.region.cols[len(rd.region.cols)-1]
	rd.stored = append(rd.stored[:0], rd.of(r)...) // a span may ask for many other rows
	cells := rd.stored
	from := sort.Search(len(cells), func(i int) bool { return cells[i].col >= first })
	clear(rd.cells)
	row := document.Row{Pos: rowsAt(rd.region.part, int(r.number), int(r.number)), Plain: true}
	width := 0
	label := rd.rowLabel(r)
	for i := range cells[from:] {
		c := &cells[from+i]
		if c.col > last {
			break
		}
		if c.has(flagTable) != rd.region.object {
			continue
		}
		at := int(rd.column[c.col-first])
		out := &rd.cells[at]
		if out.Text != "" || out.Blocks != nil {
			continue // a second cell at the same place
		}
		rd.cell(out, r, c, label)
		label = ""
		row.Plain = row.Plain && c.has(flagPlain) && out.Blocks == nil
		if c.has(flagAnchor) {
			rd.span(out, r, c, at)
		}
		width = at + 1
	}
	row.Cells = rd.cells[:width]
	if rd.below != nil && width > 0 {
		row.Cells = rd.uncovered(row.Cells)
	}
	return row, width > 0
}

// list gives a sparse region cell by cell: where it is, and what it shows.
func (rd *rowReader) list(yield func(document.Row, error) bool) {
	first := rowsAt(rd.region.part, int(rd.rows[rd.region.first].number), int(rd.rows[rd.region.first].number))
	if !yield(document.Row{Pos: first, Plain: true, Cells: []document.Cell{{Text: "Cell"}, {Text: "Value"}}}, nil) {
		return
	}
	for i := rd.region.first; i < rd.region.last; i++ {
		r := &rd.rows[i]
		label := rd.rowLabel(r)
		cells := rd.inside(r, rd.region)
		for k := range cells {
			c := &cells[k]
			if c.has(flagTable) != rd.region.object {
				continue
			}
			row := document.Row{Pos: rowsAt(rd.region.part, int(r.number), int(r.number)), Cells: make([]document.Cell, 2)}
			row.Cells[0].Text = place{int(r.number), int(c.col)}.String()
			rd.cell(&row.Cells[1], r, c, label)
			row.Plain = c.has(flagPlain) && row.Cells[1].Blocks == nil
			if err := rd.env.Step(rd.ctx, 1, row.Pos); err != nil {
				yield(document.Row{}, err)
				return
			}
			if !yield(row, nil) {
				return
			}
		}
	}
}

// uncovered leaves out the places that cells with a span cover, as
// document.Row has it.
func (rd *rowReader) uncovered(cells []document.Cell) []document.Cell {
	var out []document.Cell
	for i := 0; i < len(rd.below); i++ {
		if rd.below[i] > 0 {
			rd.below[i]--
			continue
		}
		if i >= len(cells) {
			continue
		}
		out = append(out, cells[i])
		span := max(cells[i].ColSpan, 1)
		for n := i; n < min(i+span, len(rd.below)); n++ {
			rd.below[n] = max(cells[i].RowSpan, 1) - 1
		}
		i += span - 1
	}
	return out
}

// cell fills in a cell.
func (rd *rowReader) cell(out *document.Cell, r *row, c *cell, label string) {
	text := rd.textOf(c)
	out.Text = text
	if mark, ok := rd.marks[c.col]; ok && mark != "" && label == "" && !rd.labels[c.col] {
		rd.labels[c.col] = true
		label = mark
	}
	switch {
	case label != "":
	case c.has(flagVeiled):
		label = labelHidden
	case c.isDoubtful():
		label = labelUnsure
	case c.has(flagUnsure):
		label = labelFaint
	}
	if c.flags&(flagRich|flagFormula|flagLink) != 0 {
		out.Text = ""
		out.Blocks = []document.Block{&document.Paragraph{Inlines: rd.inlines(text, r, c, label)}}
		return
	}
	out.Text = labelled(label, text)
}

// textOf returns the stored text of a cell.
func (sh *sheet) textOf(c *cell) string {
	if c.has(flagShared) {
		return sh.store.get(sh.shared[c.at].at)
	}
	return sh.store.get(c.at)
}

// plainOf returns the text of a cell without marks and without formula.
func (sh *sheet) plainOf(c *cell) string {
	text := sh.textOf(c)
	if c.has(flagFormula) {
		value, formula, _ := strings.Cut(text, string(rune(markFormula)))
		if text = value; value == "" {
			text = formula
		}
	}
	if c.has(flagRich) {
		text = strings.Map(func(r rune) rune {
			if r >= markFirst && r <= markLast {
				return -1
			}
			return r
		}, text)
	}
	return text
}

// inlines returns a cell that is more than plain text.
func (rd *rowReader) inlines(text string, r *row, c *cell, label string) []document.Inline {
	formula := ""
	if c.has(flagFormula) {
		text, formula, _ = strings.Cut(text, string(rune(markFormula)))
	}
	var out []document.Inline
	if c.has(flagRich) {
		out = richInlines(text)
	} else {
		out = document.Plain(text)
	}
	if c.has(flagLink) {
		at := rd.linked[place{int(r.number), int(c.col)}.key()]
		out = []document.Inline{&document.Link{URL: rd.links[at].url, Inlines: out}}
	}
	if formula != "" {
		if text != "" {
			out = append(out, &document.Text{Value: " "})
		}
		out = append(out, &document.Code{Value: formula})
	}
	if label != "" {
		out = slices.Insert(out, 0, document.Inline(&document.Text{Value: "[" + label + "] "}))
	}
	return out
}

// marks are the characters that change how the text behind them looks.
const marks = "\x0E\x0F\x10\x13\x14\n"

// richInlines returns a text with marks.
func richInlines(text string) []document.Inline {
	var runs document.Runs
	styles := document.Styles(0)
	for text != "" {
		i := strings.IndexAny(text, marks)
		if i < 0 {
			runs.Text(text, styles)
			break
		}
		if i > 0 {
			runs.Text(text[:i], styles)
		}
		switch text[i] {
		case '\n':
			runs.Inline(&document.Break{}, styles)
		case markUp:
			styles = document.Styles(0).With(document.Superscript)
		case markDown:
			styles = document.Styles(0).With(document.Subscript)
		case markStruck:
			styles = document.Styles(0).With(document.Strike)
		case markImage:
			runs.Inline(&document.Image{Alt: text[i+1:]}, 0)
			return runs.Inlines()
		default:
			styles = 0
		}
		text = text[i+1:]
	}
	return runs.Inlines()
}

// spanRows is how many rows are looked at one by one for a span in a region
// that is not the only one in its rows.
const spanRows = 1000

// span gives a cell its span: of the columns and rows that the table has.
func (rd *rowReader) span(out *document.Cell, r *row, c *cell, at int) {
	a, ok := rd.anchors[place{int(r.number), int(c.col)}.key()]
	if !ok || rd.losses.When(visible.Cell) != converters.DropHidden {
		return
	}
	cols := rd.region.cols
	to, found := slices.BinarySearch(cols, uint16(min(a.to.col, columnsMost-1)))
	if found {
		to++
	}
	if to-at > 1 {
		out.ColSpan = to - at
	}
	rows := rd.rows[rd.region.first:rd.region.last]
	top := sort.Search(len(rows), func(i int) bool { return rows[i].number >= r.number })
	bottom := sort.Search(len(rows), func(i int) bool { return int(rows[i].number) > a.to.row })
	n := bottom - top
	if rd.region.partial {
		n = rd.count(rows[top:min(bottom, top+spanRows)])
	}
	if n > 1 {
		out.RowSpan = n
	}
	if (out.ColSpan > 1 || n > 1) && rd.below == nil {
		rd.below = make([]int, len(cols))
	}
}

// count returns how many rows have cells in the region.
func (rd *rowReader) count(rows []row) (n int) {
	for i := range rows {
		if rd.sheet.width(&rows[i], rd.region) > 0 {
			n++
		}
	}
	return n
}
