package odf

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// changes reads the changes that were recorded: the text that they took away
// is there (5.5).
func (r *reader) changes() error {
	id := ""
	return r.s.Each(func() error {
		if r.s.Space() != ns.Text {
			return nil
		}
		switch r.s.Local() {
		case "changed-region":
			if v, ok := r.s.Attr(ns.Text, "id"); ok {
				id = v
			} else {
				id, _ = r.s.Attr(xmlread.XML, "id")
			}
		case "deletion":
			return r.deletion(id)
		}
		return nil
	})
}

// deletion reads what a change took away.
func (r *reader) deletion(id string) error {
	pos := r.pos()
	var text []string
	err := r.s.Each(func() error {
		if r.s.Space() == ns.Office {
			return r.s.Skip()
		}
		some, err := pack.PlainText(r.s)
		if some != "" {
			text = append(text, some)
		}
		return err
	})
	if err != nil {
		return err
	}
	if len(text) > 0 && !r.doc.Hide(visible.Deleted, pos) {
		r.doc.deleted[id] = strings.Join(text, " ")
	}
	return nil
}

// change shows, where it was, the text that a change took away.
func (x inliner) change(run wordtext.Run) {
	id, _ := x.r.s.Attr(ns.Text, "change-id")
	if text := x.r.doc.deleted[id]; text != "" {
		delete(x.r.doc.deleted, id)
		run.Label = x.r.doc.Label(visible.Deleted)
		x.p.put(text, run)
	}
}
