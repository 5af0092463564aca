package document

import "strings"

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
