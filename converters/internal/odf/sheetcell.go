package odf

import (
	"bytes"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/tablehead"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// cellAttrs is what the tag of a cell says.
type cellAttrs struct {
	repeat, cols, rows       int
	style, kind              string
	value, currency, formula string
}

// attrs reads the tag of a cell in one pass.
func (t *sheetReader) attrs() cellAttrs {
	a := cellAttrs{repeat: 1, cols: 1, rows: 1}
	for i := range t.s.Attrs() {
		name := t.s.AttrName(i)
		value, err := t.s.AttrValue(i)
		if err != nil {
			continue
		}
		switch name.Space {
		case nsTable:
			switch name.Local {
			case "number-columns-repeated":
				a.repeat = count(value, maxColumns)
			case "number-columns-spanned":
				a.cols = count(value, maxColumns)
			case "number-rows-spanned":
				a.rows = count(value, spanMost)
			case "style-name":
				a.style = value
			case "formula":
				a.formula = value
			}
		case nsOffice:
			switch name.Local {
			case "value-type":
				a.kind = value
			case "value", "date-value", "time-value", "boolean-value", "string-value":
				a.value = value
			case "currency":
				a.currency = value
			}
		}
	}
	return a
}

// cell reads a cell and stores it as often as it is repeated.
func (t *sheetReader) cell(covered bool) error {
	a := t.attrs()
	c := sheetCell{}
	rich, err := t.cellText(&c, &a)
	if err != nil {
		return err
	}
	col := t.col
	t.col += a.repeat
	if a.cols > 1 || a.rows > 1 {
		a.repeat = 1
		if a.rows > 1 {
			t.reach(coverage{col, col + a.cols, t.row + a.rows - 1})
		}
	}
	if len(t.line) == 0 && rich == nil {
		return nil
	}
	if covered && t.isCovered(col) {
		if t.Hide(visible.Cell, rowsAt(t.sh.name, t.row, t.row)) {
			return nil
		}
		c.flags |= cellVeiled
	}
	if t.columnHidden(col, &c) {
		return nil
	}
	if c.from, c.size, err = t.book.store(t.line); err != nil {
		return err
	}
	pos := rowsAt(t.sh.name, t.row, t.row)
	if err := t.env.Check(converters.LimitColumns, int64(col+a.repeat), pos); err != nil {
		return err
	}
	if a.repeat > 1 {
		if err := t.env.Spend(converters.LimitCells, int64(a.repeat-1), pos); err != nil {
			return err
		}
		if err := t.book.repeat(int64(c.size), int64(a.repeat-1)); err != nil {
			return err
		}
	}
	for i := range a.repeat {
		c.col = uint16(col + i)
		at := uint32(len(t.sh.cells))
		if rich != nil {
			t.keepRich(at, rich)
		}
		if a.cols > 1 || a.rows > 1 {
			t.keepSpan(at, cellAt{a.rows, a.cols})
			c.flags |= cellSpans
		}
		t.sh.cells = append(t.sh.cells, c)
	}
	return nil
}

func (t *sheetReader) keepRich(at uint32, rich []document.Inline) {
	if t.sh.rich == nil {
		t.sh.rich = map[uint32][]document.Inline{}
	}
	t.sh.rich[at] = rich
}

func (t *sheetReader) keepSpan(at uint32, size cellAt) {
	if t.sh.spans == nil {
		t.sh.spans = map[uint32]cellAt{}
	}
	t.sh.spans[at] = size
}

// cellText reads what a cell shows into line. What is more than text is
// returned as well.
func (t *sheetReader) cellText(c *sheetCell, a *cellAttrs) ([]document.Inline, error) {
	t.line = t.line[:0]
	look := t.cellLook(a)
	var rich []document.Inline
	paras := 0
	for {
		kind, err := t.s.Next()
		if err != nil {
			return nil, err
		}
		if kind == xmlread.End {
			break
		}
		if kind != xmlread.Start {
			continue
		}
		switch space, local := t.s.Space(), t.s.Local(); {
		case space == nsText && (local == "p" || local == "h"):
			if paras++; paras > 1 {
				t.line = append(t.line, '\n')
			}
			if paras > longRuns {
				err = t.hold(holdRun + holdLong)
			}
			if err != nil {
				return nil, err
			}
			if rich, err = t.cellPara(look, rich, paras); err != nil {
				return nil, err
			}
		case space == nsOffice && local == "annotation":
			err = t.comment()
		case space == nsDraw:
			err = t.drawn(&t.flow)
		default:
			err = t.s.Skip()
		}
		if err != nil {
			return nil, err
		}
	}
	if paras == 0 {
		t.line = t.sheet.show(t.line, a, t.formatOf(a))
	}
	t.line = bytes.TrimRight(t.line, " \n\t")
	if c.kind = kindOfValue(a.kind); isPlain(t.line) {
		c.flags |= cellPlain
	}
	if rich != nil {
		c.flags |= cellRich
	}
	return t.withFormula(c, a, rich), nil
}

// withFormula adds the formula of a cell, where it is asked for.
func (t *sheetReader) withFormula(c *sheetCell, a *cellAttrs, rich []document.Inline) []document.Inline {
	if a.formula == "" || t.env.Options.Formulas != "keep" {
		return rich
	}
	if rich == nil {
		rich = document.Plain(string(t.line))
	}
	if len(t.line) > 0 {
		rich = append(rich, &document.Text{Value: " "})
	}
	c.flags |= cellRich
	return append(rich, &document.Code{Value: formulaText(a.formula)})
}

// cellPara reads a paragraph of a cell.
func (t *sheetReader) cellPara(look chars, rich []document.Inline, n int) ([]document.Inline, error) {
	p := &t.para
	p.reset()
	if err := t.inline(p, look, 0); err != nil {
		return nil, err
	}
	from, to := p.trimmed()
	for _, b := range p.extras {
		t.flow.put(b)
	}
	before := len(t.line)
	t.line = append(t.line, p.text[from:to]...)
	if rich == nil && !isRich(p) {
		return nil, nil
	}
	if rich == nil && before > 0 {
		rich = document.Plain(string(bytes.TrimSuffix(t.line[:before], []byte("\n"))))
	}
	if n > 1 {
		rich = append(rich, &document.Break{})
	}
	if err := t.env.Spend(converters.LimitNodes, int64(len(p.runs)+1), t.pos()); err != nil {
		return nil, err
	}
	return append(rich, p.inlines(t.doc, document.Styles(0).With(document.Strong).With(document.Emphasis), false)...), nil
}

// isRich reports whether a paragraph is more than plain text, as a table of
// values shows it.
func isRich(p *para) bool {
	for i := range p.runs {
		r := &p.runs[i]
		s := r.look.styles.Without(document.Strong).Without(document.Emphasis)
		if r.node != 0 || r.link != 0 || r.look.hidden || s != 0 {
			return true
		}
	}
	return false
}

// cellLook returns what the style of a cell says of its text: how it may be
// hidden, not how it is set.
func (t *sheetReader) cellLook(a *cellAttrs) chars {
	name := a.style
	if name == "" {
		name = t.style
	}
	if name == "" {
		if run := t.run(t.col); run != nil {
			name = run.style
		}
	}
	st := t.sheet.get(familyCell, name)
	t.ground = groundPage
	if st.looks.on&grounded != 0 {
		t.ground = st.looks.ground
	}
	c := st.looks
	c.on &^= bold | italic | mono | struck
	if c.on&sized == 0 {
		c.size = sizeDefault
	}
	return c
}

// formatOf returns the number format of a cell.
func (t *sheetReader) formatOf(a *cellAttrs) string {
	name := a.style
	if name == "" {
		name = t.style
	}
	if name == "" {
		if run := t.run(t.col); run != nil {
			name = run.style
		}
	}
	return t.sheet.get(familyCell, name).data
}

// comment reads a comment on a cell.
func (t *sheetReader) comment() error {
	var blocks []document.Block
	at := cellAt{t.row, t.col}
	if err := t.annotation(&blocks); err != nil {
		return err
	}
	for _, b := range blocks {
		if a, ok := b.(*document.Annotation); ok {
			a.Pos = rowsAt(t.sh.name+"!"+at.String(), at.row, at.row)
			t.comments = append(t.comments, cellComment{t.sh, at, a})
		}
		t.sh.after = append(t.sh.after, b)
	}
	return nil
}

// cellComment is a comment whose cell is named when its text is known.
type cellComment struct {
	sheet *sheetData
	at    cellAt
	block *document.Annotation
}

func kindOfValue(kind string) tablehead.Kind {
	switch kind {
	case "float", "percentage", "currency", "boolean":
		return tablehead.Number
	case "date", "time":
		return tablehead.Time
	}
	return tablehead.Text
}

// isPlain reports whether a text is printable ASCII, TAB and LF.
func isPlain(b []byte) bool {
	for _, c := range b {
		if c < ' ' && c != '\n' && c != '\t' || c > '~' {
			return false
		}
	}
	return true
}
