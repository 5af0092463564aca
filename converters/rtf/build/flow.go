package build

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/rtf/model"
	"github.com/seed353dc258/backstory/document"
)

// flow puts paragraphs and tables of one story after one another.
type flow struct {
	*builder
	out   []document.Block
	lists []openList
	last  lastKind            // what the last paragraph became, to join those of a kind
	block *document.CodeBlock // that is open
	lines []byte              // of the open block
	whole bool                // the last paragraph of code has many lines

	word6 int32 // the list of Word 6 of the last item that was counted
	next  int32 // and its next number
}

// lastKind is what a paragraph joined.
type lastKind uint8

const (
	lastOther lastKind = iota
	lastCode
	lastQuote
)

// add adds a paragraph or a table.
func (f *flow) add(it model.Item) {
	if it.Para != nil {
		f.paragraph(it.Para)
		f.beside(it.Para)
		return
	}
	f.close(0)
	f.apart()
	for _, rows := range parts(it.Table.Rows) {
		f.out = append(f.out, f.table(it.Table, rows))
	}
}

// end returns the blocks.
func (f *flow) end() []document.Block {
	f.apart()
	return f.out
}

// into returns where the next block goes.
func (f *flow) into() *[]document.Block {
	if n := len(f.lists); n > 0 {
		return &f.lists[n-1].item().Blocks
	}
	return &f.out
}

// put adds a block.
func (f *flow) put(b document.Block) {
	f.apart()
	in := f.into()
	*in = append(*in, b)
}

// apart ends what the next paragraph could join.
func (f *flow) apart() {
	if f.block != nil {
		f.block.Text = strings.Trim(string(f.lines), "\n")
		f.block = nil
	}
	f.last = lastOther
}

// paragraph adds a paragraph as what it is, without what is beside it.
func (f *flow) paragraph(p *model.Paragraph) {
	if level := headingOf(p); level > 0 {
		id := ""
		if len(p.Marks) > 0 {
			id = p.Marks[0]
		}
		f.close(0)
		f.put(&document.Heading{Pos: posOf(p), Level: level, ID: id, Inlines: f.headingInlines(p)})
		return
	}
	if !f.item(p) && !f.typedItem(p) {
		f.leaveLists(p)
	}
	switch {
	case len(p.Runs) == 0 && p.Border && !p.Listed, isRule(p):
		f.put(&document.ThematicBreak{Pos: posOf(p)})
	case f.isCode(p):
		f.putCode(p)
	case len(p.Runs) == 0:
	case isQuote(p) && len(f.lists) == 0:
		f.putQuote(p)
	default:
		f.putText(p)
	}
}

// putText adds a paragraph of text, and reads the check box of an item.
func (f *flow) putText(p *model.Paragraph) {
	if n := len(f.lists); n > 0 && len(*f.into()) == 0 {
		f.lists[n-1].item().Task = takeTask(p)
	}
	if text := plainText(p); text != "" {
		f.put(document.PlainParagraph(posOf(p), text))
		return
	}
	if inlines := f.inlines(p); len(inlines) > 0 {
		f.put(&document.Paragraph{Pos: posOf(p), Inlines: inlines})
	}
}

// takeTask cuts the check box off a paragraph that begins with one.
func takeTask(p *model.Paragraph) document.Task {
	for _, box := range []struct {
		mark string
		task document.Task
	}{{"☐", document.TaskOpen}, {"☒", document.TaskDone}, {"☑", document.TaskDone}} {
		if rest, ok := strings.CutPrefix(p.Text, box.mark); ok && strings.HasPrefix(rest, " ") {
			cut(p, len(box.mark)+1)
			return box.task
		}
	}
	return document.NoTask
}

// cut takes the first n bytes off a paragraph's text, with their runs.
func cut(p *model.Paragraph, n int) {
	p.Text = p.Text[n:]
	kept := p.Runs[:0]
	for _, r := range p.Runs {
		if r.End -= int32(n); r.End > 0 || r.Node != 0 {
			r.End = max(r.End, 0)
			kept = append(kept, r)
		}
	}
	p.Runs = kept
}

// beside adds what is beside a paragraph.
func (f *flow) beside(p *model.Paragraph) {
	for _, s := range p.Beside {
		blocks := f.blocks(s.Items)
		if s.Comment {
			f.put(&document.Annotation{Pos: model.LineAt(s.Line), Author: s.Author, Date: s.Date, Blocks: blocks})
			continue
		}
		for _, b := range blocks {
			f.put(b)
		}
	}
}

// isCode reports whether all of a paragraph's text is in a font of fixed
// width, in a document that is not set in such a font, or in a style of code.
func (f *flow) isCode(p *model.Paragraph) bool {
	if slices.ContainsFunc(p.Runs, func(r model.Run) bool { return r.Hidden }) {
		return false // a mark is not a code
	}
	if p.Kind == model.Code {
		return true
	}
	if !f.MonoIsCode || p.Nest > 0 || len(f.lists) > 0 && len(*f.into()) == 0 {
		return false
	}
	from := int32(0)
	for _, r := range p.Runs {
		if r.Node != 0 || !r.Mono && strings.TrimSpace(p.Text[from:r.End]) != "" {
			return false
		}
		from = r.End
	}
	return len(p.Runs) > 0 || f.last == lastCode
}

// putCode adds lines of code, to the block of those before it. Where one
// paragraph is a line, many are a block; where two hold many lines, each is one.
func (f *flow) putCode(p *model.Paragraph) {
	text := strings.TrimRight(p.Text, " \t\n")
	whole := f.whole
	f.whole = strings.Contains(text, "\n")
	if f.last == lastCode && !(whole && f.whole) {
		f.lines = append(append(f.lines, '\n'), text...)
		f.block.Lines.Last = max(f.block.Lines.Last, int(p.Line))
		return
	}
	block := &document.CodeBlock{Pos: posOf(p)}
	f.put(block)
	f.block, f.last = block, lastCode
	f.lines = append(f.lines[:0], text...)
}

// minQuote is from which indent on a paragraph is a quotation, in twips.
const minQuote = 360

// isQuote reports whether a paragraph is a quotation: by its style, or set in
// from the margin without a marker.
func isQuote(p *model.Paragraph) bool {
	if p.Kind == model.Quote {
		return true
	}
	return p.Left >= minQuote && p.First == 0 && !p.Listed && p.Align == document.AlignNone && p.Nest == 0
}

// putQuote adds a paragraph to the quotation before it, or to a new one.
func (f *flow) putQuote(p *model.Paragraph) {
	block := &document.Paragraph{Pos: posOf(p), Inlines: f.inlines(p)}
	if f.last == lastQuote {
		quote := f.out[len(f.out)-1].(*document.Quote)
		quote.Blocks = append(quote.Blocks, block)
		quote.Lines.Last = max(quote.Lines.Last, int(p.Line))
		return
	}
	f.put(&document.Quote{Pos: posOf(p), Blocks: []document.Block{block}})
	f.last = lastQuote
}

// isRule reports whether a paragraph is a line of dashes across the page.
func isRule(p *model.Paragraph) bool {
	text := strings.TrimSpace(p.Text)
	first, size := utf8.DecodeRuneInString(text)
	if !strings.ContainsRune("—–-_─*=", first) {
		return false
	}
	return len(text) >= 3*size && strings.Trim(text, string(first)) == "" && (len(text) >= 5*size || p.Align == document.AlignCenter)
}
