package xml

import (
	"cmp"
	"errors"
	"slices"
	"strconv"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/xml/vocab"
	"github.com/seed353dc258/backstory/document"
)

// table returns a table in the forms of HTML (tr, td) and of CALS (row, entry).
func (p *prose) table(n xmlread.NodeID) ([]document.Block, error) {
	t := &tableReader{text: p, elements: p.elements}
	t.grid.Table.Pos = p.elements.Pos(n)
	if err := t.rows(n, false); err != nil {
		return nil, err
	}
	var out []document.Block
	for _, c := range [...]xmlread.NodeID{p.elements.titleOf(n), p.elements.named(n, "caption")} {
		if c == 0 {
			continue
		}
		blocks, err := p.bold(c)
		if err != nil {
			return nil, err
		}
		out = append(out, blocks...)
	}
	if len(t.grid.Table.Rows) == 0 {
		return append(out, t.notes...), nil
	}
	table := t.grid.Table
	table.Header = t.header
	return append(append(out, &table), t.notes...), nil
}

// rows goes through the parts of a table.
func (t *tableReader) rows(n xmlread.NodeID, head bool) error {
	foot := xmlread.NodeID(0) // is in front of the rows, and is shown below them
	err := t.elements.each(n, func(c xmlread.NodeID) error {
		switch t.elements.Name(c).Local {
		case "thead":
			return t.rows(c, len(t.grid.Table.Rows) == t.header)
		case "tgroup", "tbody":
			return t.rows(c, false)
		case "tfoot":
			if foot != 0 {
				return t.rows(c, false)
			}
			foot = c
		case "colspec":
			if name := t.elements.Attr(c, xmlread.None, "colname"); name != "" {
				if t.columns == nil {
					t.columns = map[string]int{}
				}
				t.columns[name] = len(t.columns) + 1
			}
		case "tr", "row":
			return t.row(c, head)
		case "mediaobject", "textobject": // which the table is, too
			out := sink{held: &t.text.held}
			err := t.text.beside(&out, n, c)
			t.notes = append(t.notes, out.blocks...)
			return err
		}
		return nil
	})
	if foot != 0 && err == nil {
		err = t.rows(foot, false)
	}
	return err
}

// row adds a row. What is in a cell beyond what people write goes on in another
// row.
func (t *tableReader) row(n xmlread.NodeID, head bool) error {
	heads := true
	t.cells = t.cells[:0]
	err := t.elements.reader.Elements(n, func(c xmlread.NodeID) error {
		if err := t.elements.Env.Spend(converters.LimitCells, 1, t.elements.Pos(c)); err != nil {
			return err
		}
		heads = heads && t.elements.Name(c).Local == "th"
		cell := document.Cell{ColSpan: t.colSpan(c), RowSpan: t.rowSpan(c)}
		if t.elements.deletes(c) {
			cell.Text = t.elements.deletedText(c)
			cell.SetLabel(document.Hidden)
			t.cells = append(t.cells, cell)
			return nil
		}
		if t.elements.Name(c).Local == "entrytbl" {
			blocks, err := t.text.table(c)
			t.cell(cell, blocks)
			return err
		}
		at := len(t.cells)
		var over error
		err := t.text.portions(c, 0, 1, func(blocks []document.Block) {
			if len(t.cells) > at {
				over = errors.Join(over, t.put(n, head))
				t.cells = append(t.cells[:0], make([]document.Cell, at)...)
			}
			t.cell(cell, blocks)
		})
		if len(t.cells) == at {
			t.cell(cell, nil)
		}
		return cmp.Or(err, over)
	})
	if err != nil || len(t.cells) == 0 {
		return err
	}
	return t.put(n, head || heads && t.header == 0)
}

// cell adds a cell to the row.
func (t *tableReader) cell(c document.Cell, blocks []document.Block) {
	c.Text, c.Blocks = onlyText(t.lift(blocks))
	t.cells = append(t.cells, c)
}

// put adds the cells that were read as a row.
func (t *tableReader) put(n xmlread.NodeID, head bool) error {
	row := converters.Make(t.elements.Env, document.Row{Pos: t.elements.Pos(n), Cells: slices.Clone(t.cells)})
	if len(t.grid.Table.Rows) == t.header && head {
		t.header++
	}
	t.grid.Row(row)
	columns := int64(t.grid.Table.Columns)
	if err := t.elements.Env.Check(converters.LimitColumns, columns, row.Pos); err != nil {
		return err
	}
	return t.elements.Env.Step(t.elements.Ctx, columns, row.Pos)
}

// lift takes the notes of a cell, which are behind the table: with them, it
// would hold more than a line.
func (t *tableReader) lift(blocks []document.Block) []document.Block {
	isNote := func(b document.Block) bool { _, ok := b.(*document.Note); return ok }
	if !slices.ContainsFunc(blocks, isNote) {
		return blocks
	}
	for _, b := range blocks {
		if isNote(b) {
			t.notes = append(t.notes, b)
		}
	}
	return slices.DeleteFunc(blocks, isNote)
}

// onlyText returns what is in a cell as text where it is nothing else, which
// takes a quarter of the memory.
func onlyText(blocks []document.Block) (string, []document.Block) {
	if len(blocks) == 0 {
		return "", nil
	}
	if p, ok := blocks[0].(*document.Paragraph); ok && len(blocks) == 1 && len(p.Inlines) == 1 {
		if text, ok := p.Inlines[0].(*document.Text); ok {
			return text.Value, nil
		}
	}
	return "", blocks
}

// colSpan returns how many columns a cell covers.
func (t *tableReader) colSpan(n xmlread.NodeID) int {
	first, last := t.columns[t.elements.Attr(n, xmlread.None, "namest")], t.columns[t.elements.Attr(n, xmlread.None, "nameend")]
	if first > 0 && last > first {
		return min(last-first+1, vocab.MaxSpan)
	}
	return span(t.elements.Attr(n, xmlread.None, "colspan"), 0)
}

// rowSpan returns how many rows a cell covers; CALS counts those besides its
// own.
func (t *tableReader) rowSpan(n xmlread.NodeID) int {
	if more := t.elements.Attr(n, xmlread.None, "morerows"); more != "" {
		return span(more, 1)
	}
	return span(t.elements.Attr(n, xmlread.None, "rowspan"), 0)
}

func span(s string, besides int) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 1
	}
	return min(n+besides, vocab.MaxSpan)
}

// bold returns a title that is not a section's as a paragraph in bold.
func (p *prose) bold(n xmlread.NodeID) ([]document.Block, error) {
	l := p.elements.newLine()
	bold := document.Styles(0).With(document.Strong)
	outer := p.elements.Name(p.elements.Parent(n)).Local
	isMark := outer == "list-item" || p.elements.roles[outer] == roleLabelled // the label is
	if label := p.elements.sibling(n, "label"); label != 0 && p.elements.Name(n).Local == "title" && !isMark {
		l.say(p.elements.words(label)+" ", bold)
	}
	err := p.inlines(&l, n, bold)
	if inlines := l.inlines(); len(inlines) > 0 {
		return []document.Block{converters.Make(p.elements.Env, &document.Paragraph{Pos: p.elements.Pos(n), Inlines: inlines})}, err
	}
	return nil, err
}

type tableReader struct {
	text     *prose
	elements *elements

	grid    document.Grid
	header  int
	columns map[string]int   // CALS: names of columns
	cells   []document.Cell  // scratch
	notes   []document.Block // the text after the table
}
