package document

import "strings"

// Styles is a set of [Style] values that hold for one run of text.
type Styles uint8

// With returns the set with a style added.
func (s Styles) With(style Style) Styles { return s | 1<<style }

// Without returns the set without a style.
func (s Styles) Without(style Style) Styles { return s &^ (1 << style) }

// Has reports whether the set holds a style.
func (s Styles) Has(style Style) bool { return s&(1<<style) != 0 }

// Runs builds the inlines of one paragraph from runs of text, as formats with
// character properties give them. Neighbouring runs with the same styles
// become one, so that a word which a word processor split stays a word. The
// zero value is ready.
type Runs struct {
	root    []Inline
	stack   []*Styled
	shared  string // text that has no node yet: one run that is not copied
	pending []byte // or many that are
	styles  Styles // of that text

	texts []Text // nodes for later
	more  int    // how many were allocated at once
}

// styleOrder is the order in which styles nest, outermost first: what spans
// longer stretches in practice is outside.
var styleOrder = [...]Style{Strong, Emphasis, Strike, Superscript, Subscript}

// Text adds a run of text in the given styles.
func (r *Runs) Text(text string, styles Styles) {
	if styles != r.styles {
		r.flush()
		r.styles = styles
	}
	r.pending = append(append(r.pending, r.shared...), text...)
	r.shared = ""
}

// Share adds a run of text that need not be copied: where it is all of a node,
// the node shares its memory, and whatever that memory is part of stays.
func (r *Runs) Share(text string, styles Styles) {
	if styles != r.styles {
		r.flush()
		r.styles = styles
	}
	if r.shared != "" || len(r.pending) > 0 {
		r.Text(text, styles)
		return
	}
	r.shared = text
}

// Inline adds a node in the given styles.
func (r *Runs) Inline(node Inline, styles Styles) {
	r.flush()
	list := r.enter(styles)
	*list = append(*list, node)
}

// Inlines returns what was added and empties the builder, which keeps memory
// for the next paragraph.
func (r *Runs) Inlines() []Inline {
	if len(r.root) == 0 && r.styles == 0 && len(r.pending)+len(r.shared) > 0 {
		return r.single()
	}
	r.flush()
	var out []Inline
	if len(r.root) > 0 {
		out = append(make([]Inline, 0, len(r.root)), r.root...)
	}
	clear(r.root)
	clear(r.stack)
	*r = Runs{root: r.root[:0], stack: r.stack[:0], pending: r.pending[:0], texts: r.texts, more: r.more}
	return out
}

// single returns the pending text, which is all there is, in one piece of memory.
func (r *Runs) single() []Inline {
	whole := &struct {
		list [1]Inline
		text Text
	}{text: Text{Value: r.take()}}
	whole.list[0] = &whole.text
	r.stack = r.stack[:0]
	return whole.list[:]
}

// flush makes a node of the pending text.
func (r *Runs) flush() {
	if len(r.pending) == 0 && r.shared == "" {
		return
	}
	text := r.take()
	list := r.enter(r.styles)
	*list = append(*list, r.text(text))
}

// maxTexts is how many nodes of text are allocated at once in the end.
const maxTexts = 32

// text returns a node. They are allocated a few at once, twice as many each
// time: most paragraphs have one.
func (r *Runs) text(value string) *Text {
	if len(r.texts) == 0 {
		r.more = min(max(2*r.more, 1), maxTexts)
		r.texts = make([]Text, r.more)
	}
	t := &r.texts[0]
	r.texts = r.texts[1:]
	t.Value = value
	return t
}

// take returns the pending text, which is pending no more.
func (r *Runs) take() string {
	text := r.shared
	if text == "" {
		text = string(r.pending)
	}
	r.shared, r.pending = "", r.pending[:0]
	return text
}

// enter leaves the open styles that do not hold any more, opens those that
// are missing, and returns the list that the next node belongs to.
func (r *Runs) enter(styles Styles) *[]Inline {
	keep := 0
	for keep < len(r.stack) && styles.Has(r.stack[keep].Style) {
		styles = styles.Without(r.stack[keep].Style)
		keep++
	}
	r.stack = r.stack[:keep]
	list := &r.root
	if keep > 0 {
		list = &r.stack[keep-1].Inlines
	}
	for _, style := range styleOrder {
		if !styles.Has(style) {
			continue
		}
		s := newStyled(style)
		*list = append(*list, s)
		r.stack = append(r.stack, s)
		list = &s.Inlines
	}
	return list
}

// newStyled returns a node in one piece of memory with the list of one node,
// which is what most have.
func newStyled(style Style) *Styled {
	whole := &struct {
		styled Styled
		list   [1]Inline
	}{styled: Styled{Style: style}}
	whole.styled.Inlines = whole.list[:0]
	return &whole.styled
}

// Grid builds the rows of a [Table] and keeps them inside its width. The zero
// value is ready; a width that is set first makes wider rows ragged, too.
type Grid struct {
	Table  Table
	rows   int
	ragged int
	below  []int // by column: rows still covered from above
}

// Row adds a row. A row that is wider than the grid widens it, and every row
// whose width differs from the grid's at that moment counts as ragged.
func (g *Grid) Row(row Row) {
	width := g.place(row.Cells)
	if g.rows > 0 && width != g.Table.Columns || g.Table.Columns > 0 && width > g.Table.Columns {
		g.ragged++
	}
	g.Table.Columns = max(g.Table.Columns, width)
	g.rows++
	g.Table.Rows = append(g.Table.Rows, row)
}

// Ragged returns how many rows had another width than the rows before them.
func (g *Grid) Ragged() int { return g.ragged }

// place returns how many columns a row takes with what covers it from above.
func (g *Grid) place(cells []Cell) int {
	column := 0
	next := func() {
		for column < len(g.below) && g.below[column] > 0 {
			column++
		}
	}
	for _, c := range cells {
		next()
		for range max(c.ColSpan, 1) {
			for column >= len(g.below) {
				g.below = append(g.below, 0)
			}
			if c.RowSpan > 1 {
				g.below[column] = c.RowSpan
			}
			column++
		}
	}
	next()
	width := column
	for i, n := range g.below {
		if n > 0 {
			g.below[i] = n - 1
			width = max(width, i+1)
		}
	}
	return width
}

// Plain returns the inlines of plain text: a line break in it becomes a hard
// [Break].
func Plain(text string) []Inline {
	var out []Inline
	for first := true; ; first = false {
		line, rest, more := strings.Cut(text, "\n")
		if !first {
			out = append(out, &Break{})
		}
		if line != "" {
			out = append(out, &Text{Value: line})
		}
		if !more {
			return out
		}
		text = rest
	}
}

// PlainParagraph returns a paragraph of plain text: one line of it is in one piece
// of memory with its node.
func PlainParagraph(pos Pos, text string) *Paragraph {
	if text == "" || strings.IndexByte(text, '\n') >= 0 {
		return &Paragraph{Pos: pos, Inlines: Plain(text)}
	}
	whole := &struct {
		paragraph Paragraph
		inlines   [1]Inline
		text      Text
	}{text: Text{Value: text}}
	whole.inlines[0] = &whole.text
	whole.paragraph = Paragraph{Pos: pos, Inlines: whole.inlines[:]}
	return &whole.paragraph
}
