package odf

import (
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// listRef is a list of the source with its count, which other lists may go on
// with.
type listRef struct {
	counter style.Counter
	style   string // name of the style of its first level
}

// listAt is an open text:list.
type listAt struct {
	ref   *listRef
	style *style.ListStyle // nil where only the paragraphs say it
	name  string
	level int // from 0
	// start is the number that the next item begins with, or -1.
	start int
}

// itemRef is the item that a paragraph belongs to.
type itemRef struct {
	at     *listAt
	fresh  bool // no paragraph of it has been seen
	header bool // it has no marker
	number string
}

// list reads a text:list, whose start tag is the event (ODF 1.3 part 3,
// 5.3.2).
func (r *reader) list(f *flow, outer *listAt) error {
	if err := r.hold(holdList); err != nil {
		return err
	}
	at := &listAt{start: -1}
	at.name, _ = r.s.Attr(ns.Text, "style-name")
	if outer != nil {
		at.ref, at.level = outer.ref, min(outer.level+1, style.MaxLevels-1)
		if at.name == "" {
			at.name, at.style = outer.name, outer.style
		} else if goesOn, _ := r.s.Attr(ns.Text, "continue-numbering"); at.name != outer.name && goesOn != "true" {
			at.ref.counter.Begun[at.level] = false
		}
	} else {
		at.ref = r.listOf(at.name)
	}
	if ls := r.styles.List(at.name); ls != nil {
		at.style = ls
	}
	if outer == nil || outer.name != at.name {
		if id, ok := r.s.Attr(ns.Text, "continue-list"); ok && r.lists[id] != nil && outer == nil {
			at.ref = r.lists[id]
			r.lastOf[at.name] = at.ref
		}
	}
	if id, ok := r.s.Attr(xmlread.XML, "id"); ok && outer == nil {
		r.lists[id] = at.ref
	} else if id, ok := r.s.Attr(ns.Text, "id"); ok && outer == nil {
		r.lists[id] = at.ref
	}
	for {
		kind, err := r.s.Next()
		if err != nil || kind == xmlread.End {
			return err
		}
		if kind != xmlread.Start {
			continue
		}
		switch local := r.s.Local(); {
		case r.s.Space() == ns.Text && (local == "list-item" || local == "list-header"):
			err = r.listItem(f, at, local == "list-header")
		default:
			err = r.s.Skip()
		}
		if err != nil {
			return err
		}
	}
}

// listOf returns the count that a list begins with: that of the last list of
// its style where it says so, else its own.
func (r *reader) listOf(name string) *listRef {
	goesOn, _ := r.s.Attr(ns.Text, "continue-numbering")
	if ref := r.lastOf[name]; ref != nil && goesOn == "true" {
		return ref
	}
	ref := &listRef{style: name}
	r.lastOf[name] = ref
	return ref
}

// listItem reads an item.
func (r *reader) listItem(f *flow, at *listAt, header bool) error {
	if err := r.hold(holdItem); err != nil {
		return err
	}
	if v, ok := r.s.Attr(ns.Text, "start-value"); ok {
		at.start = style.LeadingInt(v)
	}
	if v, ok := r.s.Attr(ns.Text, "style-override"); ok {
		if ls := r.styles.List(v); ls != nil {
			outer := at.style
			at.style = ls
			defer func() { at.style = outer }()
		}
	}
	item := &itemRef{at: at, fresh: true, header: header}
	outer := r.item
	defer func() { r.item = outer }()
	r.item = item
	for {
		kind, err := r.s.Next()
		if err != nil || kind == xmlread.End {
			return err
		}
		if kind != xmlread.Start {
			continue
		}
		switch space, local := r.s.Space(), r.s.Local(); {
		case space == ns.Text && local == "list":
			err = r.list(f, at)
			r.item = item
		case space == ns.Text && local == "number":
			item.number, err = r.plainText()
		default:
			err = r.block(f)
		}
		if err != nil {
			return err
		}
	}
}

// styleFor returns the list style of an item: its list's own, else that of
// the paragraph.
func (r *reader) styleFor(it *itemRef, st *style.Style) *style.ListStyle {
	if it.at.style != nil {
		return it.at.style
	}
	return r.styles.List(st.List)
}

// take counts an item at its first paragraph and returns its marker.
func (r *reader) take(it *itemRef, st *style.Style) (string, *style.ListLevel) {
	ls := r.styleFor(it, st)
	it.at.ref.counter.Next(ls, it.at.level, it.at.start)
	it.at.start = -1
	marker := it.at.ref.counter.Marker(ls, it.at.level)
	if it.number != "" {
		marker = it.number
	}
	return marker, ls.Level(it.at.level)
}

// item begins an item at its first paragraph, or goes on with it.
func (f *flow) item(it *itemRef, st *style.Style, pos document.Pos) {
	if !it.fresh || it.header {
		f.goOn(it)
		return
	}
	it.fresh = false
	marker, level := f.r.take(it, st)
	if marker == "" && (level == nil || !level.Numbered || level.Format == "") {
		f.goOn(it)
		return
	}
	o := openList{own: it.at.level, of: it.at.ref, name: it.at.name, marker: marker, slide: f.r.slide}
	if level != nil {
		o.plainly = level.Numbered
		o.left = level.Left
	}
	if st.Has&style.HasLeft != 0 && st.Left > 0 {
		o.left = st.Left
	}
	o.last = it.at.ref.counter.Numbers[it.at.level]
	f.begin(o, marker, pos)
}

// goOn takes a paragraph without a marker into the open item of its level.
func (f *flow) goOn(it *itemRef) {
	it.fresh = false
	n := len(f.lists)
	for n > 0 && f.lists[n-1].own > it.at.level {
		n--
	}
	if n < len(f.lists) {
		f.lists = f.lists[:n]
		f.apart()
	}
}

// begin begins an item in the open list of its level, or in a new one.
func (f *flow) begin(o openList, marker string, pos document.Pos) {
	o.level = f.depth(&o)
	for n := len(f.lists); n > 0; n = len(f.lists) {
		top := &f.lists[n-1]
		if top.level < o.level || top.level == o.level && top.goesOn(o) {
			break
		}
		f.lists = f.lists[:n-1]
	}
	if n := len(f.lists); n == 0 || f.lists[n-1].level < o.level {
		o.list = &document.List{Pos: pos}
		f.put(o.list)
		f.lists = append(f.lists, o)
	}
	top := &f.lists[len(f.lists)-1]
	o.list = top.list
	*top = o
	f.apart()
	top.list.Items = append(top.list.Items, document.Item{Marker: marker})
}

// depth returns how deep an item is: at the level of its list, or deeper where
// it is set in from the item before it, as lists are that a program made for
// one depth each.
func (f *flow) depth(o *openList) int {
	if o.slide || len(f.lists) > 2*style.MaxLevels {
		return o.own
	}
	for n := len(f.lists); n > 0; n-- {
		top := &f.lists[n-1]
		switch same := top.of == o.of || top.of.style == o.of.style; {
		case same && top.own == o.own:
			return top.level
		case !same && top.own >= o.own && o.left > top.left+indentDeeper:
			return top.level + 1
		}
	}
	return o.own
}

// indentDeeper is how much an item is set in that belongs to the item before
// it, in hundredths of a point.
const indentDeeper = 1000

// goesOn reports whether an item of the same level belongs to the list: it
// comes from the same list of the source, or counts on.
func (l *openList) goesOn(o openList) bool {
	switch {
	case l.of == o.of && l.name == o.name:
		return true
	case o.slide && !l.plainly && !o.plainly:
		return l.marker == o.marker // every paragraph may have a style of its own there
	case l.plainly != o.plainly || l.of.style != o.of.style:
		return false
	case l.plainly:
		return o.last == l.last+1
	default:
		return true
	}
}
