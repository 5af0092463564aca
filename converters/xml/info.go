package xml

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// info returns what a book or a part of it says of itself: authors, date, abstract.
func (p *prose) info(n xmlread.NodeID, level int) ([]document.Block, error) {
	if n == 0 {
		return nil, nil
	}
	var blocks []document.Block
	var line []string
	err := p.elements.each(n, func(c xmlread.NodeID) error {
		switch p.elements.Name(c).Local {
		case "author", "editor", "authorgroup", "corpauthor", "collab":
			if name := p.author(c); name != "" {
				if p.text == nil { // of all
					p.elements.Meta.Author = name
				}
				line = append(line, name)
			}
		case "date", "pubdate", "edition", "releaseinfo":
			line = append(line, p.elements.words(c))
		case "abstract":
			content, err := p.content(c, level)
			blocks = append(blocks, content...)
			return err
		case "title":
		case "subtitle":
			line = append(line, p.elements.words(c))
		default:
			p.elements.skip(c)
		}
		return nil
	})
	if len(line) > 0 {
		blocks = append([]document.Block{p.elements.Env.PlainParagraph(p.elements.Pos(n), strings.Join(line, " · "))}, blocks...)
	}
	return blocks, err
}

// author returns the name of an author, or those of a group.
func (p *prose) author(n xmlread.NodeID) string {
	if p.elements.Name(n).Local == "authorgroup" {
		var names []string
		_ = p.elements.each(n, func(c xmlread.NodeID) error {
			if name := p.author(c); name != "" {
				names = append(names, name)
			}
			return nil
		})
		return strings.Join(names, ", ")
	}
	if inner := p.elements.named(n, "personname"); inner != 0 {
		n = inner
	}
	first, last := p.elements.words(p.elements.named(n, "firstname", "givenname")), p.elements.words(p.elements.named(n, "surname"))
	if last == "" {
		return p.elements.words(n)
	}
	return strings.TrimSpace(first + " " + last)
}
