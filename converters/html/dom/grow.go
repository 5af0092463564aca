package dom

import (
	"context"
	"errors"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// maxSaid is how many comments are held.
const maxSaid = 100

const (
	// deepest is how many elements may be nested; those inside are beside
	// one another at that depth, so that no text is lost.
	deepest = 256
	// treeBytes is how much memory a tree, its document and its source may
	// take; a bigger page is read without a tree.
	treeBytes = 160 << 20
	// openElements is how many elements may be open at once in a tree.
	openElements = 1 << 18
)

// ErrTooBig says that a page is too big for a tree.
var ErrTooBig = errors.New("the page is too big for a tree")

// Grower makes a tree of tokens by those of HTML's rules (WHATWG HTML 13.2.6)
// that decide what is where: which end tags are implied, what an end tag
// reaches, how rows and cells find their table.
type Grower struct {
	z   *Scanner
	T   *Tree
	xml bool // "/>" closes every element

	stack  []open
	last   [TagCount]int32  // by tag: the innermost open element, -1 for none
	Named  map[string]int32 // the same for names in no table
	active []activeFormat
	format int32
}

// open is an open element. The places of the nearest elements that stop an
// end tag are kept with it, so that no search walks the stack.
type open struct {
	node    int32
	tag     Tag
	flat    bool  // too deep: its content is beside it
	prev    int32 // the next open element with its name further out
	special int32 // the nearest special element, itself included
	hard    int32 // the same, but for address, div and p
	scope   int32 // the nearest element with a scope of its own
}

// Grow parses a page. The attributes that its style rules ask for are kept
// besides those of the table.
func Grow(ctx context.Context, env *converters.Env, src string, m Mode, asked Extras) (*Tree, error) {
	g := &Grower{z: NewScanner(src, asked), T: &Tree{Quirks: m == QuirksMode, XML: m == XMLMode, Extra: asked}, xml: m == XMLMode}
	for i := range g.last {
		g.last[i] = -1
	}
	g.z.cdata = g.xml
	tags := strings.Count(src, "<")
	g.T.Nodes.Expect(tags + 2)
	g.T.texts.Expect(tags + 1)
	g.T.Attrs.Expect(strings.Count(src, "="))
	g.T.Formats.Add(Format{})
	g.T.Nodes.Add(Node{Line: 1})
	for n := 1; ; n++ {
		tok := g.z.Next()
		g.T.Cut = g.T.Cut || tok.cut
		if tok.Kind == EndOfInput {
			break
		}
		if err := env.Step(ctx, 1, document.Pos{}); err != nil {
			return nil, err
		}
		g.token(&tok)
		if n&1023 == 0 && (g.T.size() > treeBytes-int64(len(src)) || len(g.stack) > openElements) {
			return nil, ErrTooBig
		}
	}
	g.popTo(0)
	r := g.T.Node(Root)
	r.End, r.Last = g.T.Nodes.Len(), int32(g.z.line)
	return g.T, nil
}

func (g *Grower) token(tok *Token) {
	switch tok.Kind {
	case TextToken:
		g.text(tok)
	case StartToken:
		g.start(tok)
	case EndToken:
		g.end(tok)
	case doctypeToken:
		g.T.Quirks = false
	case commentToken:
		if strings.TrimSpace(tok.Text) != "" && !strings.HasPrefix(tok.Text, "[") && !(tok.Raw && strings.HasPrefix(tok.Text, "xml")) {
			if g.T.Comments++; g.T.Comments <= maxSaid {
				g.T.said = append(g.T.said, remark{g.z.line, tok.Text})
			}
		}
	}
}

func (g *Grower) text(tok *Token) {
	s := tok.Text
	if !tok.Raw {
		s = Unescape(s)
		if len(s) != len(tok.Text) {
			g.T.decoded += int64(len(s))
		}
	}
	if n := g.T.Nodes.Len(); n > 1 && strings.HasPrefix(s, "\n") {
		// A line end behind the start tag is none of the content.
		if top := g.T.Node(n - 1); !top.IsText && (top.Tag == TagPre || top.Tag == TagListing || top.Tag == TagTextarea) {
			s = s[1:]
		}
	}
	if s == "" {
		return
	}
	g.reopen()
	if g.format != 0 {
		g.T.blocks++
	}
	id := g.T.Nodes.Add(Node{
		Parent: g.parent(), Format: g.format, IsText: true,
		Line: int32(tok.Line), Last: int32(tok.Line + strings.Count(tok.Text, "\n")),
		Data: g.T.texts.Add(s),
	})
	g.T.Node(id).End = id + 1
}

// parent returns the element that the next node is in.
func (g *Grower) parent() int32 {
	if n := len(g.stack); n > 0 {
		return g.stack[min(n, deepest)-1].node
	}
	return Root
}

// Insert adds an element and, unless it is void, opens it.
func (g *Grower) Insert(tok *Token, opens bool) {
	first, count := g.keep(tok)
	id := g.T.Nodes.Add(Node{
		Parent: g.parent(), Format: g.format, Line: int32(tok.Line), Last: int32(tok.Line),
		Data: first, Count: count, Tag: tok.Tag,
	})
	g.T.Node(id).End = id + 1
	if t := tok.Tag; t.Is(Block) || t == TagTd || t == TagTh || t == TagTr || t == TagBr {
		g.T.blocks++
	}
	if opens {
		g.push(id)
	}
}

// keep stores the attributes of a token.
func (g *Grower) keep(tok *Token) (first int32, count uint8) {
	first = g.T.Attrs.Len()
	if tok.Tag == TagNone {
		g.T.Attrs.Add(Attribute{AttrNone, strings.ToLower(tok.Name)})
		count++
	}
	for _, a := range tok.Attrs {
		v := UnescapeValue(a.Value)
		if len(v) != len(a.Value) {
			g.T.decoded += int64(len(v))
		}
		g.T.Attrs.Add(Attribute{a.Key, v})
		count++
	}
	return first, count
}

func (g *Grower) push(id int32) {
	at := int32(len(g.stack))
	t := g.T.Node(id).Tag
	inherited := g.format
	if t == TagTd || t == TagTh || t == TagCaption || t == TagTemplate {
		inherited = g.inherited()
	}
	o := open{node: id, tag: t, prev: g.innermost(id), special: -1, hard: -1, scope: -1}
	if at > 0 {
		top := &g.stack[at-1]
		o.special, o.hard, o.scope = top.special, top.hard, top.scope
	}
	if t.Is(special) {
		o.special = at
		if t != TagAddress && t != TagDiv && t != TagP {
			o.hard = at
		}
	}
	if t.Is(scope) {
		o.scope = at
	}
	if o.flat = at >= deepest; o.flat {
		g.T.Deep++
	}
	g.stack = append(g.stack, o)
	g.remember(id, at)
	if marks(t) {
		g.active = append(g.active, activeFormat{marker: true, format: g.format})
		g.format = inherited
	}
}

// innermost returns where the innermost open element of a node's name is.
func (g *Grower) innermost(id int32) int32 {
	if t := g.T.Node(id).Tag; t != TagNone {
		return g.last[t]
	}
	if at, ok := g.Named[g.T.Name(id)]; ok {
		return at
	}
	return -1
}

func (g *Grower) remember(id, at int32) {
	if t := g.T.Node(id).Tag; t != TagNone {
		g.last[t] = at
	} else if at >= 0 {
		if g.Named == nil {
			g.Named = map[string]int32{}
		}
		g.Named[g.T.Name(id)] = at
	} else {
		delete(g.Named, g.T.Name(id))
	}
}

// popTo closes open elements until n are left.
func (g *Grower) popTo(n int32) {
	for int32(len(g.stack)) > n {
		o := &g.stack[len(g.stack)-1]
		g.remember(o.node, o.prev)
		if !o.flat {
			e := g.T.Node(o.node)
			e.End, e.Last = g.T.Nodes.Len(), int32(g.z.line)
		}
		if marks(o.tag) {
			g.clearActive()
		}
		g.stack = g.stack[:len(g.stack)-1]
	}
	g.interrupt(n)
}

// current returns the tag of the innermost open element.
func (g *Grower) current() Tag {
	if n := len(g.stack); n > 0 {
		return g.stack[n-1].tag
	}
	return TagNone
}

// bar is which elements stop the search for an open one.
type bar uint8

const (
	anyScope bar = iota
	buttonScope
	listScope
)

// inScope returns where the innermost open element with a tag is, or -1 if it
// is out of reach (WHATWG HTML 13.2.4.2).
func (g *Grower) inScope(t Tag, b bar) int32 {
	at := g.last[t]
	if at < 0 {
		return -1
	}
	stop := g.stack[len(g.stack)-1].scope
	switch b {
	case buttonScope:
		stop = max(stop, g.last[TagButton])
	case listScope:
		stop = max(stop, g.last[TagOl], g.last[TagUl])
	}
	if at < stop {
		return -1
	}
	return at
}

// close closes the innermost element with a tag if it is in reach.
func (g *Grower) close(t Tag, b bar) {
	if at := g.inScope(t, b); at >= 0 {
		g.popTo(at)
	}
}
