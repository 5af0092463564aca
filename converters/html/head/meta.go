package head

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/document"
)

// Meta returns the metadata of a page.
func Meta(t *dom.Tree) document.Meta {
	var m document.Meta
	for id := int32(1); id < t.Nodes.Len(); id++ {
		n := t.Node(id)
		if n.IsText {
			continue
		}
		switch n.Tag {
		case dom.TagTitle:
			if m.Title == "" && !inside(t, id, dom.TagSvg) {
				m.Title = dom.Squeeze(t.PlainText(id))
			}
		case dom.TagMeta:
			metaElement(t, id, &m)
		}
	}
	if t.Page.HTML != 0 {
		if m.Language = t.Value(t.Page.HTML, dom.AttrLang); m.Language == "" {
			m.Language = t.Value(t.Page.HTML, dom.AttrXmlLang)
		}
	}
	return m
}

func metaElement(t *dom.Tree, id int32, m *document.Meta) {
	content := strings.TrimSpace(t.Value(id, dom.AttrContent))
	name := strings.ToLower(t.Value(id, dom.AttrName))
	if name == "" {
		name = strings.ToLower(t.Value(id, dom.AttrProperty))
	}
	for _, f := range []struct {
		names string
		field *string
	}{
		{"author dc.creator dcterms.creator article:author", &m.Author},
		{"description dc.description og:description", &m.Subject},
		{"keywords", &m.Keywords},
		{"date dc.date dcterms.created article:published_time", &m.Created},
		{"last-modified dcterms.modified article:modified_time og:updated_time", &m.Modified},
	} {
		if *f.field == "" && name != "" && dom.HasWord(f.names, name) {
			*f.field = content
		}
	}
}

// inside reports whether a node is in an element of a kind.
func inside(t *dom.Tree, id int32, tag dom.Tag) bool {
	for p := t.Node(id).Parent; p != dom.Root; p = t.Node(p).Parent {
		if t.Node(p).Tag == tag {
			return true
		}
	}
	return false
}
