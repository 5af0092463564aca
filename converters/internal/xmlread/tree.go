package xmlread

import (
	"context"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// NodeID is a node of a [Tree]. 0 is no node; [Root] is the root element.
type NodeID int32

// Root is the root element of every tree.
const Root NodeID = 1

// Tree is a document as nodes. Nodes are elements and runs of text; comments
// and instructions are counted, not kept. Names and texts are parts of the
// source where they can be. It is read by one goroutine.
type Tree struct {
	Comments     int // comments in the document
	Instructions int // processing instructions

	src     string
	part    string
	doctype string
	nodes   []node
	attrs   []treeAttr
	lines   []int32 // offsets of line starts, for positions
}

// node is an element, which has a name, or a text.
type node struct {
	text        string // of a text
	name        treeName
	space       Space // of an element
	first, next NodeID
	parent      NodeID
	attr, attrs int32
	offset      int32
	end         int32 // of an element: where its end tag begins
}

// treeName is a qualified name by offsets in the source: small, since a tree
// holds many. That of a text is empty.
type treeName struct{ start, local, end int32 }

type treeAttr struct {
	value string
	name  treeName
	space Space
}

func (t *Tree) nameOf(n treeName, space Space) Name {
	return Name{Space: space, Local: t.src[n.local:n.end], Full: t.src[n.start:n.end]}
}

// ReadTree reads a whole document. Besides what [Scanner.Next] returns, the
// error is a [converters.LimitError] for too many nodes. Neighbouring texts,
// as CDATA sections make them, are one.
func ReadTree(ctx context.Context, env *converters.Env, src Source) (*Tree, error) {
	b := &treeBuilder{Scanner: New(ctx, env, src), tree: &Tree{src: src.Text, part: src.Part, nodes: make([]node, 1, 1+len(src.Text)/48), attrs: make([]treeAttr, 0, len(src.Text)/48)}}
	for {
		kind, err := b.Next()
		if err != nil {
			return nil, err
		}
		switch kind {
		case EOF:
			b.tree.doctype = b.Doctype()
			b.tree.nodes[0].first = 0 // no node has no children
			return b.tree, nil
		case Start:
			if src.Omit != nil && b.Depth() > 1 && src.Omit(b.Name()) {
				err = b.Skip()
			} else {
				err = b.element(env)
			}
		case End:
			b.tree.nodes[b.open].end = int32(b.Offset())
			b.last = b.open
			b.open = b.tree.nodes[b.open].parent
		case Text:
			err = b.characters(env)
		case Comment:
			b.tree.Comments++
		case ProcInst:
			b.tree.Instructions++
		}
		if err != nil {
			return nil, err
		}
	}
}

// ReadElement reads the element whose start tag is the scanner's event as a
// tree, of which it is the root, for the parts of a document that is read
// otherwise without one. The scanner is at the element's end tag then. The
// errors are those of [ReadTree].
func (s *Scanner) ReadElement() (*Tree, error) {
	b := &treeBuilder{Scanner: s, tree: &Tree{src: s.src, part: s.part, nodes: make([]node, 1, 16)}}
	depth := s.Depth()
	err := b.element(s.env)
	for err == nil {
		var kind Kind
		if kind, err = b.Next(); err != nil {
			break
		}
		switch kind {
		case Start:
			err = b.element(s.env)
		case End:
			b.tree.nodes[b.open].end = int32(b.Offset())
			if s.Depth() == depth {
				b.tree.nodes[0].first = 0
				return b.tree, nil
			}
			b.last = b.open
			b.open = b.tree.nodes[b.open].parent
		case Text:
			err = b.characters(s.env)
		}
	}
	return nil, err
}

// treeBuilder adds the events of a scanner to a tree.
type treeBuilder struct {
	*Scanner
	tree *Tree
	open NodeID // the innermost open element
	last NodeID // its last child so far
}

// add appends a node to the open element.
func (b *treeBuilder) add(env *converters.Env, n node) (NodeID, error) {
	if err := env.Spend(converters.LimitNodes, 1+int64(n.attrs), document.Pos{Part: b.part}); err != nil {
		return 0, err
	}
	t := b.tree
	id := NodeID(len(t.nodes))
	n.parent, n.offset = b.open, int32(b.Offset())
	t.nodes = append(t.nodes, n)
	if b.last != 0 {
		t.nodes[b.last].next = id
	} else {
		t.nodes[b.open].first = id
	}
	return id, nil
}

func (b *treeBuilder) element(env *converters.Env) error {
	e := &b.Scanner.open[len(b.Scanner.open)-1]
	n := node{
		name: treeName{int32(e.start), int32(e.local), int32(e.end)}, space: e.space,
		attr: int32(len(b.tree.attrs)), attrs: int32(b.Attrs()),
	}
	for i := range b.Scanner.attrs {
		a := &b.Scanner.attrs[i]
		value, err := b.value(b.src[a.from:a.to])
		if err != nil {
			return err
		}
		b.tree.attrs = append(b.tree.attrs, treeAttr{value, treeName{int32(a.start), int32(a.local), int32(a.end)}, b.attrSpace(a)})
	}
	id, err := b.add(env, n)
	b.open, b.last = id, 0
	return err
}

func (b *treeBuilder) characters(env *converters.Env) error {
	text, err := b.Text()
	if err != nil || text == "" {
		return err
	}
	id, err := b.add(env, node{text: text})
	b.last = id
	return err
}

// Size returns how much of the limit of nodes the tree takes.
func (t *Tree) Size() int64 { return int64(len(t.nodes) - 1 + len(t.attrs)) }

// Doctype returns the document type declaration between its name and its end,
// or "".
func (t *Tree) Doctype() string { return t.doctype }

// First returns the first child of a node, or 0.
func (t *Tree) First(n NodeID) NodeID { return t.nodes[n].first }

// Next returns the sibling after a node, or 0.
func (t *Tree) Next(n NodeID) NodeID { return t.nodes[n].next }

// Parent returns the element around a node, or 0.
func (t *Tree) Parent(n NodeID) NodeID { return t.nodes[n].parent }

// IsText reports whether a node is a run of text.
func (t *Tree) IsText(n NodeID) bool { return t.nodes[n].name.end == 0 }

// Name returns the name of an element.
func (t *Tree) Name(n NodeID) Name { return t.nameOf(t.nodes[n].name, t.nodes[n].space) }

// Text returns the characters of a text node.
func (t *Tree) Text(n NodeID) string { return t.nodes[n].text }

// Attrs returns how many attributes an element has.
func (t *Tree) Attrs(n NodeID) int { return int(t.nodes[n].attrs) }

// AttrAt returns an attribute of an element by its place.
func (t *Tree) AttrAt(n NodeID, i int) (Name, string) {
	a := &t.attrs[int(t.nodes[n].attr)+i]
	return t.nameOf(a.name, a.space), a.value
}

// Attr returns the value of an element's attribute, or "".
func (t *Tree) Attr(n NodeID, space Space, local string) string {
	node := &t.nodes[n]
	for i := range node.attrs {
		if a := &t.attrs[node.attr+i]; a.space == space && t.src[a.name.local:a.name.end] == local {
			return a.value
		}
	}
	return ""
}

// Child returns the first child element with a name, or 0.
func (t *Tree) Child(n NodeID, space Space, local string) NodeID {
	for c := t.First(n); c != 0; c = t.Next(c) {
		if node := &t.nodes[c]; node.space == space && t.src[node.name.local:node.name.end] == local && !t.IsText(c) {
			return c
		}
	}
	return 0
}

// All returns the characters of a node and of everything in it.
func (t *Tree) All(n NodeID) string {
	if t.IsText(n) {
		return t.Text(n)
	}
	if c := t.First(n); c == 0 || t.Next(c) == 0 && t.IsText(c) {
		if c == 0 {
			return ""
		}
		return t.Text(c)
	}
	var b strings.Builder
	t.gather(&b, n)
	return b.String()
}

func (t *Tree) gather(b *strings.Builder, n NodeID) {
	for c := t.First(n); c != 0; c = t.Next(c) {
		b.WriteString(t.nodes[c].text)
		t.gather(b, c)
	}
}

// Inner returns the source of what stands in an element.
func (t *Tree) Inner(n NodeID) string {
	if c := t.First(n); c != 0 {
		return t.src[t.nodes[c].offset:t.nodes[n].end]
	}
	return ""
}

// Pos returns the place of a node: the part of a package, else its line.
func (t *Tree) Pos(n NodeID) document.Pos {
	if t.part != "" {
		return document.Pos{Part: t.part}
	}
	if t.lines == nil {
		t.lines = []int32{0}
		for i := 0; i < len(t.src); i++ {
			next := strings.IndexByte(t.src[i:], '\n')
			if next < 0 {
				break
			}
			i += next
			t.lines = append(t.lines, int32(i+1))
		}
	}
	low, high := 0, len(t.lines)
	for high-low > 1 {
		if mid := (low + high) / 2; t.lines[mid] <= t.nodes[n].offset {
			low = mid
		} else {
			high = mid
		}
	}
	return document.LineSpan(low+1, low+1)
}
