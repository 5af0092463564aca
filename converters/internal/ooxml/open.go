package ooxml

import (
	"context"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/zipfile"
	"github.com/seed353dc258/backstory/document"
)

// Open opens a package and reads its own relationships. A package without any
// is opened, too. The errors are those of [zipfile.Open] and
// [xmlread.Scanner.Next].
func Open(ctx context.Context, env *converters.Env, content *io.SectionReader) (*Package, error) {
	a, err := zipfile.Open(ctx, env, content)
	if err != nil {
		return nil, err
	}
	p := &Package{Archive: a, ctx: ctx, env: env}
	p.Root, err = p.Relations("")
	return p, err
}

// Main returns the name of the main part: the target of the relationship of
// the type officeDocument, else the part with one of the content types, else
// the part with the name that programs usually give it. The error is a
// [converters.CorruptError] where there is none.
func (p *Package) Main(usual string, contentTypes ...string) (string, error) {
	if r, ok := p.Root.First("officeDocument"); ok && !r.External && p.Has(r.Target) {
		return r.Target, nil
	}
	t, err := p.contentTypes()
	if err != nil {
		return "", err
	}
	for _, o := range t.parts {
		if matches(o.contentType, contentTypes) && p.Has(o.name) {
			return o.name, nil
		}
	}
	if p.Has(usual) {
		return usual, nil
	}
	return "", converters.Corrupt(document.Pos{}, "the package has no main part, so that it is not a document of Office")
}
