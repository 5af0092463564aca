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

// Shift adds a number of lines to the place of a block, not of those in it.
func Shift(b Block, lines int) {
	switch b := b.(type) {
	case *Heading:
		b.Pos = b.Below(lines)
	case *Paragraph:
		b.Pos = b.Below(lines)
	case *List:
		b.Pos = b.Below(lines)
	case *Table:
		b.Pos = b.Below(lines)
		for i := range b.Rows {
			b.Rows[i].Pos = b.Rows[i].Pos.Below(lines)
		}
	case *CodeBlock:
		b.Pos = b.Below(lines)
	case *Quote:
		b.Pos = b.Below(lines)
	case *ThematicBreak:
		b.Pos = b.Below(lines)
	case *DefinitionList:
		b.Pos = b.Below(lines)
	case *Note:
		b.Pos = b.Below(lines)
	case *Annotation:
		b.Pos = b.Below(lines)
	case *MathBlock:
		b.Pos = b.Below(lines)
	case *Section:
		b.Pos = b.Below(lines)
	case *Verbatim:
		b.Pos = b.Below(lines)
	default:
		panic(fmt.Sprintf("document: unknown block %T", b))
	}
}

// InlineText returns the text of inlines without any style: what a reader
// hears when it is read aloud. A break is a space, an image its alternative
// text, a note's mark nothing.
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
