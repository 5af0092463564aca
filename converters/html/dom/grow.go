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

// grower makes a tree of tokens by those of HTML's rules (WHATWG HTML 13.2.6)
// that decide what is where: which end tags are implied, what an end tag
// reaches, how rows and cells find their table.
type grower struct {
	z       *Scanner
	t       *Tree
	xml     bool // "/>" closes every element
	stack   stack
	formats formats
}

// stack is the elements that are open.
type stack struct {
	t     *Tree
	open  []open
	last  [TagCount]int32  // by tag: the innermost open element, -1 for none
	named map[string]int32 // the same for names in no table
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
	t := &Tree{Quirks: m == QuirksMode, XML: m == XMLMode, Extra: asked}
	g := &grower{z: NewScanner(src, asked), t: t, xml: m == XMLMode, stack: stack{t: t}, formats: formats{t: t}}
	for i := range g.stack.last {
		g.stack.last[i] = -1
	}
	g.z.cdata = g.xml
	tags := strings.Count(src, "<")
	g.t.Nodes.Expect(tags + 2)
	g.t.texts.Expect(tags + 1)
	g.t.Attrs.Expect(strings.Count(src, "="))
	g.t.Formats.Add(Format{})
	g.t.Nodes.Add(Node{Line: 1})
	for n := 1; ; n++ {
		tok := g.z.Next()
		g.t.Cut = g.t.Cut || tok.cut
		if tok.Kind == EndOfInput {
			break
		}
		if err := env.Step(ctx, 1, document.Pos{}); err != nil {
			return nil, err
		}
		g.token(&tok)
		if n&1023 == 0 && (g.t.size() > treeBytes-int64(len(src)) || len(g.stack.open) > openElements) {
			return nil, ErrTooBig
		}
	}
	g.popTo(0)
	r := g.t.Node(Root)
	r.End, r.Last = g.t.Nodes.Len(), int32(g.z.line)
	return g.t, nil
}

func (g *grower) token(tok *Token) {
	switch tok.Kind {
	case TextToken:
		g.text(tok)
	case StartToken:
		g.start(tok)
	case EndToken:
		g.end(tok)
	case doctypeToken:
		g.t.Quirks = false
	case commentToken:
		if strings.TrimSpace(tok.Text) != "" && !strings.HasPrefix(tok.Text, "[") && !(tok.Raw && strings.HasPrefix(tok.Text, "xml")) {
			if g.t.Comments++; g.t.Comments <= maxSaid {
				g.t.said = append(g.t.said, remark{g.z.line, tok.Text})
			}
		}
	}
}

func (g *grower) text(tok *Token) {
	s := tok.Text
	if !tok.Raw {
		s = Unescape(s)
		if len(s) != len(tok.Text) {
			g.t.decoded += int64(len(s))
		}
	}
	if n := g.t.Nodes.Len(); n > 1 && strings.HasPrefix(s, "\n") {
		// A line end behind the start tag is none of the content.
		if top := g.t.Node(n - 1); !top.IsText && (top.Tag == TagPre || top.Tag == TagListing || top.Tag == TagTextarea) {
			s = s[1:]
		}
	}
	if s == "" {
		return
	}
	g.formats.reopen(len(g.stack.open))
	if g.formats.inner != 0 {
		g.t.blocks++
	}
	id := g.t.Nodes.Add(Node{
		Parent: g.stack.parent(), Format: g.formats.inner, IsText: true,
		Line: int32(tok.Line), Last: int32(tok.Line + strings.Count(tok.Text, "\n")),
		Data: g.t.texts.Add(s),
	})
	g.t.Node(id).End = id + 1
}

// parent returns the element that the next node is in.
func (s *stack) parent() int32 {
	if n := len(s.open); n > 0 {
		return s.open[min(n, deepest)-1].node
	}
	return Root
}

// insert adds an element and, unless it is void, opens it.
func (g *grower) insert(tok *Token, opens bool) {
	if id := g.t.Add(tok, g.stack.parent(), g.formats.inner); opens {
		g.push(id)
	}
}

// Add adds an element that is in another one, and in a format.
func (t *Tree) Add(tok *Token, parent, format int32) int32 {
	first, count := t.keep(tok)
	id := t.Nodes.Add(Node{
		Parent: parent, Format: format, Line: int32(tok.Line), Last: int32(tok.Line),
		Data: first, Count: count, Tag: tok.Tag,
	})
	t.Node(id).End = id + 1
	if tag := tok.Tag; tag.Is(Block) || tag == TagTd || tag == TagTh || tag == TagTr || tag == TagBr {
		t.blocks++
	}
	return id
}

// keep stores the attributes of a token.
func (t *Tree) keep(tok *Token) (first int32, count uint8) {
	first = t.Attrs.Len()
	if tok.Tag == TagNone {
		t.Attrs.Add(Attribute{AttrNone, strings.ToLower(tok.Name)})
		count++
	}
	for _, a := range tok.Attrs {
		v := UnescapeValue(a.Value)
		if len(v) != len(a.Value) {
			t.decoded += int64(len(v))
		}
		t.Attrs.Add(Attribute{a.Key, v})
		count++
	}
	return first, count
}

func (g *grower) push(id int32) {
	at := int32(len(g.stack.open))
	t := g.t.Node(id).Tag
	inherited := g.formats.inner
	if t == TagTd || t == TagTh || t == TagCaption || t == TagTemplate {
		inherited = g.formats.inherited()
	}
	o := open{node: id, tag: t, prev: g.stack.innermost(id), special: -1, hard: -1, scope: -1}
	if at > 0 {
		top := &g.stack.open[at-1]
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
		g.t.Deep++
	}
	g.stack.open = append(g.stack.open, o)
	g.stack.remember(id, at)
	if marks(t) {
		g.formats.active = append(g.formats.active, activeFormat{marker: true, format: g.formats.inner})
		g.formats.inner = inherited
	}
}

// innermost returns where the innermost open element of a node's name is.
func (s *stack) innermost(id int32) int32 {
	if t := s.t.Node(id).Tag; t != TagNone {
		return s.last[t]
	}
	if at, ok := s.named[s.t.Name(id)]; ok {
		return at
	}
	return -1
}

func (s *stack) remember(id, at int32) {
	if t := s.t.Node(id).Tag; t != TagNone {
		s.last[t] = at
	} else if at >= 0 {
		if s.named == nil {
			s.named = map[string]int32{}
		}
		s.named[s.t.Name(id)] = at
	} else {
		delete(s.named, s.t.Name(id))
	}
}

// popTo closes open elements until n are left.
func (g *grower) popTo(n int32) {
	for int32(len(g.stack.open)) > n {
		o := &g.stack.open[len(g.stack.open)-1]
		g.stack.remember(o.node, o.prev)
		if !o.flat {
			e := g.t.Node(o.node)
			e.End, e.Last = g.t.Nodes.Len(), int32(g.z.line)
		}
		if marks(o.tag) {
			g.formats.clearActive()
		}
		g.stack.open = g.stack.open[:len(g.stack.open)-1]
	}
	g.formats.interrupt(n)
}

// current returns the tag of the innermost open element.
func (s *stack) current() Tag {
	if n := len(s.open); n > 0 {
		return s.open[n-1].tag
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
func (s *stack) inScope(t Tag, b bar) int32 {
	at := s.last[t]
	if at < 0 {
		return -1
	}
	stop := s.open[len(s.open)-1].scope
	switch b {
	case buttonScope:
		stop = max(stop, s.last[TagButton])
	case listScope:
		stop = max(stop, s.last[TagOl], s.last[TagUl])
	}
	if at < stop {
		return -1
	}
	return at
}

// close closes the innermost element with a tag if it is in reach.
func (g *grower) close(t Tag, b bar) {
	if at := g.stack.inScope(t, b); at >= 0 {
		g.popTo(at)
	}
}
