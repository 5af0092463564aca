package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// input reads an input element: what it shows.
func (f *flow) input(id int32, st *state) {
	t := f.b.t
	value := t.Value(id, dom.AttrValue)
	switch kind := strings.ToLower(t.Value(id, dom.AttrType)); kind {
	case "hidden":
		if strings.ContainsAny(strings.TrimSpace(value), " \n\t") { // prose, and no number for the server
			unshown(f, id, st, value)
		}
		return
	case "password", "file", "range", "color":
		return
	case "checkbox", "radio":
		box := "[ ]"
		if t.Has(id, dom.AttrChecked) {
			box = "[x]"
		}
		f.line.Gap()
		f.say(id, st, box)
	case "image":
		if value = t.Value(id, dom.AttrAlt); value == "" {
			value = t.Value(id, dom.AttrValue)
		}
		f.line.Gap()
		f.say(id, st, value)
	case "submit", "reset", "button":
		f.line.Gap()
		f.say(id, st, value)
	case "number", "date", "month", "week", "time", "datetime-local":
		if strings.Trim(value, "0123456789+-.:TWeE ") != "" { // browsers show no other value
			unshown(f, id, st, value)
			value = ""
		}
		fallthrough
	default:
		if value == "" {
			value = t.Value(id, dom.AttrPlaceholder)
		}
		f.line.Gap()
		if f.say(id, st, value); value == "" {
			f.sayToReaders(id, st, t.Value(id, dom.AttrAriaLabel))
		}
	}
	f.line.Gap()
}

// unshown says what a field has and does not show.
func unshown(f *flow, id int32, st *state, value string) {
	inner := *st
	if f.b.uncover(id, &inner, visible.Element) {
		f.say(id, &inner, value)
	}
}

// textarea reads the text in a text area, or what is in an empty one.
func (f *flow) textarea(id int32, st *state) {
	f.line.Gap()
	if !f.b.t.Holds(id, dom.InsideSaid) {
		f.say(id, st, f.b.t.Value(id, dom.AttrPlaceholder))
		f.line.Gap()
		return
	}
	st.preserve = true
	f.children(id, st)
	f.line.Gap()
}

// choice reads a select element: its options, separated by slashes, with the
// one that is chosen marked where the page says so, and the names of groups.
func (f *flow) choice(id int32, st *state) {
	f.line.Gap()
	first := true
	group, groupEnd := *st, int32(0)
	end := f.b.t.Node(id).End
	for c := id + 1; c < end; c++ {
		n := f.b.t.Node(c)
		if c >= groupEnd {
			group = *st
		}
		inner := group
		switch n.Tag {
		case dom.TagOption, dom.TagOptgroup:
		default:
			continue
		}
		if _, how := f.b.enter(c, &inner); !f.b.uncover(c, &inner, how) {
			c = n.End - 1
			continue
		}
		text := strings.TrimSpace(f.b.t.Value(c, dom.AttrLabel))
		if n.Tag == dom.TagOptgroup {
			group, groupEnd = inner, n.End
			if text != "" {
				f.option(c, &inner, text+":", !first)
				first = true
			}
			continue
		}
		inner.chosen = true
		if inlines, _ := f.b.inlines(c, inner); len(inlines) > 0 {
			text = document.LabelText(inlines)
			if inner.label == 0 {
				inner.label = document.LabelIn(inlines)
			}
		}
		at := c
		c = n.End - 1 // the text has what is in it, too
		if text == "" {
			continue
		}
		if f.b.t.Has(at, dom.AttrSelected) {
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
		f.line.Gap()
	}
	f.say(id, st, text)
	f.line.Gap()
}
