package html

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
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
	f.b.at.nested--
	if len(r.items) == 0 {
		return
	}
	f.flush()
	r.add(id)
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
		r.indent = l.Box.Indent
	}
	item := converters.Make(r.f.b.env, document.Item{Marker: r.marker(l)})
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
		r.items = append(r.items, converters.Make(r.f.b.env, document.Item{Blocks: blocks}))
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
		return numeral.Letters(r.next, 'a') + "."
	case "upper-alpha", "upper-latin":
		return numeral.Letters(r.next, 'A') + "."
	case "disc", "circle", "square":
		return "-"
	}
	if marker, ok := numeral.Counter(r.next, kind); ok {
		return marker
	}
	if !r.ordered {
		return "-"
	}
	return strconv.Itoa(r.next) + "."
}

// looseItem reads a li element outside any list, which browsers show as one.
func (f *flow) looseItem(id int32, st *state) {
	if !f.b.nest() {
		f.blockOf(id, st)
		return
	}
	defer func() { f.b.at.nested-- }()
	r := lister{f: f, step: 1, next: 1}
	l := css.Look{}
	r.item(id, st, &l)
	f.flush()
	if len(r.items) > 0 {
		r.add(id)
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
			b.at.skip, b.at.skipEnd = c, c+1
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

// add appends the list, in the one before it where the two are one: when
// they are next to each other, and their classes and their indentation say
// so (Google Docs, Notion), or the numbers go on.
func (r *lister) add(id int32) {
	b := r.f.b
	numeral.Untype(r.items)
	list := converters.Make(b.env, &document.List{Pos: b.pos(id), Loose: r.loose, Items: r.items})
	family := b.t.Value(id, dom.AttrClass)
	if r.ordered {
		family += " ol"
	}
	start, _ := integer(b.t.Value(id, dom.AttrStart))
	r.f.attach(level{list: list, depth: r.indent, family: listFamily(family), next: r.next}, start)
}

// maxClassBytes is how many bytes of a class are looked at for more than rules.
const maxClassBytes = 512

// listFamily returns what lists that belong together have in common in their
// classes. Google Docs ends a list's class with its level and marks the first.
func listFamily(class string) string {
	var kept []string
	for w := range strings.FieldsSeq(class[:min(len(class), maxClassBytes)]) {
		if w == "start" {
			continue
		}
		if i := strings.LastIndexByte(w, '-'); i > 0 && i == len(w)-2 && dom.IsDigit(w[i+1]) {
			w = w[:i]
		}
		kept = append(kept, w)
	}
	return strings.Join(kept, " ")
}

// attach adds a list where its level says.
func (f *flow) attach(l level, start int) {
	if levels, ok := f.levels.join(l, start); ok {
		f.levels = levels
		return
	}
	f.add(l.list)
	f.levels = append(f.levels[:0], l)
}

// levels are the lists by level that the last blocks are.
type levels []level

// join puts a list in those that are open, and returns the levels that are open then.
// It is not ok where the list is in none of them.
func (s levels) join(l level, start int) (open levels, ok bool) {
	const step = 12 // pixels; less is not a level
	for n := len(s); n > 0; n = len(s) {
		top := &s[n-1]
		last := &top.list.Items[len(top.list.Items)-1]
		switch {
		case l.depth >= top.depth+step && top.depth > 0:
			last.Blocks = append(last.Blocks, l.list)
			return append(s, l), true
		case l.depth+step <= top.depth:
			s = s[:n-1]
			continue
		case top.goesOn(&l, start):
			top.list.Items = append(top.list.Items, l.list.Items...)
			top.list.Loose = top.list.Loose || l.list.Loose
			top.list.Lines.Last = l.list.Lines.Last
			top.next = l.next
			return s, true
		}
		break
	}
	n := len(s)
	if n <= 1 {
		return s, false
	}
	outer := s[n-2].list
	last := &outer.Items[len(outer.Items)-1]
	last.Blocks = append(last.Blocks, l.list)
	s[n-1] = l
	return s, true
}

// goesOn reports whether a list is the rest of this one.
func (top *level) goesOn(l *level, start int) bool {
	if top.family != l.family || strings.TrimSpace(strings.TrimSuffix(l.family, " ol")) == "" {
		return false
	}
	return !strings.HasSuffix(l.family, "ol") || start == top.next
}

// officeItem reads a paragraph that is a list item of an office program: its
// style names list and level ("l0 level2 lfo1"), and what is in the part
// to be ignored is its marker.
func (f *flow) officeItem(id int32, st *state, l *css.Look) bool {
	if len(l.OfficeList) > maxClassBytes {
		return false
	}
	depth, list := 1.0, ""
	for w := range strings.FieldsSeq(l.OfficeList) {
		if n, ok := strings.CutPrefix(w, "level"); ok {
			if v, ok := integer(n); ok && v >= 1 && v <= 9 {
				depth = float64(v)
			}
			continue
		}
		list += w
	}
	if list == "" {
		return false
	}
	marker, skip := f.b.officeMarker(id, *st)
	first := level{depth: depth * 48, family: "office " + list}
	f.marked(id, st, marker, [2]int32{skip, f.b.t.Node(skip).End}, first)
	return true
}

// marked adds a paragraph as an item of a list, without the nodes that hold
// its marker.
func (f *flow) marked(id int32, st *state, marker string, nodes [2]int32, l level) {
	f.flush()
	first, end := f.b.at.skip, f.b.at.skipEnd
	if f.b.at.skip, f.b.at.skipEnd = nodes[0], nodes[1]; nodes[0] == 0 {
		f.b.at.skipEnd = 0
	}
	blocks := f.b.content(id, *st)
	f.b.at.skip, f.b.at.skipEnd = first, end
	if len(blocks) > 0 {
		l.list = converters.Make(f.b.env, &document.List{Pos: f.b.pos(id), Items: []document.Item{{Marker: marker, Blocks: blocks}}})
		f.attach(l, 0)
	}
}

const (
	maxMarker       = 16  // bytes that the marker of an item may have
	maxMarkerBlanks = 200 // bytes with the blanks around it
)

// typedItem reads a paragraph that Word saved, in filtered pages, without a
// word of the list: a marker, and blanks in small letters in place of a tab,
// in a line that begins before the others.
func (f *flow) typedItem(id int32, st *state, l *css.Look) bool {
	b := f.b
	marker, first := "", int32(0)
	end := b.t.Node(id).End
	for c := id + 1; c < min(end, id+12); c++ {
		if n := b.t.Node(c); !n.IsText {
			if first == 0 && n.Tag == dom.TagSpan {
				first = c
			}
			continue
		}
		text := strings.Trim(b.t.Text(c), " \u00a0\n\t")
		if text == "" && marker != "" && isSpacer(b.t.Value(b.t.Node(c).Parent, dom.AttrStyle)) {
			last := b.t.Node(c).Parent
			if b.t.Node(first).End > last { // the marker and the blanks in one
				last = first
			}
			marker = officeSign(marker)
			kind := "numbers"
			if marker == "-" {
				kind = "bullets"
			}
			f.marked(id, st, marker, [2]int32{first, b.t.Node(last).End}, level{depth: 48 + l.Box.Indent, family: "office " + kind})
			return true
		}
		if marker += text; len(marker) > maxMarker {
			return false
		}
		if first == 0 {
			first = c
		}
	}
	return false
}

// isSpacer reports whether a style is that of the blanks behind a marker.
func isSpacer(style string) bool {
	return strings.Contains(style, "7.0pt") && strings.Contains(style, "Times New Roman")
}

// officeMarker returns the marker in front of an office program's list item,
// and the element that holds it. What is hidden there, or too long, is none.
func (b *builder) officeMarker(id int32, st state) (string, int32) {
	const most = 100 // nodes before the marker
	end := min(b.t.Node(id).End, id+most)
	for c := id + 1; c < end; c++ {
		n := b.t.Node(c)
		if n.IsText || !ignored(b.t.Value(c, dom.AttrStyle)) {
			continue
		}
		text, whole := shortText(b.t, c, maxMarkerBlanks)
		marker := officeSign(strings.Trim(text, " \u00a0\n\t"))
		_, how := b.enter(c, &st)
		if how == visible.Shown {
			how, _ = b.hides(&st, n.Format)
		}
		if how != visible.Shown || !whole || len(marker) > maxMarker {
			break
		}
		return marker, c
	}
	return "-", 0
}

// ignored reports whether a style says that its element is not content to an
// office program.
func ignored(style string) bool {
	style = strings.ToLower(style[:min(len(style), maxClassBytes)])
	return strings.Contains(style, "mso-list:ignore") || strings.Contains(style, "mso-list: ignore")
}

// officeSign returns the marker that a marker in a font of signs stands for.
func officeSign(marker string) string {
	switch marker {
	case "·", "•", "o", "§", "-", "–", "¨", "ü", "Ø", "v", "q", "":
		return "-"
	}
	return marker
}
