package odf

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/odf/style"

	"github.com/seed353dc258/backstory/converters/internal/odf/ns"

	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// ruby reads text with its reading: the text is kept, the reading stands
// behind it (6.4).
func (r *reader) ruby(p *para, c style.Chars, link int32) error {
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
				r.say(p, "("+text+")", tone{l, link, how})
			}
		}
		if err != nil {
			return err
		}
	}
}

// note reads a footnote or an endnote (6.3).
func (r *reader) note(p *para, l look, how visible.Way) error {
	pos := r.pos()
	if how == visible.Text && r.Hide(how, pos) {
		return r.s.Skip()
	}
	if err := r.hold(holdNote); err != nil {
		return err
	}
	n := &document.Note{Pos: pos, ID: r.noteID()}
	if class, _ := r.s.Attr(ns.Text, "note-class"); class == "endnote" {
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
	for _, space := range [...]xmlread.Space{ns.Ext, ns.Office} {
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
		case space == ns.DC && local == "creator":
			a.Author, err = r.plainText()
		case space == ns.DC && local == "date":
			a.Date, err = r.plainText()
			a.Date, _, _ = strings.Cut(a.Date, ".")
		case space == ns.Meta:
			err = r.s.Skip()
		default:
			err = r.block(inner)
		}
		if err != nil {
			return err
		}
	}
}
