package ooxml

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/internal/zipfile"
)

// typesPart is where every package lists its content types (ISO/IEC 29500-2,
// 7.2.3.2).
const typesPart = "[Content_Types].xml"

// ContentType returns the content type of a part in lower case, or "".
func (p *Package) ContentType(part string) (string, error) {
	t, err := p.contentTypes()
	if err != nil {
		return "", err
	}
	if i, ok := t.byPart[strings.ToLower(strings.TrimPrefix(part, "/"))]; ok {
		return t.parts[i].contentType, nil
	}
	return t.extensions[converters.Extension(part)], nil
}

// contentTypes reads the content types when they are asked for first.
func (p *Package) contentTypes() (*types, error) {
	if p.types != nil {
		return p.types, nil
	}
	t := &types{byPart: map[string]int{}, extensions: map[string]string{}}
	if !p.Has(typesPart) {
		p.types = t
		return t, nil
	}
	err := p.Visit(typesPart, ownSpaces, func(s *xmlread.Scanner) error {
		return s.Walk(func() error {
			if s.Space() != spaceTypes {
				return nil
			}
			t.add(s)
			return p.env.Spend(converters.LimitNodes, typeNodes, s.Pos())
		})
	})
	if err != nil {
		return nil, err
	}
	p.types = t
	return t, nil
}

// typeNodes is how many nodes of 32 bytes a content type counts as.
const typeNodes = 5

// add reads one element.
func (t *types) add(s *xmlread.Scanner) {
	value, _ := s.Attr(xmlread.None, "ContentType")
	value = strings.ToLower(value)
	switch s.Local() {
	case "Default":
		t.extensions[strings.ToLower(s.Value(xmlread.None, "Extension"))] = value
	case "Override":
		name, _ := s.Attr(xmlread.None, "PartName")
		name = strings.TrimPrefix(name, "/")
		t.byPart[strings.ToLower(name)] = len(t.parts)
		t.parts = append(t.parts, contentType{name, value})
	}
}

// matches reports whether a content type is one of some.
func matches(contentType string, some []string) bool {
	return slices.ContainsFunc(some, func(s string) bool { return strings.EqualFold(s, contentType) })
}

// Bounds for telling a document's kind.
const (
	sniffEntries = 65_535
	sniffBytes   = 1 << 20
)

// Sniff reports whether a file is a package with the part that documents of a
// kind usually have as their main one, else whether its list of content types
// has one of some. It never fails.
func Sniff(content *io.SectionReader, usual string, contentTypes ...string) bool {
	var magic [2]byte
	if n, _ := content.ReadAt(magic[:], 0); n < len(magic) || string(magic[:]) != "PK" {
		return false
	}
	if zipfile.Lists(content, usual, typesPart) {
		return true
	}
	env := converters.NewEnv(nil, converters.Limits{Entries: sniffEntries, Part: sniffBytes}, converters.Options{})
	a, err := zipfile.Open(context.Background(), env, content)
	if err != nil {
		return false
	}
	if a.Has(usual) && a.Has(typesPart) {
		return true
	}
	raw, err := a.Read(typesPart)
	if err != nil {
		return false
	}
	list, err := xmlread.Decode(typesPart, raw)
	return err == nil && slices.ContainsFunc(contentTypes, func(t string) bool {
		return strings.Contains(list, `"`+t+`"`) || strings.Contains(list, `'`+t+`'`)
	})
}
