package html

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/numeral"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// list reads a list.
func (f *flow) list(id int32, st *state, l *look, ordered bool) {
	if !f.b.nest() {
		f.blockOf(id, st)
		return
	}
	r := lister{f: f, ordered: ordered, kind: l.listType, step: 1, next: 1}
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
	switch t.value(id, attrType) {
	case "a":
		r.kind = "lower-alpha"
	case "A":
		r.kind = "upper-alpha"
	case "i":
		r.kind = "lower-roman"
	case "I":
		r.kind = "upper-roman"
	}
	if t.has(id, attrReversed) {
		r.step, r.next = -1, 0
		for c := range t.children(id) {
			if t.node(c).tag == tagLi {
				r.next++
			}
		}
	}
	if n, ok := integer(t.value(id, attrStart)); ok {
		r.next = n
	}
}

// integer reads a number of an attribute, as far as it is one.
func integer(s string) (int, bool) {
	s = strings.TrimSpace(s)
	end := 0
	for end < len(s) && end < 10 && (isDigit(s[end]) || end == 0 && (s[0] == '-' || s[0] == '+')) {
		end++
	}
	n, err := strconv.Atoi(s[:end])
	return n, err == nil
}

// children reads the children of a list, or of an element that groups some.
func (r *lister) children(id int32, around *state) {
	b := r.f.b
	for c := range b.t.children(id) {
		b.step()
		n := b.t.node(c)
		switch {
		case n.isText && strings.TrimSpace(b.t.text(c)) == "":
			continue
		case !n.isText && leftOut(n.tag):
			r.stray(c, around)
			continue
		}
		st := *around
		var l look
		if !n.isText {
			var how visible.Way
			if l, how = b.enter(c, &st); how != visible.Shown && !st.inHidden {
				r.stray(c, around)
				continue
			}
		}
		switch {
		case n.tag == tagLi && b.isNote(c):
			r.f.note(c, &st)
		case n.tag == tagLi:
			r.item(c, &st, &l)
		case r.groups(c):
			r.children(c, &st)
		default:
			r.stray(c, around)
		}
	}
}

// groups reports whether an element that is no list holds items of this one.
func (r *lister) groups(id int32) bool {
	t := r.f.b.t
	switch n := t.node(id); {
	case n.isText, n.tag == tagUl, n.tag == tagOl, n.tag == tagMenu, n.tag == tagDir:
		return false
	}
	for c := range t.children(id) {
		if t.node(c).tag == tagLi {
			return true
		}
	}
	return false
}

// item reads a li element.
func (r *lister) item(id int32, st *state, l *look) {
	b := r.f.b
	if n, ok := integer(b.t.value(id, attrValue)); ok && r.ordered {
		r.next = n
	}
	if len(r.items) == 0 {
		r.indent = l.indent
	}
	item := document.Item{Marker: r.marker(l)}
	r.next += r.step
	item.Task = b.task(id)
	item.Blocks = b.content(id, *st)
	for c := range b.t.children(id) {
		r.loose = r.loose || b.t.node(c).tag == tagP
	}
	if len(item.Blocks) == 0 && item.Task == document.NoTask && !r.ordered {
		return
	}
	r.items = append(r.items, item)
}

// stray keeps what stands in a list outside its items, in the item before it.
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
func (r *lister) marker(l *look) string {
	kind := r.kind
	if l.listType != "" {
		kind = l.listType
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
	l := look{}
	r.item(id, st, &l)
	f.flush()
	if len(r.items) > 0 {
		f.addList(id, &r)
	}
}

// task returns the state of the check box that begins an item, and makes sure
// that the box is not read again.
func (b *builder) task(id int32) document.Task {
	if b.t.has(id, attrDataInlineTaskId) { // Confluence
		return taskState(hasWord(b.t.value(id, attrClass), "checked"))
	}
	end := b.t.node(id).end
	for c := id + 1; c < end && c < id+8; c++ {
		n := b.t.node(c)
		class := ""
		if !n.isText {
			class = b.t.value(c, attrClass)
		}
		switch {
		case n.isText && strings.TrimSpace(b.t.text(c)) != "":
			return document.NoTask
		case n.isText:
		case n.tag == tagInput && strings.EqualFold(b.t.value(c, attrType), "checkbox"):
			b.skip, b.skipEnd = c, c+1
			return taskState(b.t.has(c, attrChecked))
		case hasWord(class, "checkbox") && n.end == c+1:
			// Notion draws its boxes by style alone.
			return taskState(hasWord(class, "checkbox-on"))
		case n.tag == tagUl || n.tag == tagOl || n.tag == tagTable:
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
