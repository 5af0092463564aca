package wordtext

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// slabSize is how many nodes are made at once.
const slabSize = 32

// slabs hold what is not used yet of what was made at once.
type slabs struct {
	texts   []document.Text
	inlines []document.Inline
	plains  []plain
	paras   []document.Paragraph
	styled  []document.Styled
	cells   []document.Cell
	text    strings.Builder // what short texts are parts of
}

// plain is a paragraph of text in one piece of memory.
type plain struct {
	paragraph document.Paragraph
	inlines   [1]document.Inline
	text      document.Text
}

// plainParagraph returns a paragraph of text.
func (s *slabs) plainParagraph(pos document.Pos, text string) *document.Paragraph {
	whole := next(&s.plains)
	whole.text.Value = text
	whole.inlines[0] = &whole.text
	whole.paragraph = document.Paragraph{Pos: pos, Inlines: whole.inlines[:]}
	return &whole.paragraph
}

// next returns the next one of what was made at once.
func next[T any](from *[]T) *T {
	if len(*from) == 0 {
		*from = make([]T, slabSize)
	}
	one := &(*from)[0]
	*from = (*from)[1:]
	return one
}

// paragraph returns a paragraph.
func (s *slabs) paragraph(pos document.Pos, inlines []document.Inline) *document.Paragraph {
	p := next(&s.paras)
	p.Pos, p.Inlines = pos, inlines
	return p
}

// newText returns a text node.
func (s *slabs) newText(value string) *document.Text {
	t := next(&s.texts)
	t.Value = value
	return t
}

// keep returns a copy of nodes.
func (s *slabs) keep(nodes []document.Inline) []document.Inline {
	n := len(nodes)
	if n == 0 {
		return nil
	}
	if n > len(s.inlines) {
		if n > slabSize {
			return slices.Clone(nodes)
		}
		s.inlines = make([]document.Inline, 4*slabSize)
	}
	kept := s.inlines[:n:n]
	s.inlines = s.inlines[n:]
	copy(kept, nodes)
	return kept
}

// keepCells returns a copy of cells.
func (s *slabs) keepCells(cells []document.Cell) []document.Cell {
	n := len(cells)
	if n > len(s.cells) {
		if n > slabSize {
			return slices.Clone(cells)
		}
		s.cells = make([]document.Cell, 2*slabSize)
	}
	kept := s.cells[:n:n]
	s.cells = s.cells[n:]
	copy(kept, cells)
	return kept
}

// keepText returns text as a string that shares its memory with others.
func (s *slabs) keepText(text []byte) string {
	const room = 1 << 14
	if len(text) > room/8 {
		return string(text)
	}
	if s.text.Cap()-s.text.Len() < len(text) {
		size := min(max(2*s.text.Cap(), 1<<10), room)
		s.text = strings.Builder{}
		s.text.Grow(max(size, len(text)))
	}
	from := s.text.Len()
	s.text.Write(text)
	return s.text.String()[from:]
}

// inlineBuilder makes the inlines of one paragraph after the other, as
// [document.Runs] does: neighbours with the same styles are one.
type inlineBuilder struct {
	slabs
	nodes   []document.Inline // those of open frames, the outermost first
	open    []frame
	base    int // frames below it stay open
	pending []byte
	styles  document.Styles // of the pending text
}

// frame is a style or a link that is open.
type frame struct {
	style document.Style // 0 for a link
	url   string
	from  int // where its nodes begin
}

// styleOrder is the order in which styles nest, outermost first, as
// [document.Runs] has it.
var styleOrder = [...]document.Style{document.Strong, document.Emphasis, document.Strike, document.Superscript, document.Subscript}

// add adds text in some styles.
func (b *inlineBuilder) add(text []byte, styles document.Styles) {
	if styles != b.styles {
		b.flush()
		b.styles = styles
	}
	b.pending = append(b.pending, text...)
}

// inline adds a node in some styles.
func (b *inlineBuilder) inline(node document.Inline, styles document.Styles) {
	b.flush()
	b.enter(styles)
	b.nodes = append(b.nodes, node)
}

// flush makes a node of the pending text.
func (b *inlineBuilder) flush() {
	if len(b.pending) == 0 {
		return
	}
	b.enter(b.styles)
	b.nodes = append(b.nodes, b.newText(b.keepText(b.pending)))
	b.pending = b.pending[:0]
}

// enter closes the styles that do not hold any more, and opens those that are
// missing.
func (b *inlineBuilder) enter(styles document.Styles) {
	keep := b.base
	for keep < len(b.open) && styles.Has(b.open[keep].style) {
		styles = styles.Without(b.open[keep].style)
		keep++
	}
	b.closeTo(keep)
	if styles == 0 {
		return
	}
	for _, style := range styleOrder {
		if styles.Has(style) {
			b.open = append(b.open, frame{style: style, from: len(b.nodes)})
		}
	}
}

// closeTo makes nodes of the frames above some.
func (b *inlineBuilder) closeTo(keep int) {
	for n := len(b.open); n > keep; n-- {
		f := b.open[n-1]
		b.open = b.open[:n-1]
		inner := b.keep(b.nodes[f.from:])
		b.nodes = b.nodes[:f.from]
		switch {
		case len(inner) == 0:
		case f.style == 0:
			b.nodes = append(b.nodes, &document.Link{URL: f.url, Inlines: inner})
		default:
			styled := next(&b.styled)
			styled.Style, styled.Inlines = f.style, inner
			b.nodes = append(b.nodes, styled)
		}
	}
}

// beginLink opens a link, inside of the styles that all of it has.
func (b *inlineBuilder) beginLink(url string, styles document.Styles) {
	b.flush()
	b.enter(styles)
	b.open = append(b.open, frame{url: url, from: len(b.nodes)})
	b.base = len(b.open)
}

// endLink closes the link and returns it, or nil where nothing is in it. The
// styles around it stay open.
func (b *inlineBuilder) endLink() *document.Link {
	b.flush()
	from := b.open[b.base-1].from
	b.closeTo(b.base - 1)
	b.base = 0
	if len(b.nodes) == from {
		return nil
	}
	return b.nodes[from].(*document.Link)
}

// done returns what was added.
func (b *inlineBuilder) done() []document.Inline {
	b.flush()
	b.closeTo(0)
	out := b.keep(b.nodes)
	clear(b.nodes)
	b.nodes, b.styles = b.nodes[:0], 0
	return out
}
