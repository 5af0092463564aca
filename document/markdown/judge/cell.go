package judge

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
)

func (m *modeller) table(t *document.Table, path string) {
	m.paragraph(m.line(t.Caption), path)
	rows := allRows(t)
	columns := t.Columns
	for _, row := range rows {
		if t.Source == nil {
			columns = max(columns, len(row.Cells))
		}
	}
	if columns == 0 || len(rows) == 0 {
		return
	}
	m.page.leaf(path, "table", "")
	if t.Header == 0 {
		m.row(make([]string, columns), path)
	}
	below := make([]int, columns)
	for _, row := range rows {
		m.row(m.layRow(row, below), path)
	}
}

func allRows(t *document.Table) []document.Row {
	if t.Source == nil {
		return t.Rows
	}
	var rows []document.Row
	for row := range t.Source.Rows() {
		cells := make([]document.Cell, len(row.Cells))
		copy(cells, row.Cells)
		rows = append(rows, document.Row{Cells: cells})
	}
	return rows
}

func (m *modeller) row(cells []string, path string) {
	m.page.leaf(path, "row", "")
	for _, c := range cells {
		m.page.leaf(path, "cell", c)
	}
}

// layRow puts the cells of a row into the grid. A cell covers places to its
// right and below it; cells that no place is left for join the last one.
func (m *modeller) layRow(row document.Row, below []int) []string {
	out := make([]string, len(below))
	at, home := 0, 0 // home is the place of the last cell that has one
	skip := func() {
		for at < len(below) && below[at] > 0 {
			below[at]--
			at++
		}
	}
	for i, c := range row.Cells {
		skip()
		text := m.cell(c)
		if at == len(below) {
			last := &out[at-1]
			if i > 0 {
				last = &out[home]
				*last += " / "
			} else {
				below[at-1] = 0
				at--
				home = at
			}
			*last = space(*last + text)
			if i == 0 {
				at++
			}
			continue
		}
		home = at
		out[at] = text
		for n := max(c.ColSpan, 1); n > 0 && at < len(below); n-- {
			if c.RowSpan > 1 {
				below[at] = c.RowSpan - 1
			}
			at++
		}
	}
	for at < len(below) {
		below[at] = max(below[at]-1, 0)
		at++
	}
	return out
}

// cell returns the text of a cell on one line.
func (m *modeller) cell(c document.Cell) string {
	l := &liner{m: m}
	l.cell(c)
	return space(l.b.String())
}

func (l *liner) cell(c document.Cell) {
	if c.Blocks == nil {
		l.b.WriteString(clean(c.Text))
		return
	}
	l.blocks(c.Blocks)
}

func (l *liner) blocks(blocks []document.Block) {
	for _, b := range blocks {
		l.b.WriteByte(' ')
		l.block(b)
	}
}

func (l *liner) block(b document.Block) {
	switch b := b.(type) {
	case *document.Paragraph:
		l.add(b.Inlines)
	case *document.Heading:
		l.add(b.Inlines)
	case *document.List:
		for _, item := range b.Items {
			l.item(item)
		}
	case *document.Table:
		l.table(b)
	case *document.CodeBlock:
		l.b.WriteString(clean(b.Text))
	case *document.Quote:
		l.blocks(b.Blocks)
	case *document.ThematicBreak:
		l.b.WriteString(" ---")
	case *document.DefinitionList:
		for _, d := range b.Definitions {
			l.b.WriteString(" - ")
			l.definition(d)
		}
	case *document.Note:
	case *document.Annotation:
		if !l.m.opts.NoComments {
			l.b.WriteString(l.m.commentLabel(b) + " ")
			l.led(b.Blocks)
		}
	case *document.MathBlock:
		if tex := space(clean(b.TeX)); tex != "" {
			l.m.page.Math = true
			l.b.WriteString("$" + tex + "$")
		}
	case *document.Section:
		l.add(titleInlines(b, sectionTitle(b)))
		l.blocks(b.Blocks)
	case *document.Verbatim:
		l.b.WriteString(b.Text)
	default:
		panic("judge: unknown block")
	}
}

func (l *liner) led(blocks []document.Block) {
	if p, rest := first(blocks); p != nil {
		l.add(p.Inlines)
		blocks = rest
	}
	l.blocks(blocks)
}

func (l *liner) item(item document.Item) {
	literal, number := marker(item.Marker)
	switch {
	case number:
		l.b.WriteString(" " + strings.TrimSpace(item.Marker) + " ")
	default:
		l.b.WriteString(" - " + clean(literal) + " ")
	}
	switch item.Task {
	case document.TaskOpen:
		l.b.WriteString("[ ] ")
	case document.TaskDone:
		l.b.WriteString("[x] ")
	}
	l.led(item.Blocks)
}

func (l *liner) definition(d document.Definition) {
	l.add(terms(d))
	if len(d.Details) == 1 {
		l.led(d.Details[0])
		return
	}
	for _, detail := range d.Details {
		l.b.WriteString(" - ")
		l.led(detail)
	}
}

func (l *liner) table(t *document.Table) {
	if len(t.Caption) > 0 {
		l.b.WriteByte(' ')
		l.add(t.Caption)
	}
	for _, row := range allRows(t) {
		l.b.WriteByte(' ')
		for i, c := range row.Cells {
			if i > 0 {
				l.b.WriteString(" / ")
			}
			l.cell(c)
		}
	}
}
