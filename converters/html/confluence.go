package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/document"
)

// storage reads an element of the format in which Confluence stores pages, and
// reports whether it is one that means more than its content.
func (f *flow) storage(id int32, st *state) bool {
	b := f.b
	name, ok := strings.CutPrefix(b.t.Name(id), "ac:")
	if !ok {
		return false
	}
	in := stored{f, b, id}
	switch name {
	case "structured-macro", "macro":
		in.macro(st)
	case "parameter", "placeholder", "task-id", "task-uuid", "adf-attribute":
		// settings, and what is in an empty form
	case "task-list":
		in.tasks(st)
	case "image":
		f.show(id, st, converters.Make(f.b.env, &document.Image{Alt: dom.Squeeze(firstOf(b.t, id, dom.AttrAcAlt, dom.AttrAcTitle))}))
	case "emoticon":
		f.say(id, st, firstOf(b.t, id, dom.AttrAcEmojiFallback, dom.AttrAcName))
	case "link":
		in.link(st)
	default:
		return false
	}
	return true
}

// stored is an element of that format.
type stored struct {
	f  *flow
	b  *builder
	id int32
}

// firstOf returns the first of some attributes that has a value.
func firstOf(t *dom.Tree, id int32, keys ...dom.Attr) string {
	for _, key := range keys {
		if v := strings.TrimSpace(t.Value(id, key)); v != "" {
			return v
		}
	}
	return ""
}

// childNamed returns the child with a name, or 0.
func childNamed(t *dom.Tree, id int32, name string) int32 {
	for c := range t.Children(id) {
		if n := t.Node(c); n.Tag == dom.TagNone && !n.IsText && t.Name(c) == name {
			return c
		}
	}
	return 0
}

// parameterOf returns a setting of a macro.
func parameterOf(t *dom.Tree, id int32, name string) string {
	for c := range t.Children(id) {
		if t.Value(c, dom.AttrAcName) == name && t.Name(c) == "ac:parameter" {
			return dom.Squeeze(t.PlainText(c))
		}
	}
	return ""
}

// macro reads a macro: its title and its body. Its other settings do not show.
func (in stored) macro(st *state) {
	switch kind := in.b.t.Value(in.id, dom.AttrAcName); kind {
	case "code", "noformat":
		if body := childNamed(in.b.t, in.id, "ac:plain-text-body"); body != 0 {
			in.f.flush()
			c := coder{b: in.b}
			c.children(body, st)
			if text := strings.Trim(c.text.String(), "\n"); strings.TrimSpace(text) != "" {
				in.f.add(converters.Make(in.b.env, &document.CodeBlock{Pos: in.b.pos(in.id), Lang: strings.ToLower(parameterOf(in.b.t, in.id, "language")), Text: text}))
			}
			return
		}
	case "status":
		in.f.say(in.id, st, parameterOf(in.b.t, in.id, "title"))
		return
	case "jira":
		in.f.say(in.id, st, parameterOf(in.b.t, in.id, "key"))
		return
	}
	if title := parameterOf(in.b.t, in.id, "title"); title != "" {
		in.f.flush()
		bold := *st
		bold.bold = mark{in.id, css.Yes, false}
		in.f.say(in.id, &bold, title)
		in.f.flush()
	}
	for _, body := range []string{"ac:rich-text-body", "ac:plain-text-body"} {
		if c := childNamed(in.b.t, in.id, body); c != 0 {
			in.f.blockOf(c, st)
		}
	}
}

// tasks reads a list of tasks.
func (in stored) tasks(st *state) {
	if !in.b.nest() {
		in.f.blockOf(in.id, st)
		return
	}
	defer func() { in.b.at.nested-- }()
	list := converters.Make(in.b.env, &document.List{Pos: in.b.pos(in.id)})
	for c := range in.b.t.Children(in.id) {
		in.b.step()
		body := childNamed(in.b.t, c, "ac:task-body")
		if body == 0 {
			in.f.node(c, st)
			continue
		}
		done := false
		if s := childNamed(in.b.t, c, "ac:task-status"); s != 0 {
			done = strings.TrimSpace(in.b.t.PlainText(s)) == "complete"
		}
		inner := *st
		_, how := in.b.enter(c, &inner)
		if !in.b.uncover(c, &inner, how) {
			continue
		}
		if _, how = in.b.enter(body, &inner); in.b.uncover(body, &inner, how) {
			list.Items = append(list.Items, converters.Make(in.b.env, document.Item{Marker: "-", Task: taskState(done), Blocks: in.b.content(body, inner)}))
		}
	}
	if len(list.Items) > 0 {
		in.f.flush()
		in.f.add(list)
	}
}

// link reads a link inside the wiki: its text, else the name of what it
// leads to.
func (in stored) link(st *state) {
	for c := range in.b.t.Children(in.id) {
		if n := in.b.t.Node(c); !n.IsText && strings.HasPrefix(in.b.t.Name(c), "ac:") && in.b.hasContent(c) {
			in.f.children(in.id, st)
			return
		}
	}
	for c := range in.b.t.Children(in.id) {
		if v := firstOf(in.b.t, c, dom.AttrRiContentTitle, dom.AttrRiFilename, dom.AttrRiValue); v != "" {
			in.f.say(in.id, st, v)
			return
		}
	}
	in.f.say(in.id, st, in.b.t.Value(in.id, dom.AttrAcAnchor))
}
