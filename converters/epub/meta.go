package epub

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// metadata reads what a book says of itself, in the terms of Dublin Core
// (EPUB 3.3, 5.5).
func metadata(t *xmlread.Tree, n xmlread.NodeID) document.Meta {
	var m document.Meta
	var authors, keywords []string
	each(t, n, func(n xmlread.NodeID, name string) {
		value := xmlread.Collapse(t.All(n))
		if value == "" {
			return
		}
		switch name {
		case "title":
			first(&m.Title, value)
		case "creator":
			authors = append(authors, value)
		case "subject":
			keywords = append(keywords, value)
		case "description":
			first(&m.Subject, value)
		case "language":
			first(&m.Language, value)
		case "date":
			if t.Attr(n, xmlread.Unknown, "event") == "modification" {
				first(&m.Modified, value)
			} else {
				first(&m.Created, value)
			}
		case "meta":
			if attr(t, n, "property") == "dcterms:modified" && attr(t, n, "refines") == "" {
				first(&m.Modified, value)
			}
		}
	})
	m.Author, m.Keywords = strings.Join(authors, ", "), strings.Join(keywords, ", ")
	return m
}

// first sets a field that has no value yet.
func first(field *string, value string) {
	if *field == "" {
		*field = value
	}
}
