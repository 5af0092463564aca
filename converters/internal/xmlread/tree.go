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
	texts   []string // those that are not in the source as they stand
	lines   []int32  // offsets of line starts, for positions
	later   laterTree
}

// node is an element or a text. It is small, since a tree holds many: names
// and texts are offsets in the source.
type node struct {
	offset, end  int32  // where it begins; where the end tag of an element begins, a text ends
	next, parent NodeID // its first child is the node behind it
	attr, attrs  int32  // of a text: where its characters begin, and one of the constants below
	local, size  uint16
	space        Space // of an element
	waits        bool  // its content is read when it is asked for
}

// What a text has in place of a number of attributes.
const (
	textInSource = -1 // its offsets are those of its characters
	textInTexts  = -2 // its characters are in texts, at the index attr
)

type treeAttr struct {
	start       int32 // of its qualified name
	from, to    int32 // of its value; where from is textInTexts, to is an index in texts
	local, size uint16
	space       Space
}

// nameMost is how long a name may be.
const nameMost = 1<<16 - 1

func (t *Tree) nameOf(start int32, local, size uint16, space Space) Name {
	full := t.src[start : start+int32(size)]
	return Name{Space: space, Local: full[local:], Full: full}
}

func (t *Tree) valueOf(a *treeAttr) string {
	if a.from == textInTexts {
		return t.texts[a.to]
	}
	return t.src[a.from:a.to]
}

// laterNodes is how many nodes a tree has room for at first that reads some
// later.
const laterNodes = 1 << 15

// newTree returns an empty tree with room for what a source seems to hold.
func newTree(env *converters.Env, src Source) *Tree {
	most := int(min(env.Limits.Nodes, 1<<30)) + 1
	if src.Later != nil {
		most = min(most, laterNodes) // of many, most are passed over
	}
	elements, texts := count(src.Text)
	return &Tree{
		src: src.Text, part: src.Part,
		nodes: make([]node, 1, min(elements+texts+1, most)),
		attrs: make([]treeAttr, 0, min(strings.Count(src.Text, "="), 2*elements, most)),
	}
}

// count returns how many elements and texts a source seems to hold, which is
// right where no comment looks like one.
func count(src string) (elements, texts int) {
	for at := 0; ; at++ {
		n := strings.IndexByte(src[at:], '<')
		if n < 0 || at+n+1 == len(src) {
			return elements, texts
		}
		at += n
		if at > 0 && src[at-1] != '>' {
			texts++
		}
		switch src[at+1] {
		case '/', '?':
		case '!':
			texts++ // CDATA
		default:
			elements++
		}
	}
}

// ReadTree reads a whole document. Besides what [Scanner.Next] returns, the
// error is a [converters.LimitError] for too many nodes. Neighbouring texts,
// as CDATA sections make them, are one.
func ReadTree(ctx context.Context, env *converters.Env, src Source) (*Tree, error) {
	b := &treeBuilder{Scanner: New(ctx, env, src), tree: newTree(env, src)}
	for {
		kind, err := b.Next()
		if err != nil {
			return nil, err
		}
		switch kind {
		case EOF:
			b.tree.doctype = b.Doctype()
			return b.tree, nil
		case Start:
			switch below := b.Depth() > 1; {
			case below && src.Omit != nil && src.Omit(b.Name()):
				err = b.Skip()
			case below && src.Later != nil && src.Later(b.Name()) && b.canWait():
				err = b.wait(env)
			default:
				err = b.element(env)
			}
		case End:
			b.end()
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
			b.end()
			if s.Depth() == depth {
				return b.tree, nil
			}
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

	scratch []byte
}

// end ends the open element.
func (b *treeBuilder) end() {
	b.tree.nodes[b.open].end = int32(b.Offset())
	b.last = b.open
	b.open = b.tree.nodes[b.open].parent
}

// add appends a node to the open element.
func (b *treeBuilder) add(env *converters.Env, n node) (NodeID, error) {
	if err := env.Spend(converters.LimitNodes, 1+int64(max(n.attrs, 0)), document.Pos{Part: b.part}); err != nil {
		return 0, err
	}
	t := b.tree
	id := NodeID(len(t.nodes))
	n.parent = b.open
	t.nodes = append(t.nodes, n)
	if b.last != 0 {
		t.nodes[b.last].next = id
	}
	return id, nil
}

func (b *treeBuilder) element(env *converters.Env) error {
	e := &b.Scanner.open[len(b.Scanner.open)-1]
	if e.end-e.start > nameMost {
		return b.fault("a name of %d bytes", e.end-e.start)
	}
	n := node{
		offset: int32(b.Offset()), local: uint16(e.local - e.start), size: uint16(e.end - e.start), space: e.space,
		attr: int32(len(b.tree.attrs)), attrs: int32(b.Attrs()),
	}
	for i := range b.Scanner.attrs {
		if err := b.attribute(&b.Scanner.attrs[i]); err != nil {
			return err
		}
	}
	id, err := b.add(env, n)
	b.open, b.last = id, 0
	return err
}

// attribute adds an attribute of the element that is added next.
func (b *treeBuilder) attribute(a *attr) error {
	if a.end-a.start > nameMost {
		return b.fault("a name of %d bytes", a.end-a.start)
	}
	raw := b.src[a.from:a.to]
	value, err := b.value(raw)
	if err != nil {
		return err
	}
	x := treeAttr{
		start: int32(a.start), from: int32(a.from), to: int32(a.to),
		local: uint16(a.local - a.start), size: uint16(a.end - a.start), space: b.attrSpace(a),
	}
	if value != raw {
		x.from, x.to = textInTexts, int32(len(b.tree.texts))
		b.tree.texts = append(b.tree.texts, value)
	}
	b.tree.attrs = append(b.tree.attrs, x)
	return nil
}

func (b *treeBuilder) characters(env *converters.Env) error {
	text, err := b.Text()
	if err != nil || text == "" {
		return err
	}
	n := node{offset: int32(b.Offset()), attr: int32(b.Offset()), attrs: textInSource}
	if b.cdata {
		n.attr += int32(len("<![CDATA["))
	}
	n.end = n.attr + int32(len(text))
	if text != b.raw {
		n.attrs, n.attr = textInTexts, int32(len(b.tree.texts))
		b.tree.texts = append(b.tree.texts, text)
	}
	id, err := b.add(env, n)
	b.last = id
	return err
}

// Size returns how much of the limit of nodes the tree takes.
func (t *Tree) Size() int64 { return int64(len(t.nodes) - 1 + len(t.attrs)) }

// Doctype returns the document type declaration between its name and its end,
// or "".
func (t *Tree) Doctype() string { return t.doctype }

// First returns the first child of a node, or 0.
func (t *Tree) First(n NodeID) NodeID {
	if t.nodes[n].waits {
		return t.firstLater(n)
	}
	if next := n + 1; n != 0 && int(next) < len(t.nodes) && t.nodes[next].parent == n {
		return next
	}
	return 0
}

// Next returns the sibling after a node, or 0.
func (t *Tree) Next(n NodeID) NodeID { return t.nodes[n].next }

// Parent returns the element around a node, or 0.
func (t *Tree) Parent(n NodeID) NodeID { return t.nodes[n].parent }

// IsText reports whether a node is a run of text.
func (t *Tree) IsText(n NodeID) bool { return t.nodes[n].attrs < 0 || n == 0 }

// Name returns the name of an element.
func (t *Tree) Name(n NodeID) Name {
	node := &t.nodes[n]
	if node.size == 0 {
		return Name{}
	}
	return t.nameOf(node.offset+1, node.local, node.size, node.space)
}

// Text returns the characters of a text node.
func (t *Tree) Text(n NodeID) string {
	switch node := &t.nodes[n]; node.attrs {
	case textInSource:
		return t.src[node.attr:node.end]
	case textInTexts:
		return t.texts[node.attr]
	}
	return ""
}

// Attrs returns how many attributes an element has.
func (t *Tree) Attrs(n NodeID) int { return int(max(t.nodes[n].attrs, 0)) }

// AttrAt returns an attribute of an element by its place.
func (t *Tree) AttrAt(n NodeID, i int) (Name, string) {
	a := &t.attrs[int(t.nodes[n].attr)+i]
	return t.nameOf(a.start, a.local, a.size, a.space), t.valueOf(a)
}

// Attr returns the value of an element's attribute, or "".
func (t *Tree) Attr(n NodeID, space Space, local string) string {
	node := &t.nodes[n]
	for i := range node.attrs {
		a := &t.attrs[node.attr+i]
		if a.space == space && t.src[a.start+int32(a.local):a.start+int32(a.size)] == local {
			return t.valueOf(a)
		}
	}
	return ""
}

// Child returns the first child element with a name, or 0.
func (t *Tree) Child(n NodeID, space Space, local string) NodeID {
	for c := t.First(n); c != 0; c = t.Next(c) {
		node := &t.nodes[c]
		if start := node.offset + 1; node.size > 0 && node.space == space && t.src[start+int32(node.local):start+int32(node.size)] == local {
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
		b.WriteString(t.Text(c))
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
