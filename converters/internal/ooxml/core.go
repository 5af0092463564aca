package ooxml

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// Core returns what the document says about itself (ISO/IEC 29500-2, 8). A
// package without core properties says nothing.
func (p *Package) Core() (document.Meta, error) {
	var m document.Meta
	part := p.Part(p.Root, "core-properties")
	if part == "" {
		return m, nil
	}
	err := p.Visit(part, ownSpaces, func(s *xmlread.Scanner) error { return readCore(&m, s) })
	return m, err
}

// readCore reads the core properties.
func readCore(m *document.Meta, s *xmlread.Scanner) error {
	var field *string
	for {
		kind, err := s.Next()
		switch {
		case err != nil || kind == xmlread.EOF:
			return err
		case kind == xmlread.Start:
			field = coreField(m, s.Space(), s.Local())
		case kind == xmlread.End:
			field = nil
		case kind == xmlread.Text && field != nil:
			text, err := s.Text()
			if err != nil {
				return err
			}
			*field += strings.TrimSpace(text)
		}
	}
}

// coreField returns where the text of a property goes, or nil.
func coreField(m *document.Meta, space xmlread.Space, local string) *string {
	switch {
	case space == spaceDC && local == "title":
		return &m.Title
	case space == spaceDC && local == "creator":
		return &m.Author
	case space == spaceDC && local == "subject":
		return &m.Subject
	case space == spaceDC && local == "language":
		return &m.Language
	case space == spaceCore && local == "keywords":
		return &m.Keywords
	case space == spaceTerms && local == "created":
		return &m.Created
	case space == spaceTerms && local == "modified":
		return &m.Modified
	}
	return nil
}
