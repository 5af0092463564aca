package odf

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// readObject reads a draw:object: a formula, a chart, or a document of its own,
// which is inside or in a folder of the package (ODF 1.3 part 3, 10.4.6).
func (sh *shape) readObject() error {
	href, _ := sh.r.s.Attr(ns.Xlink, "href")
	err := sh.r.s.Each(func() error {
		var err error
		switch {
		case sh.r.s.Space() == ns.Math && sh.r.s.Local() == "math":
			sh.tex, err = sh.r.readTeX()
			sh.object = sh.tex != ""
		case sh.r.s.Space() == ns.Office && sh.r.s.Local() == "document":
			return sh.flatObject()
		default:
			return sh.r.s.Skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	if sh.object || href == "" {
		return nil
	}
	return sh.packedObject(href)
}

// packedObject reads an object that is a folder of the package.
func (sh *shape) packedObject(href string) error {
	base := sh.r.doc.src.Target(href)
	if base == "" || sh.r.doc.src.Archive == nil || !sh.r.doc.src.Archive.Has(base+"content.xml") {
		sh.r.doc.Lose(lost.Object, sh.pos)
		sh.picture = true
		return nil
	}
	if sh.r.doc.depth++; int64(sh.r.doc.depth) > sh.r.doc.env.Limits.Get(converters.LimitNesting) {
		return sh.r.doc.env.Check(converters.LimitNesting, int64(sh.r.doc.depth), sh.pos)
	}
	defer func() { sh.r.doc.depth-- }()
	inner := *sh.r.doc.src
	inner.Base = base
	err := sh.storedObject(&inner)
	return sh.r.doc.Spare(err, sh.pos)
}

// storedObject reads the content of an object by what it is.
func (sh *shape) storedObject(src *pack.Source) error {
	d := sh.r.doc.within(src)
	if src.Has("styles.xml") {
		s, err := src.Open("styles.xml")
		if err == nil {
			_, err = d.common.ReadHead(s, 1)
		}
		if err := sh.r.doc.Spare(err, sh.pos); err != nil {
			return err
		}
	}
	s, err := src.Open("content.xml")
	if err != nil {
		return err
	}
	in := d.read(s, sh.r.part)
	in.page, in.deck.slide, in.inside, in.text.ground = sh.r.page, sh.r.deck.slide, sh.r.inside, visible.Unknown
	kind, err := s.Next()
	for err == nil && kind != xmlread.Start && kind != xmlread.EOF {
		kind, err = s.Next()
	}
	if err != nil {
		return err
	}
	if s.Space() == ns.Math {
		sh.tex, err = in.readTeX()
		sh.object = true
		return err
	}
	if ok, err := in.styles.ReadHead(s, 1); err != nil || !ok {
		return err
	}
	return sh.objectBody(in)
}

// within returns the state for an object inside the document: styles and
// names of its own, the notes, losses and budgets of the whole.
func (d *doc) within(src *pack.Source) *doc {
	inner := *d
	inner.begin(src)
	return &inner
}

// flatObject reads an object that is inside of a flat document.
func (sh *shape) flatObject() error {
	in := sh.r.doc.within(sh.r.doc.src).read(sh.r.s, sh.r.part)
	in.page, in.deck.slide, in.inside, in.text.ground = sh.r.page, sh.r.deck.slide, sh.r.inside, visible.Unknown
	depth := sh.r.s.Depth()
	ok, err := in.styles.ReadHead(sh.r.s, depth)
	if err != nil || !ok {
		return err
	}
	if err := sh.objectBody(in); err != nil {
		return err
	}
	for { // to the end of the document
		kind, err := sh.r.s.Next()
		if err != nil || kind == xmlread.EOF || kind == xmlread.End && sh.r.s.Depth() == depth {
			return err
		}
	}
}

// objectBody reads the body of an object and takes what it holds.
func (sh *shape) objectBody(in *reader) error {
	f := in.newFlow(nil)
	err := f.body()
	sh.r.doc.notes, sh.r.doc.shared = in.doc.notes, in.doc.shared
	sh.r.doc.headings.heads = in.doc.headings.heads
	blocks := f.text.Blocks()
	for _, b := range blocks {
		if h, ok := b.(*document.Heading); ok {
			h.Level = min(h.Level+1, 9)
		}
	}
	sh.blocks = append(sh.blocks, blocks...)
	sh.object = len(blocks) > 0
	return err
}
