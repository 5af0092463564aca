package sheet

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
	sheet  *Sheet
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
			row, ok := rd.read(&t.sheet.Rows[i])
			if !ok {
				continue
			}
			if i&0xFFF == 0 {
				if err := t.sheet.Book.Env.Step(t.sheet.Book.Ctx, int64(len(row.Cells)+1), row.Pos); err != nil {
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
	sheet  *Sheet
	region *region
	cells  []document.Cell
	stored []Cell   // of the row
	column []uint16 // by column of the sheet, from the region's first on: that of the table
	below  []int    // by column of the table: rows that are still covered from above
}

// index makes the way from columns of the sheet to those of the table.
func (rd *rowReader) index() {
	cols := rd.region.cols
	rd.column = make([]uint16, int(cols[len(cols)-1]-cols[0])+1)
	for i, col := range cols {
		rd.column[col-cols[0]] = uint16(i)
	}
}

// read returns a row, and whether it has cells in the region.
func (rd *rowReader) read(r *Row) (document.Row, bool) {
	first, last := rd.region.cols[0], rd.region.cols[len(rd.region.cols)-1]
	rd.stored = append(rd.stored[:0], rd.sheet.Of(r)...) // a span may ask for many other rows
	cells := rd.stored
	from := sort.Search(len(cells), func(i int) bool { return cells[i].Col >= first })
	clear(rd.cells)
	row := converters.Make(rd.sheet.Book.Env, document.Row{Pos: RowsAt(rd.region.part, int(r.Number), int(r.Number)), Plain: true})
	width := 0
	label := r.label(rd.sheet.Book.Tally)
	for i := range cells[from:] {
		c := &cells[from+i]
		if c.Col > last {
			break
		}
		if !rd.region.owns(c) {
			continue
		}
		at := int(rd.column[c.Col-first])
		out := &rd.cells[at]
		if out.Text != "" || out.Blocks != nil {
			continue // a second cell at the same place
		}
		rd.cell(out, r, c, label)
		row.Plain = row.Plain && c.Has(Plain) && out.Blocks == nil
		if c.Has(anchor) {
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
	first := int(rd.sheet.Rows[rd.region.first].Number)
	if !yield(converters.Make(rd.sheet.Book.Env, document.Row{Pos: RowsAt(rd.region.part, first, first), Plain: true, Cells: []document.Cell{{Text: "Cell"}, {Text: "Value"}}}), nil) {
		return
	}
	for i := rd.region.first; i < rd.region.last; i++ {
		r := &rd.sheet.Rows[i]
		label := r.label(rd.sheet.Book.Tally)
		cells := rd.region.in(rd.sheet.Of(r))
		for k := range cells {
			c := &cells[k]
			if !rd.region.owns(c) {
				continue
			}
			row := converters.Make(rd.sheet.Book.Env, document.Row{Pos: RowsAt(rd.region.part, int(r.Number), int(r.Number)), Cells: make([]document.Cell, 2)})
			row.Cells[0].Text = Place{int(r.Number), int(c.Col)}.String()
			rd.cell(&row.Cells[1], r, c, label)
			row.Plain = c.Has(Plain) && row.Cells[1].Blocks == nil
			if err := rd.sheet.Book.Env.Step(rd.sheet.Book.Ctx, 1, row.Pos); err != nil {
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
// [document.Row] has it.
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
func (rd *rowReader) cell(out *document.Cell, r *Row, c *Cell, label document.Style) {
	if label == 0 {
		label = rd.sheet.places.marks[c.Col]
	}
	if label == 0 {
		label = c.label()
	}
	text := rd.sheet.Book.Texts.Get(c.At)
	if c.Has(Rich | Formula | linked) {
		out.Blocks = []document.Block{converters.Make(rd.sheet.Book.Env, &document.Paragraph{Inlines: label.Label(rd.inlines(text, r, c))})}
		return
	}
	out.Text = text
	out.SetLabel(label)
}

// inlines returns a cell that is more than plain text.
func (rd *rowReader) inlines(text string, r *Row, c *Cell) []document.Inline {
	formula := ""
	if c.Has(Formula) {
		text, formula, _ = strings.Cut(text, string(rune(FormulaMark)))
	}
	var out []document.Inline
	if c.Has(Rich) {
		out = slices.Clip(rd.sheet.Format.Inlines(c, text))
	} else {
		out = converters.Make(rd.sheet.Book.Env, document.Plain(text))
	}
	if c.Has(linked) {
		url := rd.sheet.places.links[Place{int(r.Number), int(c.Col)}.key()]
		out = []document.Inline{converters.Make(rd.sheet.Book.Env, &document.Link{URL: url, Inlines: out})}
	}
	if formula != "" {
		if text != "" {
			out = append(out, converters.Make(rd.sheet.Book.Env, &document.Text{Value: " "}))
		}
		out = append(out, converters.Make(rd.sheet.Book.Env, &document.Code{Value: formula}))
	}
	return out
}

// maxSpanRows is how many rows are looked at one by one for a span in a region
// that is not the only one in its rows.
const maxSpanRows = 1000

// span gives a cell its span: of the columns and rows that the table has. Where
// what it covers is shown, it has none.
func (rd *rowReader) span(out *document.Cell, r *Row, c *Cell, at int) {
	a, ok := rd.sheet.places.anchors[Place{int(r.Number), int(c.Col)}.key()]
	if !ok || rd.sheet.Book.Tally.When(visible.Cell) != converters.DropHidden {
		return
	}
	cols := rd.region.cols
	to, found := slices.BinarySearch(cols, uint16(min(a.To.Col, MaxColumns-1)))
	if found {
		to++
	}
	if to-at > 1 {
		out.ColSpan = to - at
	}
	rows := rd.sheet.Rows[rd.region.first:rd.region.last]
	top := sort.Search(len(rows), func(i int) bool { return rows[i].Number >= r.Number })
	bottom := sort.Search(len(rows), func(i int) bool { return int(rows[i].Number) > a.To.Row })
	n := bottom - top
	if rd.region.partial {
		n = rd.count(rows[top:min(bottom, top+maxSpanRows)])
	}
	if n > 1 {
		out.RowSpan = n
	}
	if (out.ColSpan > 1 || n > 1) && rd.below == nil {
		rd.below = make([]int, len(cols))
	}
}

// count returns how many rows have cells in the region.
func (rd *rowReader) count(rows []Row) (n int) {
	for i := range rows {
		if rd.region.width(rd.sheet.Of(&rows[i])) > 0 {
			n++
		}
	}
	return n
}
