package html

import (
	"context"
	"errors"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

const (
	// deepest is how many elements may be nested; those inside stand beside
	// one another at that depth, so that no text is lost.
	deepest = 256
	// treeBytes is how much memory a tree, its document and its source may
	// take; a bigger page is read without a tree.
	treeBytes = 160 << 20
	// openElements is how many elements may be open at once in a tree.
	openElements = 1 << 18
)

// errTooBig says that a page is too big for a tree.
var errTooBig = errors.New("the page is too big for a tree")

// grower makes a tree of tokens by those of HTML's rules (WHATWG HTML 13.2.6)
// that decide what stands where: which end tags are implied, what an end tag
// reaches, how rows and cells find their table.
type grower struct {
	z   *scanner
	t   *tree
	xml bool // "/>" closes every element

	stack  []open
	last   [tagCount]int32  // by tag: the innermost open element, -1 for none
	named  map[string]int32 // the same for names in no table
	active []activeFormat
	format int32
}

// open is an open element. The places of the nearest elements that stop an
// end tag are kept with it, so that no search walks the stack.
type open struct {
	node    int32
	tag     tag
	flat    bool  // too deep: its content stands beside it
	prev    int32 // the next open element with its name further out
	special int32 // the nearest special element, itself included
	hard    int32 // the same, but for address, div and p
	scope   int32 // the nearest element with a scope of its own
}

// grow parses a page.
func grow(ctx context.Context, env *converters.Env, src string, m mode) (*tree, error) {
	g := &grower{z: newScanner(src), t: &tree{quirks: m == quirksMode}, xml: m == xmlMode}
	for i := range g.last {
		g.last[i] = -1
	}
	g.z.cdata = g.xml
	tags := strings.Count(src, "<")
	g.t.nodes.expect(tags + 2)
	g.t.texts.expect(tags + 1)
	g.t.attrs.expect(strings.Count(src, "="))
	g.z.extra = askedAttrs(src)
	g.t.extra = g.z.extra
	g.t.formats.add(format{})
	g.t.nodes.add(node{line: 1})
	for n := 1; ; n++ {
		tok := g.z.next()
		g.t.cut = g.t.cut || tok.cut
		if tok.kind == endOfInput {
			break
		}
		if err := env.Step(ctx, 1, document.Pos{}); err != nil {
			return nil, err
		}
		g.token(&tok)
		if n&1023 == 0 && (g.t.size() > treeBytes-int64(len(src)) || len(g.stack) > openElements) {
			return nil, errTooBig
		}
	}
	g.popTo(0)
	r := g.t.node(root)
	r.end, r.last = g.t.nodes.len(), int32(g.z.line)
	return g.t, nil
}

func (g *grower) token(tok *token) {
	switch tok.kind {
	case textToken:
		g.text(tok)
	case startToken:
		g.start(tok)
	case endToken:
		g.end(tok)
	case doctypeToken:
		g.t.quirks = false
	case commentToken:
		if strings.TrimSpace(tok.text) != "" && !strings.HasPrefix(tok.text, "[") && !(tok.raw && strings.HasPrefix(tok.text, "xml")) {
			g.t.comments++
		}
	}
}

func (g *grower) text(tok *token) {
	s := tok.text
	if !tok.raw {
		s = unescape(s)
		if len(s) != len(tok.text) {
			g.t.decoded += int64(len(s))
		}
	}
	if n := g.t.nodes.len(); n > 1 && strings.HasPrefix(s, "\n") {
		// A line end behind the start tag is none of the content.
		if top := g.t.node(n - 1); !top.isText && (top.tag == tagPre || top.tag == tagListing || top.tag == tagTextarea) {
			s = s[1:]
		}
	}
	if s == "" {
		return
	}
	g.reopen()
	if g.format != 0 {
		g.t.blocks++
	}
	id := g.t.nodes.add(node{
		parent: g.parent(), format: g.format, isText: true,
		line: int32(tok.line), last: int32(tok.line + strings.Count(tok.text, "\n")),
		data: g.t.texts.add(s),
	})
	g.t.node(id).end = id + 1
}

// parent returns the element that the next node stands in.
func (g *grower) parent() int32 {
	if n := len(g.stack); n > 0 {
		return g.stack[min(n, deepest)-1].node
	}
	return root
}

// insert adds an element and, unless it is void, opens it.
func (g *grower) insert(tok *token, opens bool) {
	first, count := g.keep(tok)
	id := g.t.nodes.add(node{
		parent: g.parent(), format: g.format, line: int32(tok.line), last: int32(tok.line),
		data: first, count: count, tag: tok.tag,
	})
	g.t.node(id).end = id + 1
	if t := tok.tag; t.is(block) || t == tagTd || t == tagTh || t == tagTr || t == tagBr {
		g.t.blocks++
	}
	if opens {
		g.push(id)
	}
}

// keep stores the attributes of a token.
func (g *grower) keep(tok *token) (first int32, count uint8) {
	first = g.t.attrs.len()
	if tok.tag == tagNone {
		g.t.attrs.add(attribute{attrNone, strings.ToLower(tok.name)})
		count++
	}
	for _, a := range tok.attrs {
		v := unescapeValue(a.value)
		if len(v) != len(a.value) {
			g.t.decoded += int64(len(v))
		}
		g.t.attrs.add(attribute{a.key, v})
		count++
	}
	return first, count
}

func (g *grower) push(id int32) {
	at := int32(len(g.stack))
	t := g.t.node(id).tag
	inherited := g.format
	if t == tagTd || t == tagTh || t == tagCaption || t == tagTemplate {
		inherited = g.inherited()
	}
	o := open{node: id, tag: t, prev: g.innermost(id), special: -1, hard: -1, scope: -1}
	if at > 0 {
		top := &g.stack[at-1]
		o.special, o.hard, o.scope = top.special, top.hard, top.scope
	}
	if t.is(special) {
		o.special = at
		if t != tagAddress && t != tagDiv && t != tagP {
			o.hard = at
		}
	}
	if t.is(scope) {
		o.scope = at
	}
	if o.flat = at >= deepest; o.flat {
		g.t.deep++
	}
	g.stack = append(g.stack, o)
	g.remember(id, at)
	if marks(t) {
		g.active = append(g.active, activeFormat{marker: true, format: g.format})
		g.format = inherited
	}
}

// innermost returns where the innermost open element of a node's name is.
func (g *grower) innermost(id int32) int32 {
	if t := g.t.node(id).tag; t != tagNone {
		return g.last[t]
	}
	if at, ok := g.named[g.t.name(id)]; ok {
		return at
	}
	return -1
}

func (g *grower) remember(id, at int32) {
	if t := g.t.node(id).tag; t != tagNone {
		g.last[t] = at
	} else if at >= 0 {
		put(&g.named, g.t.name(id), at)
	} else {
		delete(g.named, g.t.name(id))
	}
}

// popTo closes open elements until n are left.
func (g *grower) popTo(n int32) {
	for int32(len(g.stack)) > n {
		o := &g.stack[len(g.stack)-1]
		g.remember(o.node, o.prev)
		if !o.flat {
			e := g.t.node(o.node)
			e.end, e.last = g.t.nodes.len(), int32(g.z.line)
		}
		if marks(o.tag) {
			g.clearActive()
		}
		g.stack = g.stack[:len(g.stack)-1]
	}
	g.interrupt(n)
}

// current returns the tag of the innermost open element.
func (g *grower) current() tag {
	if n := len(g.stack); n > 0 {
		return g.stack[n-1].tag
	}
	return tagNone
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
func (g *grower) inScope(t tag, b bar) int32 {
	at := g.last[t]
	if at < 0 {
		return -1
	}
	stop := g.stack[len(g.stack)-1].scope
	switch b {
	case buttonScope:
		stop = max(stop, g.last[tagButton])
	case listScope:
		stop = max(stop, g.last[tagOl], g.last[tagUl])
	}
	if at < stop {
		return -1
	}
	return at
}

// close closes the innermost element with a tag if it is in reach.
func (g *grower) close(t tag, b bar) {
	if at := g.inScope(t, b); at >= 0 {
		g.popTo(at)
	}
}
