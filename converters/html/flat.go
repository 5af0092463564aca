package html

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/canvas"
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/html/line"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

const (
	flatBlocks = 100_000 // after so many, headings and short paragraphs are joined
	flatShort  = 1 << 10 // bytes
)

// flatter reads a page without a tree, in memory that does not grow with the
// number of its elements: headings, paragraphs and all text, nothing else.
type flatter struct {
	ctx     context.Context
	env     *converters.Env
	z       *dom.Scanner
	b       *builder // for its counts
	blocks  []document.Block
	text    []byte
	space   bool
	first   int
	last    int
	level   int // of the heading that is open, 0 for none
	skip    string
	nesting int // elements called skip that are open
	err     error
}

// flat reads a page that is too big for a tree.
func flat(ctx context.Context, env *converters.Env, src string) (*document.Document, error) {
	asked := canvas.AskedAttrs(src)
	f := &flatter{ctx: ctx, env: env, z: dom.NewScanner(src, asked), b: newBuilder(ctx, env)}
	f.b.t = &dom.Tree{Extra: asked}
	f.b.sheet = css.SheetWithoutTree(f.b.t, len(src))
	for f.err == nil {
		tok := f.z.Next()
		if tok.Kind == dom.EndOfInput {
			break
		}
		if f.err = env.Step(ctx, 1, document.Pos{}); f.err == nil {
			f.token(&tok)
		}
	}
	f.flush(true)
	f.b.lost.Lose(lost.Tree, document.Pos{})
	f.b.lost.Warn(env)
	if f.err != nil {
		return nil, f.err
	}
	if len(f.blocks) == 0 {
		return nil, noText()
	}
	return &document.Document{Blocks: f.blocks}, nil
}

func (f *flatter) token(tok *dom.Token) {
	switch tok.Kind {
	case dom.TextToken:
		if f.skip == "" {
			s := tok.Text
			if !tok.Raw {
				s = dom.Unescape(s)
			}
			f.words(s, tok.Line)
		}
	case dom.StartToken:
		f.start(tok)
	case dom.EndToken:
		f.end(tok)
	}
}

// start takes a start tag. What it hides is left out up to its end tag.
func (f *flatter) start(tok *dom.Token) {
	t := tok.Tag
	if f.skips(tok) {
		return
	}
	if t.Is(dom.Block) || t == dom.TagTr {
		f.flush(false)
	}
	switch {
	case t == dom.TagStyle:
		f.style(tok.Attrs)
	case t == dom.TagImg:
		f.image(tok)
	case t == dom.TagBr || t == dom.TagHr:
		f.flush(false)
	case t.Is(dom.Void):
	case isOutside(t) || f.hides(tok):
		f.skip, f.nesting = tok.Name, 1
	case dom.IsHeading(t):
		f.level = int(t-dom.TagH1) + 1
	case t == dom.TagTd || t == dom.TagTh:
		f.space = true
	}
}

// skips reports whether a start tag is in what is left out.
func (f *flatter) skips(tok *dom.Token) bool {
	if tok.Tag.Is(dom.Block) && strings.EqualFold(f.skip, "p") {
		f.skip = "" // it ends the paragraph
	}
	if f.skip != "" && strings.EqualFold(tok.Name, f.skip) {
		f.nesting++
	}
	return f.skip != ""
}

// isOutside reports whether an element is no part of the content; the parts of
// every page are looked into.
func isOutside(t dom.Tag) bool {
	switch t {
	case dom.TagHead, dom.TagHtml, dom.TagBody, dom.TagFrameset:
		return false
	}
	return dom.LeftOut(t)
}

// style reads the rules of a style element whose start tag had attributes.
func (f *flatter) style(list []dom.Attribute) {
	media, kind := "", ""
	for _, a := range list {
		switch a.Key {
		case dom.AttrMedia:
			media = dom.UnescapeValue(a.Value)
		case dom.AttrType:
			kind = dom.UnescapeValue(a.Value)
		}
	}
	if next := f.z.Next(); next.Kind == dom.TextToken && css.IsCSS(kind) {
		f.b.sheet.AddFor(media, next.Text)
	}
}

func (f *flatter) end(tok *dom.Token) {
	if f.skip != "" {
		if strings.EqualFold(tok.Name, f.skip) {
			if f.nesting--; f.nesting == 0 {
				f.skip = ""
			}
		}
		return
	}
	switch t := tok.Tag; {
	case t.Is(dom.Block), t == dom.TagTr:
		f.flush(false)
	case t == dom.TagTd, t == dom.TagTh:
		f.space = true
	}
}

// hides reports whether a start tag begins hidden content.
func (f *flatter) hides(tok *dom.Token) bool {
	if tok.Tag == dom.TagHtml || tok.Tag == dom.TagBody || !f.b.sheet.HasRules() && tok.Tag != dom.TagDialog && !mayHide(tok.Attrs) {
		return false // how the whole page is hidden is not asked
	}
	t := f.b.t
	*t = dom.Tree{}
	t.Nodes.Add(dom.Node{})
	t.Formats.Add(dom.Format{})
	f.b.formats = dom.Pages[formatLook]{}
	t.Add(tok, dom.Root, 0)
	st := state{look: appearance{ground: props.White, ink: props.Black}}
	if ink, ok := t.Attr(1, dom.AttrColor); ok && tok.Tag.Is(dom.Formatting) {
		st.color(props.LegacyColor(ink), props.Paint{}, dom.Root)
	}
	_, how := f.b.enter(1, &st)
	if how == visible.Shown {
		how, _ = f.b.hides(&st, 0)
	}
	if how == visible.Shown || f.b.lost.When(how) == converters.KeepHidden {
		return false
	}
	f.b.count(how, tok.Line)
	return true
}

// mayHide reports whether attributes may hide an element without any rule.
func mayHide(list []dom.Attribute) bool {
	for _, a := range list {
		switch a.Key {
		case dom.AttrHidden, dom.AttrStyle, dom.AttrClass, dom.AttrPopover, dom.AttrColor:
			return true
		}
	}
	return false
}

func (f *flatter) image(tok *dom.Token) {
	for _, a := range tok.Attrs {
		if alt := strings.TrimSpace(dom.UnescapeValue(a.Value)); a.Key == dom.AttrAlt && alt != "" {
			f.words(" [image: "+alt+"] ", tok.Line)
		}
	}
}

// words adds text with its white space collapsed.
func (f *flatter) words(s string, number int) {
	for s != "" && f.err == nil {
		i := 0
		for i < len(s) && dom.IsSpace(s[i]) {
			i++
		}
		f.space = f.space || i > 0
		s = s[i:]
		n := line.EndOfWords(s)
		if n == 0 {
			continue
		}
		if len(f.text) == 0 {
			f.first = number
		} else if f.space {
			f.text = append(f.text, ' ')
		}
		f.space = false
		at := document.LineSpan(number, number)
		if f.err = f.env.Spend(converters.LimitText, int64(utf8.RuneCountInString(s[:n])), at); f.err != nil {
			return
		}
		f.text = append(f.text, s[:n]...)
		f.last = number
		s = s[n:]
	}
}

// flush ends the paragraph or the heading.
func (f *flatter) flush(all bool) {
	f.space = true
	level := f.level
	f.level = 0
	full := len(f.blocks) >= flatBlocks
	if len(f.text) == 0 || full && !all && len(f.text) < flatShort {
		return
	}
	s := string(f.text)
	f.text = f.text[:0]
	pos := document.LineSpan(f.first, f.last)
	inlines := []document.Inline{converters.Make(f.env, &document.Text{Value: s})}
	if level > 0 && !full {
		f.blocks = append(f.blocks, converters.Make(f.env, &document.Heading{Pos: pos, Level: level, Inlines: inlines}))
		return
	}
	f.blocks = append(f.blocks, converters.Make(f.env, &document.Paragraph{Pos: pos, Inlines: inlines}))
}
