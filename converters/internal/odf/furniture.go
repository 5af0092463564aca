package odf

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// furniture reads the headers and footers of the pages that are used, each
// text once, as two sections (ODF 1.3 part 3, 16.9).
func (d *doc) furniture(st *style.Sheet) ([]document.Block, error) {
	if !d.common.Pages.Furnished {
		return nil, nil
	}
	part := "styles.xml"
	if d.src.Archive == nil {
		part = ""
	}
	s, err := d.src.Open(part)
	if err != nil {
		return nil, d.Spare(err, document.Pos{Part: part})
	}
	r := d.read(s, part)
	r.styles, r.paging = st, true
	w := &furnitureReader{in: r}
	err = d.Spare(w.pages(), document.Pos{Part: part})
	return w.all.Sections(w.in.doc.env), err
}

// furnitureReader reads master pages.
type furnitureReader struct {
	in  *reader
	all wordtext.Furniture
}

// pages reads the master pages.
func (w *furnitureReader) pages() error {
	shown, used := false, w.pagesUsed()
	return w.in.s.Walk(func() error {
		space, local := w.in.s.Space(), w.in.s.Local()
		switch {
		case space == ns.Office && (local == "styles" || local == "automatic-styles" || local == "body"):
			return w.in.s.Skip()
		case space != ns.Style:
		case local == "master-page":
			shown = used[w.in.s.Value(ns.Style, "name")]
		case style.IsFurniture(local) && !shown:
			return w.in.s.Skip()
		case style.IsFurniture(local):
			return w.one(strings.HasPrefix(local, "footer"))
		}
		return nil
	})
}

// pagesUsed returns the names of the pages that can be in the document: those
// that a style names, the one that the text begins with, and those that follow
// them.
func (w *furnitureReader) pagesUsed() map[string]bool {
	masters := w.in.doc.common.Pages.Masters
	used := map[string]bool{}
	next := map[string]string{}
	for _, m := range masters {
		next[m.Name] = m.Next
	}
	first := "Standard"
	if _, ok := next[first]; !ok && len(masters) > 0 {
		first = masters[0].Name
	}
	for _, m := range masters {
		if m.Name != first && !w.in.styles.Pages.Used[m.Name] {
			continue
		}
		for name := m.Name; name != "" && !used[name]; name = next[name] {
			used[name] = true
		}
	}
	return used
}

// one reads one header or footer.
func (w *furnitureReader) one(footer bool) error {
	if w.in.s.Value(ns.Style, "display") == "false" {
		some, err := pack.SaysSome(w.in.s)
		if some {
			w.in.doc.Lose(lost.Furniture, w.in.pos())
		}
		return err
	}
	pos := w.in.pos()
	f := w.in.newFlow(nil)
	notes := len(w.in.doc.notes)
	w.in.paged = false
	if err := w.parts(f); err != nil {
		return err
	}
	if w.all.Add(footer, w.in.paged, f.text.Blocks()) {
		w.in.doc.notes = w.in.doc.notes[:notes]
		w.in.doc.Lose(lost.Furniture, pos)
	}
	return nil
}

// parts reads the content of a header, which may be in three regions.
func (w *furnitureReader) parts(f *flow) error {
	return w.in.s.Each(func() error {
		if w.in.s.Space() == ns.Style && strings.HasPrefix(w.in.s.Local(), "region-") {
			return f.content()
		}
		return f.block()
	})
}
