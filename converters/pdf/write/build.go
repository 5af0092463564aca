// Package write makes the blocks of a document of paragraphs that are in order:
// inlines (inline.go), links (link.go), lists (list.go), code (code.go), tables
// (cell.go), notes (note.go) and the names of pages (label.go), with what is known of
// the document as a whole (traits.go).
package write

import (
	"math"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
	"github.com/seed353dc258/backstory/document"
)

// Builder makes the blocks of a document of its paragraphs.
type Builder struct {
	*Traits
	out     []document.Block
	list    listBuilder
	entries bool    // the list is a table of contents
	head    bool    // in the head of a table
	edge    float64 // of the cell of a table
}

// Build makes blocks.
func (b *Builder) Build(paras []layout.Para) []document.Block {
	for i := 0; i < len(paras); i++ {
		p := &paras[i]
		switch {
		case p.Quote:
			i = b.quote(paras, i) - 1
		case p.Table != nil:
			b.block(b.table(p))
		case p.Picture:
			b.inItem(p, converters.Make(b.Env, &document.Paragraph{Pos: b.posOf(p), Inlines: []document.Inline{converters.Make(b.Env, &document.Image{Alt: p.Alt})}}))
		case p.Code:
			b.inItem(p, converters.Make(b.Env, &document.CodeBlock{Pos: b.posOf(p), Text: codeText(p.Lines, b.Rights[p.At.Page])}))
		case p.Level > 0:
			b.endList()
			n := b.inliner()
			n.plain, n.self = plainStyles(p.Lines), p.ID
			b.out = append(b.out, converters.Make(b.Env, &document.Heading{Pos: b.posOf(p), Level: p.Level, ID: p.ID, Inlines: n.lines(p.Lines, 0)}))
		case p.Item.Marker != "":
			if p.Item.Entry != b.entries {
				b.endList()
			}
			b.entries = p.Item.Entry
			skip := 0
			if !p.Item.Labelled {
				_, skip = layout.MarkerOf(&p.Lines[0])
			}
			b.list.add(b.Env, b.posOf(p), p, []document.Block{b.paragraph(p, skip)})
		case b.list.takes(p):
			last := b.list.last()
			*last = append(*last, b.paragraph(p, 0))
		default:
			b.endList()
			b.out = append(b.out, b.paragraph(p, 0))
		}
	}
	b.endList()
	return b.out
}

// quote adds what is quoted, from paras[i] on, and returns where that ends.
func (b *Builder) quote(paras []layout.Para, i int) int {
	end := i
	for end < len(paras) && paras[end].Quote {
		paras[end].Quote = false
		end++
	}
	inner := b.inner()
	q := converters.Make(b.Env, &document.Quote{Pos: b.posOf(&paras[i]), Blocks: inner.Build(paras[i:end])})
	b.inItem(&paras[i], q)
	return end
}

// inItem adds a block to the item that it belongs to, or after the list.
func (b *Builder) inItem(p *layout.Para, block document.Block) {
	if p.Tag.GoesOn && b.list.takes(p) {
		last := b.list.last()
		*last = append(*last, block)
		return
	}
	b.block(block)
}

// plainStyles are the styles that say nothing in a heading, or in the head of a
// table: bold, and italic where all of it is.
func plainStyles(lines []layout.Line) document.Styles {
	s := document.Styles(0).With(document.Strong)
	for i := range lines {
		if !lines[i].Words.All(document.Emphasis) {
			return s
		}
	}
	return s.With(document.Emphasis)
}

// block adds a block that ends a list.
func (b *Builder) block(block document.Block) {
	b.endList()
	b.out = append(b.out, block)
}

func (b *Builder) endList() {
	if b.list.root != nil {
		b.out = append(b.out, b.list.root)
	}
	b.list = listBuilder{}
}

// inner returns a builder for blocks inside a block.
func (b *Builder) inner() *Builder {
	return &Builder{Traits: b.Traits, head: b.head, edge: b.edge}
}

func (b *Builder) inliner() *inliner {
	return &inliner{doc: b.Traits, edge: b.edge, runs: b.Env.Runs()}
}

func (b *Builder) paragraph(p *layout.Para, skip int) *document.Paragraph {
	n := b.inliner()
	n.stops = p.Tag.Tagged && !p.Tag.Loose && b.edge == 0
	if b.head {
		n.plain = plainStyles(p.Lines)
	}
	return converters.Make(b.Env, &document.Paragraph{Pos: b.posOf(p), Inlines: n.lines(p.Lines, skip)})
}

// NotesOf makes the bodies of notes.
func (b *Builder) NotesOf(notes []layout.Para) []document.Block {
	var out []document.Block
	for i := range notes {
		p := &notes[i]
		key := NoteKey{p.At.Page, layout.NoteMark(&p.Lines[0])}
		p.Lines[0].Words[1].Glued = true
		out = append(out, converters.Make(b.Env, &document.Note{Pos: b.posOf(p), Kind: document.Footnote, ID: key.id(), Blocks: []document.Block{b.paragraph(p, 1)}}))
	}
	return out
}

// posOf returns where a paragraph is.
func (b *Builder) posOf(p *layout.Para) document.Pos { return b.placed(p, p.At.Box) }

// placed returns where a box of a paragraph's page is.
func (b *Builder) placed(p *layout.Para, box pdfium.Box) document.Pos {
	return b.Labels.Pos(p.At.Page, p.At.View.Upright(box))
}

// table makes a table.
func (b *Builder) table(p *layout.Para) document.Block {
	t := p.Table
	var g document.Grid
	header, edges := t.Header, edges(t)
	if header == 0 && headed(t) {
		header = 1
	}
	for n, row := range t.Rows {
		cells := make([]document.Cell, 0, len(row))
		b.head = n < header
		for i := range row {
			b.edge = noEdge
			if len(row) == t.Cols {
				b.edge = edges[i]
			}
			cells = append(cells, b.cell(&row[i], p.At.Page))
		}
		g.Row(converters.Make(b.Env, document.Row{Pos: b.Labels.Pos(p.At.Page, pdfium.Box{}), Cells: cells}))
	}
	b.head, b.edge = false, 0
	g.Table.Pos = b.placed(p, t.Box)
	g.Table.Columns = max(g.Table.Columns, t.Cols)
	g.Table.Header = header
	if p.Caption != nil {
		g.Table.Caption = b.inliner().lines(p.Caption.Lines, 0)
	}
	return &g.Table
}

// cell makes a cell.
func (b *Builder) cell(c *layout.Cell, page int) document.Cell {
	out := document.Cell{ColSpan: c.ColSpan, RowSpan: c.RowSpan}
	if out.ColSpan == 1 {
		out.ColSpan = 0
	}
	if out.RowSpan == 1 {
		out.RowSpan = 0
	}
	if len(c.Blocks) > 0 {
		out.Blocks = b.cellBlocks(c, page)
		return out
	}
	lines := c.Lines
	if lines == nil && len(c.Words) > 0 {
		lines = layout.Joined(layout.MakeLines(c.Words, page))
	}
	if len(lines) == 0 {
		return out
	}
	n := b.inliner()
	if b.head {
		n.plain = plainStyles(lines)
	}
	out.Blocks = []document.Block{converters.Make(b.Env, &document.Paragraph{Pos: b.Labels.Pos(page, pdfium.Box{}), Inlines: n.lines(lines, 0)})}
	return out
}

// cellBlocks makes the blocks of a cell that the structure names.
func (b *Builder) cellBlocks(c *layout.Cell, page int) []document.Block {
	var paras []layout.Para
	for i := range c.Blocks {
		k := &c.Blocks[i]
		var lines []layout.Line
		if k.Table != nil {
			lines = []layout.Line{{Box: k.Table.Box, Page: page, Size: 10, Table: k.Table}}
		} else if len(k.Words) > 0 {
			lines = layout.Joined(layout.Sequence(k.Words, page))
		}
		k.Level = 0
		made := k.Paras(lines, 0, page)
		for j := range made {
			made[j].Code = made[j].Code && isIndented(made[j].Lines)
		}
		paras = append(paras, made...)
	}
	inner := b.inner()
	return inner.Build(paras)
}

// isIndented reports whether lines begin at several places.
func isIndented(lines []layout.Line) bool {
	for i := range lines {
		if math.Abs(lines[i].Words[0].Start-lines[0].Words[0].Start) > .5*lines[i].Size {
			return true
		}
	}
	return false
}

// headed reports whether the first row of a table looks like its head: it is
// bold, or it is words where numbers are below.
func headed(t *layout.Table) bool {
	if len(t.Rows) < 2 {
		return false
	}
	first := t.Rows[0]
	filled, numbers, bold := 0, 0, true
	for i := range first {
		if len(first[i].Words) == 0 {
			continue
		}
		filled++
		text := false
		for _, w := range first[i].Words {
			text = text || script.HasLetter(w.Text)
			bold = bold && (w.Face.Styles.Has(document.Strong) || !script.HasLetter(w.Text))
		}
		if !text {
			numbers++
		}
	}
	if filled == 0 {
		return false
	}
	return bold || numbers == 0 && filled*2 >= len(first)
}
