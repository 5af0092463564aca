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
	err := p.elements(n, func(c xmlread.NodeID) error {
		switch p.Name(c).Local {
		case "author", "editor", "authorgroup", "corpauthor", "collab":
			if name := p.author(c); name != "" {
				if p.text == nil { // of all
					p.Meta.Author = name
				}
				line = append(line, name)
			}
		case "date", "pubdate", "edition", "releaseinfo":
			line = append(line, p.words(c))
		case "abstract":
			content, err := p.content(c, level)
			blocks = append(blocks, content...)
			return err
		case "title":
		case "subtitle":
			line = append(line, p.words(c))
		default:
			p.skip(c)
		}
		return nil
	})
	if len(line) > 0 {
		blocks = append([]document.Block{p.Env.PlainParagraph(p.Pos(n), strings.Join(line, " · "))}, blocks...)
	}
	return blocks, err
}

// author returns the name of an author, or those of a group.
func (p *prose) author(n xmlread.NodeID) string {
	if p.Name(n).Local == "authorgroup" {
		var names []string
		_ = p.elements(n, func(c xmlread.NodeID) error {
			if name := p.author(c); name != "" {
				names = append(names, name)
			}
			return nil
		})
		return strings.Join(names, ", ")
	}
	if inner := p.named(n, "personname"); inner != 0 {
		n = inner
	}
	first, last := p.words(p.named(n, "firstname", "givenname")), p.words(p.named(n, "surname"))
	if last == "" {
		return p.words(n)
	}
	return strings.TrimSpace(first + " " + last)
}

// between appends the text between two parts, unless there is none before. A
// part that ends a sentence needs no other point.
func between(to []byte, sep string) []byte {
	switch {
	case len(to) == 0:
		return to
	case sep[0] == '.' && strings.IndexByte(".?!", to[len(to)-1]) >= 0:
		sep = sep[1:]
	}
	return append(to, sep...)
}

// gap returns the text between two parts of a reference: a volume belongs to
// its journal, pages to their volume.
func gap(before, name string) string {
	switch {
	case name == "volume" && before == "source":
		return " "
	case (name == "fpage" || name == "elocation-id") && (before == "volume" || before == "issue"):
		return ", "
	}
	return ". "
}

// personName returns a name, the given names first.
func (p *prose) personName(n xmlread.NodeID) string {
	if n == 0 {
		return ""
	}
	if p.Name(n).Local == "name-alternatives" {
		return p.personName(p.named(n, "name", "string-name"))
	}
	surname := p.words(p.named(n, "surname"))
	if surname == "" {
		return p.words(n)
	}
	return strings.TrimSpace(p.words(p.named(n, "given-names")) + " " + surname)
}

// issue is where in a journal an article appeared.
type issue struct{ volume, number, first, last string }

// of returns the place in a journal: Journal 12(3), 100–110.
func (i *issue) of(journal string) string {
	text := strings.TrimSpace(journal + " " + i.volume)
	if i.number != "" {
		text += "(" + i.number + ")"
	}
	if i.first == "" || text == "" {
		return text
	}
	text += ", " + i.first
	if i.last != "" && i.last != i.first {
		text += "–" + i.last
	}
	return text
}

func (i *issue) take(name, text string) {
	switch name {
	case "volume":
		i.volume = text
	case "issue":
		i.number = text
	case "lpage":
		i.last = text
	default:
		if i.first == "" {
			i.first = text
		}
	}
}
