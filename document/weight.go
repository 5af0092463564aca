package document

import "fmt"

// The cost of what blocks are made of, in nodes of about 40 bytes each; an inline
// costs one.
const (
	blockWeight = 3
	tableWeight = 3 // more than another block, with its head
	itemWeights = 2
)

// Weight returns how many nodes blocks take: blocks, items, cells and inlines.
func Weight(blocks ...Block) int {
	n := blockWeight * len(blocks)
	for _, b := range blocks {
		switch b := b.(type) {
		case *Heading:
			n += inlineWeight(b.Inlines)
			if b.ID != "" {
				n += 2 // it is also remembered that the name is taken
			}
		case *Paragraph:
			n += inlineWeight(b.Inlines)
		case *List:
			for i := range b.Items {
				n += itemWeight(&b.Items[i])
			}
		case *Table:
			n += tableWeight + inlineWeight(b.Caption)
			for i := range b.Rows {
				n += rowWeight(&b.Rows[i])
			}
		case *Quote:
			n += Weight(b.Blocks...)
		case *DefinitionList:
			n += definitionWeight(b.Definitions)
		case *Note:
			n += 2 + Weight(b.Blocks...) // its name, too
		case *Annotation:
			n += Weight(b.Blocks...)
		case *Section:
			n += Weight(b.Blocks...)
		case *CodeBlock, *ThematicBreak, *MathBlock, *Verbatim:
		default:
			panic(fmt.Sprintf("document: unknown block %T", b))
		}
	}
	return n
}

func itemWeight(item *Item) int { return itemWeights + Weight(item.Blocks...) }

// rowWeight counts a row as one node, and a cell with its paragraph as one beside its
// inlines: tables of honest texts have many.
func rowWeight(row *Row) int {
	n := 1 + len(row.Cells)
	for i := range row.Cells {
		blocks := row.Cells[i].Blocks
		n += Weight(blocks...) - blockWeight*len(blocks)
	}
	return n
}

func definitionWeight(list []Definition) int {
	n := itemWeights * len(list)
	for _, d := range list {
		for _, term := range d.Terms {
			n += inlineWeight(term)
		}
		for _, detail := range d.Details {
			n += Weight(detail...)
		}
	}
	return n
}

func inlineWeight(inlines []Inline) int {
	n := len(inlines)
	for _, in := range inlines {
		switch in := in.(type) {
		case *Styled:
			n += inlineWeight(in.Inlines)
		case *Link:
			n += inlineWeight(in.Inlines)
		}
	}
	return n
}
