package ooxml

import (
	"bytes"
	"context"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/internal/zipfile"
	"github.com/seed353dc258/backstory/document"
)

// Package is an open package. It is for one goroutine.
type Package struct {
	*zipfile.Archive
	Root *Relations // of the package itself

	ctx   context.Context
	env   *converters.Env
	types *types // nil until they are needed
	spare *xmlread.Scanner
}

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

// Text returns a part as text, for [xmlread.Source]. The errors are those of
// [zipfile.Archive.Read] and [xmlread.Decode].
func (p *Package) Text(part string) (string, error) {
	content, err := p.Read(part)
	if err != nil {
		return "", err
	}
	return xmlread.Decode(part, content)
}

// Scan returns a scanner at the start of a part.
func (p *Package) Scan(part string, spaces *xmlread.Spaces) (*xmlread.Scanner, error) {
	text, err := p.Text(part)
	if err != nil {
		return nil, err
	}
	return xmlread.New(p.ctx, p.env, xmlread.Source{Part: part, Text: text, Spaces: spaces}), nil
}

// Visit calls a function with a scanner at the start of a part, which it may
// use until it returns. That takes less memory than [Package.Scan] does.
func (p *Package) Visit(part string, spaces *xmlread.Spaces, read func(*xmlread.Scanner) error) error {
	text, err := p.Text(part)
	if err != nil {
		return err
	}
	return p.visit(xmlread.Source{Part: part, Text: text, Spaces: spaces}, read)
}

func (p *Package) visit(src xmlread.Source, read func(*xmlread.Scanner) error) error {
	s := p.spare
	if s == nil {
		s = xmlread.New(p.ctx, p.env, src)
	} else {
		s.Reset(src)
	}
	p.spare = nil // a visit inside of this one has a scanner of its own
	err := read(s)
	p.spare = s
	return err
}

// headSize is how many bytes of a part hold its start: themes of most programs
// have their colours in the first kilobyte or two.
const headSize = 2 << 10

// ReadHead calls a function to read the start of a part, such as the colours of
// a theme, so that the rest need not be unpacked. Where that fails, for there is
// more to read, the function is called again with all of the part.
func (p *Package) ReadHead(part string, spaces *xmlread.Spaces, read func(*xmlread.Scanner) error) error {
	head, all, err := p.Head(part, headSize)
	if err != nil {
		return err
	}
	if !all {
		head = head[:bytes.LastIndexByte(head, '>')+1]
	}
	if text, err := xmlread.Decode(part, head); err == nil {
		err = p.visit(xmlread.Source{Part: part, Text: text, Spaces: spaces}, read)
		if err == nil || all {
			return err
		}
	}
	return p.Visit(part, spaces, read)
}

// Tree returns a part as a tree.
func (p *Package) Tree(part string, spaces *xmlread.Spaces) (*xmlread.Tree, error) {
	text, err := p.Text(part)
	if err != nil {
		return nil, err
	}
	return xmlread.ReadTree(p.ctx, p.env, xmlread.Source{Part: part, Text: text, Spaces: spaces})
}
