package odf

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// ruby reads text with its reading: the text is kept, the reading stands
// behind it (6.4).
func (r *reader) ruby(p *para, c style.Chars, link *wordtext.Link) error {
	return r.s.Each(func() error {
		if r.s.Local() == "ruby-base" {
			return r.inline(p, c, link)
		}
		text, err := pack.PlainText(r.s)
		if text != "" {
			t := r.lookOf(c)
			t.Link = link
			r.say(p, "("+text+")", t)
		}
		return err
	})
}

// note reads a footnote or an endnote (6.3).
func (r *reader) note(p *para, t tone) error {
	pos := r.pos()
	if t.how == visible.Text && r.Hide(t.how, pos) {
		return r.s.Skip()
	}
	if err := r.hold(holdNote); err != nil {
		return err
	}
	n := &document.Note{Pos: pos, ID: r.noteID()}
	if r.s.Value(ns.Text, "note-class") == "endnote" {
		n.Kind = document.Endnote
	}
	t.Link = nil
	r.node(p, &document.NoteRef{ID: n.ID}, t.Run)
	r.notes = append(r.notes, n)
	inner := r.newFlow(nil)
	outer := r.item
	defer func() { r.item = outer }()
	r.item = nil
	err := r.s.Each(func() error {
		if r.s.Local() == "note-body" {
			return r.content(inner)
		}
		return r.s.Skip()
	})
	if err != nil {
		return err
	}
	n.Blocks = inner.Blocks()
	return nil
}

// annotation reads a comment (14.1), and puts it unless there is no text in it.
func (r *reader) annotation(put func(*document.Annotation)) error {
	if err := r.hold(holdAnnotation); err != nil {
		return err
	}
	a := &document.Annotation{Pos: r.pos()}
	for _, space := range [...]xmlread.Space{ns.Ext, ns.Office} {
		a.Resolved = a.Resolved || r.s.Value(space, "resolved") == "true"
	}
	inner := r.newFlow(nil)
	outer := r.item
	defer func() { r.item = outer }()
	r.item = nil
	err := r.s.Each(func() error {
		var err error
		switch space, local := r.s.Space(), r.s.Local(); {
		case space == ns.DC && local == "creator":
			a.Author, err = pack.PlainText(r.s)
		case space == ns.DC && local == "date":
			a.Date, err = pack.PlainText(r.s)
			a.Date, _, _ = strings.Cut(a.Date, ".")
		case space == ns.Meta:
			return r.s.Skip()
		default:
			return r.block(inner)
		}
		return err
	})
	if err != nil {
		return err
	}
	if a.Blocks = inner.Blocks(); len(a.Blocks) > 0 {
		put(a)
	}
	return nil
}
