package odf

import (
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// list reads a text:list, whose start tag is the event (ODF 1.3 part 3,
// 5.3.2).
func (f *flow) list(outer *listAt) error {
	r := f.r
	if err := r.hold(holdList); err != nil {
		return err
	}
	at := r.openList(outer)
	return r.s.Each(func() error {
		if local := r.s.Local(); r.s.Space() == ns.Text && (local == "list-item" || local == "list-header") {
			return f.listItem(at, local == "list-header")
		}
		return r.s.Skip()
	})
}

// openList returns the list that begins with the tag that is the event, in another
// one or in none.
func (r *reader) openList(outer *listAt) *listAt {
	at := &listAt{start: -1}
	at.name, _ = r.s.Attr(ns.Text, "style-name")
	if outer != nil {
		at.ref, at.level = outer.ref, min(outer.level+1, style.MaxLevels-1)
		if at.name == "" {
			at.name, at.style = outer.name, outer.style
		} else if at.name != outer.name && r.s.Value(ns.Text, "continue-numbering") != "true" {
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
	if outer == nil {
		r.nameList(at.ref)
	}
	return at
}

// nameList notes the name of the list whose tag is the event, for those that go on
// with it.
func (r *reader) nameList(ref *listRef) {
	id, ok := r.s.Attr(xmlread.XML, "id")
	if !ok {
		id, ok = r.s.Attr(ns.Text, "id")
	}
	if ok {
		r.lists[id] = ref
	}
}

// listOf returns the count that a list begins with: that of the last list of
// its style where it says so, else its own.
func (r *reader) listOf(name string) *listRef {
	if ref := r.lastOf[name]; ref != nil && r.s.Value(ns.Text, "continue-numbering") == "true" {
		return ref
	}
	ref := r.newList()
	r.lastOf[name] = ref
	return ref
}

func (r *reader) newList() *listRef {
	r.build.lists++
	return &listRef{number: r.build.lists}
}

// listItem reads an item.
func (f *flow) listItem(at *listAt, header bool) error {
	r := f.r
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
	return f.itemParts(&itemRef{at: at, fresh: true, header: header}, at)
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

// setItem notes which item a paragraph starts or continues.
func (r *reader) setItem(p *para, it *itemRef, st *style.Style) {
	at := it.at
	p.Item = wordtext.Item{Counted: true, List: at.ref.number, Level: int8(at.level)}
	fresh := it.fresh && !it.header
	it.fresh = false
	if !fresh {
		return
	}
	marker, level := r.take(it, st)
	p.Item.Marker = marker
	p.Item.Number = at.ref.counter.Numbers[at.level]
	switch {
	case marker == "" && level != nil && level.Numbered && level.Format != "":
		p.Item.Marker = wordtext.Bullet
	case r.slide: // every paragraph may be in a list of its own there
	case p.Left > 0:
		p.Item.Left = p.Left
	case level != nil:
		p.Item.Left = level.Left / perTwip
	}
}

// numbered reads a text:numbered-paragraph (5.3.6).
func (f *flow) numbered() error {
	r := f.r
	id := r.s.Value(ns.Text, "list-id")
	ref := r.lists[id]
	if ref == nil {
		if ref = r.newList(); id != "" {
			r.lists[id] = ref
		}
	}
	at := &listAt{ref: ref, name: r.s.Value(ns.Text, "style-name"), start: r.startValue()}
	at.style = r.styles.List(at.name)
	at.level = style.Count(r.s.Value(ns.Text, "level"), style.MaxLevels) - 1
	return f.itemParts(&itemRef{at: at, fresh: true}, nil)
}

// itemParts reads what is in an item. Lists in it are on the level below that of a list,
// if there is one.
func (f *flow) itemParts(item *itemRef, within *listAt) error {
	r := f.r
	defer func(outer *itemRef) { r.item = outer }(r.item)
	r.item = item
	return r.s.Each(func() error {
		var err error
		switch local := r.s.Local(); {
		case r.s.Space() == ns.Text && local == "number":
			item.number, err = pack.PlainText(r.s)
		case r.s.Space() == ns.Text && local == "list" && within != nil:
			err = f.list(within)
			r.item = item
		default:
			return f.block()
		}
		return err
	})
}

// head finds the level and the number of a heading.
func (r *reader) head(at *place, st *style.Style) {
	at.level = 1
	if v, ok := r.s.Attr(ns.Text, "outline-level"); ok {
		at.level = style.Count(v, 100)
	} else if st.Outline > 0 {
		at.level = int(st.Outline)
	}
	at.id = r.s.Value(xmlread.XML, "id")
	if r.s.Value(ns.Text, "is-list-header") == "true" || at.level > style.MaxLevels {
		return
	}
	it := r.item
	if it == nil {
		at.number = r.outlineNumber(at.level-1, st)
		return
	}
	if at.item = nil; it.fresh && !it.header {
		it.fresh = false
		if marker, level := r.take(it, st); level != nil && level.Numbered && level.Format != "" {
			at.number = marker
		}
	}
}

// outlineNumber counts a heading that is in no list and returns its number, "" for one
// without.
func (r *reader) outlineNumber(level int, st *style.Style) string {
	ls := r.common.Outline
	if st.Has&style.HasList != 0 && st.List == "" || ls == nil || ls.Levels[level] == nil {
		return "" // its style is in no numbering
	}
	r.headings.outline.Next(ls, level, r.startValue())
	if ls.Levels[level].Format == "" {
		return ""
	}
	return r.headings.outline.Marker(ls, level)
}

// startValue returns the number that the element that is the event starts with, or -1.
func (r *reader) startValue() int {
	if v, ok := r.s.Attr(ns.Text, "start-value"); ok {
		return style.LeadingInt(v)
	}
	return -1
}
