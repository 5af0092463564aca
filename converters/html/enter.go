package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// shadow reports whether an element is a template that shows: a declarative
// shadow root.
func (b *builder) shadow(id int32) bool {
	return b.t.Node(id).Tag == dom.TagTemplate && b.t.Value(id, dom.AttrShadowrootmode) != ""
}

// outside reads what an element holds that a browser does not show.
func (f *flow) outside(id int32, st *state) {
	b := f.b
	switch b.t.Node(id).Tag {
	case dom.TagTemplate, dom.TagDatalist:
		inner := *st
		f.hidden(id, &inner, visible.Element)
	case dom.TagNoscript, dom.TagNoembed, dom.TagNoframes:
		f.raw(id, st)
	}
}

// maxRaw is how many elements whose markup is text may be in one another,
// since each is read again as a page; the markup of those inside stays text.
const maxRaw = 4

// raw reads an element whose markup is text to browsers, which do not show it.
func (f *flow) raw(id int32, st *state) {
	b := f.b
	if !b.hasContent(id) {
		return
	}
	line := int(b.t.Node(id).Line)
	b.count(visible.Element, line)
	if b.lost.When(visible.Element) == converters.DropHidden {
		return
	}
	if b.raws >= maxRaw {
		inner := *st
		if b.lost.When(visible.Element) == converters.MarkHidden && !st.inHidden {
			inner.label = labelOf(visible.Element)
		}
		f.say(id, &inner, b.t.PlainText(id))
		return
	}
	b.raws++
	blocks := b.embedded(id, b.t.PlainText(id))
	b.raws--
	if b.lost.When(visible.Element) == converters.MarkHidden && !st.inHidden && len(blocks) > 0 {
		blocks = []document.Block{labelled(b.pos(id), labelOf(visible.Element), blocks)}
	}
	f.place(blocks, line)
}

// enter takes over what an element's style says, and returns how the element
// is hidden, if it is.
func (b *builder) enter(id int32, st *state) (css.Look, visible.Way) {
	n := b.t.Node(id)
	ink, ground := ownColors(n.Tag)
	st.color(ink, ground, id)
	switch n.Tag {
	case dom.TagSvg:
		b.enterDrawing(id, st)
	case dom.TagForeignobject:
		st.drawn = false
		st.color(props.Paint{Set: true}, props.Paint{}, id)
	}
	if n.Count > 0 {
		if v, ok := b.t.Attr(id, dom.AttrBgcolor); ok {
			st.color(props.Paint{}, props.LegacyColor(v), id)
		}
	}
	how := visible.Shown
	if n.Count > 0 && st.drawn {
		how = b.presentation(id, st)
	}
	l, styled := b.sheet.Look(css.Element{ID: id})
	if l.Clips && b.holdsFixed(id) {
		l.Hides = visible.StyleUnsure
	}
	b.unsure(&l, id, st)
	if styled {
		if st.drawn {
			l.Ink = props.Paint{} // letters have the colour that fills them
		}
		st.apply(&l, id)
		if st.drawn {
			st.fill(l.Fill, l.Stroke, id)
		}
	}
	if by := b.hiddenBy(id, &l); by != visible.Shown {
		how = by
	}
	if l.Covers && how == visible.Shown && l.Ground.Known && l.Ground.A == 255 && !st.inHidden {
		b.count(visible.StyleUnsure, int(n.Line)) // a screen for loading looks the same
	}
	return l, how
}

// holdsFixed reports whether an element that is directly in another one is placed
// on the screen, where the box of the other does not clip it.
func (b *builder) holdsFixed(id int32) bool {
	for c := range b.t.Children(id) {
		if n := b.t.Node(c); !n.IsText {
			if l, _ := b.sheet.Look(css.Element{ID: c}); l.Fixed {
				return true
			}
		}
	}
	return false
}

// unsure counts an element that a style may hide, which is not evaluated. A page
// without a tree has one element at a time, without its content.
func (b *builder) unsure(l *css.Look, id int32, st *state) {
	if l.Hides == visible.StyleUnsure {
		if l.Hides = visible.Shown; !st.inHidden && (b.hasContent(id) || b.t.Nodes.Len() == 2) {
			b.count(visible.StyleUnsure, int(b.t.Node(id).Line))
		}
	}
}

// ownColors returns the colours that browsers give to some elements.
func ownColors(t dom.Tag) (ink, ground props.Paint) {
	switch t {
	case dom.TagButton, dom.TagInput, dom.TagSelect, dom.TagTextarea, dom.TagDialog:
		return props.Black, props.White
	case dom.TagMark:
		return props.Black, props.Paint{Set: true, Known: true, R: 255, G: 255, A: 255}
	}
	return props.Paint{}, props.Paint{}
}

// hiddenBy returns how an element with all that is in it is hidden.
func (b *builder) hiddenBy(id int32, l *css.Look) visible.Way {
	n := b.t.Node(id)
	if n.Count == 0 && l.Hides == visible.Shown && n.Tag != dom.TagDialog {
		return visible.Shown
	}
	if v, ok := b.t.Attr(id, dom.AttrHidden); ok && (!l.Shows || isUntilFound(v)) {
		return visible.Attribute
	}
	switch {
	case l.Shows:
	case b.t.Has(id, dom.AttrPopover):
		return visible.Attribute
	case n.Tag == dom.TagDialog && !b.t.Has(id, dom.AttrOpen):
		return visible.Element
	}
	if mayBeForReaders(l.Hides) {
		if class := b.t.Value(id, dom.AttrClass); class != "" && forReaders(class) {
			return visible.ForEyes
		}
	}
	if l.Hides == visible.Shown && b.shrunk(id) {
		return visible.Size
	}
	return l.Hides
}

// isUntilFound reports whether a hidden attribute hides by more than display.
func isUntilFound(v string) bool { return strings.EqualFold(strings.TrimSpace(v), "until-found") }

// shrunk reports whether attributes make a picture, or a page in the page, too
// small to be seen.
func (b *builder) shrunk(id int32) bool {
	switch b.t.Node(id).Tag {
	case dom.TagImg, dom.TagIframe, dom.TagEmbed, dom.TagObject, dom.TagSvg:
		return b.pixel(id)
	}
	return false
}

// mayBeForReaders reports whether a way to hide is one by which pages keep a
// text for screen readers.
func mayBeForReaders(how visible.Way) bool {
	return how == visible.Shown || how == visible.Size || how == visible.OffPage
}

// forReaders reports whether a class is one of those by which the common
// style sheets keep a text for screen readers. The rule itself is often in a
// sheet that is not in the page.
func forReaders(class string) bool {
	for w := range strings.FieldsSeq(class) {
		switch w {
		case "sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "screen-reader-only",
			"screenreader-only", "screen-reader", "show-for-sr", "element-invisible", "a11y-hidden",
			"visually-hidden-focusable", "sr-only-focusable", "u-visually-hidden", "assistive-text":
			return true
		}
	}
	return false
}

// hasContent reports whether a subtree has text, or what stands for text.
func (b *builder) hasContent(id int32) bool { return b.t.Holds(id, dom.InsideContent) }

// count notes that content was hidden.
func (b *builder) count(how visible.Way, line int) {
	b.lost.Hide(how, at(line))
}

// at returns the place of a line, which is 0 where it is unknown.
func at(line int) document.Pos {
	if line == 0 {
		return document.Pos{}
	}
	return document.LineSpan(line, line)
}

// showHidden counts the hidden text of an element once, and reports whether
// the text is shown nonetheless.
func (b *builder) showHidden(how visible.Way, element int32, line int) bool {
	if element == 0 || element != b.veiled {
		b.veiled = element
		b.count(how, line)
	}
	return b.lost.When(how) != converters.DropHidden
}

// readersLabel is in front of text that only screen readers get.
const readersLabel = "for screen readers"

// hidden reads a hidden element by the policy.
func (f *flow) hidden(id int32, st *state, how visible.Way) {
	b := f.b
	if !b.hasContent(id) {
		return
	}
	n := b.t.Node(id)
	b.count(how, int(n.Line))
	if b.lost.When(how) == converters.DropHidden && how != visible.ForEyes {
		return
	}
	st.inHidden = true
	l := css.Look{}
	if b.lost.When(how) == converters.KeepHidden {
		f.element(id, st, &l)
		return
	}
	label := labelOf(how)
	if !n.Tag.Is(dom.Block) && !b.t.Holds(id, dom.InsideBlock) || f.single {
		sh := b.shade(st, n.Format)
		f.line.Text("["+label+": ", sh, int(n.Line))
		f.line.Space = true
		f.element(id, st, &l)
		f.line.Space = false
		f.line.Text("]", sh, int(n.Last))
		return
	}
	inner := b.newFlow()
	inner.element(id, st, &l)
	f.flush()
	f.add(labelled(b.pos(id), label, inner.finish()))
}

// labelOf returns the text before text that is hidden in a way.
func labelOf(how visible.Way) string {
	if how == visible.ForEyes {
		return readersLabel
	}
	return "hidden"
}

// uncover counts a hidden part of something that no label can stand around, as
// a cell, and reports whether its texts are shown, each with a label.
func (b *builder) uncover(id int32, st *state, how visible.Way) bool {
	if how == visible.Shown || st.inHidden {
		return true
	}
	if b.hasContent(id) {
		b.count(how, int(b.t.Node(id).Line))
	}
	if b.lost.When(how) == converters.DropHidden && how != visible.ForEyes {
		return false
	}
	st.inHidden = true
	if b.lost.When(how) != converters.KeepHidden {
		st.label = labelOf(how)
	}
	return true
}

// labelled sets blocks apart from the visible text.
func labelled(pos document.Pos, label string, blocks []document.Block) document.Block {
	if len(blocks) == 1 {
		if p, ok := blocks[0].(*document.Paragraph); ok {
			p.Inlines = append([]document.Inline{&document.Text{Value: "[" + label + ": "}}, p.Inlines...)
			p.Inlines = append(p.Inlines, &document.Text{Value: "]"})
			return p
		}
	}
	blocks = append([]document.Block{document.PlainParagraph(pos, "["+label+"]")}, blocks...)
	return &document.Quote{Pos: pos, Blocks: blocks}
}
