package xml

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// isJATSRoot reports whether a document may be an article in JATS or NLM
// (ANSI/NISO Z39.96).
func isJATSRoot(name xmlread.Name) bool { return name.Is(xmlread.None, "article") }

func (r *reader) isJATS() bool { return r.Child(xmlread.Root, xmlread.None, "front") != 0 }

// jats reads an article: its front matter in a few lines, then its text.
func (r *reader) jats() ([]document.Block, error) {
	p := &prose{reader: r, roles: r.roles.jats}
	front := p.named(xmlread.Root, "front")
	blocks, err := p.front(p.named(front, "article-meta"), 1)
	if err != nil {
		return nil, err
	}
	p.text = p.packer()
	p.text.Add(blocks...)
	err = p.elements(xmlread.Root, func(c xmlread.NodeID) error {
		if c == front {
			return nil
		}
		if stub := p.named(c, "front-stub", "front"); stub != 0 {
			if meta := p.named(stub, "article-meta"); meta != 0 {
				stub = meta
			}
			title, err := p.front(stub, 2)
			if err != nil {
				return err
			}
			p.text.Add(title...)
		}
		return p.part(c)
	})
	return p.text.Blocks(), err
}

// part reads a part of an article: its body, its back, a reply to it.
func (p *prose) part(n xmlread.NodeID) error {
	if name := p.Name(n).Local; name == "body" || name == "back" || name == "floats-group" {
		return p.pour(n, 1)
	}
	return p.elements(n, func(c xmlread.NodeID) error {
		if name := p.Name(c).Local; name == "front-stub" || name == "front" {
			return nil
		}
		return p.pour(c, 2)
	})
}

// front reads what an article says of itself: title, authors, where it
// appeared, abstract, keywords.
func (p *prose) front(meta xmlread.NodeID, level int) ([]document.Block, error) {
	var blocks []document.Block
	paragraph := func(n xmlread.NodeID, text string) {
		if text != "" {
			blocks = append(blocks, document.PlainParagraph(p.Pos(n), text))
		}
	}
	var authors, editors, places, dates, ids []string
	people := func() {
		paragraph(meta, strings.Join(authors, ", "))
		paragraph(meta, strings.Join(places, "; "))
		authors, places = nil, nil
	}
	err := p.elements(meta, func(c xmlread.NodeID) error {
		switch p.Name(c).Local {
		case "title-group":
			title := p.named(c, "article-title")
			if level == 1 {
				p.meta.Title = p.words(title)
			}
			var l line
			err := p.inlines(&l, title, 0)
			if inlines := l.inlines(); len(inlines) > 0 {
				blocks = append(blocks, &document.Heading{Pos: p.Pos(c), Level: level, Inlines: inlines})
			}
			paragraph(c, p.words(p.named(c, "subtitle")))
			return err
		case "contrib-group":
			wrote, edited, at := p.contributors(c)
			authors, editors, places = append(authors, wrote...), append(editors, edited...), append(places, at...)
			if level == 1 && p.meta.Author == "" {
				p.meta.Author = strings.Join(wrote, ", ")
			}
		case "aff", "aff-alternatives":
			places = append(places, p.place(c))
		case "article-id":
			if p.Attr(c, xmlread.None, "pub-id-type") == "doi" {
				ids = append(ids, "doi:"+p.words(c))
			}
		case "pub-date":
			dates = append(dates, p.date(c))
		case "abstract", "trans-abstract":
			people()
			return p.abstract(&blocks, c, level+1)
		case "kwd-group":
			paragraph(c, p.keywords(c))
		default:
			p.skip(c)
		}
		return nil
	})
	people()
	if len(editors) > 0 {
		paragraph(meta, "Editors: "+strings.Join(editors, ", "))
	}
	paragraph(meta, strings.Join(append(dates[:min(len(dates), 1)], ids...), " · "))
	return blocks, err
}

// abstract adds an abstract under a heading of its own.
func (p *prose) abstract(blocks *[]document.Block, n xmlread.NodeID, level int) error {
	if p.named(n, "title") == 0 {
		*blocks = append(*blocks, &document.Heading{Pos: p.Pos(n), Level: level, Inlines: document.Plain("Abstract")})
	}
	content, err := p.content(n, level)
	*blocks = append(*blocks, content...)
	return err
}

// keywords returns the keywords of a group behind what it calls them.
func (p *prose) keywords(n xmlread.NodeID) string {
	title := "Keywords"
	var words []string
	_ = p.elements(n, func(k xmlread.NodeID) error {
		if p.Name(k).Local == "title" {
			title = strings.TrimSuffix(p.words(k), ":")
		} else {
			words = append(words, p.words(k))
		}
		return nil
	})
	return title + ": " + strings.Join(words, ", ")
}

// contributors returns the names of those who wrote, of those who edited, and
// the places where they work.
func (p *prose) contributors(n xmlread.NodeID) (wrote, edited, places []string) {
	_ = p.elements(n, func(c xmlread.NodeID) error {
		switch p.Name(c).Local {
		case "aff", "aff-alternatives":
			places = append(places, p.place(c))
		case "contrib":
			name := p.personName(p.named(c, "name", "collab", "string-name", "name-alternatives"))
			switch kind := p.Attr(c, xmlread.None, "contrib-type"); {
			case name == "":
			case strings.Contains(kind, "editor"):
				edited = append(edited, name)
			default:
				wrote = append(wrote, name)
			}
		}
		return nil
	})
	return wrote, edited, places
}

// place returns the name and the address of where somebody works, without its
// label. Its parts may stand without punctuation.
func (p *prose) place(n xmlread.NodeID) string {
	if p.Name(n).Local == "aff-alternatives" {
		n = p.named(n, "aff")
	}
	var parts []string
	mixed := false
	for c := p.First(n); c != 0; c = p.Next(c) {
		text := ""
		switch {
		case p.IsText(c):
			text = strings.Join(strings.Fields(p.Text(c)), " ")
			mixed = mixed || text != ""
		case p.Name(c).Local != "label" && p.Name(c).Local != "institution-id":
			text = p.words(c)
		}
		if text != "" {
			parts = append(parts, text)
		}
	}
	if mixed {
		return strings.ReplaceAll(strings.Join(parts, " "), " ,", ",")
	}
	return strings.Join(parts, ", ")
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

// date returns a date as its parts are written.
func (p *prose) date(n xmlread.NodeID) string {
	var parts []string
	for _, name := range []string{"year", "month", "day"} {
		if c := p.named(n, name); c != 0 {
			part := p.words(c)
			if len(part) == 1 {
				part = "0" + part
			}
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "-")
}

// references returns the list of what an article cites.
func (p *prose) references(n xmlread.NodeID, level int) ([]document.Block, error) {
	var out sink
	if p.named(n, "title") == 0 {
		out.put(&document.Heading{Pos: p.Pos(n), Level: level + 1, Inlines: document.Plain("References")})
	}
	list := &document.List{Pos: p.Pos(n)}
	err := p.elements(n, func(c xmlread.NodeID) error {
		r := p.role(c)
		if r != roleReference {
			return p.block(&out, c, r, level+1)
		}
		blocks, err := p.reference(c)
		if len(blocks) > 0 {
			marker := strconv.Itoa(len(list.Items)+1) + "."
			list.Items = append(list.Items, document.Item{Marker: marker, Blocks: blocks})
		}
		return err
	})
	if len(list.Items) > 0 {
		out.put(list)
	}
	return out.blocks, err
}

// reference returns what a reference says. One in parts, without the
// punctuation between them, gets its own.
func (p *prose) reference(n xmlread.NodeID) ([]document.Block, error) {
	citation := p.named(n, "element-citation")
	if p.Name(n).Local == "biblioentry" {
		citation = n
	}
	if citation == 0 {
		var l line
		inner := p.named(n, "mixed-citation", "citation", "nlm-citation")
		if inner == 0 {
			inner = n
		}
		err := p.inlines(&l, inner, 0)
		if inlines := l.inlines(); len(inlines) > 0 {
			return []document.Block{&document.Paragraph{Pos: p.Pos(n), Inlines: inlines}}, err
		}
		return nil, err
	}
	text, err := p.citation(citation)
	if text == "" {
		return nil, err
	}
	return []document.Block{document.PlainParagraph(p.Pos(n), text)}, err
}

// citation returns a reference in parts with punctuation between them, the
// people first.
func (p *prose) citation(n xmlread.NodeID) (string, error) {
	people, parts := p.people[:0], p.parts[:0]
	err := p.elements(n, func(c xmlread.NodeID) error {
		switch p.Name(c).Local {
		case "person-group":
			return p.elements(c, func(one xmlread.NodeID) error {
				if name := p.personName(one); name != "" {
					people = append(between(people, ", "), name...)
				}
				return nil
			})
		case "pub-id":
			if words := p.words(c); words != "" {
				parts = between(parts, ". ")
				if kind := p.Attr(c, xmlread.None, "pub-id-type"); kind != "" {
					parts = append(append(parts, strings.ToUpper(kind)...), ": "...)
				}
				parts = append(parts, words...)
			}
		case "lpage":
			if len(parts) > 0 {
				parts = append(append(parts, "–"...), p.words(c)...)
			}
		default:
			if words := p.words(c); words != "" {
				parts = append(between(parts, ". "), words...)
			}
		}
		return nil
	})
	p.people, p.parts = people, parts
	if len(parts) > 0 {
		people = append(between(people, ". "), parts...)
	}
	return strings.TrimSuffix(string(between(people, ". ")), " "), err
}

// between appends what stands between two parts, unless there is none before. A
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
