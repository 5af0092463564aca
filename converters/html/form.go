package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// input reads an input element: what it shows.
func (f *flow) input(id int32, st *state) {
	t := f.b.t
	value := t.value(id, attrValue)
	switch kind := strings.ToLower(t.value(id, attrType)); kind {
	case "hidden":
		if strings.ContainsAny(strings.TrimSpace(value), " \n\t") { // prose, not a number for the server
			inner := *st
			if f.b.uncover(id, &inner, visible.Element) {
				f.say(id, &inner, value)
			}
		}
		return
	case "password", "file", "range", "color":
		return
	case "checkbox", "radio":
		box := "[ ]"
		if t.has(id, attrChecked) {
			box = "[x]"
		}
		f.line.gap()
		f.say(id, st, box)
	case "image":
		if value = t.value(id, attrAlt); value == "" {
			value = t.value(id, attrValue)
		}
		f.line.gap()
		f.say(id, st, value)
	case "submit", "reset", "button":
		f.line.gap()
		f.say(id, st, value)
	default:
		if value == "" {
			value = t.value(id, attrPlaceholder)
		}
		f.line.gap()
		if f.say(id, st, value); value == "" {
			f.sayToReaders(id, st, t.value(id, attrAriaLabel))
		}
	}
	f.line.gap()
}

// textarea reads the text in a text area, or what stands in an empty one.
func (f *flow) textarea(id int32, st *state) {
	f.line.gap()
	if !f.b.t.holds(id, insideSaid) {
		f.say(id, st, f.b.t.value(id, attrPlaceholder))
		f.line.gap()
		return
	}
	st.preserve = true
	f.children(id, st)
	f.line.gap()
}

// choice reads a select element: its options, separated by slashes, with the
// one that is chosen marked where the page says so, and the names of groups.
func (f *flow) choice(id int32, st *state) {
	f.line.gap()
	first := true
	group, groupEnd := *st, int32(0)
	end := f.b.t.node(id).end
	for c := id + 1; c < end; c++ {
		n := f.b.t.node(c)
		if c >= groupEnd {
			group = *st
		}
		inner := group
		switch n.tag {
		case tagOption, tagOptgroup:
		default:
			continue
		}
		if _, how := f.b.enter(c, &inner); !f.b.uncover(c, &inner, how) {
			c = n.end - 1
			continue
		}
		text := strings.TrimSpace(f.b.t.value(c, attrLabel))
		if n.tag == tagOptgroup {
			group, groupEnd = inner, n.end
			if text != "" {
				f.option(c, &inner, text+":", !first)
				first = true
			}
			continue
		}
		inner.chosen = true
		if inlines, _ := f.b.inlines(c, inner); len(inlines) > 0 {
			text = document.InlineText(inlines)
			inner.label = "" // the text has it
		}
		at := c
		c = n.end - 1 // the text has what is in it, too
		if text == "" {
			continue
		}
		if f.b.t.has(at, attrSelected) {
			text += " (selected)"
		}
		f.option(at, &inner, text, !first)
		first = false
	}
}

// option adds an option, behind a slash if it is not the first one.
func (f *flow) option(id int32, st *state, text string, apart bool) {
	if apart {
		f.say(id, st, "/")
		f.line.gap()
	}
	f.say(id, st, text)
	f.line.gap()
}
