package pdf

import (
	"math"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/document"
)

// traits are what is known of a document before its blocks are made.
type traits struct {
	words  lexicon
	whole  lexicon               // of those, the ones that are surely whole
	links  map[int][]pdfium.Link // of each page
	notes  map[noteKey]bool      // those that have a body
	breaks bool                  // words are broken at the ends of lines
	trails bool                  // lines that end between words end with a space
	spaced bool                  // there are spaces between scripts with and without spaces
	rights map[int]float64       // where the text of each page ends
	labels labels
}

// builder makes the blocks of a document of its paragraphs.
type builder struct {
	*traits
	out     []document.Block
	list    listBuilder
	entries bool    // the list is a table of contents
	head    bool    // in the head of a table
	edge    float64 // of the cell of a table
}

// build makes blocks.
func (b *builder) build(paras []para) []document.Block {
	for i := 0; i < len(paras); i++ {
		p := &paras[i]
		switch {
		case p.quote:
			i = b.quote(paras, i) - 1
		case p.table != nil:
			b.block(b.table(p))
		case p.picture:
			b.inItem(p, &document.Paragraph{Pos: b.posOf(p), Inlines: []document.Inline{&document.Image{Alt: p.alt}}})
		case p.code:
			b.inItem(p, &document.CodeBlock{Pos: b.posOf(p), Text: codeText(p.lines, b.rights[p.page])})
		case p.level > 0:
			b.endList()
			n := b.inliner()
			n.plain, n.self = plainStyles(p.lines), p.id
			b.out = append(b.out, &document.Heading{Pos: b.posOf(p), Level: p.level, ID: p.id, Inlines: n.lines(p.lines, 0)})
		case p.marker != "":
			if p.entry != b.entries {
				b.endList()
			}
			b.entries = p.entry
			skip := 0
			if !p.labelled {
				_, skip = markerOf(&p.lines[0])
			}
			b.list.add(b.posOf(p), p, []document.Block{b.paragraph(p, skip)})
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
func (b *builder) quote(paras []para, i int) int {
	end := i
	for end < len(paras) && paras[end].quote {
		paras[end].quote = false
		end++
	}
	inner := b.inner()
	q := &document.Quote{Pos: b.posOf(&paras[i]), Blocks: inner.build(paras[i:end])}
	b.inItem(&paras[i], q)
	return end
}

// inItem adds a block to the item that it belongs to, or after the list.
func (b *builder) inItem(p *para, block document.Block) {
	if p.goesOn && b.list.takes(p) {
		last := b.list.last()
		*last = append(*last, block)
		return
	}
	b.block(block)
}

// plainStyles are the styles that say nothing in a heading, or in the head of a
// table: bold, and italic where all of it is.
func plainStyles(lines []line) document.Styles {
	s := document.Styles(0).With(document.Strong)
	for i := range lines {
		if !lines[i].all(document.Emphasis) {
			return s
		}
	}
	return s.With(document.Emphasis)
}

// block adds a block that ends a list.
func (b *builder) block(block document.Block) {
	b.endList()
	b.out = append(b.out, block)
}

func (b *builder) endList() {
	if b.list.root != nil {
		b.out = append(b.out, b.list.root)
	}
	b.list = listBuilder{}
}

// inner returns a builder for blocks inside a block.
func (b *builder) inner() *builder {
	return &builder{traits: b.traits, head: b.head, edge: b.edge}
}

func (b *builder) inliner() *inliner {
	return &inliner{traits: b.traits, edge: b.edge}
}

func (b *builder) paragraph(p *para, skip int) *document.Paragraph {
	n := b.inliner()
	n.stops = p.tagged && !p.loose && b.edge == 0
	if b.head {
		n.plain = plainStyles(p.lines)
	}
	return &document.Paragraph{Pos: b.posOf(p), Inlines: n.lines(p.lines, skip)}
}

// posOf returns where a paragraph is.
func (b *builder) posOf(p *para) document.Pos { return b.placed(p, p.box) }

// placed returns where a box of a paragraph's page is.
func (b *builder) placed(p *para, box pdfium.Box) document.Pos {
	return b.labels.pos(p.page, p.view.upright(box))
}

// placed returns the place of a box on a page, to a tenth of a point.
func placed(page int, b pdfium.Box) document.Pos {
	r := func(x float64) float32 { return float32(math.Round(x*10) / 10) }
	return document.Pos{Page: page, Box: document.Rect{X0: r(b.X0), Y0: r(b.Y0), X1: r(b.X1), Y1: r(b.Y1)}}
}

// table makes a table.
func (b *builder) table(p *para) document.Block {
	t := p.table
	var g document.Grid
	header, edges := t.header, t.edges()
	if header == 0 && t.headed() {
		header = 1
	}
	for n, row := range t.rows {
		r := document.Row{Pos: b.labels.pos(p.page, pdfium.Box{})}
		b.head = n < header
		for i := range row {
			b.edge = noEdge
			if len(row) == t.cols {
				b.edge = edges[i]
			}
			r.Cells = append(r.Cells, b.cell(&row[i], p.page))
		}
		g.Row(r)
	}
	b.head, b.edge = false, 0
	g.Table.Pos = b.placed(p, t.box)
	g.Table.Columns = max(g.Table.Columns, t.cols)
	g.Table.Header = header
	if p.caption != nil {
		g.Table.Caption = b.inliner().lines(p.caption.lines, 0)
	}
	return &g.Table
}

// cell makes a cell.
func (b *builder) cell(c *cell, page int) document.Cell {
	out := document.Cell{ColSpan: c.colSpan, RowSpan: c.rowSpan}
	if out.ColSpan == 1 {
		out.ColSpan = 0
	}
	if out.RowSpan == 1 {
		out.RowSpan = 0
	}
	if len(c.blocks) > 0 {
		out.Blocks = b.cellBlocks(c, page)
		return out
	}
	lines := c.lines
	if lines == nil && len(c.words) > 0 {
		lines = joined(makeLines(c.words, page))
	}
	if len(lines) == 0 {
		return out
	}
	n := b.inliner()
	if b.head {
		n.plain = plainStyles(lines)
	}
	out.Blocks = []document.Block{&document.Paragraph{Pos: b.labels.pos(page, pdfium.Box{}), Inlines: n.lines(lines, 0)}}
	return out
}

// cellBlocks makes the blocks of a cell that the structure names.
func (b *builder) cellBlocks(c *cell, page int) []document.Block {
	var paras []para
	for i := range c.blocks {
		k := &c.blocks[i]
		var lines []line
		if k.table != nil {
			lines = []line{{box: k.table.box, page: page, size: 10, table: k.table}}
		} else if len(k.words) > 0 {
			lines = joined(sequence(k.words, page))
		}
		k.level = 0
		made := k.paras(lines, 0, page)
		for j := range made {
			made[j].code = made[j].code && isIndented(made[j].lines)
		}
		paras = append(paras, made...)
	}
	inner := b.inner()
	return inner.build(paras)
}

// isIndented reports whether lines begin at several places.
func isIndented(lines []line) bool {
	for i := range lines {
		if abs(lines[i].words[0].start-lines[0].words[0].start) > .5*lines[i].size {
			return true
		}
	}
	return false
}

// headed reports whether the first row of a table looks like its head: it is
// bold, or it is words where numbers stand below.
func (t *table) headed() bool {
	if len(t.rows) < 2 {
		return false
	}
	first := t.rows[0]
	filled, numbers, bold := 0, 0, true
	for i := range first {
		if len(first[i].words) == 0 {
			continue
		}
		filled++
		text := false
		for _, w := range first[i].words {
			text = text || hasLetter(w.text)
			bold = bold && (w.styles.Has(document.Strong) || !hasLetter(w.text))
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
