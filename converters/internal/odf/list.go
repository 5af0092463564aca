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
	at := r.doc.lists.open(r.s, r.styles, outer)
	return r.s.Each(func() error {
		if local := r.s.Local(); r.s.Space() == ns.Text && (local == "list-item" || local == "list-header") {
			return f.listItem(at, local == "list-header")
		}
		return r.s.Skip()
	})
}

// open returns the list that begins with the tag that is the event, in another
// one or in none.
func (l *lists) open(s *xmlread.Scanner, styles *style.Sheet, outer *listAt) *listAt {
	at := &listAt{start: -1}
	at.name, _ = s.Attr(ns.Text, "style-name")
	if outer != nil {
		at.ref, at.level = outer.ref, min(outer.level+1, style.MaxLevels-1)
		if at.name == "" {
			at.name, at.style = outer.name, outer.style
		} else if at.name != outer.name && s.Value(ns.Text, "continue-numbering") != "true" {
			at.ref.counter.Begun[at.level] = false
		}
	} else {
		at.ref = l.of(s, at.name)
	}
	if ls := styles.List(at.name); ls != nil {
		at.style = ls
	}
	if outer == nil || outer.name != at.name {
		if id, ok := s.Attr(ns.Text, "continue-list"); ok && l.byID[id] != nil && outer == nil {
			at.ref = l.byID[id]
			l.lastOf[at.name] = at.ref
		}
	}
	if outer == nil {
		l.name(s, at.ref)
	}
	return at
}

// name notes the name of the list whose tag is the event, for those that go on with it.
func (l *lists) name(s *xmlread.Scanner, ref *listRef) {
	id, ok := s.Attr(xmlread.XML, "id")
	if !ok {
		id, ok = s.Attr(ns.Text, "id")
	}
	if ok {
		l.byID[id] = ref
	}
}

// of returns the count that the list whose tag is the event begins with: that of the last list of
// its style where it says so, else its own.
func (l *lists) of(s *xmlread.Scanner, name string) *listRef {
	if ref := l.lastOf[name]; ref != nil && s.Value(ns.Text, "continue-numbering") == "true" {
		return ref
	}
	ref := l.begin()
	l.lastOf[name] = ref
	return ref
}

func (l *lists) begin() *listRef {
	l.build.lists++
	return &listRef{number: l.build.lists}
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

// style returns the list style of an item: its list's own, else that of
// the paragraph.
func (it *itemRef) style(styles *style.Sheet, st *style.Style) *style.ListStyle {
	if it.at.style != nil {
		return it.at.style
	}
	return styles.List(st.List)
}

// take counts an item at its first paragraph and returns its marker.
func (it *itemRef) take(styles *style.Sheet, st *style.Style) (string, *style.ListLevel) {
	ls := it.style(styles, st)
	it.at.ref.counter.Next(ls, it.at.level, it.at.start)
	it.at.start = -1
	marker := it.at.ref.counter.Marker(ls, it.at.level)
	if it.number != "" {
		marker = it.number
	}
	return marker, ls.Level(it.at.level)
}

// set notes which item a paragraph starts or continues. On a slide, every paragraph may
// be in a list of its own.
func (it *itemRef) set(p *wordtext.Paragraph, styles *style.Sheet, st *style.Style, onSlide bool) {
	at := it.at
	p.Item = wordtext.Item{Counted: true, List: at.ref.number, Level: int8(at.level)}
	fresh := it.fresh && !it.header
	it.fresh = false
	if !fresh {
		return
	}
	marker, level := it.take(styles, st)
	p.Item.Marker = marker
	p.Item.Number = at.ref.counter.Numbers[at.level]
	switch {
	case marker == "" && level != nil && level.Numbered && level.Format != "":
		p.Item.Marker = wordtext.Bullet
	case onSlide:
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
	ref := r.doc.lists.byID[id]
	if ref == nil {
		if ref = r.doc.lists.begin(); id != "" {
			r.doc.lists.byID[id] = ref
		}
	}
	at := &listAt{ref: ref, name: r.s.Value(ns.Text, "style-name"), start: startValue(r.s)}
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
		at.number = r.doc.headings.number(r.s, r.doc.common.Outline, at.level-1, st)
		return
	}
	if at.item = nil; it.fresh && !it.header {
		it.fresh = false
		if marker, level := it.take(r.styles, st); level != nil && level.Numbered && level.Format != "" {
			at.number = marker
		}
	}
}

// number counts a heading that is in no list and whose tag is the event, and returns its
// number, "" for one without.
func (h *headings) number(s *xmlread.Scanner, ls *style.ListStyle, level int, st *style.Style) string {
	if st.Has&style.HasList != 0 && st.List == "" || ls == nil || ls.Levels[level] == nil {
		return "" // its style is in no numbering
	}
	h.outline.Next(ls, level, startValue(s))
	if ls.Levels[level].Format == "" {
		return ""
	}
	return h.outline.Marker(ls, level)
}

// startValue returns the number that the element that is the event starts with, or -1.
func startValue(s *xmlread.Scanner) int {
	if v, ok := s.Attr(ns.Text, "start-value"); ok {
		return style.LeadingInt(v)
	}
	return -1
}
