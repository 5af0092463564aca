package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// object reads an element that stands for something by itself, and reports
// whether it is one.
func (f *flow) object(id int32, st *state) bool {
	b := f.b
	switch b.t.node(id).tag {
	case tagImg:
		f.image(id, st)
	case tagSvg:
		f.drawing(id, st)
	case tagMath:
		f.math(id, st)
	case tagInput:
		f.input(id, st)
	case tagTextarea:
		f.textarea(id, st)
	case tagSelect:
		f.choice(id, st)
	case tagButton:
		f.line.gap()
		f.children(id, st)
		f.line.gap()
	case tagIframe:
		f.frame(id, st)
	case tagVideo, tagAudio:
		f.player(id, st)
	case tagMeter, tagProgress:
		f.children(id, st)
	default:
		return false
	}
	return true
}

// seen reports whether what stands for something by itself shows.
func (b *builder) seen(id int32, st *state) bool {
	how, _ := b.hides(st, b.t.node(id).format)
	return how == notHidden || how == hiddenSize || how == hiddenColor || b.policy != converters.DropHidden
}

// say adds a piece of text that an attribute holds.
func (f *flow) say(id int32, st *state, text string) {
	n := f.b.t.node(id)
	if text = strings.TrimSpace(text); text != "" && f.b.seen(id, st) {
		f.line.text(text, f.b.shade(st, n.format), int(n.line))
	}
}

// image reads an img element. One whose alternative text is empty on purpose,
// or that is too small to be seen, is none of the content.
func (f *flow) image(id int32, st *state) {
	b := f.b
	n := b.t.node(id)
	alt, has := b.t.attr(id, attrAlt)
	alt = squeeze(alt)
	if tex, ok := wikiMath(alt); ok {
		f.line.node(&document.Math{TeX: tex}, b.shade(st, n.format), int(n.line))
		return
	}
	for _, key := range []attr{attrAriaLabel, attrTitle} {
		if alt == "" {
			alt = strings.TrimSpace(b.t.value(id, key))
		}
	}
	if alt == "" && (has || b.pixel(id)) || !b.seen(id, st) {
		return
	}
	f.line.node(&document.Image{Alt: alt}, b.shade(st, n.format), int(n.line))
}

// pixel reports whether an image is too small to show anything.
func (b *builder) pixel(id int32) bool {
	for _, key := range []attr{attrWidth, attrHeight} {
		if v, ok := integer(b.t.value(id, key)); ok && v <= 1 {
			return true
		}
	}
	return false
}

// wikiMath returns the formula that MediaWiki draws as an image: its
// alternative text is the TeX.
func wikiMath(alt string) (string, bool) {
	tex, ok := strings.CutPrefix(alt, `{\displaystyle `)
	if !ok || !strings.HasSuffix(tex, "}") {
		tex, ok = strings.CutPrefix(alt, `{\textstyle `)
	}
	if !ok || !strings.HasSuffix(tex, "}") {
		return "", false
	}
	return strings.TrimSpace(strings.TrimSuffix(tex, "}")), true
}

// drawing reads an svg element: its label, else the text in it.
func (f *flow) drawing(id int32, st *state) {
	b := f.b
	n := b.t.node(id)
	label := strings.TrimSpace(b.t.value(id, attrAriaLabel))
	for c := range b.t.children(id) {
		if label == "" && b.t.node(c).tag == tagTitle {
			label = squeeze(b.plain(c))
		}
	}
	if label != "" && b.seen(id, st) {
		f.line.node(&document.Image{Alt: label}, b.shade(st, n.format), int(n.line))
	}
	for c := range b.t.children(id) {
		if !b.t.node(c).isText {
			f.drawn(c, st)
		}
	}
}

// drawn reads the text in a drawing. Definitions do not show, and titles and
// descriptions show only when they are asked for.
func (f *flow) drawn(id int32, around *state) {
	b := f.b
	b.step()
	if b.err != nil {
		return
	}
	n := b.t.node(id)
	st := *around
	l, how := b.enter(id, &st)
	name := b.t.name(id)
	switch {
	case how != notHidden && !st.inHidden:
		f.hidden(id, &st, how)
	case n.tag == tagTitle, n.tag == tagDesc, leftOut(n.tag), name == "defs", name == "symbol", name == "metadata":
	case n.tag == tagText:
		f.line.gap()
		f.children(id, &st)
		f.line.gap()
	case n.tag == tagForeignobject:
		f.element(id, &st, &l)
	default:
		for c := range b.t.children(id) {
			if !b.t.node(c).isText {
				f.drawn(c, &st)
			}
		}
	}
}

// player reads a video or an audio element. What is in it shows only where
// nothing can be played, and mostly says just that.
func (f *flow) player(id int32, st *state) {
	b := f.b
	for _, key := range []attr{attrAriaLabel, attrTitle} {
		if label := strings.TrimSpace(b.t.value(id, key)); label != "" {
			f.line.node(&document.Image{Alt: label}, b.shade(st, b.t.node(id).format), int(b.t.node(id).line))
			break
		}
	}
	f.children(id, st)
}

// frame reads an iframe: the page that an attribute holds. A page at another
// address is not fetched.
func (f *flow) frame(id int32, st *state) {
	b := f.b
	src, ok := b.t.attr(id, attrSrcdoc)
	if !ok {
		if b.t.value(id, attrSrc) != "" {
			b.frames.count++
			if b.frames.line == 0 {
				b.frames.line = int(b.t.node(id).line)
			}
		}
		f.say(id, st, b.t.value(id, attrTitle))
		return
	}
	if !b.nest() {
		return
	}
	defer func() { b.nested-- }()
	inner, err := grow(b.ctx, b.env, src, false)
	if err != nil {
		b.fail(err)
		return
	}
	page := b.page(inner, len(src))
	shiftLines(page, int(b.t.node(id).line))
	if f.single {
		for _, block := range page {
			f.line.text(blockText(block), shade{}, int(b.t.node(id).line))
			f.line.gap()
		}
		return
	}
	f.flush()
	for _, block := range page {
		f.add(block)
	}
}

// ruby reads base text with its reading, which goes into parentheses behind.
func (f *flow) ruby(id int32, st *state) {
	b := f.b
	written := false // the page has parentheses of its own
	for c := range b.t.children(id) {
		written = written || b.t.node(c).tag == tagRp
	}
	for c := range b.t.children(id) {
		n := b.t.node(c)
		if n.tag != tagRt || written {
			f.node(c, st)
			continue
		}
		sh := b.shade(st, n.format)
		if strings.TrimSpace(b.plain(c)) == "" {
			continue
		}
		f.line.text("(", sh, int(n.line))
		f.children(c, st)
		f.line.space = false
		f.line.text(")", sh, int(n.line))
	}
}
