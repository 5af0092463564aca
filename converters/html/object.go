package html

import (
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/canvas"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/html/line"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// image reads an img element. One whose alternative text is empty on purpose,
// or that is too small to be seen, is none of the content.
func (f *flow) image(id int32, st *state) {
	b := f.b
	alt, has := b.t.Attr(id, dom.AttrAlt)
	alt = dom.Squeeze(alt)
	if tex, ok := wikiMath(alt); ok {
		f.show(id, st, converters.Make(f.b.env, &document.Math{TeX: tex}))
		return
	}
	for _, key := range []dom.Attr{dom.AttrAriaLabel, dom.AttrTitle} {
		if alt == "" {
			alt = strings.TrimSpace(b.t.Value(id, key))
		}
	}
	if alt != "" || !has && !isPixel(b.t, id) {
		f.show(id, st, converters.Make(f.b.env, &document.Image{Alt: alt}))
	}
}

// player reads a video or an audio element.
func (f *flow) player(id int32, st *state) {
	b := f.b
	for _, key := range []dom.Attr{dom.AttrAriaLabel, dom.AttrTitle} {
		if label := strings.TrimSpace(b.t.Value(id, key)); label != "" {
			f.show(id, st, converters.Make(f.b.env, &document.Image{Alt: label}))
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
	defer func() { b.at.nested-- }()
	f.place(b.embedded(id, src), int(b.t.Node(id).Line))
}

// embedded returns the blocks of a page that an element holds as text.
func (b *builder) embedded(id int32, src string) []document.Block {
	inner, err := dom.Grow(b.ctx, b.env, src, dom.StandardMode, canvas.AskedAttrs(src))
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
			f.placeInline(block, number)
		}
		return
	}
	f.flush()
	for _, block := range blocks {
		f.add(block)
	}
}

// placeInline adds the text of a block on the line.
func (f *flow) placeInline(block document.Block, number int) {
	document.Walk([]document.Block{block}, func(b document.Block) bool {
		switch b := b.(type) {
		case *document.Heading:
			f.line.Nodes(b.Inlines, number)
		case *document.Paragraph:
			f.line.Nodes(b.Inlines, number)
		case *document.CodeBlock:
			f.line.Text(b.Text, line.Shade{}, number)
		case *document.Table:
			f.line.Nodes(b.Caption, number)
			for _, r := range b.Rows {
				for _, c := range r.Cells {
					f.line.Gap()
					f.line.Text(c.Text, line.Shade{}, number)
				}
			}
		}
		f.line.Gap()
		return true
	})
}

// isParenthesis reports whether a text is what may be around a reading.
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
	if b.at.raws >= maxRaw {
		inner := *st
		if !st.inHidden {
			inner.label = b.lost.Label(visible.Element)
		}
		f.say(id, &inner, b.t.PlainText(id))
		return
	}
	b.at.raws++
	blocks := b.embedded(id, b.t.PlainText(id))
	b.at.raws--
	if !st.inHidden {
		b.lost.Label(visible.Element).LabelBlocks(blocks)
	}
	f.place(blocks, line)
}
