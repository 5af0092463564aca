package markdown

import (
	"errors"
	"html"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// htmlBlock appends what the text of a block of HTML says, which begins some lines
// below the block's first. What it hides behind it is remembered.
func (r *reader) htmlBlock(out []document.Block, n scan.NodeID, text string, below int) []document.Block {
	if r.fail(r.env.Step(r.ctx, markupSteps*int64(strings.Count(text, "<")), r.pos(n))); r.err != nil {
		return out
	}
	out = r.htmlText(out, n, text, below)
	if r.tree.Nodes[n].Parent == 0 {
		r.addStyles(text)
		r.leavesOpen(text)
	}
	return out
}

// htmlText appends what HTML says. The HTML format reads it where there is one;
// else it is paragraphs between the tags that begin a line in a browser, headings,
// no script and no comment.
func (r *reader) htmlText(out []document.Block, n scan.NodeID, text string, below int) []document.Block {
	if blocks, ok := r.nested(n, text, below); ok {
		return append(out, blocks...)
	}
	return r.plainBlock(out, n, text)
}

// saysWords reports whether a paragraph or a heading has text.
func saysWords(b document.Block) bool {
	switch b := b.(type) {
	case *document.Heading:
		return strings.TrimSpace(document.InlineText(b.Inlines)) != ""
	case *document.Paragraph:
		return strings.TrimSpace(document.InlineText(b.Inlines)) != ""
	}
	return true
}

// plainBlock appends the paragraphs and headings of a block of HTML.
func (r *reader) plainBlock(out []document.Block, n scan.NodeID, text string) []document.Block {
	w := &blockReader{r: r, out: out, inliner: inliner{r: r, pos: r.pos(n), runs: r.env.Runs(), inner: r.env.Runs()}}
	w.read(text)
	w.end()
	return w.out
}

// nested converts a block as a source of its own, on the same budget. What is
// no element, such as a comment, is not worth it, and neither are tags without text.
func (r *reader) nested(n scan.NodeID, text string, below int) ([]document.Block, bool) {
	node := &r.tree.Nodes[n]
	around := r.around()
	steps := nestedSteps + int64(len(around))
	switch {
	case node.Level >= 2 && node.Level <= 5:
		steps = otherSteps
	case saysNothing(text):
		steps = tagSteps
	}
	r.fail(r.env.Step(r.ctx, steps, r.pos(n)))
	if steps < nestedSteps || r.err != nil {
		return nil, false
	}
	doc, err := r.env.Convert(r.ctx, converters.Fragment("block.html", around+text))
	switch {
	case err == nil:
	case errors.Is(err, converters.ErrLimit), r.ctx.Err() != nil:
		r.err = err
		return nil, true
	case errors.Is(err, converters.ErrCorrupt): // nobody sees a word of it: there may be pictures
		return slices.DeleteFunc(r.plainBlock(nil, n, text), saysWords), true
	default:
		return nil, false
	}
	document.Walk(doc.Blocks, func(b document.Block) bool {
		document.Move(b, func(p document.Pos) document.Pos { return p.Below(int(node.Line) + below - 1) })
		if h, ok := b.(*document.Heading); ok {
			h.ID = r.output.anchor(document.InlineText(h.Inlines))
		}
		return true
	})
	return doc.Blocks, true
}

// blockReader reads a block of HTML.
type blockReader struct {
	inliner

	r     *reader
	out   []document.Block
	level int // of the heading that is open, or 0
}

// read goes through text and tags. A tag that does not end is text; one with
// an open quote ends at the first ">", so that nothing is looked at twice.
func (b *blockReader) read(text string) {
	for text != "" {
		i := strings.IndexByte(text, '<')
		if i < 0 || strings.IndexByte(text[i:], '>') < 0 {
			break
		}
		form, length := tagAt(text[i:])
		if form == scan.FormNone {
			b.say(text[:i+1])
			text = text[i+1:]
			continue
		}
		b.say(text[:i])
		b.tag(&scan.Inline{Kind: scan.KindHTML, Form: form, Text: text[i : i+length]})
		text = text[i+length:]
	}
	b.say(text)
}

// say adds text between tags: white space collapsed, entities decoded.
func (b *blockReader) say(text string) {
	if b.skip != "" || text == "" {
		b.r.showSkipped(text, b.pos)
		return
	}
	words := strings.Join(strings.Fields(html.UnescapeString(text)), " ")
	if strings.TrimLeft(text, " \t\n") != text {
		words = " " + words
	}
	if words != " " && strings.TrimRight(text, " \t\n") != text {
		words += " "
	}
	b.runs.Text(words, b.styles)
}

// tag ends a paragraph where a browser begins a new line, and leaves the rest
// to the rules of inline tags.
func (b *blockReader) tag(in *scan.Inline) {
	name := strings.ToLower(in.Tag())
	if b.skip == "" && isBlock(name) {
		b.end()
		if len(name) == 2 && name[0] == 'h' && name[1] <= '6' && in.Form == scan.FormOpenTag {
			b.level = int(name[1] - '0')
		}
		b.r.warn(warnTag, "HTML tags were dropped, their text was kept", b.pos)
		return
	}
	b.html(in)
}

// end ends the paragraph or the heading that is open.
func (b *blockReader) end() {
	inlines := b.done()
	level := b.level
	b.level = 0
	switch {
	case len(inlines) == 0:
	case level > 0:
		b.out = append(b.out, converters.Make(b.r.env, &document.Heading{
			Pos: b.pos, Level: level, ID: b.r.output.anchor(document.InlineText(inlines)), Inlines: inlines,
		}))
	default:
		b.out = append(b.out, converters.Make(b.r.env, &document.Paragraph{Pos: b.pos, Inlines: inlines}))
	}
}
