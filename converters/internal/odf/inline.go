package odf

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// inline reads what stands in the element that is the event, as a part of a
// paragraph (ODF 1.3 part 3, 6).
func (r *reader) inline(p *para, c chars, link int32) error {
	l, how := r.lookOf(c)
	for {
		kind, err := r.s.Next()
		if err != nil {
			return err
		}
		switch kind {
		case xmlread.Text:
			var text string
			if text, err = r.s.Text(); err == nil {
				r.say(p, text, l, link, how)
				err = r.fits(p)
			}
		case xmlread.Start:
			err = r.inlineElement(p, c, link, l, how)
		case xmlread.End, xmlread.EOF:
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// say adds text, unless it is hidden and left out.
func (r *reader) say(p *para, text string, l look, link int32, how hiding) {
	if how != notHidden {
		if blank(text) {
			return
		}
		if r.unseen != how {
			r.unseen = how
			r.hide(how, r.pos())
		}
		if r.policy == dropHidden {
			return
		}
		l.hidden = r.policy == markHidden
	} else if !blank(text) {
		r.unseen = notHidden
	}
	p.add(text, l, link)
}

// lookOf returns how text with some properties looks, and how it is hidden.
func (r *reader) lookOf(c chars) (look, hiding) {
	if m := &r.lastLook; m.known && m.chars == c && m.ground == r.ground {
		return m.look, m.how
	}
	l, how := r.newLook(c)
	r.lastLook = lookMemo{chars: c, ground: r.ground, look: l, how: how, known: true}
	return l, how
}

// lookMemo is what lookOf was asked last.
type lookMemo struct {
	chars  chars
	ground int32
	look   look
	how    hiding
	known  bool
}

func (r *reader) newLook(c chars) (look, hiding) {
	how := notHidden
	switch {
	case c.on&veiled != 0:
		how = hiddenText
	case c.on&sized != 0 && c.size < sizeLeast:
		how = hiddenSize
	case c.on&inked != 0 && (c.on&lucid != 0 || r.faint(c)):
		how = hiddenColor
	}
	return look{styles: c.on.styles(), mono: c.on&mono != 0}, how
}

// sizeLeast is the smallest size of text that can be seen, in hundredths of a
// point.
const sizeLeast = 200

// faint reports whether text has the colour of its ground. Where that is not
// known, it has not.
func (r *reader) faint(c chars) bool {
	ground := r.ground
	if c.on&grounded != 0 {
		ground = c.ground
	}
	return ground != groundUnknown && contrast(c.color, ground) < contrastLeast
}

// inlineElement reads an element inside a paragraph.
func (r *reader) inlineElement(p *para, c chars, link int32, l look, how hiding) error {
	switch r.s.Space() {
	case nsText:
		return r.textInline(p, c, link, l, how)
	case nsDraw, ns3D:
		if how == hiddenText && r.policy == dropHidden {
			some, err := r.saysSome()
			if some {
				r.hide(how, r.pos())
			}
			return err
		}
		return r.drawnInline(p, link, l)
	case nsOffice:
		switch r.s.Local() {
		case "annotation":
			return r.annotation(&p.extras)
		case "annotation-end":
			return r.s.Skip()
		}
	case nsMath:
		return r.formula(p, l)
	case nsTable, nsForm, nsPresentation:
		if r.s.Space() == nsPresentation {
			return r.inline(p, c, link)
		}
		return r.s.Skip()
	case nsExt:
		return r.extInline(p, c, link, l)
	}
	return r.inline(p, c, link)
}

// textInline reads an element of the text's own grammar.
func (r *reader) textInline(p *para, c chars, link int32, l look, how hiding) error {
	switch r.s.Local() {
	case "span":
		name, _ := r.s.Attr(nsText, "style-name")
		st := r.sheet.get(familyText, name)
		c = c.over(st.chars)
		if st.role == roleMono {
			c.on |= mono
		}
		return r.inline(p, c, link)
	case "a":
		href, _ := r.s.Attr(nsXlink, "href")
		return r.inline(p, c, r.link(p, href))
	case "s":
		n, _ := r.s.Attr(nsText, "c")
		if err := r.blanks(p, n, l, link, how); err != nil {
			return err
		}
	case "tab":
		r.space(p, "\t", l, link, how)
	case "line-break":
		r.space(p, "\n", l, link, how)
	case "soft-page-break":
		r.nextPage()
	case "note":
		return r.note(p, l, how)
	case "bookmark", "bookmark-start", "reference-mark", "reference-mark-start":
		if name, ok := r.s.Attr(nsText, "name"); ok && len(p.marks) < marksMost {
			p.marks = append(p.marks, name)
		}
	case "change":
		r.change(p, l, link)
	case "ruby":
		return r.ruby(p, c, link)
	case "script", "meta-mark", "toc-mark", "toc-mark-start", "toc-mark-end", "user-index-mark", "user-index-mark-start",
		"user-index-mark-end", "alphabetical-index-mark", "alphabetical-index-mark-start", "alphabetical-index-mark-end",
		"bookmark-end", "reference-mark-end", "change-start", "change-end", "number":
	default:
		return r.field(p, c, link, l)
	}
	return r.s.Skip()
}

// marksMost bounds the bookmarks of one paragraph.
const marksMost = 64

// spacesMost bounds the blanks of one text:s; more only push text aside.
const spacesMost = 256

// blanks adds a number of blanks.
func (r *reader) blanks(p *para, number string, l look, link int32, how hiding) error {
	n := count(number, spacesMost)
	if n == spacesMost && number != "256" {
		r.lose(lostRepeat, r.pos())
	}
	if n > 8 {
		if err := r.env.Spend(converters.LimitText, int64(n), r.pos()); err != nil {
			return err
		}
	}
	r.space(p, strings.Repeat(" ", n), l, link, how)
	return nil
}

// space adds white space that does not collapse.
func (r *reader) space(p *para, text string, l look, link int32, how hiding) {
	if how == notHidden || r.policy != dropHidden {
		l.hidden = how != notHidden && r.policy == markHidden
		p.put(text, l, link)
	}
}

// link notes a link and returns its number, 0 where it leads nowhere.
func (r *reader) link(p *para, href string) int32 {
	href = strings.TrimSpace(href)
	if href == "" || len(p.links) >= 1<<20 {
		return 0
	}
	p.links = append(p.links, href)
	return int32(len(p.links))
}

// ruby reads text with its reading: the text is kept, the reading stands
// behind it (6.4).
func (r *reader) ruby(p *para, c chars, link int32) error {
	for {
		kind, err := r.s.Next()
		if err != nil || kind == xmlread.End {
			return err
		}
		if kind != xmlread.Start {
			continue
		}
		if r.s.Local() == "ruby-base" {
			err = r.inline(p, c, link)
		} else {
			var text string
			if text, err = r.plainText(); text != "" {
				l, how := r.lookOf(c)
				r.say(p, "("+text+")", l, link, how)
			}
		}
		if err != nil {
			return err
		}
	}
}

// note reads a footnote or an endnote (6.3).
func (r *reader) note(p *para, l look, how hiding) error {
	pos := r.pos()
	if how == hiddenText && r.hide(how, pos) {
		return r.s.Skip()
	}
	if err := r.hold(holdNote); err != nil {
		return err
	}
	n := &document.Note{Pos: pos, ID: r.noteID()}
	if class, _ := r.s.Attr(nsText, "note-class"); class == "endnote" {
		n.Kind = document.Endnote
	}
	p.node(&document.NoteRef{ID: n.ID}, l, 0)
	r.notes = append(r.notes, n)
	inner := &flow{r: r}
	outer := r.item
	defer func() { r.item = outer }()
	r.item = nil
	for {
		kind, err := r.s.Next()
		if err != nil {
			return err
		}
		if kind == xmlread.End {
			n.Blocks = inner.blocks()
			return nil
		}
		if kind != xmlread.Start {
			continue
		}
		if r.s.Local() == "note-body" {
			err = r.content(inner)
		} else {
			err = r.s.Skip()
		}
		if err != nil {
			return err
		}
	}
}

// annotation reads a comment (14.1).
func (r *reader) annotation(into *[]document.Block) error {
	if err := r.hold(holdAnnotation); err != nil {
		return err
	}
	a := &document.Annotation{Pos: r.pos()}
	for _, space := range [...]xmlread.Space{nsExt, nsOffice} {
		v, _ := r.s.Attr(space, "resolved")
		a.Resolved = a.Resolved || v == "true"
	}
	inner := &flow{r: r}
	outer := r.item
	defer func() { r.item = outer }()
	r.item = nil
	for {
		kind, err := r.s.Next()
		if err != nil {
			return err
		}
		if kind == xmlread.End {
			if a.Blocks = inner.blocks(); len(a.Blocks) > 0 {
				*into = append(*into, a)
			}
			return nil
		}
		if kind != xmlread.Start {
			continue
		}
		switch space, local := r.s.Space(), r.s.Local(); {
		case space == nsDC && local == "creator":
			a.Author, err = r.plainText()
		case space == nsDC && local == "date":
			a.Date, err = r.plainText()
			a.Date, _, _ = strings.Cut(a.Date, ".")
		case space == nsMeta:
			err = r.s.Skip()
		default:
			err = r.block(inner)
		}
		if err != nil {
			return err
		}
	}
}
