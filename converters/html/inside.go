package html

import "strings"

// inside is what stands in an element, at any depth. It is found for the whole
// tree at once: a reader that looks for itself does so at every level.
type inside uint16

const (
	insideSaid    inside = 1 << iota // text that is more than white space
	insideContent                    // text that shows, or what stands for text; the node itself included
	insideBlock                      // an element on lines of its own
	insideShape                      // a part of a drawing that is not text
	insideLetters                    // text of a drawing
	insidePre
	insideMath
	insideSlot
)

// lookInside finds what stands in every element: behind an element stands what
// is in it, so that from the end each node is complete when it is reached.
func (t *tree) lookInside() {
	t.looked = true
	for id := t.nodes.len() - 1; id > root; id-- {
		n := t.node(id)
		var own inside
		n.inside, own = t.inside(id, n)
		t.node(n.parent).inside |= n.inside | own
	}
}

// inside returns what a node with all that is in it has, and what it is
// itself to the elements around it.
func (t *tree) inside(id int32, n *node) (within, own inside) {
	within = n.inside
	if n.isText {
		if s := strings.TrimSpace(t.text(id)); s != "" {
			within |= insideSaid
			if !isBlank(s) {
				within |= insideContent
			}
		}
		return within, 0
	}
	if n.tag.is(block) {
		own |= insideBlock
	}
	switch n.tag {
	case tagNone:
		switch name := t.name(id); {
		case name == "slot":
			own |= insideSlot
		case isShape(name):
			own |= insideShape
		}
	case tagScript, tagStyle:
		within &^= insideContent
	case tagImg:
		own |= insideShape
		if t.value(id, attrAlt) != "" {
			within |= insideContent
		}
	case tagIframe:
		if t.value(id, attrSrcdoc) != "" {
			within |= insideContent
		}
	case tagInput:
		if strings.TrimSpace(t.value(id, attrValue)+t.value(id, attrPlaceholder)) != "" {
			within |= insideContent
		}
	case tagText:
		own |= insideLetters
	case tagPre:
		own |= insidePre
	case tagMath:
		own |= insideMath
	}
	return within, own
}

// holds reports whether something stands in an element.
func (t *tree) holds(id int32, what inside) bool {
	if !t.looked {
		t.lookInside()
	}
	return t.node(id).inside&what != 0
}

// isShape reports whether a name is that of a part of a drawing which is not
// text.
func isShape(name string) bool {
	return hasWord("rect circle ellipse path polygon polyline line image img use filter", name)
}

// plain returns the text of a subtree.
func (b *builder) plain(id int32) string {
	var s strings.Builder
	end := b.t.node(id).end
	for c := id; c < end; c++ {
		if b.t.node(c).isText {
			s.WriteString(b.t.text(c))
		}
	}
	return s.String()
}

// short returns the text of a subtree, or reports that it has more than most
// nodes or bytes.
func (b *builder) short(id int32, most int) (string, bool) {
	if !b.t.holds(id, insideSaid) {
		return "", true
	}
	var s strings.Builder
	end := b.t.node(id).end
	for c := id; c < end; c++ {
		if !b.t.node(c).isText {
			continue
		}
		text := b.t.text(c)
		if int(c-id) > most || s.Len()+len(text) > most {
			return "", false
		}
		s.WriteString(text)
	}
	return s.String(), true
}
