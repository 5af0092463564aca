package odf

import (
	"strconv"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// content reads what is in the element that is the event, as blocks.
func (r *reader) content(f *flow) error {
	return r.s.Each(func() error { return r.block(f) })
}

// block reads an element among paragraphs, whose start tag is the event.
func (r *reader) block(f *flow) error {
	switch r.s.Space() {
	case ns.Text:
		return r.textBlock(f)
	case ns.Table:
		switch r.s.Local() {
		case "table":
			return r.table(f)
		case "shapes":
			return r.content(f)
		}
	case ns.Draw, ns.ThreeD:
		return r.drawn(f)
	case ns.Office:
		switch r.s.Local() {
		case "forms":
			return r.forms()
		case "annotation":
			return r.annotation(func(a *document.Annotation) { f.Put(a) })
		}
	}
	return r.s.Skip()
}

// textBlock reads a block of the text's own grammar (ODF 1.3 part 3, 5).
func (r *reader) textBlock(f *flow) error {
	switch r.s.Local() {
	case "p":
		return r.paragraph(f, false)
	case "h":
		return r.paragraph(f, true)
	case "list":
		outer := r.item
		defer func() { r.item = outer }()
		return r.list(f, nil)
	case "numbered-paragraph":
		return r.numbered(f)
	case "section":
		return r.section(f)
	case "table-of-content", "illustration-index", "table-index", "object-index", "user-index", "alphabetical-index", "bibliography":
		return r.index(f)
	case "index-title", "index-body":
		return r.content(f)
	case "tracked-changes":
		return r.changes()
	case "change":
		id, _ := r.s.Attr(ns.Text, "change-id")
		if text := r.deleted[id]; text != "" {
			delete(r.deleted, id)
			f.PutApart(document.PlainParagraph(r.pos(), r.label(text)))
		}
	case "soft-page-break":
		r.nextPage()
	}
	return r.s.Skip()
}

// nextPage counts a page break that the producer has stored.
func (r *reader) nextPage() {
	if !r.slide && r.page > 0 {
		r.page++
	}
}

// paragraph reads a text:p or a text:h.
func (r *reader) paragraph(f *flow, heading bool) error {
	if r.inside == 0 && !r.slide {
		r.seen.paragraphs++
		r.at.Paragraph = r.seen.paragraphs
	}
	at := place{pos: r.pos()}
	st := r.styles.Get(style.FamilyParagraph, r.s.Value(ns.Text, "style-name"))
	at.item = r.item
	if heading {
		if err := r.hold(holdHeading); err != nil {
			return err
		}
		r.head(&at, st)
	} else if st.Role == style.RoleTitle && r.inside == 0 && r.item == nil {
		at.level = 1
	}
	p := r.newPara()
	p.Pos = at.pos
	c := style.Chars{Size: style.SizeDefault}.Over(st.Chars)
	notes := len(r.notes)
	if at.level > 0 {
		c.On &^= style.Mono // its style says how headings are set
	}
	r.unseen = visible.Shown
	if err := r.inline(p, c, nil); err != nil {
		return err
	}
	r.unseen = visible.Shown
	if p.veiled && r.When(visible.Text) == converters.DropHidden {
		r.notes = r.notes[:notes]
	}
	f.para(p, st, at)
	r.free(p)
	return r.build.failed
}

// head finds the level and the number of a heading.
func (r *reader) head(at *place, st *style.Style) {
	at.level = 1
	if v, ok := r.s.Attr(ns.Text, "outline-level"); ok {
		at.level = style.Count(v, 100)
	} else if st.Outline > 0 {
		at.level = int(st.Outline)
	}
	at.id, _ = r.s.Attr(xmlread.XML, "id")
	if r.s.Value(ns.Text, "is-list-header") == "true" || at.level > style.MaxLevels {
		return
	}
	it := r.item
	if it != nil {
		if it.fresh && !it.header {
			it.fresh = false
			marker, level := r.take(it, st)
			if level != nil && level.Numbered && level.Format != "" {
				at.number = marker
			}
		}
		at.item = nil
		return
	}
	ls := r.common.Outline
	if st.Has&style.HasList != 0 && st.List == "" || ls == nil {
		return // its style is in no numbering
	}
	start := -1
	if v, ok := r.s.Attr(ns.Text, "start-value"); ok {
		start = style.LeadingInt(v)
	}
	if l := ls.Levels[at.level-1]; l != nil {
		r.outline.Next(ls, at.level-1, start)
		if l.Format != "" {
			at.number = r.outline.Marker(ls, at.level-1)
		}
	}
}

// numbered reads a text:numbered-paragraph (5.3.6).
func (r *reader) numbered(f *flow) error {
	id, _ := r.s.Attr(ns.Text, "list-id")
	ref := r.lists[id]
	if ref == nil {
		ref = r.newList()
		if id != "" {
			r.lists[id] = ref
		}
	}
	at := &listAt{ref: ref, start: -1}
	at.name, _ = r.s.Attr(ns.Text, "style-name")
	at.style = r.styles.List(at.name)
	at.level = style.Count(r.s.Value(ns.Text, "level"), style.MaxLevels) - 1
	if v, ok := r.s.Attr(ns.Text, "start-value"); ok {
		at.start = style.LeadingInt(v)
	}
	item := &itemRef{at: at, fresh: true}
	outer := r.item
	defer func() { r.item = outer }()
	r.item = item
	return r.s.Each(func() error {
		if r.s.Space() != ns.Text || r.s.Local() != "number" {
			return r.block(f)
		}
		var err error
		item.number, err = pack.PlainText(r.s)
		return err
	})
}

// section reads a text:section (5.4). One that does not show is hidden
// content.
func (r *reader) section(f *flow) error {
	display, _ := r.s.Attr(ns.Text, "display")
	hidden, _ := r.s.Attr(ns.Text, "is-hidden")
	st := r.styles.Get(style.FamilySection, r.s.Value(ns.Text, "style-name"))
	defer func(outer visible.Paint) { r.ground = outer }(r.ground)
	r.ground = st.Ground().Over(r.ground)
	if display != "none" && (display != "condition" || hidden != "true") && st.Has&style.IsHidden == 0 {
		return r.content(f)
	}
	return r.veil(f, visible.Section, (*reader).content)
}

// veil reads content that is hidden: it is left out, or shown as a quotation
// with a label, or as if it were not hidden.
func (r *reader) veil(f *flow, how visible.Way, read func(*reader, *flow) error) error {
	pos := r.pos()
	if r.When(how) == converters.KeepHidden {
		r.Hide(how, pos)
		return read(r, f)
	}
	inner := r.newFlow(nil)
	if r.When(how) == converters.DropHidden {
		some, err := pack.SaysSome(r.s)
		if some {
			r.Hide(how, pos)
		}
		return err
	}
	if err := read(r, inner); err != nil {
		return err
	}
	if blocks := inner.Blocks(); len(blocks) > 0 {
		r.Hide(how, pos)
		f.PutApart(&document.Quote{Pos: pos, Blocks: append([]document.Block{document.PlainParagraph(pos, "[hidden]")}, blocks...)})
	}
	return nil
}

// index reads a table of contents or the like: what the producer made of it,
// not how it is made (8).
func (r *reader) index(f *flow) error {
	return r.s.Each(func() error {
		if r.s.Space() == ns.Text && r.s.Local() == "index-body" {
			return r.content(f)
		}
		return r.s.Skip()
	})
}

// label returns hidden text as the policy shows it.
func (r *reader) label(text string) string {
	if r.When(visible.Text) == converters.MarkHidden {
		return "[hidden: " + text + "]"
	}
	return text
}

// noteID returns a new name for a note.
func (r *reader) noteID() string {
	r.shared++
	return strconv.Itoa(r.shared)
}
