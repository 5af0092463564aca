package odf

import (
	"strconv"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// content reads what is in the element that is the event, as blocks.
func (f *flow) content() error {
	return f.r.s.Each(f.block)
}

// block reads an element among paragraphs, whose start tag is the event.
func (f *flow) block() error {
	r := f.r
	switch r.s.Space() {
	case ns.Text:
		return f.textBlock()
	case ns.Table:
		switch r.s.Local() {
		case "table":
			return f.table()
		case "shapes":
			return f.content()
		}
	case ns.Draw, ns.ThreeD:
		return f.drawn()
	case ns.Office:
		switch r.s.Local() {
		case "forms":
			return r.control.read(r.s)
		case "annotation":
			return r.annotation(func(a *document.Annotation) { f.text.Put(a) })
		}
	}
	return r.s.Skip()
}

// textBlock reads a block of the text's own grammar (ODF 1.3 part 3, 5).
func (f *flow) textBlock() error {
	r := f.r
	switch r.s.Local() {
	case "p":
		return f.paragraph(false)
	case "h":
		return f.paragraph(true)
	case "list":
		outer := r.item
		defer func() { r.item = outer }()
		return f.list(nil)
	case "numbered-paragraph":
		return f.numbered()
	case "section":
		return f.section()
	case "table-of-content", "illustration-index", "table-index", "object-index", "user-index", "alphabetical-index", "bibliography":
		return f.index()
	case "index-title", "index-body":
		return f.content()
	case "tracked-changes":
		return r.changes()
	case "change":
		id, _ := r.s.Attr(ns.Text, "change-id")
		if text := r.doc.deleted[id]; text != "" {
			delete(r.doc.deleted, id)
			f.text.PutApart(converters.Make(r.doc.env, &document.Paragraph{Pos: r.pos(), Inlines: r.doc.Label(visible.Deleted).LabelText(text)}))
		}
	case "soft-page-break":
		r.nextPage()
	}
	return r.s.Skip()
}

// paragraph reads a text:p or a text:h.
func (f *flow) paragraph(heading bool) error {
	r := f.r
	if r.inside == 0 && !r.deck.slide {
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
	if p.text.Pos = at.pos; r.seen.under[r.s.Offset()] {
		p.hides = visible.StyleUnsure
	}
	c := style.Chars{Size: style.SizeDefault}.Over(st.Chars)
	notes := len(r.doc.notes)
	if at.level > 0 {
		c.On &^= style.Mono // its style says how headings are set
	}
	r.text.unseen = visible.Shown
	if err := (inliner{r, p}).inline(c, nil); err != nil {
		return err
	}
	r.text.unseen = visible.Shown
	if p.hides == visible.Text && r.doc.When(visible.Text) == converters.DropHidden {
		r.doc.notes = r.doc.notes[:notes]
	}
	f.para(p, st, at)
	p.free()
	return r.doc.build.failed
}

// para adds a paragraph as what it is, and what is beside it.
func (f *flow) para(p *para, st *style.Style, at place) {
	if !f.any {
		f.any, f.head = true, st.Role == style.RoleHead
	}
	if how := p.hides; how == visible.Text || how != visible.Shown && !p.text.IsBlank() {
		if f.r.doc.Hide(how, at.pos) {
			return
		}
		p.text.Label(f.r.doc.Label(how))
	}
	p.describe(st, at)
	switch {
	case at.level > 0 && !p.text.IsBlank():
		p.text.Item.Marker = at.number
		f.r.doc.headings.name(p.text, at)
	case at.item != nil:
		at.item.set(p.text, f.r.styles, st, f.r.deck.slide)
	}
	f.text.Add(p.text)
	for _, b := range p.beside {
		f.text.Put(b)
	}
}

// name gives a heading an ID that links can find it by.
func (h *headings) name(p *wordtext.Paragraph, at place) {
	h.heads++
	if len(p.Marks) == 0 {
		p.Marks = append(p.Marks, "h"+strconv.Itoa(h.heads))
	}
	if at.id != "" {
		p.Marks = append(p.Marks, at.id)
	}
	text := string(p.Trimmed())
	if at.number != "" {
		text = at.number + " " + text
	}
	if _, ok := h.titles[text]; !ok && text != "" {
		h.titles[text] = p.Marks[0]
	}
}

// section reads a text:section (5.4). One that does not show is hidden
// content; one that shows by a condition may be.
func (f *flow) section() error {
	r := f.r
	display, _ := r.s.Attr(ns.Text, "display")
	hidden, _ := r.s.Attr(ns.Text, "is-hidden")
	st := r.styles.Get(style.FamilySection, r.s.Value(ns.Text, "style-name"))
	defer func(outer visible.Paint) { r.text.ground = outer }(r.text.ground)
	r.text.ground = st.Ground().Over(r.text.ground)
	switch {
	case display == "none", display == "condition" && hidden == "true", st.Has&style.IsHidden != 0:
		return f.veil(visible.Section, (*flow).content)
	case display == "condition":
		return f.veil(visible.StyleUnsure, (*flow).content)
	}
	return f.content()
}

// index reads a table of contents or the like: what the producer made of it,
// not how it is made (8).
func (f *flow) index() error {
	r := f.r
	return r.s.Each(func() error {
		if r.s.Space() == ns.Text && r.s.Local() == "index-body" {
			return f.content()
		}
		return r.s.Skip()
	})
}

// body reads the body of an object.
func (f *flow) body() error {
	return f.r.s.Each(f.bodyPart)
}

// bodyPart reads the element of a body that says what the document is.
func (f *flow) bodyPart() error {
	r := f.r
	if r.s.Space() != ns.Office {
		return r.s.Skip()
	}
	switch r.s.Local() {
	case "text":
		if r.s.Value(ns.Text, "use-soft-page-breaks") == "true" && r.page == 0 && r.part != "" {
			r.page = 1
		}
		return f.content()
	case "spreadsheet":
		return (&sheetText{in: r, para: r.newPara(), around: r.part}).put(f)
	case "presentation", "drawing":
		return f.slides()
	case "chart":
		return (&chartReader{in: r}).put(f)
	}
	return r.s.Skip()
}
