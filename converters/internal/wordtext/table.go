package wordtext

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// RowLook is how a row of a table looks, as far as that tells whether it is a
// header.
type RowLook struct {
	Aligns []document.Align // of its cells
	Bold   bool             // all of its text is, and there is some
	Head   bool             // it is set as a header
	Ground int64            // that all of its cells have; 0 for that of the table, or for none
	texts  bool             // there is text
}

// Add adds a cell to the row, and returns it with its blocks.
func (l *RowLook) Add(c *Cell, blocks []document.Block) document.Cell {
	out := document.Cell{Blocks: blocks}
	if c.Held {
		out.Text = c.Text
	}
	l.Aligns = append(l.Aligns, c.Align)
	if c.Held || len(blocks) > 0 {
		l.Bold = c.Bold && (l.Bold || !l.texts)
		l.texts = true
	}
	return out
}

// Aligns returns how the columns of a table are set, as the row below its header
// shows it, or nil.
func Aligns(looks []RowLook, header, columns int) []document.Align {
	i := min(header, len(looks)-1)
	isSet := func(a document.Align) bool { return a != document.AlignNone }
	if i < 0 || !slices.ContainsFunc(looks[i].Aligns, isSet) {
		return nil
	}
	return looks[i].Aligns[:min(len(looks[i].Aligns), columns)]
}

// HasHead reports whether the first row of a table is set apart from the second
// one: by how it is set, a ground of its own, bold text, or by names above numbers.
func HasHead(rows []document.Row, looks []RowLook) bool {
	if len(rows) < 2 || len(looks) < 2 || len(rows[0].Cells) < 2 {
		return false
	}
	one, two := looks[0], looks[1]
	return one.Head && !two.Head || one.Ground != 0 && one.Ground != two.Ground || one.Bold && !two.Bold ||
		isNames(rows[0]) && haveNumbers(rows[1:min(len(rows), 6)])
}

// isNames reports whether every cell of a row has short text without digits.
func isNames(row document.Row) bool {
	for _, c := range row.Cells {
		text := strings.TrimSpace(CellText(c))
		if text == "" || len(text) > 40 || strings.ContainsAny(text, "0123456789\n") {
			return false
		}
	}
	return true
}

// haveNumbers reports whether a column of the rows has numbers alone.
func haveNumbers(rows []document.Row) bool {
	for column := range rows[0].Cells {
		all := true
		for _, r := range rows {
			text := ""
			if column < len(r.Cells) {
				text = strings.TrimSpace(CellText(r.Cells[column]))
			}
			all = all && strings.ContainsAny(text, "0123456789") && strings.Trim(text, "0123456789.,-+% €$£¥") == ""
		}
		if all {
			return true
		}
	}
	return false
}

// Unbold takes the bold off cells that are bold as a whole, since a header says the
// same.
func Unbold(env *converters.Env, cells []document.Cell) {
	for i := range cells {
		c := &cells[i]
		for j, b := range c.Blocks {
			switch b := b.(type) {
			case *document.Heading:
				c.Blocks[j] = converters.Make(env, &document.Paragraph{Pos: b.Pos, Inlines: b.Inlines})
			case *document.Paragraph:
				b.Inlines = unboldInlines(b.Inlines)
			}
		}
		if len(c.Blocks) != 1 {
			continue
		}
		if p, ok := c.Blocks[0].(*document.Paragraph); ok && len(p.Inlines) == 1 {
			if text, ok := p.Inlines[0].(*document.Text); ok {
				c.Text, c.Blocks = text.Value, nil
			}
		}
	}
}

// unboldInlines returns what is in bold inlines, if all are bold.
func unboldInlines(inlines []document.Inline) []document.Inline {
	var out []document.Inline
	for _, in := range inlines {
		switch in := in.(type) {
		case *document.Styled:
			if in.Style != document.Strong {
				return inlines
			}
			out = append(out, in.Inlines...)
		case *document.Break:
			out = append(out, in)
		case *document.Text:
			if strings.TrimSpace(in.Value) != "" {
				return inlines
			}
			out = append(out, in)
		default:
			return inlines
		}
	}
	return out
}

// Join adds what is in a cell to another one.
func Join(env *converters.Env, to *document.Cell, more document.Cell) {
	if more.Text == "" && len(more.Blocks) == 0 {
		return
	}
	to.Blocks, to.Text = append(cellBlocks(env, *to), cellBlocks(env, more)...), ""
}

func cellBlocks(env *converters.Env, c document.Cell) []document.Block {
	if c.Blocks == nil && c.Text != "" {
		return []document.Block{env.PlainParagraph(document.Pos{}, c.Text)}
	}
	return c.Blocks
}

// CellText returns the text of a cell, a line for each block.
func CellText(c document.Cell) string {
	if c.Blocks == nil {
		return c.Text
	}
	var b strings.Builder
	document.Walk(c.Blocks, func(block document.Block) bool {
		switch block := block.(type) {
		case *document.Paragraph:
			b.WriteString(document.InlineText(block.Inlines) + "\n")
		case *document.Heading:
			b.WriteString(document.InlineText(block.Inlines) + "\n")
		case *document.CodeBlock:
			b.WriteString(block.Text + "\n")
		case *document.Table:
			for _, row := range block.Rows {
				for _, c := range row.Cells {
					b.WriteString(c.Text + "\n")
				}
			}
		}
		return true
	})
	return strings.TrimSuffix(b.String(), "\n")
}

// longCell is how many bytes of text a cell has at least that is prose, if it has
// several blocks.
const longCell = 2000

// Arranged returns a table as it is, or, where it has no header and only arranges the
// page, what is in its cells: one cell or one column with tables, headings or much text
// in it, or cells with tables and headings.
func Arranged(env *converters.Env, t *document.Table) []document.Block {
	if t.Header > 0 && t.Columns > 1 || !arranges(t) {
		return []document.Block{t}
	}
	var out []document.Block
	for _, row := range t.Rows {
		for _, c := range row.Cells {
			for _, b := range cellBlocks(env, c) {
				if p, ok := b.(*document.Paragraph); ok && p.Pos.IsZero() {
					p.Pos = row.Pos
				}
				out = append(out, b)
			}
		}
	}
	return out
}

// arranges reports whether cells hold what no table of data does.
func arranges(t *document.Table) bool {
	filled, tables, headings, long := 0, 0, 0, 0
	for _, row := range t.Rows {
		for _, c := range row.Cells {
			blocks := 0
			document.Walk(c.Blocks, func(b document.Block) bool {
				blocks++
				switch b.(type) {
				case *document.Table:
					tables++
					return false
				case *document.Heading:
					headings++
				}
				return true
			})
			if blocks > 0 || c.Text != "" {
				filled++
			}
			if blocks > 1 && len(CellText(c)) > longCell {
				long++
			}
		}
	}
	if filled == 1 || t.Columns == 1 {
		return tables+headings+long > 0
	}
	return tables > 0 && tables*2 >= filled || headings > 1
}
