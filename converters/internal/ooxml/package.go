package ooxml

import (
	"bytes"
	"context"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/internal/zipfile"
)

// Package is an open package. It is for one goroutine.
type Package struct {
	*zipfile.Archive
	Root *Relations // of the package itself

	ctx    context.Context
	env    *converters.Env
	types  *types // nil until they are needed
	spare  *xmlread.Scanner
	judged []string // parts whose alternatives were looked at
}

// Relation says how a part relates to another one.
type Relation struct {
	ID       string
	Kind     string // the last word of the type, as "hyperlink"
	Type     string // in full, as an address
	Target   string // the name of a part, without a slash in front; the address as it is written where External
	Fragment string // of a target inside of the package, without "#"
	External bool   // the target is outside of the package
}

// Relations are the relationships of a part, in their order.
type Relations struct {
	All  []Relation
	byID map[string]int32 // nil for few
}

// types are the content types of a package.
type types struct {
	parts      []contentType // by the order of the part
	byPart     map[string]int
	extensions map[string]string
}

// contentType is that of one part.
type contentType struct{ name, contentType string }

// Text returns a part as text, for [xmlread.Source]. The errors are those of
// [zipfile.Archive.Read] and [xmlread.Decode].
func (p *Package) Text(part string) (string, error) {
	content, err := p.Read(part)
	if err != nil {
		return "", err
	}
	text, err := xmlread.Decode(part, content)
	if err == nil {
		p.alternatives(part, text)
	}
	return text, err
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
