package xmlread

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// NodeID is a node of a [Tree]. 0 is not a node; [Root] is the root element.
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
	texts   []string // those that are not in the source as they are
	lines   []int32  // offsets of line starts, for positions
	line    int      // the index of the last that was asked for
	foreign []NodeID // elements that require a namespace that is not among the reader's
}

// node is an element or a text. It is small, since a tree holds many: names
// and texts are offsets in the source.
type node struct {
	offset, end  int32  // where it begins; where the end tag of an element begins, a text ends
	next, parent NodeID // its first child is the node behind it
	attr, attrs  int32  // of a text: where its characters begin, and one of the constants below
	local, size  uint16
	space        Space // of an element
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

// maxName is how long a name may be.
const maxName = 1<<16 - 1

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

// Size returns how much of the limit of nodes the tree takes.
func (t *Tree) Size() int64 { return int64(len(t.nodes) - 1 + len(t.attrs)) }

// Doctype returns the document type declaration between its name and its end,
// or "".
func (t *Tree) Doctype() string { return t.doctype }

// First returns the first child of a node, or 0.
func (t *Tree) First(n NodeID) NodeID {
	if next := n + 1; n != 0 && int(next) < len(t.nodes) && t.nodes[next].parent == n {
		return next
	}
	return 0
}

// Next returns the sibling after a node, or 0.
func (t *Tree) Next(n NodeID) NodeID { return t.nodes[n].next }

// Parent returns the element around a node, or 0.
func (t *Tree) Parent(n NodeID) NodeID { return t.nodes[n].parent }

// IsForeign reports whether an element is a choice that requires a namespace which
// is not among the reader's (markup compatibility, ISO/IEC 29500-3, 7.6).
func (t *Tree) IsForeign(n NodeID) bool {
	_, found := slices.BinarySearch(t.foreign, n)
	return found
}

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

// Inner returns the source of what is in an element.
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
	line := t.lineOf(t.nodes[n].offset)
	return document.LineSpan(line, line)
}

// lineOf returns the line of an offset, from 1.
func (t *Tree) lineOf(offset int32) int {
	if t.lines == nil {
		t.lines = append(make([]int32, 0, strings.Count(t.src, "\n")+1), 0)
		for i := strings.IndexByte(t.src, '\n'); i >= 0; {
			i++
			t.lines = append(t.lines, int32(i))
			next := strings.IndexByte(t.src[i:], '\n')
			if next < 0 {
				break
			}
			i += next
		}
	}
	if at := t.line; t.lines[at] <= offset && (at+1 == len(t.lines) || offset < t.lines[at+1]) {
		return at + 1
	}
	low, high := 0, len(t.lines)
	for high-low > 1 {
		if mid := int(uint(low+high) / 2); t.lines[mid] <= offset {
			low = mid
		} else {
			high = mid
		}
	}
	t.line = low
	return low + 1
}
