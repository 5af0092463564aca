package document

import (
	"iter"
	"strings"
)

// LabelStart returns what a label begins with: "[hidden: " or "[may be hidden: ".
func (label Style) LabelStart() string {
	if label == MayBeHidden {
		return "[may be hidden: "
	}
	return "[hidden: "
}

// labelEscapes are the bytes of a label's text that a backslash is put before.
var labelEscapes = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`)

// EscapeLabel returns the text of a label with its backslashes.
func (Style) EscapeLabel(text string) string { return labelEscapes.Replace(text) }

// labelled returns text in a label.
func (label Style) labelled(text string) string {
	return label.LabelStart() + label.EscapeLabel(text) + "]"
}

// LabelText returns the text that a label has of inlines: one line, without styles,
// links or labels inside. A picture says that it is one.
func LabelText(inlines []Inline) string {
	var b strings.Builder
	writeLabelText(&b, inlines)
	return b.String()
}

func writeLabelText(b *strings.Builder, inlines []Inline) {
	for _, in := range inlines {
		switch in := in.(type) {
		case *Styled:
			writeLabelText(b, in.Inlines)
		case *Link:
			writeLabelText(b, in.Inlines)
		case *Image:
			b.WriteString("image")
			if in.Alt != "" {
				b.WriteString(": " + in.Alt)
			}
		default:
			writeInlineText(b, []Inline{in})
		}
	}
}

// LabelIn returns the first label that is in inlines; 0 where there is none.
func LabelIn(inlines []Inline) (label Style) {
	for i := 0; i < len(inlines) && label == 0; i++ {
		switch in := inlines[i].(type) {
		case *Styled:
			if label = LabelIn(in.Inlines); in.Style.IsLabel() {
				label = in.Style
			}
		case *Link:
			label = LabelIn(in.Inlines)
		}
	}
	return label
}

// Label returns inlines in a label; as they are where the label is 0.
func (label Style) Label(inlines []Inline) []Inline {
	if label == 0 || len(inlines) == 0 {
		return inlines
	}
	if s, ok := inlines[0].(*Styled); ok && len(inlines) == 1 && s.Style.IsLabel() {
		return inlines
	}
	return []Inline{&Styled{Style: label, Inlines: inlines}}
}

// LabelText returns text in a label; as it is where the label is 0.
func (label Style) LabelText(text string) []Inline { return label.Label(Plain(text)) }

// LabelBlocks sets every text of blocks in a label, in place, and returns them: they
// keep their order, and lists and tables what they are. Code and mathematics, which
// have no labels in them, become paragraphs. A label that is 0 changes nothing.
func (label Style) LabelBlocks(blocks []Block) []Block {
	if label == 0 {
		return blocks
	}
	for i, b := range blocks {
		blocks[i] = labelBlock(label, b)
	}
	return blocks
}

// labelBlock labels a block, or gives a paragraph for it.
func labelBlock(label Style, b Block) Block {
	switch b := b.(type) {
	case *Heading:
		b.Inlines = label.Label(b.Inlines)
	case *Paragraph:
		b.Inlines = label.Label(b.Inlines)
	case *CodeBlock:
		return labelledParagraph(label, b.Pos, b.Text)
	case *MathBlock:
		return labelledParagraph(label, b.Pos, b.TeX)
	case *Verbatim:
		return labelledParagraph(label, b.Pos, b.Text)
	default:
		labelContainer(label, b)
	}
	return b
}

// labelContainer labels what is in a block.
func labelContainer(label Style, b Block) {
	switch b := b.(type) {
	case *List:
		for i := range b.Items {
			labelItem(label, &b.Items[i])
		}
	case *Table:
		labelTable(label, b)
	case *Quote:
		label.LabelBlocks(b.Blocks)
	case *DefinitionList:
		for _, d := range b.Definitions {
			labelDefinition(label, d)
		}
	case *Note:
		label.LabelBlocks(b.Blocks)
	case *Annotation:
		label.LabelBlocks(b.Blocks)
		if by := strings.TrimSpace(b.Author + " " + b.Date); by != "" {
			b.Author, b.Date = "", ""
			b.Blocks = append([]Block{labelledParagraph(label, b.Pos, by)}, b.Blocks...)
		}
	case *Section:
		b.Label = label
		label.LabelBlocks(b.Blocks)
	}
}

func labelDefinition(label Style, d Definition) {
	for i := range d.Terms {
		d.Terms[i] = label.Label(d.Terms[i])
	}
	for _, detail := range d.Details {
		label.LabelBlocks(detail)
	}
}

func labelledParagraph(label Style, pos Pos, text string) *Paragraph {
	return &Paragraph{Pos: pos, Inlines: label.LabelText(text)}
}

// labelItem sets the text of an item in a label, and its marker unless that is a
// number or no letter at all.
func labelItem(label Style, item *Item) {
	if strings.Trim(item.Marker, "0123456789.)-*+•") != "" {
		item.Blocks = append([]Block{PlainParagraph(Pos{}, item.Marker)}, item.Blocks...)
		item.Marker = ""
	}
	label.LabelBlocks(item.Blocks)
}

func labelTable(label Style, t *Table) {
	t.Caption = label.Label(t.Caption)
	for _, row := range t.Rows {
		labelCells(label, row.Cells)
	}
	if t.Source != nil {
		t.Source = labelRows{t.Source, label}
	}
}

func labelCells(label Style, cells []Cell) {
	for i := range cells {
		cells[i].SetLabel(label)
	}
}

// SetLabel sets what is in a cell in a label; 0 is none.
func (c *Cell) SetLabel(label Style) {
	switch {
	case label == 0:
	case c.Blocks != nil:
		label.LabelBlocks(c.Blocks)
	case strings.TrimSpace(c.Text) != "":
		c.Blocks, c.Text = []Block{labelledParagraph(label, Pos{}, c.Text)}, ""
	}
}

// labelRows sets the cells of another source in labels as they pass.
type labelRows struct {
	source RowSource
	label  Style
}

// Rows yields the rows of the source with their text in labels.
func (l labelRows) Rows() iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		for row, err := range l.source.Rows() {
			labelCells(l.label, row.Cells)
			row.Plain = false
			if !yield(row, err) {
				return
			}
		}
	}
}
