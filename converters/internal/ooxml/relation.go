package ooxml

import (
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// WarnExternal is the code for relationships that lead out of the package.
const WarnExternal = "external-target"

// Warnings returns the codes that this package gives. A format that uses it
// lists them with its own.
func Warnings() []converters.WarningInfo {
	return append(unread[:], converters.WarningInfo{Code: WarnExternal, Title: "parts outside the document were not fetched"})
}

// few is how many relationships are found without an index.
const few = 16

// ByID returns the relationship with an ID.
func (r *Relations) ByID(id string) (Relation, bool) {
	if r.byID != nil {
		i, ok := r.byID[id]
		if !ok {
			return Relation{}, false
		}
		return r.All[i], true
	}
	for i := range r.All {
		if r.All[i].ID == id {
			return r.All[i], true
		}
	}
	return Relation{}, false
}

// First returns the first relationship of a kind.
func (r *Relations) First(kind string) (Relation, bool) {
	for i := range r.All {
		if r.All[i].Kind == kind {
			return r.All[i], true
		}
	}
	return Relation{}, false
}

// Part returns the name of the first part of a kind that is in the package, or
// "".
func (p *Package) Part(r *Relations, kind string) string {
	for i := range r.All {
		if r.All[i].Kind == kind && !r.All[i].External && p.Has(r.All[i].Target) {
			return r.All[i].Target
		}
	}
	return ""
}

// Relations returns the relationships of a part; those of the package for "".
// A part without any has none. Relationships that lead out of the package,
// but for links, are counted as a warning.
func (p *Package) Relations(part string) (*Relations, error) {
	r := &Relations{}
	folder, base := path.Split(part)
	name := folder + "_rels/" + base + ".rels"
	e, ok := p.Find(name)
	if !ok {
		return r, nil
	}
	r.All = make([]Relation, 0, min(e.Size/relationBytes+1, few))
	err := p.Visit(name, ownSpaces, func(s *xmlread.Scanner) error { return p.relations(r, s, folder) })
	if err != nil {
		return nil, err
	}
	r.index()
	return r, nil
}

// relations reads a part with relationships.
func (p *Package) relations(r *Relations, s *xmlread.Scanner, folder string) error {
	return s.Walk(func() error {
		if s.Local() != "Relationship" {
			return nil
		}
		p.relation(r, s, folder)
		return p.env.Spend(converters.LimitNodes, relationNodes, s.Pos())
	})
}

// relationBytes is about how long a relationship is in its part.
const relationBytes = 150

// relationNodes is how many nodes of 32 bytes a relationship counts as, with
// its target, the index and what slices grow by.
const relationNodes = 9

// relation reads one relationship.
func (p *Package) relation(r *Relations, s *xmlread.Scanner, folder string) {
	var x Relation
	x.ID, _ = s.Attr(xmlread.None, "Id")
	x.Type, _ = s.Attr(xmlread.None, "Type")
	x.Target, _ = s.Attr(xmlread.None, "Target")
	mode, _ := s.Attr(xmlread.None, "TargetMode")
	x.Kind = x.Type[strings.LastIndexByte(x.Type, '/')+1:]
	x.External = mode == "External"
	if !x.External {
		x.Target, x.Fragment = resolve(folder, x.Target)
	} else if x.Kind != "hyperlink" {
		p.env.Warn(document.Warning{
			Code: WarnExternal, Pos: s.Pos(),
			Message: fmt.Sprintf("a part outside of the document was not fetched (%s)", clip(x.Kind)),
		})
	}
	r.All = append(r.All, x)
}

// resolve returns the name of the part that a target means, seen from a
// folder, and the place in it.
func resolve(folder, target string) (name, fragment string) {
	target, fragment, _ = strings.Cut(target, "#")
	if target == "" {
		return "", fragment
	}
	if strings.IndexByte(target, '%') >= 0 {
		if plain, err := url.PathUnescape(target); err == nil {
			target = plain
		}
	}
	if strings.IndexByte(target, '\\') >= 0 {
		target = strings.ReplaceAll(target, `\`, "/")
	}
	switch {
	case target[0] == '/':
		return path.Clean(target)[1:], fragment
	case target[0] == '.' || strings.Contains(target, "/.") || strings.Contains(target, "//") || target[len(target)-1] == '/':
		return path.Clean("/" + folder + target)[1:], fragment
	}
	return folder + target, fragment
}

// index makes many relationships fast to find.
func (r *Relations) index() {
	if len(r.All) <= few {
		return
	}
	r.byID = make(map[string]int32, len(r.All))
	for i := len(r.All) - 1; i >= 0; i-- {
		r.byID[r.All[i].ID] = int32(i)
	}
}

// clip shortens a word for a message.
func clip(word string) string {
	if len(word) > 40 {
		return word[:40] + "…"
	}
	return word
}
