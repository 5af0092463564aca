package html

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/html/line"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// maxNumber is how many bytes a bar's number may have, for what it is.
const maxNumber = 100

// object reads an element that stands for something by itself, and reports
// whether it is one.
func (f *flow) object(id int32, st *state) bool {
	b := f.b
	switch b.t.Node(id).Tag {
	case dom.TagImg:
		f.image(id, st)
	case dom.TagSvg:
		f.drawing(id, st)
	case dom.TagMath:
		f.math(id, st)
	case dom.TagInput:
		f.input(id, st)
	case dom.TagTextarea:
		f.textarea(id, st)
	case dom.TagSelect:
		if st.chosen {
			f.children(id, st) // the option around it has its text
			return true
		}
		f.choice(id, st)
	case dom.TagButton:
		f.line.Gap()
		f.children(id, st)
		f.line.Gap()
	case dom.TagIframe:
		f.frame(id, st)
	case dom.TagVideo, dom.TagAudio:
		f.player(id, st)
	case dom.TagMeter, dom.TagProgress:
		if text, whole := b.short(id, maxNumber); whole && strings.IndexFunc(text, unicode.IsLetter) < 0 {
			f.children(id, st) // the number that the bar shows
			return true
		}
		f.fallback(id, st)
	case dom.TagCanvas:
		f.fallback(id, st)
	default:
		return false
	}
	return true
}

// veiling returns how what stands for something by itself is hidden. Pictures
// do not hide as letters do.
func (b *builder) veiling(id int32, st *state, picture bool) (visible.Way, int32) {
	format := b.t.Node(id).Format
	how, by := b.hides(st, format)
	if picture && (how == visible.Color || how == visible.Size || how == visible.Opacity && by != 0) && b.looks(format).hides == visible.Shown {
		return visible.Shown, 0
	}
	return how, by
}

// say adds a piece of text that an attribute holds.
func (f *flow) say(id int32, st *state, text string) {
	n := f.b.t.Node(id)
	if text = strings.TrimSpace(text); text != "" {
		f.put(id, st, false, func(sh line.Shade) { f.line.Text(text, sh, int(n.Line)) })
	}
}

// sayToReaders adds what an attribute holds for screen readers alone.
func (f *flow) sayToReaders(id int32, st *state, text string) {
	inner := *st
	if strings.TrimSpace(text) != "" && !st.inHidden {
		f.b.count(visible.ForEyes, int(f.b.t.Node(id).Line))
		if f.b.lost.When(visible.ForEyes) != converters.KeepHidden {
			inner.label = readersLabel
		}
	}
	f.say(id, &inner, text)
}

// show adds what stands for something by itself; a picture shows where letters
// do not.
func (f *flow) show(id int32, st *state, node document.Inline) {
	_, picture := node.(*document.Image)
	f.put(id, st, picture, func(sh line.Shade) { f.line.Node(node, sh, int(f.b.t.Node(id).Line)) })
}

// put adds content, by the policy if it is hidden.
func (f *flow) put(id int32, st *state, picture bool, add func(line.Shade)) {
	n := f.b.t.Node(id)
	sh := f.b.shade(st, n.Format)
	how, by := f.b.veiling(id, st, picture)
	switch {
	case how == visible.Shown && st.label == "":
		add(sh)
	case how != visible.Shown && !f.b.showHidden(how, by, int(n.Line)) && how != visible.ForEyes:
	case how == visible.ForEyes && f.b.lost.When(how) != converters.KeepHidden || f.b.lost.When(how) == converters.MarkHidden || st.label != "":
		label := labelOf(how)
		if st.label != "" {
			label = st.label
		}
		f.line.Text("["+label+": ", sh, int(n.Line))
		f.line.Space = true
		add(sh)
		f.line.Space = false
		f.line.Text("]", sh, int(n.Line))
	default:
		add(sh)
	}
}

// image reads an img element. One whose alternative text is empty on purpose,
// or that is too small to be seen, is none of the content.
func (f *flow) image(id int32, st *state) {
	b := f.b
	alt, has := b.t.Attr(id, dom.AttrAlt)
	alt = dom.Squeeze(alt)
	if tex, ok := wikiMath(alt); ok {
		f.show(id, st, &document.Math{TeX: tex})
		return
	}
	for _, key := range []dom.Attr{dom.AttrAriaLabel, dom.AttrTitle} {
		if alt == "" {
			alt = strings.TrimSpace(b.t.Value(id, key))
		}
	}
	if alt != "" || !has && !b.pixel(id) {
		f.show(id, st, &document.Image{Alt: alt})
	}
}

// pixel reports whether an image is too small to show anything.
func (b *builder) pixel(id int32) bool {
	for _, key := range []dom.Attr{dom.AttrWidth, dom.AttrHeight} {
		if v, ok := integer(b.t.Value(id, key)); ok && v <= 1 {
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
	for _, key := range []dom.Attr{dom.AttrAriaLabel, dom.AttrTitle} {
		if label := strings.TrimSpace(b.t.Value(id, key)); label != "" {
			f.show(id, st, &document.Image{Alt: label})
			break
		}
	}
	f.fallback(id, st)
}

// fallback reads what browsers show only where they cannot show an element:
// mostly it says just that.
func (f *flow) fallback(id int32, st *state) {
	if st.inHidden || f.b.lost.When(visible.Element) == converters.KeepHidden {
		f.children(id, st)
		return
	}
	for c := range f.b.t.Children(id) {
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
	if b.t.Holds(id, dom.InsideSaid) {
		f.raw(id, st)
	}
	src, ok := b.t.Attr(id, dom.AttrSrcdoc)
	if !ok {
		if b.t.Value(id, dom.AttrSrc) != "" {
			b.lost.Lose(lost.Frame, at(int(b.t.Node(id).Line)))
		}
		f.sayToReaders(id, st, b.t.Value(id, dom.AttrTitle))
		return
	}
	if !b.nest() {
		return
	}
	defer func() { b.nested-- }()
	f.place(b.embedded(id, src), int(b.t.Node(id).Line))
}

// embedded returns the blocks of a page that an element holds as text.
func (b *builder) embedded(id int32, src string) []document.Block {
	inner, err := dom.Grow(b.ctx, b.env, src, dom.StandardMode, css.AskedAttrs(src))
	if err != nil {
		b.fail(err)
		return nil
	}
	blocks := b.page(inner, len(src))
	shiftLines(blocks, int(b.t.Node(id).Line))
	return blocks
}

// place adds blocks of a page inside the page.
func (f *flow) place(blocks []document.Block, number int) {
	if f.single {
		for _, block := range blocks {
			f.line.Text(blockText(block), line.Shade{}, number)
			f.line.Gap()
		}
		return
	}
	f.flush()
	for _, block := range blocks {
		f.add(block)
	}
}

// isParenthesis reports whether a text is what may stand around a reading.
func isParenthesis(s string) bool { return utf8.RuneCountInString(strings.TrimSpace(s)) <= 1 }

// ruby reads base text with its reading, which goes into parentheses behind.
func (f *flow) ruby(id int32, st *state) {
	b := f.b
	marks, others := 0, 0 // parentheses of the page, and what is in their place
	for c := range b.t.Children(id) {
		switch {
		case b.t.Node(c).Tag != dom.TagRp:
		case isParenthesis(b.t.PlainText(c)):
			marks++
		default:
			others++
		}
	}
	written := marks > 0 && others == 0
	for c := range b.t.Children(id) {
		n := b.t.Node(c)
		if n.Tag == dom.TagRp && !written {
			if !isParenthesis(b.t.PlainText(c)) { // browsers show none of it
				inner := *st
				f.hidden(c, &inner, visible.Style)
			}
			continue
		}
		if n.Tag != dom.TagRt || written {
			f.node(c, st)
			continue
		}
		sh := b.shade(st, n.Format)
		inner := *st
		_, how := b.enter(c, &inner)
		if how == visible.Shown {
			how, _ = b.hides(&inner, n.Format)
		}
		switch {
		case !b.t.Holds(c, dom.InsideSaid):
			continue
		case how != visible.Shown:
			f.node(c, st)
			continue
		}
		f.line.Text("(", sh, int(n.Line))
		f.children(c, st)
		f.line.Space = false
		f.line.Text(")", sh, int(n.Line))
	}
}
