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

// html adds what an inline HTML tag means to Markdown, or drops it.
func (w *inliner) html(in *scan.Inline) {
	if in.Form != scan.FormOpenTag && in.Form != scan.FormCloseTag {
		w.r.warn(warnComment, "HTML comments were dropped", w.pos)
		return
	}
	if w.r.mdx && isComponent(in.Text) {
		w.runs.Inline(&document.Code{Value: w.r.spaced(in.Text)}, w.styles)
		return
	}
	name := strings.ToLower(in.Tag())
	switch {
	case w.skip != "":
		w.skipTag(name, in)
	case in.Form == scan.FormCloseTag:
		w.closeTag(name)
	default:
		w.openTag(name, in.Text)
	}
}

// skipTag looks for the end of an element whose content is dropped: others of its
// name may be in it, but for scripts and the like, whose content is text.
func (w *inliner) skipTag(name string, in *scan.Inline) {
	switch {
	case name != w.skip:
	case in.Form == scan.FormCloseTag && w.inside == 0:
		w.skip = ""
	case in.Form == scan.FormCloseTag:
		w.inside--
	case !isDropped(name):
		w.inside++
	}
}

// whenHidden returns what becomes of the text in an element that nobody sees, by
// its own attributes; [converters.KeepHidden] of any other. The HTML format
// decides, and counts what is left out.
func (r *reader) whenHidden(name, tag string) converters.HiddenPolicy {
	if r.style == "" && name != "dialog" && !saysLook(tag) {
		return converters.KeepHidden
	}
	around := r.around()
	key := around[len(r.style):] + tag
	if policy, known := r.hidden[key]; known {
		return policy
	}
	if err := r.env.Step(r.ctx, nestedSteps+int64(len(around)), document.Pos{}); err != nil {
		r.fail(err)
		return converters.KeepHidden
	}
	policy := converters.KeepHidden
	doc, err := r.env.Convert(r.ctx, converters.Fragment("tag.html", around+tag+"x</"+name+">"))
	switch {
	case errors.Is(err, converters.ErrCorrupt):
		policy = converters.DropHidden
	case err == nil && slices.ContainsFunc(doc.Blocks, saysHidden):
		policy = converters.MarkHidden
	}
	if r.hidden == nil {
		r.hidden = map[string]converters.HiddenPolicy{}
	}
	r.hidden[key] = policy
	return policy
}

// saysHidden reports whether a paragraph is of hidden text that is marked.
func saysHidden(b document.Block) bool {
	p, ok := b.(*document.Paragraph)
	return ok && strings.HasPrefix(document.InlineText(p.Inlines), "[hidden: ")
}

func (w *inliner) openTag(name, tag string) {
	switch w.r.whenHidden(name, tag) {
	case converters.DropHidden:
		w.skip, w.inside = name, 0
		return
	case converters.MarkHidden:
		w.runs.Text("[hidden] ", w.styles)
	}
	switch {
	case name == "br":
		w.runs.Inline(&document.Break{}, w.styles)
	case name == "img":
		w.runs.Inline(&document.Image{Alt: attribute(tag, "alt")}, w.styles)
	case isDropped(name):
		w.skip, w.inside = name, 0
		w.r.warn(warnScript, "scripts, styles and templates were dropped with their content", w.pos)
	case name == "a" && attribute(tag, "href") != "" && !w.inOuter("a"), isCode(name) && len(w.outer) < 2 && !w.inOuter(name):
		w.outer = append(w.outer, outerText{runs: w.runs, name: name, url: attribute(tag, "href")})
		w.runs = document.Runs{}
	default:
		if style, ok := styleOf(name); ok {
			w.open[style]++
			w.styles = w.styles.With(style)
			return
		}
		w.r.warn(warnTag, "HTML tags were dropped, their text was kept", w.pos)
	}
}

func (w *inliner) closeTag(name string) {
	if n := len(w.outer); n > 0 && w.outer[n-1].name == name {
		w.closeOuter()
		return
	}
	// What it would close may have been dropped and counted, or never opened.
	if style, ok := styleOf(name); ok && w.open[style] > 0 {
		if w.open[style]--; w.open[style] == 0 {
			w.styles = w.styles.Without(style)
		}
	}
}

// inOuter reports whether an element is open that will become a link or code.
func (w *inliner) inOuter(name string) bool {
	return slices.ContainsFunc(w.outer, func(o outerText) bool { return o.name == name })
}

// closeOuter ends a link or code that an HTML tag began.
func (w *inliner) closeOuter() {
	n := len(w.outer) - 1
	inside, outer := w.runs.Inlines(), w.outer[n]
	w.outer, w.runs = w.outer[:n], outer.runs
	switch {
	case len(inside) == 0:
	case outer.name == "a":
		w.runs.Inline(&document.Link{URL: outer.url, Inlines: inside}, w.styles)
	default:
		w.runs.Inline(&document.Code{Value: document.InlineText(inside)}, w.styles)
	}
}

// styleOf returns the style that an element stands for.
func styleOf(name string) (document.Style, bool) {
	switch name {
	case "b", "strong":
		return document.Strong, true
	case "i", "em":
		return document.Emphasis, true
	case "s", "strike", "del":
		return document.Strike, true
	case "sub":
		return document.Subscript, true
	case "sup":
		return document.Superscript, true
	default:
		return 0, false
	}
}

func isCode(name string) bool {
	return name == "code" || name == "kbd" || name == "samp" || name == "tt"
}

// isDropped reports whether an element's content is not for a reader.
func isDropped(name string) bool {
	switch name {
	case "script", "style", "template", "noscript", "head", "title", "iframe", "object":
		return true
	default:
		return false
	}
}

// attribute returns the value of a tag's attribute, or "" (HTML 13.1.2.3).
func attribute(tag, name string) string {
	rest := tag[len(tag)-len(strings.TrimLeft(tag, "<")):]
	rest = strings.TrimRight(rest, "/>")
	_, rest, _ = cutSpace(rest)
	for rest != "" {
		end := strings.IndexAny(rest, "= \t\n")
		if end < 0 {
			return ""
		}
		key := rest[:end]
		rest = strings.TrimLeft(rest[end:], " \t\n")
		if !strings.HasPrefix(rest, "=") {
			continue
		}
		var value string
		value, rest = attributeValue(strings.TrimLeft(rest[1:], " \t\n"))
		if strings.EqualFold(key, name) {
			return html.UnescapeString(value)
		}
	}
	return ""
}

// attributeValue cuts a quoted or bare value off.
func attributeValue(s string) (value, rest string) {
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		value, rest, _ = strings.Cut(s[1:], s[:1])
		return value, strings.TrimLeft(rest, " \t\n")
	}
	value, rest, _ = cutSpace(s)
	return value, rest
}

// cutSpace cuts a text at its first white space.
func cutSpace(s string) (before, after string, found bool) {
	if i := strings.IndexAny(s, " \t\n"); i >= 0 {
		return s[:i], strings.TrimLeft(s[i:], " \t\n"), true
	}
	return s, "", false
}

// htmlBlock appends what the text of a block of HTML says, which begins some lines
// below the block's first. What it hides behind it is remembered.
func (r *reader) htmlBlock(out []document.Block, n scan.NodeID, text string, below int) []document.Block {
	out = r.htmlText(out, n, text, below)
	if r.tree.Nodes[n].Parent == 0 {
		r.addStyles(text)
		r.veilFrom(text)
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
	w := &blockReader{r: r, out: out, inliner: inliner{r: r, pos: r.pos(n)}}
	w.read(text)
	w.end()
	return w.out
}

// What a block of HTML costs in steps, beyond those of its length, which may be
// three letters: a source of its own, tags without text, and what is not an element.
const (
	nestedSteps = 8 << 10
	tagSteps    = 2 << 10
	otherSteps  = 512
)

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
		document.Shift(b, int(node.Line)+below-1)
		if h, ok := b.(*document.Heading); ok {
			h.ID = r.anchor(document.InlineText(h.Inlines))
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
		b.out = append(b.out, &document.Heading{
			Pos: b.pos, Level: level, ID: b.r.anchor(document.InlineText(inlines)), Inlines: inlines,
		})
	default:
		b.out = append(b.out, &document.Paragraph{Pos: b.pos, Inlines: inlines})
	}
}

// isBlock reports whether an element begins a line of its own.
func isBlock(name string) bool {
	switch name {
	case "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "div", "dl", "dt",
		"fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
		"hr", "html", "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td",
		"tfoot", "th", "thead", "tr", "ul":
		return true
	default:
		return false
	}
}

// tagAt returns what begins at a "<", and its length; FormNone where it is
// text. What is opened and never closed reaches to the end.
func tagAt(s string) (scan.Form, int) {
	for _, kind := range []struct {
		open, end string
		form      scan.Form
	}{
		{"<!--", "-->", scan.FormComment},
		{"<![CDATA[", "]]>", scan.FormCDATA},
		{"<!", ">", scan.FormDeclaration},
		{"<?", "?>", scan.FormInstruction},
	} {
		if strings.HasPrefix(s, kind.open) {
			if i := strings.Index(s[len(kind.open):], kind.end); i >= 0 {
				return kind.form, len(kind.open) + i + len(kind.end)
			}
			return kind.form, len(s)
		}
	}
	name := strings.TrimPrefix(s[1:], "/")
	if name == "" || (name[0]|0x20 < 'a' || name[0]|0x20 > 'z') {
		return scan.FormNone, 0
	}
	form := scan.FormOpenTag
	if s[1] == '/' {
		form = scan.FormCloseTag
	}
	var quote byte
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return form, i + 1
		}
	}
	if i := strings.IndexByte(s, '>'); i >= 0 {
		return form, i + 1
	}
	return scan.FormNone, 0
}
