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
func (b *builder) htmlBlock(out []document.Block, n scan.NodeID, text string, below int) []document.Block {
	if b.account.fail(b.env.Step(b.account.ctx, markupSteps*int64(strings.Count(text, "<")), b.pos(n))); b.account.err != nil {
		return out
	}
	out = b.htmlText(out, n, text, below)
	if b.tree.Nodes[n].Parent == 0 {
		b.html.addStyles(text)
		b.html.leavesOpen(text)
	}
	return out
}

// htmlText appends what HTML says. The HTML format reads it where there is one;
// else it is paragraphs between the tags that begin a line in a browser, headings,
// no script and no comment.
func (b *builder) htmlText(out []document.Block, n scan.NodeID, text string, below int) []document.Block {
	if blocks, ok := b.nested(n, text, below); ok {
		return append(out, blocks...)
	}
	return b.plainBlock(out, n, text)
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
func (b *builder) plainBlock(out []document.Block, n scan.NodeID, text string) []document.Block {
	w := &blockReader{out: out, line: inliner{b: b, pos: b.pos(n), runs: b.env.Runs(), inner: b.env.Runs()}}
	w.read(text)
	w.end()
	return w.out
}

// nested converts a block as a source of its own, on the same budget. What is
// no element, such as a comment, is not worth it, and neither are tags without text.
func (b *builder) nested(n scan.NodeID, text string, below int) ([]document.Block, bool) {
	node := &b.tree.Nodes[n]
	around := b.html.around()
	steps := nestedSteps + int64(len(around))
	switch {
	case node.Level >= 2 && node.Level <= 5:
		steps = otherSteps
	case saysNothing(text):
		steps = tagSteps
	}
	b.account.fail(b.env.Step(b.account.ctx, steps, b.pos(n)))
	if steps < nestedSteps || b.account.err != nil {
		return nil, false
	}
	doc, err := b.env.Convert(b.account.ctx, converters.Fragment("block.html", around+text))
	switch {
	case err == nil:
	case errors.Is(err, converters.ErrLimit), b.account.ctx.Err() != nil:
		b.account.err = err
		return nil, true
	case errors.Is(err, converters.ErrCorrupt): // nobody sees a word of it: there may be pictures
		return slices.DeleteFunc(b.plainBlock(nil, n, text), saysWords), true
	default:
		return nil, false
	}
	document.Walk(doc.Blocks, func(block document.Block) bool {
		document.Move(block, func(p document.Pos) document.Pos { return p.Below(int(node.Line) + below - 1) })
		if h, ok := block.(*document.Heading); ok {
			h.ID = b.slugs.anchor(document.InlineText(h.Inlines))
		}
		return true
	})
	return doc.Blocks, true
}

// blockReader reads a block of HTML.
type blockReader struct {
	line  inliner
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
	if b.line.skip != "" || text == "" {
		b.line.b.env.Show(warnScript, b.line.pos, text)
		return
	}
	words := strings.Join(strings.Fields(html.UnescapeString(text)), " ")
	if strings.TrimLeft(text, " \t\n") != text {
		words = " " + words
	}
	if words != " " && strings.TrimRight(text, " \t\n") != text {
		words += " "
	}
	b.line.runs.Text(words, b.line.styles)
}

// tag ends a paragraph where a browser begins a new line, and leaves the rest
// to the rules of inline tags.
func (b *blockReader) tag(in *scan.Inline) {
	name := strings.ToLower(in.Tag())
	if b.line.skip == "" && isBlock(name) {
		b.end()
		if len(name) == 2 && name[0] == 'h' && name[1] <= '6' && in.Form == scan.FormOpenTag {
			b.level = int(name[1] - '0')
		}
		b.line.b.account.warn(warnTag, "HTML tags were dropped, their text was kept", b.line.pos)
		return
	}
	b.line.html(in)
}

// end ends the paragraph or the heading that is open.
func (b *blockReader) end() {
	inlines := b.line.done()
	level := b.level
	b.level = 0
	switch {
	case len(inlines) == 0:
	case level > 0:
		b.out = append(b.out, converters.Make(b.line.b.env, &document.Heading{
			Pos: b.line.pos, Level: level, ID: b.line.b.slugs.anchor(document.InlineText(inlines)), Inlines: inlines,
		}))
	default:
		b.out = append(b.out, converters.Make(b.line.b.env, &document.Paragraph{Pos: b.line.pos, Inlines: inlines}))
	}
}
