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
	base := sh.r.src.Target(href)
	if base == "" || sh.r.src.Archive == nil || !sh.r.src.Archive.Has(base+"content.xml") {
		sh.r.Lose(lost.Object, sh.pos)
		sh.picture = true
		return nil
	}
	if sh.r.depth++; int64(sh.r.depth) > sh.r.env.Limits.Get(converters.LimitNesting) {
		return sh.r.env.Check(converters.LimitNesting, int64(sh.r.depth), sh.pos)
	}
	defer func() { sh.r.depth-- }()
	inner := *sh.r.src
	inner.Base = base
	err := sh.storedObject(&inner)
	return sh.r.Spare(err, sh.pos)
}

// storedObject reads the content of an object by what it is.
func (sh *shape) storedObject(src *pack.Source) error {
	d := sh.r.within(src)
	if src.Has("styles.xml") {
		s, err := src.Open("styles.xml")
		if err == nil {
			_, err = d.common.ReadHead(s, 1)
		}
		if err := sh.r.Spare(err, sh.pos); err != nil {
			return err
		}
	}
	s, err := src.Open("content.xml")
	if err != nil {
		return err
	}
	in := d.read(s, sh.r.part)
	in.page, in.slide, in.inside, in.ground = sh.r.page, sh.r.slide, sh.r.inside, visible.Unknown
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
func (r *reader) within(src *pack.Source) *doc {
	d := *r.doc
	d.begin(src)
	return &d
}

// flatObject reads an object that is inside of a flat document.
func (sh *shape) flatObject() error {
	in := sh.r.within(sh.r.src).read(sh.r.s, sh.r.part)
	in.page, in.slide, in.inside, in.ground = sh.r.page, sh.r.slide, sh.r.inside, visible.Unknown
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
	sh.r.notes, sh.r.shared = in.notes, in.shared
	sh.r.headings.heads = in.headings.heads
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
