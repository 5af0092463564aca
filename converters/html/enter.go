package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// leftOut reports whether an element's content is none of the page's text.
func leftOut(t tag) bool {
	switch t {
	case tagScript, tagStyle, tagTemplate, tagNoscript, tagHead, tagTitle, tagMeta, tagLink, tagBase,
		tagParam, tagTrack, tagSource, tagArea, tagDatalist, tagCol, tagColgroup, tagNoembed, tagFrame,
		tagNoframes, tagBasefont, tagBgsound, tagKeygen, tagEmbed, tagHtml, tagBody, tagFrameset:
		return true
	}
	return false
}

// shadow reports whether an element is a template that shows: a declarative
// shadow root.
func (b *builder) shadow(id int32) bool {
	return b.t.node(id).tag == tagTemplate && b.t.value(id, attrShadowrootmode) != ""
}

// outside reads what an element holds that a browser does not show.
func (f *flow) outside(id int32, st *state) {
	b := f.b
	switch b.t.node(id).tag {
	case tagTemplate, tagDatalist:
		inner := *st
		f.hidden(id, &inner, visible.Element)
	case tagNoscript, tagNoembed, tagNoframes:
		f.raw(id, st)
	}
}

// mostRaw is how many elements whose markup is text may stand in one another,
// since each is read again as a page; the markup of those inside stays text.
const mostRaw = 4

// raw reads an element whose markup is text to browsers, which do not show it.
func (f *flow) raw(id int32, st *state) {
	b := f.b
	if !b.hasContent(id) {
		return
	}
	line := int(b.t.node(id).line)
	b.count(visible.Element, line)
	if b.hidden.When(visible.Element) == converters.DropHidden {
		return
	}
	if b.raws >= mostRaw {
		inner := *st
		if b.hidden.When(visible.Element) == converters.MarkHidden && !st.inHidden {
			inner.label = labelOf(visible.Element)
		}
		f.say(id, &inner, b.plain(id))
		return
	}
	b.raws++
	blocks := b.embedded(id, b.plain(id))
	b.raws--
	if b.hidden.When(visible.Element) == converters.MarkHidden && !st.inHidden && len(blocks) > 0 {
		blocks = []document.Block{labelled(b.pos(id), labelOf(visible.Element), blocks)}
	}
	f.place(blocks, line)
}

// enter takes over what an element's style says, and returns how the element
// is hidden, if it is.
func (b *builder) enter(id int32, st *state) (look, visible.Way) {
	n := b.t.node(id)
	ink, ground := ownColors(n.tag)
	st.color(ink, ground, id)
	switch n.tag {
	case tagSvg:
		b.enterDrawing(id, st)
	case tagForeignobject:
		st.drawn = false
		st.color(paint{set: true}, paint{}, id)
	}
	if n.count > 0 {
		if v, ok := b.t.attr(id, attrBgcolor); ok {
			st.color(paint{}, legacyColor(v), id)
		}
	}
	how := visible.Shown
	if n.count > 0 && st.drawn {
		how = b.presentation(id, st)
	}
	around := st.flexible || b.foreign
	st.flexible = false
	l, styled := b.sheet.look(element{id: id})
	if styled {
		if st.flexible = l.flexible; l.thin && !around {
			l.hides = visible.Size
		}
		if st.drawn {
			l.ink = paint{} // letters have the colour that fills them
		}
		st.apply(&l, id)
		if st.drawn {
			st.fill(l.fill, l.stroke, id)
		}
	}
	if by := b.hiddenBy(id, &l); by != visible.Shown {
		how = by
	}
	return l, how
}

// ownColors returns the colours that browsers give to some elements.
func ownColors(t tag) (ink, ground paint) {
	switch t {
	case tagButton, tagInput, tagSelect, tagTextarea, tagDialog:
		return black, white
	case tagMark:
		return black, paint{set: true, known: true, r: 255, g: 255, a: 255}
	}
	return paint{}, paint{}
}

// hiddenBy returns how an element with all that is in it is hidden.
func (b *builder) hiddenBy(id int32, l *look) visible.Way {
	n := b.t.node(id)
	if n.count == 0 && l.hides == visible.Shown && n.tag != tagDialog {
		return visible.Shown
	}
	if v, ok := b.t.attr(id, attrHidden); ok && (!l.shows || isUntilFound(v)) {
		return visible.Attribute
	}
	switch {
	case l.shows:
	case b.t.has(id, attrPopover):
		return visible.Attribute
	case n.tag == tagDialog && !b.t.has(id, attrOpen):
		return visible.Element
	}
	if mayBeForReaders(l.hides) {
		if class := b.t.value(id, attrClass); class != "" && forReaders(class) {
			return visible.ForEyes
		}
	}
	if l.hides == visible.Shown && b.shrunk(id) {
		return visible.Size
	}
	return l.hides
}

// isUntilFound reports whether a hidden attribute hides by more than display.
func isUntilFound(v string) bool { return strings.EqualFold(strings.TrimSpace(v), "until-found") }

// shrunk reports whether attributes make a picture, or a page in the page, too
// small to be seen.
func (b *builder) shrunk(id int32) bool {
	switch b.t.node(id).tag {
	case tagImg, tagIframe, tagEmbed, tagObject, tagSvg:
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
func (b *builder) hasContent(id int32) bool { return b.t.holds(id, insideContent) }

// count notes that content was hidden.
func (b *builder) count(how visible.Way, line int) {
	b.hidden.Hide(how, at(line))
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
	return b.hidden.When(how) != converters.DropHidden
}

// readersLabel stands in front of text that only screen readers get.
const readersLabel = "for screen readers"

// hidden reads a hidden element by the policy.
func (f *flow) hidden(id int32, st *state, how visible.Way) {
	b := f.b
	if !b.hasContent(id) {
		return
	}
	n := b.t.node(id)
	b.count(how, int(n.line))
	if b.hidden.When(how) == converters.DropHidden && how != visible.ForEyes {
		return
	}
	st.inHidden = true
	l := look{}
	if b.hidden.When(how) == converters.KeepHidden {
		f.element(id, st, &l)
		return
	}
	label := labelOf(how)
	if !n.tag.is(block) && !b.t.holds(id, insideBlock) || f.single {
		sh := b.shade(st, n.format)
		f.line.text("["+label+": ", sh, int(n.line))
		f.line.space = true
		f.element(id, st, &l)
		f.line.space = false
		f.line.text("]", sh, int(n.last))
		return
	}
	inner := b.newFlow()
	inner.element(id, st, &l)
	f.flush()
	f.add(labelled(b.pos(id), label, inner.finish()))
}

// labelOf returns what stands in front of text that is hidden in a way.
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
		b.count(how, int(b.t.node(id).line))
	}
	if b.hidden.When(how) == converters.DropHidden && how != visible.ForEyes {
		return false
	}
	st.inHidden = true
	if b.hidden.When(how) != converters.KeepHidden {
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
