package xml

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/xml/vocab"
	"github.com/seed353dc258/backstory/document"
)

// isDocBookRoot reports whether a document may be DocBook (4 and 5).
func isDocBookRoot(name xmlread.Name) bool {
	if name.Space == vocab.NsDocBook {
		return true
	}
	switch name.Local {
	case "article", "book", "chapter", "section", "part", "appendix", "preface", "refentry":
		return name.Space == xmlread.None
	}
	return false
}

// isDocBook reports whether it is: by namespace, by document type, or by
// elements that nothing else has.
func (r *reader) isDocBook() bool {
	if r.Name(xmlread.Root).Space == vocab.NsDocBook || strings.Contains(r.Doctype(), "DocBook") {
		return true
	}
	for _, name := range []string{"articleinfo", "bookinfo", "sect1"} {
		if r.Child(xmlread.Root, xmlread.None, name) != 0 {
			return true
		}
	}
	return false
}

// docbook reads a book, an article or a part of one.
func (r *reader) docbook() ([]document.Block, error) {
	p := newProse(r, r.roles.docbook)
	p.elements.deleted.any = strings.Contains(r.Source, revisionFlag)
	root := xmlread.Root
	info := p.elements.named(root, "info", "articleinfo", "bookinfo")
	var blocks []document.Block
	if title := p.elements.named(info, "title"); title != 0 && p.elements.named(root, "title") == 0 {
		heading, err := p.heading(title, root, 1)
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, heading...)
		p.elements.Meta.Title = p.elements.words(title)
	} else {
		p.elements.Meta.Title = p.elements.words(p.elements.named(root, "title"))
	}
	p.known = info
	said, err := p.info(info, 2)
	if err != nil {
		return nil, err
	}
	p.text = &[]document.Block{}
	err = p.pour(root, 1)
	p.warn()
	content := *p.text
	if len(blocks) == 0 && len(content) > 0 && p.elements.Meta.Title != "" { // the root's own title comes first
		blocks, content = content[:1:1], content[1:]
	}
	return append(append(blocks, said...), content...), err
}
