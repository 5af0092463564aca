package workbook

import (
	"bytes"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// cellAttrs is what the tag of a cell says.
type cellAttrs struct {
	style.CellValue
	repeat, cols, rows int
	style, formula     string
}

// attrs reads the tag of a cell in one pass.
func (t *sheetReader) attrs() cellAttrs {
	a := cellAttrs{repeat: 1, cols: 1, rows: 1}
	for i := range t.Scanner.Attrs() {
		name := t.Scanner.AttrName(i)
		value, err := t.Scanner.AttrValue(i)
		if err != nil {
			continue
		}
		switch name.Space {
		case ns.Table:
			switch name.Local {
			case "number-columns-repeated":
				a.repeat = style.Count(value, sheet.MaxColumns)
			case "number-columns-spanned":
				a.cols = style.Count(value, sheet.MaxColumns)
			case "number-rows-spanned":
				a.rows = style.Count(value, maxSpan)
			case "style-name":
				a.style = value
			case "formula":
				a.formula = value
			}
		case ns.Office:
			switch name.Local {
			case "value-type":
				a.Kind = value
			case "value", "date-value", "time-value", "boolean-value", "string-value":
				a.Value = value
			case "currency":
				a.Currency = value
			}
		}
	}
	return a
}

// cell reads a cell and keeps it as often as it is repeated. What a cell that is
// covered holds is hidden by the one that covers it, if there is one.
func (t *sheetReader) cell() error {
	a := t.attrs()
	c := sheet.Cell{}
	rich, err := t.cellText(&c, &a)
	if err != nil {
		return err
	}
	at := sheet.Place{Row: t.row, Col: t.col}
	t.col += a.repeat
	if a.cols > 1 || a.rows > 1 {
		a.repeat = 1
		if to := (sheet.Place{Row: at.Row + a.rows - 1, Col: at.Col + a.cols - 1}); to.Col < sheet.MaxColumns {
			t.merges = append(t.merges, sheet.Area{From: at, To: to})
		}
	}
	if len(t.line) == 0 && rich == nil {
		return nil
	}
	pos := sheet.RowsAt(t.Name, t.row, t.row)
	columns := int64(at.Col + a.repeat)
	if err := t.Env.Check(converters.LimitColumns, columns, pos); err != nil {
		return err
	}
	if columns > sheet.MaxColumns {
		return &converters.LimitError{Limit: converters.LimitColumns, Value: columns, Max: sheet.MaxColumns, Pos: pos}
	}
	if c.At, err = t.Texts.Put(t.line); err != nil {
		return err
	}
	if rich != nil {
		t.rich[c.At] = rich
	}
	if n := int64(a.repeat - 1); n > 0 {
		if err := t.Env.Spend(converters.LimitCells, n, pos); err != nil {
			return err
		}
		if err := t.Texts.Spend(n * int64(len(t.line))); err != nil {
			return err
		}
	}
	for i := range a.repeat {
		c.Col = uint16(at.Col + i)
		t.cells = append(t.cells, c)
	}
	return nil
}

// cellText reads what a cell shows into line. What is more than text is
// returned as well.
func (t *sheetReader) cellText(c *sheet.Cell, a *cellAttrs) ([]document.Inline, error) {
	t.line = t.line[:0]
	rich, paras, err := t.cellParas(a)
	if err != nil {
		return nil, err
	}
	if paras == 0 {
		t.line = t.Styles.Show(t.line, &a.CellValue, t.styleOf(a).Data)
	}
	t.line = bytes.TrimRight(t.line, " \n\t")
	if c.Flags = flagsOfValue(a.Kind); sheet.IsPlain(t.line) {
		c.Flags |= sheet.Plain
	}
	if rich != nil {
		c.Flags |= sheet.Rich
	}
	if a.formula != "" && t.Env.Options.Formulas == "keep" {
		c.Flags = c.Flags&^sheet.Plain | sheet.Formula
		t.line = append(append(t.line, sheet.FormulaMark), formulaText(a.formula)...)
	}
	return rich, nil
}

// cellParas reads the paragraphs of a cell, and what else is in it, and returns
// how many there are.
func (t *sheetReader) cellParas(a *cellAttrs) (rich []document.Inline, paras int, err error) {
	look, ground := t.cellLook(a)
	for {
		kind, err := t.Scanner.Next()
		if err != nil || kind == xmlread.End {
			return rich, paras, err
		}
		if kind != xmlread.Start {
			continue
		}
		switch space, local := t.Scanner.Space(), t.Scanner.Local(); {
		case space == ns.Text && (local == "p" || local == "h"):
			if paras++; paras > 1 {
				t.line = append(t.line, '\n')
			}
			if paras > maxLines {
				err = t.Env.Spend(converters.LimitNodes, holdLine, t.Reader.Pos())
			}
			if err == nil {
				rich, err = t.cellPara(look, ground, rich, paras)
			}
		case space == ns.Office && local == "annotation":
			err = t.comment()
		case space == ns.Draw:
			err = t.Reader.Block()
		default:
			err = t.Scanner.Skip()
		}
		if err != nil {
			return nil, 0, err
		}
	}
}

// maxLines is how many lines a cell has whose lines are not counted.
const maxLines = 1 << 12

// holdLine is what a line of a cell costs that has more, in nodes.
const holdLine = 20

// maxSpan bounds the rows that a cell covers.
const maxSpan = 1 << 20

// cellPara reads a paragraph of a cell.
func (t *sheetReader) cellPara(look style.Chars, ground visible.Paint, rich []document.Inline, n int) ([]document.Inline, error) {
	p, err := t.Reader.Paragraph(look, ground)
	if err != nil {
		return nil, err
	}
	before := len(t.line)
	t.line = append(t.line, p.Trimmed()...)
	emphasis := document.Styles(0).With(document.Strong).With(document.Emphasis)
	if rich == nil && p.IsPlain(emphasis) {
		return nil, nil
	}
	if rich == nil && before > 0 {
		rich = document.Plain(string(bytes.TrimSuffix(t.line[:before], []byte("\n"))))
	}
	if n > 1 {
		rich = append(rich, &document.Break{})
	}
	inlines, err := t.Reader.Inlines(p, emphasis)
	return append(rich, inlines...), err
}

// cellLook returns what the style of a cell says of its text, how it may be
// hidden, not how it is set, and of its ground.
func (t *sheetReader) cellLook(a *cellAttrs) (style.Chars, visible.Paint) {
	st := t.styleOf(a)
	c := style.Chars{Size: style.SizeDefault}.Over(st.Chars)
	c.On &^= style.Bold | style.Italic | style.Mono | style.Struck
	return c, st.Ground().Over(visible.White)
}

// styleOf returns the style of a cell: its own, or that of its row or its column.
func (t *sheetReader) styleOf(a *cellAttrs) *style.Style {
	name := a.style
	if name == "" {
		name = t.style
	}
	if name == "" {
		name = t.columnStyle(t.col)
	}
	return t.Styles.Get(style.FamilyCell, name)
}

// comment reads a comment on a cell.
func (t *sheetReader) comment() error {
	at := sheet.Place{Row: t.row, Col: t.col}
	return t.Reader.Comment(func(a *document.Annotation) {
		a.Pos = t.At(at)
		t.comments = append(t.comments, cellComment{at, a})
		t.after = append(t.after, a)
	})
}

// flagsOfValue returns what the type of a value says of its cell.
func flagsOfValue(kind string) sheet.Flags {
	switch kind {
	case "float", "percentage", "currency", "boolean":
		return sheet.Value
	case "date", "time":
		return sheet.Value | sheet.Time
	}
	return 0
}
