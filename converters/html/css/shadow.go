package css

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// shadow is a template that shows in place of what is in an element (WHATWG HTML,
// declarative shadow roots).
type shadow struct {
	host, id, end int32 // the element, the template, and the node behind it
	hostEnd       int32
	slots         map[string]*slot // the first of each name; "" is what all go to that name none
}

// slot is where a template shows what is in the element.
type slot struct {
	id   int32
	seen Tri // it shows, and what is around it
}

// reach is what rules in a template are for.
type reach uint8

const (
	reachInside  reach = iota // what is in the template
	reachHost                 // the element
	reachSlotted              // what is in the element
)

// reaches reports whether a rule of a template can be for an element.
func (h *shadow) reaches(what reach, id int32) bool {
	inside := id > h.id && id < h.end
	switch what {
	case reachHost:
		return id == h.host
	case reachSlotted:
		return !inside && id > h.host && id < h.hostEnd
	}
	return inside
}

// templates are those of a page that show.
type templates struct {
	byHost map[int32]*shadow
	filled map[int32]bool // slots whose own content does not show
	open   []*shadow      // around the node that is met
	in     *shadow        // the innermost of them
}

// meet takes the next node of a tree: a template, of which the first one of an element
// shows, a slot, or another one.
func (ts *templates) meet(t *dom.Tree, id int32) {
	for len(ts.open) > 0 && id >= ts.open[len(ts.open)-1].end {
		ts.open = ts.open[:len(ts.open)-1]
	}
	if ts.in = nil; len(ts.open) > 0 {
		ts.in = ts.open[len(ts.open)-1]
	}
	n := t.Node(id)
	switch {
	case n.IsText:
	case n.Tag == dom.TagTemplate && t.Value(id, dom.AttrShadowrootmode) != "":
		h := &shadow{host: n.Parent, id: id, end: n.End, hostEnd: t.Node(n.Parent).End}
		if _, has := ts.byHost[h.host]; !has {
			dom.Put(&ts.byHost, h.host, h)
		}
		ts.open = append(ts.open, h)
	case ts.in != nil && t.Name(id) == "slot":
		if name := t.Value(id, dom.AttrName); ts.in.slots[name] == nil {
			dom.Put(&ts.in.slots, name, &slot{id: id})
		}
	}
}

// fill notes the slots whose own content does not show, since there is other.
func (ts *templates) fill(t *dom.Tree) {
	ts.in = nil
	for _, h := range ts.byHost {
		for c := range t.Children(h.host) {
			if slot := h.slots[slotOf(t, c)]; slot != nil && c != h.id && t.Holds(c, dom.InsideContent) {
				dom.Put(&ts.filled, slot.id, true)
			}
		}
	}
}

// Leaves reports whether the template of an element leaves out one of its nodes.
func Leaves(s *Sheet, host, id int32) bool {
	h := s.templates.byHost[host]
	if h == nil || id == h.id {
		return false
	}
	slot := h.slots[slotOf(s.Matcher.t, id)]
	if slot != nil && slot.seen == Unset {
		slot.seen = triOf(shows(s, h, slot.id))
	}
	return slot == nil || slot.seen == no
}

// shows reports whether a slot of a template shows, with what is around it.
func shows(s *Sheet, h *shadow, id int32) bool {
	m := &s.Matcher
	for e := (Element{ID: id}); startOf(m.t, e) > h.id && m.Steps > 0; e = m.parent(e) {
		_, hidden := attrOf(m.t, e, dom.AttrHidden)
		if l, _ := s.own(e); l.Hides != visible.Shown || l.veils() || hidden {
			return false
		}
	}
	return true
}

// reachOf returns what a selector of a template is for, and the selector there.
func reachOf(text string) (reach, string) {
	text = strings.TrimSpace(text)
	if i := strings.Index(text, "::slotted("); i >= 0 {
		inner, _ := props.Parenthesis(text[i:])
		return reachSlotted, inner
	}
	rest, ok := strings.CutPrefix(text, ":host")
	if !ok {
		return reachInside, text
	}
	if strings.HasPrefix(rest, "-context") {
		return reachHost, ":lang(x)" // nobody knows
	}
	own := "*"
	if strings.HasPrefix(rest, "(") {
		own, rest = props.Parenthesis(rest)
	}
	if behind := strings.TrimLeft(rest, " >+~\n\t"); behind != rest {
		return reachInside, behind
	}
	return reachHost, own + rest
}

// slotOf returns the slot that a node names; "" for none.
func slotOf(t *dom.Tree, id int32) string {
	if t.Node(id).IsText {
		return ""
	}
	return t.Value(id, dom.AttrSlot)
}
