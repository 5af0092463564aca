package html

import "sort"

// tree is a parsed page. Its nodes stand in document order, so that the first
// child of a node is the one behind it, and what follows a node's content is
// the one at its end: a walk needs no other links.
//
// Formatting elements (b, i, a, code and their like) are no nodes. They may
// overlap with blocks and with each other, and what they mean for a text is
// only which of them are open where it stands; so every node names its
// innermost open [format].
type tree struct {
	nodes   pages[node]
	attrs   pages[attribute]
	texts   pages[string]
	formats pages[format]

	looked bool   // what stands in elements is known
	quirks bool   // no doctype: browsers read the page as old ones did
	extra  extras // attributes that style rules of this page ask for

	html, body int32 // the leaves that hold their attributes; 0 where they have none

	blocks   int64 // what becomes blocks, cells, breaks or styled text
	decoded  int64 // bytes of text that are not parts of the source
	cut      bool  // the source ended inside a tag or a comment
	deep     int   // elements nested too deep to be kept as nested
	comments int   // comments with text
}

// node is an element or a text.
type node struct {
	parent int32
	end    int32 // the node behind the last one inside
	format int32 // what is open around it; 0 is nothing
	line   int32 // where it begins, from 1
	last   int32 // where it ends
	data   int32 // its first attribute, or its text
	count  uint8 // attributes
	tag    tag
	isText bool
	inside inside // once the tree was looked at
}

// format is a formatting element that is open somewhere.
type format struct {
	outer int32 // the format around it; 0 is none
	node  int32 // the innermost element that was open where it began
	line  int32
	data  int32 // its first attribute
	at    int32 // the node that was next where it began
	count uint8
	tag   tag
	again bool // the rest of one that another format's end has cut in two
}

// root is the node of the whole page.
const root = 0

func (t *tree) node(id int32) *node { return t.nodes.at(id) }

// attr returns an attribute's value, and whether the element has it.
func (t *tree) attr(id int32, key attr) (string, bool) {
	n := t.node(id)
	if n.isText {
		return "", false
	}
	return t.find(n.data, n.count, key)
}

// value returns an attribute's value, or "".
func (t *tree) value(id int32, key attr) string {
	v, _ := t.attr(id, key)
	return v
}

// has reports whether an element has an attribute.
func (t *tree) has(id int32, key attr) bool {
	_, ok := t.attr(id, key)
	return ok
}

func (t *tree) formatAttr(id int32, key attr) (string, bool) {
	f := t.formats.at(id)
	return t.find(f.data, f.count, key)
}

func (t *tree) find(first int32, count uint8, key attr) (string, bool) {
	for i := range int32(count) {
		if a := t.attrs.at(first + i); a.key == key {
			return a.value, true
		}
	}
	return "", false
}

// formatsFrom returns the first format that began where a node was next, or
// later.
func (t *tree) formatsFrom(at int32) int32 {
	n := int(t.formats.len()) - 1 // the first one is none
	return 1 + int32(sort.Search(n, func(i int) bool { return t.formats.at(int32(i)+1).at >= at }))
}

// isAnchor reports whether a node is but the place where a format began.
func (t *tree) isAnchor(n *node) bool {
	if n.format == 0 || !n.tag.is(formatting) {
		return false
	}
	f := t.formats.at(n.format)
	return f.tag == n.tag && f.line == n.line
}

// text returns the text of a text node.
func (t *tree) text(id int32) string { return *t.texts.at(t.node(id).data) }

// name returns an element's name in lower case; a name that is in no table is
// kept as its first attribute.
func (t *tree) name(id int32) string {
	n := t.node(id)
	if n.tag != tagNone || n.isText {
		return n.tag.String()
	}
	name, _ := t.attr(id, attrNone)
	return name
}

// children yields the children of a node.
func (t *tree) children(id int32) func(func(int32) bool) {
	return func(yield func(int32) bool) {
		for c, end := id+1, t.node(id).end; c < end; c = t.node(c).end {
			if !yield(c) {
				return
			}
		}
	}
}

// size is about how many bytes of memory the tree takes, with the document that
// is made of it.
func (t *tree) size() int64 {
	return int64(t.nodes.len())*32 + int64(t.attrs.len())*24 + int64(t.texts.len())*64 +
		int64(t.formats.len())*140 + t.blocks*150 + t.decoded
}

const (
	pageBits = 11
	pageSize = 1 << pageBits
)

// pages is a list that grows without moving what it holds.
type pages[T any] struct {
	all [][]T
	n   int32
}

func (p *pages[T]) len() int32 { return p.n }

func (p *pages[T]) at(i int32) *T { return &p.all[i>>pageBits][i&(pageSize-1)] }

// expect makes room for the first of about n values.
func (p *pages[T]) expect(n int) { p.all = [][]T{make([]T, 0, min(n, pageSize))} }

// add appends a value and returns its place.
func (p *pages[T]) add(v T) int32 {
	if p.n&(pageSize-1) == 0 && (p.n > 0 || len(p.all) == 0) {
		first := 0
		if p.n > 0 {
			first = pageSize
		}
		p.all = append(p.all, make([]T, 0, first))
	}
	page := &p.all[len(p.all)-1]
	*page = append(*page, v)
	p.n++
	return p.n - 1
}
