package html

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
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
	z       *scanner
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
	f := &flatter{ctx: ctx, env: env, z: newScanner(src), b: newBuilder(ctx, env)}
	f.z.extra = askedAttrs(src)
	f.b.t = &tree{extra: f.z.extra}
	f.b.sheet = emptySheet(f.b.t)
	f.b.sheet.extra = f.z.extra
	for f.err == nil {
		tok := f.z.next()
		if tok.kind == endOfInput {
			break
		}
		if f.err = env.Step(ctx, 1, document.Pos{}); f.err == nil {
			f.token(&tok)
		}
	}
	f.flush(true)
	f.b.warn()
	f.b.report(warnTreeless, "the page is too big for its structure to be kept", 1)
	if f.err != nil {
		return nil, f.err
	}
	if len(f.blocks) == 0 {
		return nil, noText()
	}
	return &document.Document{Blocks: f.blocks}, nil
}

func (f *flatter) token(tok *token) {
	switch tok.kind {
	case textToken:
		if f.skip == "" {
			s := tok.text
			if !tok.raw {
				s = unescape(s)
			}
			f.words(s, tok.line)
		}
	case startToken:
		f.start(tok)
	case endToken:
		f.end(tok)
	}
}

// start takes a start tag. What it hides is left out up to its end tag.
func (f *flatter) start(tok *token) {
	t := tok.tag
	if t.is(block) && strings.EqualFold(f.skip, "p") {
		f.skip = "" // it ends the paragraph
	}
	if f.skip != "" {
		if strings.EqualFold(tok.name, f.skip) {
			f.nesting++
		}
		return
	}
	if t.is(block) || t == tagTr {
		f.flush(false)
	}
	switch {
	case t == tagStyle:
		f.style(tok.attrs)
	case t.is(void):
		if t == tagBr || t == tagHr {
			f.flush(false)
		}
		if t == tagImg {
			f.image(tok)
		}
	case leftOut(t) && t != tagHead && t != tagHtml && t != tagBody && t != tagFrameset || f.hides(tok):
		f.skip, f.nesting = tok.name, 1
	case isHeading(t):
		f.level = int(t-tagH1) + 1
	case t == tagTd || t == tagTh:
		f.space = true
	}
}

// style reads the rules of a style element whose start tag had attributes.
func (f *flatter) style(list []attribute) {
	media, kind := "", ""
	for _, a := range list {
		switch a.key {
		case attrMedia:
			media = unescapeValue(a.value)
		case attrType:
			kind = unescapeValue(a.value)
		}
	}
	if next := f.z.next(); next.kind == textToken && isCSS(kind) {
		f.b.sheet.addFor(media, next.text)
	}
}

func (f *flatter) end(tok *token) {
	if f.skip != "" {
		if strings.EqualFold(tok.name, f.skip) {
			if f.nesting--; f.nesting == 0 {
				f.skip = ""
			}
		}
		return
	}
	switch t := tok.tag; {
	case t.is(block), t == tagTr:
		f.flush(false)
	case t == tagTd, t == tagTh:
		f.space = true
	}
}

// hides reports whether a start tag begins hidden content. Without a tree,
// whatever a rule may hide is hidden.
func (f *flatter) hides(tok *token) bool {
	if tok.tag == tagHtml || tok.tag == tagBody || len(f.b.sheet.rules) == 0 && tok.tag != tagDialog && !mayHide(tok.attrs) {
		return false // how the whole page is hidden is not asked
	}
	t := f.b.t
	*t = tree{}
	g := grower{t: t, named: map[string]int32{}}
	t.nodes.add(node{})
	t.formats.add(format{})
	f.b.formats = pages[formatLook]{}
	g.insert(tok, false)
	st := state{ground: white, ink: black}
	if ink, ok := t.attr(1, attrColor); ok && tok.tag.is(formatting) {
		st.color(legacyColor(ink), paint{}, root)
	}
	_, how := f.b.enter(1, &st)
	if how == visible.Shown {
		how, _ = f.b.hides(&st, 0)
	}
	if how == visible.Shown || f.b.hidden.When(how) == converters.KeepHidden {
		return false
	}
	f.b.count(how, tok.line)
	return true
}

// mayHide reports whether attributes may hide an element without any rule.
func mayHide(list []attribute) bool {
	for _, a := range list {
		switch a.key {
		case attrHidden, attrStyle, attrClass, attrPopover, attrColor:
			return true
		}
	}
	return false
}

func (f *flatter) image(tok *token) {
	for _, a := range tok.attrs {
		if alt := strings.TrimSpace(unescapeValue(a.value)); a.key == attrAlt && alt != "" {
			f.words(" [image: "+alt+"] ", tok.line)
		}
	}
}

// words adds text with its white space collapsed.
func (f *flatter) words(s string, line int) {
	for s != "" && f.err == nil {
		i := 0
		for i < len(s) && isSpace(s[i]) {
			i++
		}
		f.space = f.space || i > 0
		s = s[i:]
		n := endOfWords(s)
		if n == 0 {
			continue
		}
		if len(f.text) == 0 {
			f.first = line
		} else if f.space {
			f.text = append(f.text, ' ')
		}
		f.space = false
		at := document.LineSpan(line, line)
		if f.err = f.env.Spend(converters.LimitText, int64(utf8.RuneCountInString(s[:n])), at); f.err != nil {
			return
		}
		f.text = append(f.text, s[:n]...)
		f.last = line
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
	inlines := []document.Inline{&document.Text{Value: s}}
	if level > 0 && !full {
		f.blocks = append(f.blocks, &document.Heading{Pos: pos, Level: level, Inlines: inlines})
		return
	}
	f.blocks = append(f.blocks, &document.Paragraph{Pos: pos, Inlines: inlines})
}
