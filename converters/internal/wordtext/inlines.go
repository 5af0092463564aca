package wordtext

import (
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/slab"
)

// slabs keep the nodes of a document.
type slabs struct {
	texts slab.Text
	plain slab.Slab[plain]
	paras slab.Slab[document.Paragraph]
	cells slab.Slab[document.Cell]
}

// plain is a paragraph of text in one piece of memory.
type plain struct {
	paragraph document.Paragraph
	inlines   [1]document.Inline
	text      document.Text
}

// plainParagraph returns a paragraph of text.
func (s *slabs) plainParagraph(pos document.Pos, text string) *document.Paragraph {
	whole := s.plain.New()
	whole.text.Value = text
	whole.inlines[0] = &whole.text
	whole.paragraph = document.Paragraph{Pos: pos, Inlines: whole.inlines[:]}
	return &whole.paragraph
}

// paragraph returns a paragraph.
func (s *slabs) paragraph(pos document.Pos, inlines []document.Inline) *document.Paragraph {
	p := s.paras.New()
	p.Pos, p.Inlines = pos, inlines
	return p
}
