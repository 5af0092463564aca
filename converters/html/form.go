package html

import (
	"strings"

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
			if f.b.uncover(id, &inner, hiddenElement) {
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
		for _, key := range []attr{attrPlaceholder, attrAriaLabel} {
			if value == "" {
				value = t.value(id, key)
			}
		}
		f.line.gap()
		f.say(id, st, value)
	}
	f.line.gap()
}

// textarea reads the text in a text area, or what stands in an empty one.
func (f *flow) textarea(id int32, st *state) {
	f.line.gap()
	if strings.TrimSpace(f.b.plain(id)) == "" {
		f.say(id, st, f.b.t.value(id, attrPlaceholder))
		f.line.gap()
		return
	}
	st.preserve = true
	f.children(id, st)
	f.line.gap()
}

// choice reads a select element: its options, separated by slashes, with the
// one that is chosen marked where the page says so.
func (f *flow) choice(id int32, st *state) {
	f.line.gap()
	first := true
	end := f.b.t.node(id).end
	for c := id + 1; c < end; c++ {
		n := f.b.t.node(c)
		if n.tag != tagOption {
			continue
		}
		inner := *st
		if _, how := f.b.enter(c, &inner); !f.b.uncover(c, &inner, how) {
			continue
		}
		inlines, _ := f.b.inlines(c, inner)
		text := document.InlineText(inlines)
		if text == "" {
			text = strings.TrimSpace(f.b.t.value(c, attrLabel))
		}
		if text == "" {
			continue
		}
		if !first {
			f.say(id, st, "/")
			f.line.gap()
		}
		if f.b.t.has(c, attrSelected) {
			text += " (selected)"
		}
		f.say(c, st, text)
		f.line.gap()
		first = false
	}
}
