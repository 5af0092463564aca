package html

import (
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// mostNumber is how many bytes a bar's number may have, for what it is.
const mostNumber = 100

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
		if st.chosen {
			f.children(id, st) // the option around it has its text
			return true
		}
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
		if text, whole := b.short(id, mostNumber); whole && strings.IndexFunc(text, unicode.IsLetter) < 0 {
			f.children(id, st) // the number that the bar shows
			return true
		}
		f.fallback(id, st)
	case tagCanvas:
		f.fallback(id, st)
	default:
		return false
	}
	return true
}

// veiling returns how what stands for something by itself is hidden. Pictures
// do not hide as letters do.
func (b *builder) veiling(id int32, st *state, picture bool) (visible.Way, int32) {
	format := b.t.node(id).format
	how, by := b.hides(st, format)
	if picture && (how == visible.Color || how == visible.Size || how == visible.Opacity && by != 0) && b.looks(format).hides == visible.Shown {
		return visible.Shown, 0
	}
	return how, by
}

// say adds a piece of text that an attribute holds.
func (f *flow) say(id int32, st *state, text string) {
	n := f.b.t.node(id)
	if text = strings.TrimSpace(text); text != "" {
		f.put(id, st, false, func(sh shade) { f.line.text(text, sh, int(n.line)) })
	}
}

// sayToReaders adds what an attribute holds for screen readers alone.
func (f *flow) sayToReaders(id int32, st *state, text string) {
	inner := *st
	if strings.TrimSpace(text) != "" && !st.inHidden {
		f.b.count(visible.ForEyes, int(f.b.t.node(id).line))
		if f.b.hidden.When(visible.ForEyes) != converters.KeepHidden {
			inner.label = readersLabel
		}
	}
	f.say(id, &inner, text)
}

// show adds what stands for something by itself; a picture shows where letters
// do not.
func (f *flow) show(id int32, st *state, node document.Inline) {
	_, picture := node.(*document.Image)
	f.put(id, st, picture, func(sh shade) { f.line.node(node, sh, int(f.b.t.node(id).line)) })
}

// put adds content, by the policy if it is hidden.
func (f *flow) put(id int32, st *state, picture bool, add func(shade)) {
	n := f.b.t.node(id)
	sh := f.b.shade(st, n.format)
	how, by := f.b.veiling(id, st, picture)
	switch {
	case how == visible.Shown && st.label == "":
		add(sh)
	case how != visible.Shown && !f.b.showHidden(how, by, int(n.line)) && how != visible.ForEyes:
	case how == visible.ForEyes && f.b.hidden.When(how) != converters.KeepHidden || f.b.hidden.When(how) == converters.MarkHidden || st.label != "":
		label := labelOf(how)
		if st.label != "" {
			label = st.label
		}
		f.line.text("["+label+": ", sh, int(n.line))
		f.line.space = true
		add(sh)
		f.line.space = false
		f.line.text("]", sh, int(n.line))
	default:
		add(sh)
	}
}

// image reads an img element. One whose alternative text is empty on purpose,
// or that is too small to be seen, is none of the content.
func (f *flow) image(id int32, st *state) {
	b := f.b
	alt, has := b.t.attr(id, attrAlt)
	alt = squeeze(alt)
	if tex, ok := wikiMath(alt); ok {
		f.show(id, st, &document.Math{TeX: tex})
		return
	}
	for _, key := range []attr{attrAriaLabel, attrTitle} {
		if alt == "" {
			alt = strings.TrimSpace(b.t.value(id, key))
		}
	}
	if alt != "" || !has && !b.pixel(id) {
		f.show(id, st, &document.Image{Alt: alt})
	}
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

// player reads a video or an audio element.
func (f *flow) player(id int32, st *state) {
	b := f.b
	for _, key := range []attr{attrAriaLabel, attrTitle} {
		if label := strings.TrimSpace(b.t.value(id, key)); label != "" {
			f.show(id, st, &document.Image{Alt: label})
			break
		}
	}
	f.fallback(id, st)
}

// fallback reads what browsers show only where they cannot show an element:
// mostly it says just that.
func (f *flow) fallback(id int32, st *state) {
	if st.inHidden || f.b.hidden.When(visible.Element) == converters.KeepHidden {
		f.children(id, st)
		return
	}
	for c := range f.b.t.children(id) {
		if f.b.hasContent(c) {
			f.hidden(id, st, visible.Element)
			return
		}
	}
}

// frame reads an iframe: the page that an attribute holds. A page at another
// address is not fetched.
func (f *flow) frame(id int32, st *state) {
	b := f.b
	if b.t.holds(id, insideSaid) {
		f.raw(id, st)
	}
	src, ok := b.t.attr(id, attrSrcdoc)
	if !ok {
		if b.t.value(id, attrSrc) != "" {
			b.frames.Add(at(int(b.t.node(id).line)), 1)
		}
		f.sayToReaders(id, st, b.t.value(id, attrTitle))
		return
	}
	if !b.nest() {
		return
	}
	defer func() { b.nested-- }()
	f.place(b.embedded(id, src), int(b.t.node(id).line))
}

// embedded returns the blocks of a page that an element holds as text.
func (b *builder) embedded(id int32, src string) []document.Block {
	inner, err := grow(b.ctx, b.env, src, standardMode)
	if err != nil {
		b.fail(err)
		return nil
	}
	blocks := b.page(inner, len(src))
	shiftLines(blocks, int(b.t.node(id).line))
	return blocks
}

// place adds blocks of a page inside the page.
func (f *flow) place(blocks []document.Block, line int) {
	if f.single {
		for _, block := range blocks {
			f.line.text(blockText(block), shade{}, line)
			f.line.gap()
		}
		return
	}
	f.flush()
	for _, block := range blocks {
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
		inner := *st
		_, how := b.enter(c, &inner)
		if how == visible.Shown {
			how, _ = b.hides(&inner, n.format)
		}
		switch {
		case !b.t.holds(c, insideSaid):
			continue
		case how != visible.Shown:
			f.node(c, st)
			continue
		}
		f.line.text("(", sh, int(n.line))
		f.children(c, st)
		f.line.space = false
		f.line.text(")", sh, int(n.line))
	}
}
