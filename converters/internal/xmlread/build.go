package xmlread

import (
	"context"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// newTree returns an empty tree with room for what a source seems to hold.
func newTree(env *converters.Env, src Source) *Tree {
	if t := src.Room; t != nil {
		clear(t.texts)
		*t = Tree{src: src.Text, part: src.Part, nodes: t.nodes[:1], attrs: t.attrs[:0], texts: t.texts[:0]}
		t.nodes[0] = node{}
		return t
	}
	most := int(min(max(env.Left(converters.LimitNodes), 0), 1<<30)) + 1
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
// as CDATA sections and comments make them, are a node each: [Tree.All] joins
// them.
func ReadTree(ctx context.Context, env *converters.Env, src Source) (*Tree, error) {
	return New(ctx, env, src).readTree(src)
}

// ReadTree sets the scanner to the start of another document and reads all of
// it, as the function of that name does.
func (s *Scanner) ReadTree(src Source) (*Tree, error) {
	s.Reset(src)
	return s.readTree(src)
}

func (s *Scanner) readTree(src Source) (*Tree, error) {
	b := &treeBuilder{s: s, tree: newTree(s.env, src), each: 1, whole: true}
	for {
		kind, err := b.s.Next()
		if err != nil {
			return nil, err
		}
		switch kind {
		case EOF:
			b.tree.doctype = b.s.Doctype()
			return b.made()
		case Start:
			if b.s.Depth() > 1 && src.Omit != nil && src.Omit(b.s.Name()) {
				err = b.s.Skip()
				break
			}
			err = b.element()
		case End:
			b.end()
		case Text:
			err = b.characters()
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
// otherwise without one. The scanner is at the element's end tag then. For each
// node as many more are charged as will be made of it. The errors are those of [ReadTree].
func (s *Scanner) ReadElement(made int) (*Tree, error) {
	b := &treeBuilder{s: s, each: 1 + int64(made), tree: &Tree{src: s.src, part: s.part, nodes: make([]node, 1, 16)}}
	depth := s.Depth()
	err := b.element()
	for err == nil {
		var kind Kind
		if kind, err = b.s.Next(); err != nil {
			break
		}
		switch kind {
		case Start:
			err = b.element()
		case End:
			b.end()
			if s.Depth() == depth {
				return b.made()
			}
		case Text:
			err = b.characters()
		}
	}
	return nil, err
}

// treeBuilder adds the events of a scanner to a tree.
type treeBuilder struct {
	s    *Scanner
	tree *Tree
	open NodeID // the innermost open element
	last NodeID // its last child so far
	owed int64  // nodes and attributes that are not spent yet
	left int64  // so many may be
	each int64  // what a node costs

	whole bool // the whole source is read
}

// end ends the open element.
func (b *treeBuilder) end() {
	b.tree.nodes[b.open].end = int32(b.s.Offset())
	b.last = b.open
	b.open = b.tree.nodes[b.open].parent
}

// made returns the tree, of which all nodes are read.
func (b *treeBuilder) made() (*Tree, error) {
	if err := b.pay(); err != nil {
		return nil, err
	}
	return b.tree, nil
}

// pay spends the nodes since it was called last.
func (b *treeBuilder) pay() error {
	owed := b.owed
	b.owed = 0
	err := b.s.env.Spend(converters.LimitNodes, owed, document.Pos{Part: b.s.part})
	b.left = b.s.env.Left(converters.LimitNodes)
	return err
}

// add appends a node to the open element.
func (b *treeBuilder) add(n node) (NodeID, error) {
	if b.owed += b.each * (1 + int64(max(n.attrs, 0))); b.owed > b.left {
		if err := b.pay(); err != nil {
			return 0, err
		}
	}
	t := b.tree
	id := NodeID(len(t.nodes))
	n.parent = b.open
	if len(t.nodes) == cap(t.nodes) && (b.whole || len(t.nodes) >= manyNodes) {
		t.nodes = slices.Grow(t.nodes, b.rest())
	}
	t.nodes = append(t.nodes, n)
	if b.last != 0 {
		t.nodes[b.last].next = id
	}
	return id, nil
}

// rest guesses how many nodes come, by those of the source so far, and a few to
// spare.
func (b *treeBuilder) rest() int {
	n := len(b.tree.nodes)
	guess := float64(n) / float64(b.s.at+1) * float64(len(b.s.src)-b.s.at)
	return min(max(int(guess*1.1)+n/16, n/4), 8*n, int(max(b.left-b.owed, 0)/b.each)+1)
}

// manyNodes is from how many nodes on those of an element are guessed, too.
const manyNodes = 1 << 16

func (b *treeBuilder) element() error {
	e := &b.s.open[len(b.s.open)-1]
	if e.end-e.start > maxName {
		return b.s.fault("a name of %d bytes", e.end-e.start)
	}
	n := node{
		offset: int32(b.s.Offset()), local: uint16(e.local - e.start), size: uint16(e.end - e.start), space: e.space,
		attr: int32(len(b.tree.attrs)), attrs: int32(b.s.Attrs()),
	}
	for i := range b.s.event.attrs {
		if err := b.attribute(&b.s.event.attrs[i]); err != nil {
			return err
		}
	}
	id, err := b.add(n)
	b.open, b.last = id, 0
	if b.requiresOther() {
		b.tree.foreign = append(b.tree.foreign, id)
	}
	return err
}

// requiresOther reports whether the element is a choice that requires a namespace
// which the reader does not know.
func (b *treeBuilder) requiresOther() bool {
	if b.s.Local() != "Choice" {
		return false
	}
	requires, _ := b.s.Attr(None, "Requires")
	for prefix := range strings.FieldsSeq(requires) {
		if b.s.Resolve(prefix) == Unknown {
			return true
		}
	}
	return false
}

// attribute adds an attribute of the element that is added next.
func (b *treeBuilder) attribute(a *attr) error {
	if a.end-a.start > maxName {
		return b.s.fault("a name of %d bytes", a.end-a.start)
	}
	raw := b.s.src[a.from:a.to]
	value, err := b.s.value(raw)
	if err != nil {
		return err
	}
	x := treeAttr{
		start: int32(a.start), from: int32(a.from), to: int32(a.to),
		local: uint16(a.local - a.start), size: uint16(a.end - a.start), space: b.s.attrSpace(a),
	}
	if value != raw {
		x.from, x.to = textInTexts, int32(len(b.tree.texts))
		b.tree.texts = append(b.tree.texts, value)
	}
	b.tree.attrs = append(b.tree.attrs, x)
	return nil
}

func (b *treeBuilder) characters() error {
	text, err := b.s.Text()
	if err != nil || text == "" {
		return err
	}
	n := node{offset: int32(b.s.Offset()), attr: int32(b.s.Offset()), attrs: textInSource}
	if b.s.event.cdata {
		n.attr += int32(len("<![CDATA["))
	}
	n.end = n.attr + int32(len(text))
	if text != b.s.event.raw {
		n.attrs, n.attr = textInTexts, int32(len(b.tree.texts))
		b.tree.texts = append(b.tree.texts, text)
	}
	id, err := b.add(n)
	b.last = id
	return err
}
