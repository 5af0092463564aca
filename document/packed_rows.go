package document

import (
	"bytes"
	"iter"
	"slices"

	"github.com/seed353dc258/backstory/document/gate"
)

// PackedRows are the rows of a long [Table] in little memory: they are held as
// bytes, as blocks are in [Packed], and given out one at a time. A [RowPacker]
// makes them, of text that has passed the gate.
type PackedRows struct {
	source string
	runs   []rowRun
	rows   int
	bytes  int64 // of the text of cells, about
	noted  bool  // there is a Note in a cell
	spans  bool  // a cell covers some of the rows below it
}

// rowRun is a chunk of packed rows, or rows that cannot be packed.
type rowRun struct {
	packed []byte
	plain  []Row
	count  int // of those that are packed
}

func (r *rowRun) rows() int { return r.count + len(r.plain) }

// Rows yields the rows: it implements [RowSource]. Packed blocks of cells are
// made for whoever reads them.
func (p *PackedRows) Rows() iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		var cells []Cell
		for row := range p.all(&cells, 0) {
			if !yield(row, nil) {
				return
			}
		}
	}
}

// Last yields the last n rows, as Rows does.
func (p *PackedRows) Last(n int) iter.Seq[Row] {
	return p.all(new([]Cell), max(p.rows-n, 0))
}

// Size returns how many rows there are, and about how many bytes the text of
// their cells has: it implements [RowSizer].
func (p *PackedRows) Size() (rows, bytes int64) { return int64(p.rows), p.bytes }

// HasNotes reports whether there is a [Note] in a cell.
func (p *PackedRows) HasNotes() bool { return p.noted }

// Spans reports whether a cell covers some of the rows below it.
func (p *PackedRows) Spans() bool { return p.spans }

// All returns the rows in memory of their own.
func (p *PackedRows) All() []Row {
	rows := make([]Row, 0, p.rows)
	for row := range p.all(nil, 0) {
		rows = append(rows, row)
	}
	return rows
}

// all yields the rows from one on, with their cells in the memory given, unless
// it is nil.
func (p *PackedRows) all(cells *[]Cell, from int) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		skip := from
		for i := range p.runs {
			run := &p.runs[i]
			if skip >= run.rows() {
				skip -= run.rows()
				continue
			}
			for _, row := range run.plain {
				if skip--; skip < 0 && !yield(row) {
					return
				}
			}
			r := unpacker{source: p.source, rest: run.packed}
			for len(r.rest) > 0 {
				row := r.row(cells)
				if skip--; skip < 0 && !yield(row) {
					return
				}
			}
		}
	}
}

// Plain returns the table itself, or, where its rows are packed, one that has
// them in memory.
func (b *Table) Plain() *Table {
	packed, ok := b.Source.(*PackedRows)
	if !ok {
		return b
	}
	plain := *b
	plain.Source, plain.Rows = nil, packed.All()
	return &plain
}

// RowPacker collects the rows of a table. Those of a short one stay as they
// are, unless they are large; those of a long one are packed.
type RowPacker struct {
	gate   *cleaner
	source string
	tail   []Row // the last rows, which are not packed
	kept   []bool
	base   int // how many rows stand before them
	weight int // of the rows that are not packed
	packed *PackedRows
	writer packing
	chunks chunks
}

// NewRowPacker returns a packer for rows whose strings may be part of a source,
// and which it passes through a gate if it packs them.
func NewRowPacker(gate *gate.Gate, source string) *RowPacker {
	return &RowPacker{gate: newCleaner(gate), source: source}
}

// rowsOpen is how many rows are packed at once at least.
const rowsOpen = 64

// Add adds a row, which may be changed until [RowPacker.Settle] says otherwise.
func (p *RowPacker) Add(row Row) {
	p.tail, p.kept = append(p.tail, row), append(p.kept, false)
	p.weight += rowWeight(&row)
}

// Len returns how many rows were added.
func (p *RowPacker) Len() int { return p.base + len(p.tail) }

// Row returns a row that is not settled, by its place in the table.
func (p *RowPacker) Row(i int) *Row { return &p.tail[i-p.base] }

// Keep says that the blocks of a row that is not settled are changed even later,
// so that it is never packed.
func (p *RowPacker) Keep(i int) { p.kept[i-p.base] = true }

// Settle says that rows before n are not changed any more. A single row stays as
// it is until the end.
func (p *RowPacker) Settle(n int) {
	due, heavy := n-p.base, p.weight > packHeavy
	if n < 2 || due == 0 || due < len(p.tail)-due || !heavy && (p.Len() <= packAfter || due < rowsOpen) {
		return
	}
	p.pack(due)
}

// Finish puts the rows into a table.
func (p *RowPacker) Finish(t *Table) {
	if p.packed == nil && p.Len() <= packAfter && p.weight <= packHeavy {
		t.Rows = p.tail
		return
	}
	p.pack(len(p.tail))
	p.tail, p.kept = nil, nil
	last := &p.packed.runs[len(p.packed.runs)-1]
	if cap(last.packed)-len(last.packed) > packLeast {
		last.packed = bytes.Clone(last.packed)
	}
	t.Source = p.packed
}

// pack packs the first n of the rows that are not.
func (p *RowPacker) pack(n int) {
	if p.packed == nil {
		p.packed = &PackedRows{source: p.source}
	}
	for i := range n {
		p.gate.cells(p.tail[i].Cells)
		p.add(p.tail[i], p.kept[i])
	}
	p.base += n
	left := copy(p.tail, p.tail[n:])
	clear(p.tail[left:])
	p.tail = p.tail[:left]
	p.kept = p.kept[:copy(p.kept, p.kept[n:])]
	p.weight = 0
	for i := range p.tail {
		p.weight += rowWeight(&p.tail[i])
	}
}

// add adds a row to the packed ones, or to those between them.
func (p *RowPacker) add(row Row, keep bool) {
	to := p.packed
	to.rows++
	bytes := int64(0)
	for i := range row.Cells {
		bytes += cellBytes(&row.Cells[i])
		to.spans = to.spans || row.Cells[i].RowSpan > 1
	}
	to.bytes += bytes
	keep = keep || p.source == "" && bytes >= bulkyText && rowWeight(&row) <= max(bulkyNodes, int(bytes>>10))
	last := len(to.runs) - 1
	if keep || !packableRows([]Row{row}) {
		if last < 0 || to.runs[last].plain == nil {
			if last >= 0 {
				to.runs[last].packed = p.chunks.end(to.runs[last].packed)
			}
			to.runs = append(to.runs, rowRun{})
			last++
		}
		to.runs[last].plain = append(to.runs[last].plain, row)
		to.noted = to.noted || hasNote(row)
		return
	}
	if last < 0 || to.runs[last].packed == nil || full(to.runs[last].packed) {
		to.runs = append(to.runs, rowRun{packed: p.chunks.next()})
		last++
		p.writer = packing{source: p.source}
	}
	p.writer.to = to.runs[last].packed
	p.writer.row(row)
	to.runs[last].packed = p.writer.to
	to.runs[last].count++
	to.noted = to.noted || p.writer.noted
}

// cellBytes returns about how many bytes the text of a cell has.
func cellBytes(c *Cell) int64 {
	if c.Blocks == nil {
		return int64(len(c.Text))
	}
	return textBytes(c.Blocks)
}

// textBytes returns about how many bytes the text of blocks has.
func textBytes(blocks []Block) int64 {
	size := 0
	Walk(blocks, func(b Block) bool {
		size += 4
		switch b := b.(type) {
		case *Heading:
			size += inlineBytes(b.Inlines)
		case *Paragraph:
			size += inlineBytes(b.Inlines)
		case *CodeBlock:
			size += len(b.Text)
		case *MathBlock:
			size += len(b.TeX)
		case *Verbatim:
			size += len(b.Text)
		}
		return true
	})
	return int64(size)
}

func inlineBytes(inlines []Inline) int {
	size := 0
	for _, in := range inlines {
		switch in := in.(type) {
		case *Text:
			size += len(in.Value)
		case *Styled:
			size += 4 + inlineBytes(in.Inlines)
		case *Code:
			size += 2 + len(in.Value)
		case *Link:
			size += 4 + len(in.URL) + len(in.Title) + inlineBytes(in.Inlines)
		case *Image:
			size += len("[image: ]") + len(in.Alt)
		case *Math:
			size += 2 + len(in.TeX)
		default:
			size += 4
		}
	}
	return size
}

func hasNote(row Row) bool {
	found := false
	for _, c := range row.Cells {
		Walk(c.Blocks, func(b Block) bool {
			_, ok := b.(*Note)
			found = found || ok
			return !found
		})
	}
	return found
}

// What is said of a packed cell.
const (
	packedSpans  = 1 << iota
	packedBlocks // it has blocks, though they may be none
)

func (w *packing) table(b *Table) {
	w.inlines(b.Caption)
	w.number(b.Columns)
	w.number(b.Header)
	w.number(len(b.Align))
	for _, align := range b.Align {
		w.byte(byte(align))
	}
	w.number(len(b.Rows))
	for _, row := range b.Rows {
		w.row(row)
	}
}

func (w *packing) row(row Row) {
	w.pos(row.Pos)
	w.flag(row.Plain)
	w.number(len(row.Cells))
	for i := range row.Cells {
		w.cell(&row.Cells[i])
	}
}

func (w *packing) cell(c *Cell) {
	var has byte
	if max(c.ColSpan, 1) > 1 || max(c.RowSpan, 1) > 1 {
		has |= packedSpans
	}
	if c.Blocks != nil {
		has |= packedBlocks
	}
	w.byte(has)
	if has&packedSpans != 0 {
		w.number(c.ColSpan)
		w.number(c.RowSpan)
	}
	if c.Blocks != nil {
		w.blocks(c.Blocks)
	} else {
		w.string(c.Text)
	}
}

func (r *unpacker) table(pos Pos) *Table {
	t := &Table{Pos: pos, Caption: r.inlines(), Columns: r.number(), Header: r.number()}
	if n := r.number(); n > 0 {
		t.Align = make([]Align, n)
		for i := range t.Align {
			t.Align[i] = Align(r.byte())
		}
	}
	if n := r.number(); n > 0 {
		t.Rows = make([]Row, n)
		for i := range t.Rows {
			t.Rows[i] = r.row(nil)
		}
	}
	return t
}

// row reads a row, with its cells in the memory given, unless it is nil.
func (r *unpacker) row(cells *[]Cell) Row {
	row := Row{Pos: r.pos(), Plain: r.flag()}
	n := r.number()
	switch {
	case n == 0:
		return row
	case cells == nil:
		row.Cells = make([]Cell, n)
	default:
		clear(*cells)
		*cells = slices.Grow((*cells)[:0], n)[:n]
		row.Cells = *cells
	}
	for i := range row.Cells {
		row.Cells[i] = r.cell()
	}
	return row
}

func (r *unpacker) cell() Cell {
	has := r.byte()
	var c Cell
	if has&packedSpans != 0 {
		c.ColSpan, c.RowSpan = r.number(), r.number()
	}
	if has&packedBlocks == 0 {
		c.Text = r.string()
		return c
	}
	if c.Blocks = r.blocks(); c.Blocks == nil {
		c.Blocks = []Block{}
	}
	return c
}
