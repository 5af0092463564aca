package document

import (
	"fmt"
	"strings"
)

// Walk calls visit for each block in reading order, the outer one first. If
// visit returns false, the blocks inside are skipped. Rows that stream are not
// walked.
func Walk(blocks []Block, visit func(Block) bool) {
	for _, b := range blocks {
		if !visit(b) {
			continue
		}
		switch b := b.(type) {
		case *Heading, *Paragraph, *CodeBlock, *ThematicBreak, *MathBlock, *Verbatim:
		case *List:
			for _, item := range b.Items {
				Walk(item.Blocks, visit)
			}
		case *Table:
			for _, row := range b.Rows {
				for _, cell := range row.Cells {
					Walk(cell.Blocks, visit)
				}
			}
		case *Quote:
			Walk(b.Blocks, visit)
		case *DefinitionList:
			for _, d := range b.Definitions {
				for _, detail := range d.Details {
					Walk(detail, visit)
				}
			}
		case *Note:
			Walk(b.Blocks, visit)
		case *Annotation:
			Walk(b.Blocks, visit)
		case *Section:
			Walk(b.Blocks, visit)
		default:
			panic(fmt.Sprintf("document: unknown block %T", b))
		}
	}
}

// Move replaces the place of a block, and of the rows of a table, not of blocks in it.
func Move(b Block, to func(Pos) Pos) {
	switch b := b.(type) {
	case *Heading:
		b.Pos = to(b.Pos)
	case *Paragraph:
		b.Pos = to(b.Pos)
	case *List:
		b.Pos = to(b.Pos)
	case *Table:
		b.Pos = to(b.Pos)
		for i := range b.Rows {
			b.Rows[i].Pos = to(b.Rows[i].Pos)
		}
	case *CodeBlock:
		b.Pos = to(b.Pos)
	case *Quote:
		b.Pos = to(b.Pos)
	case *ThematicBreak:
		b.Pos = to(b.Pos)
	case *DefinitionList:
		b.Pos = to(b.Pos)
	case *Note:
		b.Pos = to(b.Pos)
	case *Annotation:
		b.Pos = to(b.Pos)
	case *MathBlock:
		b.Pos = to(b.Pos)
	case *Section:
		b.Pos = to(b.Pos)
	case *Verbatim:
		b.Pos = to(b.Pos)
	default:
		panic(fmt.Sprintf("document: unknown block %T", b))
	}
}

// InlineText returns the text of inlines without any style: what a reader
// hears when it is read aloud. A break is a space, an image its alternative
// text, a note's mark nothing. A label is as it is written.
func InlineText(inlines []Inline) string {
	if len(inlines) == 1 {
		if t, ok := inlines[0].(*Text); ok {
			return t.Value
		}
	}
	var b strings.Builder
	writeInlineText(&b, inlines)
	return b.String()
}

func writeInlineText(b *strings.Builder, inlines []Inline) {
	for _, in := range inlines {
		switch in := in.(type) {
		case *Text:
			b.WriteString(in.Value)
		case *Styled:
			if in.Style.IsLabel() {
				b.WriteString(in.Style.labelled(LabelText(in.Inlines)))
				continue
			}
			writeInlineText(b, in.Inlines)
		case *Code:
			b.WriteString(in.Value)
		case *Link:
			writeInlineText(b, in.Inlines)
		case *Image:
			b.WriteString(in.Alt)
		case *Break:
			b.WriteByte(' ')
		case *NoteRef:
		case *Math:
			b.WriteString(in.TeX)
		default:
			panic(fmt.Sprintf("document: unknown inline %T", in))
		}
	}
}
