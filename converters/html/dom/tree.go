package dom

import (
	"iter"
	"sort"
	"strings"
)

// Tree is a parsed page. Its nodes are in document order, so that the first
// child of a node is the one behind it, and what follows a node's content is
// the one at its end: a walk needs no other links.
//
// Formatting elements (b, i, a, code and their like) are no nodes. They may
// overlap with blocks and with each other, and what they mean for a text is
// only which of them are open where it is; so every node names its
// innermost open [Format].
type Tree struct {
	Nodes   Pages[Node]
	Attrs   Pages[Attribute]
	texts   Pages[string]
	Formats Pages[Format]

	looked bool   // what is in elements is known
	Quirks bool   // no doctype: browsers read the page as old ones did
	XML    bool   // the page is XHTML
	Extra  Extras // attributes that style rules of this page ask for

	Page leaves

	blocks   int64 // what becomes blocks, cells, breaks or styled text
	decoded  int64 // bytes of text that are not parts of the source
	Cut      bool  // the source ended inside a tag or a comment
	Deep     int   // elements nested too deep to be kept as nested
	Comments int   // comments with text
	said     []remark
}

// remark is a comment, and the line that it ends in.
type remark struct {
	line int
	text string
}

// Said returns the first comments, by the lines that they end in.
func (t *Tree) Said() iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for _, c := range t.said {
			if !yield(c.line, c.text) {
				return
			}
		}
	}
}

// leaves are the nodes of elements that every page has.
type leaves struct {
	HTML, Body int32 // those that hold their attributes; 0 where they have none
	body       int32 // the one that was next where the tag of the body was; 0 without one
}

// Node is an element or a text.
type Node struct {
	Parent int32
	End    int32 // the node behind the last one inside
	Format int32 // what is open around it; 0 is nothing
	Line   int32 // where it begins, from 1
	Last   int32 // where it ends
	Data   int32 // its first attribute, or its text
	Count  uint8 // attributes
	Tag    Tag
	IsText bool
	inside Inside // once the tree was looked at
}

// Format is a formatting element that is open somewhere.
type Format struct {
	Outer int32 // the format around it; 0 is none
	Node  int32 // the innermost element that was open where it began
	line  int32
	Data  int32 // its first attribute
	At    int32 // the node that was next where it began
	Count uint8
	Tag   Tag
	Again bool // the rest of one that another format's end has cut in two
}

// Root is the node of the whole page.
const Root = 0

// Node returns a node by its place.
func (t *Tree) Node(id int32) *Node { return t.Nodes.At(id) }

// Attr returns an attribute's value, and whether the element has it.
func (t *Tree) Attr(id int32, key Attr) (string, bool) {
	n := t.Node(id)
	if n.IsText {
		return "", false
	}
	return t.Find(n.Data, n.Count, key)
}

// Value returns an attribute's value, or "".
func (t *Tree) Value(id int32, key Attr) string {
	v, _ := t.Attr(id, key)
	return v
}

// Has reports whether an element has an attribute.
func (t *Tree) Has(id int32, key Attr) bool {
	_, ok := t.Attr(id, key)
	return ok
}

// FormatAttr returns the value of a formatting element's attribute, and whether
// it has it.
func (t *Tree) FormatAttr(id int32, key Attr) (string, bool) {
	f := t.Formats.At(id)
	return t.Find(f.Data, f.Count, key)
}

// Find returns the value of an attribute among count of them, of which the first
// has the place first.
func (t *Tree) Find(first int32, count uint8, key Attr) (string, bool) {
	for i := range int32(count) {
		if a := t.Attrs.At(first + i); a.Key == key {
			return a.Value, true
		}
	}
	return "", false
}

// FormatsFrom returns the first format that began where a node was next, or
// later.
func (t *Tree) FormatsFrom(at int32) int32 {
	n := int(t.Formats.Len()) - 1 // the first one is none
	return 1 + int32(sort.Search(n, func(i int) bool { return t.Formats.At(int32(i)+1).At >= at }))
}

// BodyStart returns the first node that is in the body: what is before it is in
// the head.
func (t *Tree) BodyStart() int32 {
	id := int32(1)
	for id < t.Nodes.Len() && id != t.Page.body {
		n := t.Node(id)
		if n.IsText && strings.TrimSpace(t.Text(id)) != "" || !n.IsText && !inHead(n.Tag) {
			break
		}
		id = max(n.End, id+1)
	}
	return id
}

// inHead reports whether an element in front of the body is in the head.
func inHead(t Tag) bool {
	switch t {
	case TagHtml, TagHead, TagBase, TagBasefont, TagBgsound, TagLink, TagMeta, TagTitle, TagNoscript, TagNoframes, TagScript, TagStyle, TagTemplate:
		return true
	}
	return false
}

// IsAnchor reports whether a node is but the place where a format began.
func (t *Tree) IsAnchor(n *Node) bool {
	if n.Format == 0 || !n.Tag.Is(Formatting) {
		return false
	}
	f := t.Formats.At(n.Format)
	return f.Tag == n.Tag && f.line == n.Line
}

// Text returns the text of a text node.
func (t *Tree) Text(id int32) string { return *t.texts.At(t.Node(id).Data) }

// Name returns an element's name in lower case; a name that is in no table is
// kept as its first attribute.
func (t *Tree) Name(id int32) string {
	n := t.Node(id)
	if n.Tag != TagNone || n.IsText {
		return n.Tag.String()
	}
	name, _ := t.Attr(id, AttrNone)
	return name
}

// Children yields the children of a node.
func (t *Tree) Children(id int32) func(func(int32) bool) {
	return func(yield func(int32) bool) {
		for c, end := id+1, t.Node(id).End; c < end; c = t.Node(c).End {
			if !yield(c) {
				return
			}
		}
	}
}

// size is about how many bytes of memory the tree takes, with the document that
// is made of it.
func (t *Tree) size() int64 {
	return int64(t.Nodes.Len())*32 + int64(t.Attrs.Len())*24 + int64(t.texts.Len())*64 +
		int64(t.Formats.Len())*140 + t.blocks*150 + t.decoded
}

const (
	pageBits = 11
	pageSize = 1 << pageBits
)

// Pages is a list that grows without moving what it holds.
type Pages[T any] struct {
	all [][]T
	n   int32
}

// Len returns how many values there are.
func (p *Pages[T]) Len() int32 { return p.n }

// At returns the value at a place.
func (p *Pages[T]) At(i int32) *T { return &p.all[i>>pageBits][i&(pageSize-1)] }

// Expect makes room for the first of about n values.
func (p *Pages[T]) Expect(n int) { p.all = [][]T{make([]T, 0, min(n, pageSize))} }

// Add appends a value and returns its place.
func (p *Pages[T]) Add(v T) int32 {
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

// Put sets a value in a map, which it makes for the first one: most pages are
// fragments that need none.
func Put[K comparable, V any](m *map[K]V, key K, value V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[key] = value
}
