package dom

import "strings"

// Inside is what is in an element, at any depth. It is found for the whole
// tree at once: a reader that looks for itself does so at every level.
type Inside uint16

const (
	InsideSaid    Inside = 1 << iota // text that is more than white space
	InsideContent                    // text that shows, or what stands for text; the node itself included
	InsideBlock                      // an element on lines of its own
	InsideShape                      // a part of a drawing that is not text
	InsideLetters                    // text of a drawing
	InsidePre
	InsideMath
)

// lookInside finds what is in every element: the place of an element is followed by what
// is in it, so that from the end each node is complete when it is reached.
func (t *Tree) lookInside() {
	t.looked = true
	for id := t.Nodes.Len() - 1; id > Root; id-- {
		n := t.Node(id)
		var own Inside
		n.inside, own = t.inside(id, n)
		t.Node(n.Parent).inside |= n.inside | own
	}
}

// inside returns what a node with all that is in it has, and what it is
// itself to the elements around it.
func (t *Tree) inside(id int32, n *Node) (within, own Inside) {
	within = n.inside
	if n.IsText {
		return within | said(t.Text(id)), 0
	}
	if n.Tag.Is(Block) {
		own |= InsideBlock
	}
	switch n.Tag {
	case TagNone:
		own |= named(t.Name(id))
	case TagScript, TagStyle:
		within &^= InsideContent
	case TagImg:
		own |= InsideShape
		if t.Value(id, AttrAlt) != "" {
			within |= InsideContent
		}
	case TagIframe:
		if t.Value(id, AttrSrcdoc) != "" {
			within |= InsideContent
		}
	case TagInput:
		if strings.TrimSpace(t.Value(id, AttrValue)+t.Value(id, AttrPlaceholder)+t.Value(id, AttrAlt)) != "" {
			within |= InsideContent
		}
	case TagText:
		own |= InsideLetters
	case TagPre:
		own |= InsidePre
	case TagMath:
		own |= InsideMath
	}
	return within, own
}

// said returns what a text is.
func said(s string) Inside {
	switch s = strings.TrimSpace(s); {
	case s == "":
		return 0
	case IsBlank(s):
		return InsideSaid
	}
	return InsideSaid | InsideContent
}

// Holds reports whether something is in an element.
func (t *Tree) Holds(id int32, what Inside) bool {
	if !t.looked {
		t.lookInside()
	}
	return t.Node(id).inside&what != 0
}

// named returns whether an element is a part of a drawing which is not text, by its name.
func named(name string) Inside {
	if HasWord("rect circle ellipse path polygon polyline line image img use filter", name) {
		return InsideShape
	}
	return 0
}
