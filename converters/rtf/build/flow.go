package build

import (
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/rtf/model"
	"github.com/seed353dc258/backstory/document"
)

// flow puts paragraphs and tables of one story after one another.
type flow struct {
	*wordtext.Flow
	b *builder

	word6 int32 // the list of Word 6 of the last item that was counted
	next  int32 // and its next number
}

// newFlow returns the flow of a story, of a cell where there is one.
func (b *builder) newFlow(cell *wordtext.Cell) *flow {
	return &flow{Flow: b.words.NewFlow(cell), b: b}
}

// add adds a paragraph or a table.
func (f *flow) add(it model.Item) {
	if it.Para != nil {
		f.paragraph(it.Para)
		f.beside(it.Para)
		return
	}
	for _, rows := range parts(it.Table.Rows) {
		f.PutApart(f.b.table(it.Table, rows))
	}
}

// paragraph adds a paragraph without what is beside it.
func (f *flow) paragraph(p *model.Paragraph) {
	x := f.b.words.NewParagraph()
	x.Pos, x.Left, x.First, x.Align, x.Marks = posOf(p), p.Left, p.First, p.Align, p.Marks
	x.Border = p.Border && !p.Listed
	x.Kind = kindOf(p)
	from := 0
	if headingOf(p) > 0 {
		x.Level = p.Outline
		x.Item.Marker = f.b.headingNumber(p)
	} else {
		from = f.item(x, p)
	}
	f.b.fill(x, p, from)
	f.Add(x)
	f.b.words.Done(x)
}

// kindOf returns what a paragraph is: by its style, or a quotation where it is set
// in from the margin without a marker.
func kindOf(p *model.Paragraph) wordtext.Kind {
	switch {
	case p.Kind != wordtext.PlainText:
		return p.Kind
	case p.Left >= minQuote && p.First == 0 && !p.Listed && p.Align == document.AlignNone && p.Nest == 0:
		return wordtext.Inset
	}
	return wordtext.PlainText
}

// minQuote is from which indent on a paragraph is a quotation, in twips.
const minQuote = 360

// fill writes the text of a paragraph from an offset on, and what else is in it.
func (b *builder) fill(x *wordtext.Paragraph, p *model.Paragraph, from int) {
	var link *wordtext.Link
	number := int32(0)
	for _, r := range p.Runs {
		if r.Link != number {
			if number, link = r.Link, nil; number > 0 {
				link = &wordtext.Link{URL: b.Links[number-1]}
			}
		}
		run := wordtext.Run{Styles: r.Styles, Code: r.Mono && b.MonoIsCode, Hidden: r.Hidden, Link: link}
		switch {
		case r.Node > 0:
			b.node(x, b.Nodes[r.Node-1], run)
		case int(r.End) > from:
			b.words.Text(x, p.Text[from:r.End], run)
		}
		from = max(from, int(r.End))
	}
}

// node adds a picture, an equation or the sign of a note. That of a hidden note
// needs no mark: its text has one.
func (b *builder) node(x *wordtext.Paragraph, n document.Inline, run wordtext.Run) {
	if _, isNote := n.(*document.NoteRef); !run.Hidden || isNote {
		b.words.Node(x, n, run)
		return
	}
	b.words.Text(x, "[hidden: ", wordtext.Run{})
	b.words.Node(x, n, run)
	b.words.Text(x, "]", wordtext.Run{})
}

// beside adds what is beside a paragraph.
func (f *flow) beside(p *model.Paragraph) {
	for _, s := range p.Beside {
		blocks := f.b.blocks(s.Items)
		if s.Comment {
			f.Put(&document.Annotation{Pos: model.LineAt(s.Line), Author: s.Author, Date: s.Date, Blocks: blocks})
			continue
		}
		for _, b := range blocks {
			f.Put(b)
		}
	}
}
