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

// object reads a draw:object: a formula, a chart, or a document of its own,
// which is inside or in a folder of the package (ODF 1.3 part 3, 10.4.6).
func (r *reader) object(sh *shape) error {
	href, _ := r.s.Attr(ns.Xlink, "href")
	err := r.s.Each(func() error {
		var err error
		switch {
		case r.s.Space() == ns.Math && r.s.Local() == "math":
			sh.tex, err = r.readTeX()
			sh.object = sh.tex != ""
		case r.s.Space() == ns.Office && r.s.Local() == "document":
			return r.flatObject(sh)
		default:
			return r.s.Skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	if sh.object || href == "" {
		return nil
	}
	return r.packedObject(sh, href)
}

// packedObject reads an object that is a folder of the package.
func (r *reader) packedObject(sh *shape, href string) error {
	base := r.src.Target(href)
	if base == "" || r.src.Archive == nil || !r.src.Archive.Has(base+"content.xml") {
		r.Lose(lost.Object, sh.pos)
		sh.picture = true
		return nil
	}
	if r.depth++; int64(r.depth) > r.env.Limits.Get(converters.LimitNesting) {
		return r.env.Check(converters.LimitNesting, int64(r.depth), sh.pos)
	}
	defer func() { r.depth-- }()
	inner := *r.src
	inner.Base = base
	err := r.readObject(sh, &inner)
	return r.Spare(err, sh.pos)
}

// readObject reads the content of an object by what it is.
func (r *reader) readObject(sh *shape, src *pack.Source) error {
	d := r.within(src)
	if src.Has("styles.xml") {
		s, err := src.Open("styles.xml")
		if err == nil {
			_, err = d.common.ReadHead(s)
		}
		if err := r.Spare(err, sh.pos); err != nil {
			return err
		}
	}
	s, err := src.Open("content.xml")
	if err != nil {
		return err
	}
	in := d.read(s, r.part)
	in.page, in.slide, in.inside, in.ground = r.page, r.slide, r.inside, visible.Unknown
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
	if ok, err := in.styles.ReadHead(s); err != nil || !ok {
		return err
	}
	return r.objectBody(sh, in)
}

// within returns the state for an object inside the document: styles and
// names of its own, the notes, losses and budgets of the whole.
func (r *reader) within(src *pack.Source) *doc {
	d := *r.doc
	d.begin(src)
	return &d
}

// flatObject reads an object that is inside of a flat document.
func (r *reader) flatObject(sh *shape) error {
	in := r.within(r.src).read(r.s, r.part)
	in.page, in.slide, in.inside, in.ground = r.page, r.slide, r.inside, visible.Unknown
	depth := r.s.Depth()
	ok, err := in.styles.ReadHeadIn(r.s, depth)
	if err != nil || !ok {
		return err
	}
	if err := r.objectBody(sh, in); err != nil {
		return err
	}
	for { // to the end of the document
		kind, err := r.s.Next()
		if err != nil || kind == xmlread.EOF || kind == xmlread.End && r.s.Depth() == depth {
			return err
		}
	}
}

// objectBody reads the body of an object and takes what it holds.
func (r *reader) objectBody(sh *shape, in *reader) error {
	f := in.newFlow(nil)
	err := in.body(f)
	r.notes, r.shared = in.notes, in.shared
	r.heads = in.heads
	blocks := f.Blocks()
	for _, b := range blocks {
		if h, ok := b.(*document.Heading); ok {
			h.Level = min(h.Level+1, 9)
		}
	}
	sh.blocks = append(sh.blocks, blocks...)
	sh.object = len(blocks) > 0
	return err
}
