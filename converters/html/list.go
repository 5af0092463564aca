package html

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/numeral"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// list reads a list.
func (f *flow) list(id int32, st *state, l *css.Look, ordered bool) {
	if !f.b.nest() {
		f.blockOf(id, st)
		return
	}
	r := lister{f: f, ordered: ordered, kind: l.ListType, step: 1, next: 1}
	r.number(id)
	r.children(id, st)
	f.b.nested--
	if len(r.items) == 0 {
		return
	}
	f.flush()
	f.addList(id, &r)
}

// lister collects the items of a list.
type lister struct {
	f          *flow
	items      []document.Item
	loose      bool
	ordered    bool
	kind       string // of marker: a value of list-style-type
	next, step int
	indent     float64 // of the first item, in pixels, where its style says one
}

// number reads how a list counts.
func (r *lister) number(id int32) {
	t := r.f.b.t
	switch t.Value(id, dom.AttrType) {
	case "a":
		r.kind = "lower-alpha"
	case "A":
		r.kind = "upper-alpha"
	case "i":
		r.kind = "lower-roman"
	case "I":
		r.kind = "upper-roman"
	}
	if t.Has(id, dom.AttrReversed) {
		r.step, r.next = -1, 0
		for c := range t.Children(id) {
			if t.Node(c).Tag == dom.TagLi {
				r.next++
			}
		}
	}
	if n, ok := integer(t.Value(id, dom.AttrStart)); ok {
		r.next = n
	}
}

// integer reads a number of an attribute, as far as it is one.
func integer(s string) (int, bool) {
	s = strings.TrimSpace(s)
	end := 0
	for end < len(s) && end < 10 && (dom.IsDigit(s[end]) || end == 0 && (s[0] == '-' || s[0] == '+')) {
		end++
	}
	n, err := strconv.Atoi(s[:end])
	return n, err == nil
}

// children reads the children of a list, or of an element that groups some.
func (r *lister) children(id int32, around *state) {
	b := r.f.b
	for c := range b.t.Children(id) {
		b.step()
		n := b.t.Node(c)
		switch {
		case n.IsText && strings.TrimSpace(b.t.Text(c)) == "":
			continue
		case !n.IsText && dom.LeftOut(n.Tag):
			r.stray(c, around)
			continue
		}
		st := *around
		var l css.Look
		if !n.IsText {
			var how visible.Way
			if l, how = b.enter(c, &st); how != visible.Shown && !st.inHidden {
				r.stray(c, around)
				continue
			}
		}
		switch {
		case n.Tag == dom.TagLi && b.notes.IsNote(c):
			r.f.note(c, &st)
		case n.Tag == dom.TagLi:
			r.item(c, &st, &l)
		case r.groups(c):
			r.children(c, &st)
		default:
			r.stray(c, around)
		}
	}
}

// groups reports whether an element that is not a list holds items of this one.
func (r *lister) groups(id int32) bool {
	t := r.f.b.t
	switch n := t.Node(id); {
	case n.IsText, n.Tag == dom.TagUl, n.Tag == dom.TagOl, n.Tag == dom.TagMenu, n.Tag == dom.TagDir:
		return false
	}
	for c := range t.Children(id) {
		if t.Node(c).Tag == dom.TagLi {
			return true
		}
	}
	return false
}

// item reads a li element.
func (r *lister) item(id int32, st *state, l *css.Look) {
	b := r.f.b
	if n, ok := integer(b.t.Value(id, dom.AttrValue)); ok && r.ordered {
		r.next = n
	}
	if len(r.items) == 0 {
		r.indent = l.Indent
	}
	item := document.Item{Marker: r.marker(l)}
	r.next += r.step
	item.Task = b.task(id)
	item.Blocks = b.content(id, *st)
	for c := range b.t.Children(id) {
		r.loose = r.loose || b.t.Node(c).Tag == dom.TagP
	}
	if len(item.Blocks) == 0 && item.Task == document.NoTask && !r.ordered {
		return
	}
	r.items = append(r.items, item)
}

// stray keeps what is in a list outside its items, in the item before it.
func (r *lister) stray(id int32, st *state) {
	inner := r.f.b.newFlow()
	inner.node(id, st)
	blocks := inner.finish()
	switch n := len(r.items); {
	case len(blocks) == 0:
	case n > 0:
		r.items[n-1].Blocks = append(r.items[n-1].Blocks, blocks...)
	default:
		r.items = append(r.items, document.Item{Blocks: blocks})
	}
}

// marker returns the marker that a browser shows.
func (r *lister) marker(l *css.Look) string {
	kind := r.kind
	if l.ListType != "" {
		kind = l.ListType
	}
	switch kind {
	case "lower-alpha", "lower-latin":
		return alpha(r.next, 'a')
	case "upper-alpha", "upper-latin":
		return alpha(r.next, 'A')
	case "lower-roman":
		return strings.ToLower(numeral.Roman(r.next)) + "."
	case "upper-roman":
		return numeral.Roman(r.next) + "."
	case "decimal", "decimal-leading-zero":
	case "disc", "circle", "square":
		return "-"
	default:
		if !r.ordered {
			return "-"
		}
	}
	return strconv.Itoa(r.next) + "."
}

// alpha returns "a.", "b.", … "aa.".
func alpha(n int, first byte) string {
	if n < 1 {
		return strconv.Itoa(n) + "."
	}
	var digits []byte
	for ; n > 0; n = (n - 1) / 26 {
		digits = append([]byte{first + byte((n-1)%26)}, digits...)
	}
	return string(digits) + "."
}

// looseItem reads a li element outside any list, which browsers show as one.
func (f *flow) looseItem(id int32, st *state) {
	if !f.b.nest() {
		f.blockOf(id, st)
		return
	}
	defer func() { f.b.nested-- }()
	r := lister{f: f, step: 1, next: 1}
	l := css.Look{}
	r.item(id, st, &l)
	f.flush()
	if len(r.items) > 0 {
		f.addList(id, &r)
	}
}

// task returns the state of the check box that begins an item, and makes sure
// that the box is not read again.
func (b *builder) task(id int32) document.Task {
	if b.t.Has(id, dom.AttrDataInlineTaskId) { // Confluence
		return taskState(dom.HasWord(b.t.Value(id, dom.AttrClass), "checked"))
	}
	end := b.t.Node(id).End
	for c := id + 1; c < end && c < id+8; c++ {
		n := b.t.Node(c)
		class := ""
		if !n.IsText {
			class = b.t.Value(c, dom.AttrClass)
		}
		switch {
		case n.IsText && strings.TrimSpace(b.t.Text(c)) != "":
			return document.NoTask
		case n.IsText:
		case n.Tag == dom.TagInput && strings.EqualFold(b.t.Value(c, dom.AttrType), "checkbox"):
			b.skip, b.skipEnd = c, c+1
			return taskState(b.t.Has(c, dom.AttrChecked))
		case dom.HasWord(class, "checkbox") && n.End == c+1:
			// Notion draws its boxes by style alone.
			return taskState(dom.HasWord(class, "checkbox-on"))
		case n.Tag == dom.TagUl || n.Tag == dom.TagOl || n.Tag == dom.TagTable:
			return document.NoTask
		}
	}
	return document.NoTask
}

func taskState(done bool) document.Task {
	if done {
		return document.TaskDone
	}
	return document.TaskOpen
}
