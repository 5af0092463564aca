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
	switch name {
	case "structured-macro", "macro":
		f.macro(id, st)
	case "parameter", "placeholder", "task-id", "task-uuid", "adf-attribute":
		// settings, and what is in an empty form
	case "task-list":
		f.tasks(id, st)
	case "image":
		f.show(id, st, converters.Make(f.b.env, &document.Image{Alt: dom.Squeeze(b.firstOf(id, dom.AttrAcAlt, dom.AttrAcTitle))}))
	case "emoticon":
		f.say(id, st, b.firstOf(id, dom.AttrAcEmojiFallback, dom.AttrAcName))
	case "link":
		f.storedLink(id, st)
	default:
		return false
	}
	return true
}

// firstOf returns the first of some attributes that has a value.
func (b *builder) firstOf(id int32, keys ...dom.Attr) string {
	for _, key := range keys {
		if v := strings.TrimSpace(b.t.Value(id, key)); v != "" {
			return v
		}
	}
	return ""
}

// named returns the child with a name, or 0.
func (b *builder) named(id int32, name string) int32 {
	for c := range b.t.Children(id) {
		if n := b.t.Node(c); n.Tag == dom.TagNone && !n.IsText && b.t.Name(c) == name {
			return c
		}
	}
	return 0
}

// parameter returns a setting of a macro.
func (b *builder) parameter(id int32, name string) string {
	for c := range b.t.Children(id) {
		if b.t.Value(c, dom.AttrAcName) == name && b.t.Name(c) == "ac:parameter" {
			return dom.Squeeze(b.t.PlainText(c))
		}
	}
	return ""
}

// macro reads a macro: its title and its body. Its other settings do not show.
func (f *flow) macro(id int32, st *state) {
	b := f.b
	switch kind := b.t.Value(id, dom.AttrAcName); kind {
	case "code", "noformat":
		if body := b.named(id, "ac:plain-text-body"); body != 0 {
			f.flush()
			c := coder{b: b}
			c.children(body, st)
			if text := strings.Trim(c.text.String(), "\n"); strings.TrimSpace(text) != "" {
				f.add(converters.Make(f.b.env, &document.CodeBlock{Pos: b.pos(id), Lang: strings.ToLower(b.parameter(id, "language")), Text: text}))
			}
			return
		}
	case "status":
		f.say(id, st, b.parameter(id, "title"))
		return
	case "jira":
		f.say(id, st, b.parameter(id, "key"))
		return
	}
	if title := b.parameter(id, "title"); title != "" {
		f.flush()
		bold := *st
		bold.bold = mark{id, css.Yes, false}
		f.say(id, &bold, title)
		f.flush()
	}
	for _, body := range []string{"ac:rich-text-body", "ac:plain-text-body"} {
		if c := b.named(id, body); c != 0 {
			f.blockOf(c, st)
		}
	}
}

// tasks reads a list of tasks.
func (f *flow) tasks(id int32, st *state) {
	b := f.b
	if !b.nest() {
		f.blockOf(id, st)
		return
	}
	defer func() { b.nested-- }()
	list := converters.Make(f.b.env, &document.List{Pos: b.pos(id)})
	for c := range b.t.Children(id) {
		b.step()
		body := b.named(c, "ac:task-body")
		if body == 0 {
			f.node(c, st)
			continue
		}
		done := false
		if s := b.named(c, "ac:task-status"); s != 0 {
			done = strings.TrimSpace(b.t.PlainText(s)) == "complete"
		}
		inner := *st
		_, how := b.enter(c, &inner)
		if !b.uncover(c, &inner, how) {
			continue
		}
		if _, how = b.enter(body, &inner); b.uncover(body, &inner, how) {
			list.Items = append(list.Items, converters.Make(f.b.env, document.Item{Marker: "-", Task: taskState(done), Blocks: b.content(body, inner)}))
		}
	}
	if len(list.Items) > 0 {
		f.flush()
		f.add(list)
	}
}

// storedLink reads a link inside the wiki: its text, else the name of what it
// leads to.
func (f *flow) storedLink(id int32, st *state) {
	b := f.b
	for c := range b.t.Children(id) {
		if n := b.t.Node(c); !n.IsText && strings.HasPrefix(b.t.Name(c), "ac:") && b.hasContent(c) {
			f.children(id, st)
			return
		}
	}
	for c := range b.t.Children(id) {
		if v := b.firstOf(c, dom.AttrRiContentTitle, dom.AttrRiFilename, dom.AttrRiValue); v != "" {
			f.say(id, st, v)
			return
		}
	}
	f.say(id, st, b.t.Value(id, dom.AttrAcAnchor))
}
