package xml

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// isJATSRoot reports whether a document may be an article in JATS or NLM
// (ANSI/NISO Z39.96).
func isJATSRoot(name xmlread.Name) bool { return name.Is(xmlread.None, "article") }

func (r *reader) isJATS() bool { return r.Child(xmlread.Root, xmlread.None, "front") != 0 }

// article reads what an article in JATS says of itself, and its parts.
type article struct {
	prose   *prose
	journal string // that it appeared in
}

// jats reads an article: its front matter in a few lines, then its text.
func (r *reader) jats() ([]document.Block, error) {
	p := newProse(r, r.roles.jats)
	a := &article{prose: p}
	front := p.elements.named(xmlread.Root, "front")
	if journal := p.elements.named(front, "journal-meta"); journal != 0 {
		a.journal = p.elements.words(p.elements.named(p.elements.named(journal, "journal-title-group"), "journal-title"))
		if a.journal == "" {
			a.journal = p.elements.words(p.elements.named(journal, "journal-title"))
		}
	}
	blocks, err := a.front(p.elements.named(front, "article-meta"), 1)
	if err != nil {
		return nil, err
	}
	p.text = &blocks
	if notes := p.elements.named(front, "notes"); notes != 0 {
		if err := p.block(&sink{out: p.text, held: &p.held}, notes, roleSection, 1); err != nil {
			return nil, err
		}
	}
	err = p.elements.each(xmlread.Root, func(c xmlread.NodeID) error {
		if c == front {
			return nil
		}
		if stub := p.elements.named(c, "front-stub", "front"); stub != 0 {
			if meta := p.elements.named(stub, "article-meta"); meta != 0 {
				stub = meta
			}
			title, err := a.front(stub, 2)
			if err != nil {
				return err
			}
			blocks = append(blocks, title...)
		}
		return a.part(c)
	})
	p.warn()
	return blocks, err
}

// part reads a part of an article: its body, its back, a reply to it.
func (a *article) part(n xmlread.NodeID) error {
	p := a.prose
	if name := p.elements.Name(n).Local; name == "body" || name == "back" || name == "floats-group" {
		return p.pour(n, 1)
	}
	return p.elements.each(n, func(c xmlread.NodeID) error {
		if name := p.elements.Name(c).Local; name == "front-stub" || name == "front" {
			return nil
		}
		return p.pour(c, 2)
	})
}

// front reads what an article says of itself: title, authors, where it
// appeared, abstract, keywords.
func (a *article) front(meta xmlread.NodeID, level int) ([]document.Block, error) {
	p := a.prose
	var blocks []document.Block
	paragraph := func(n xmlread.NodeID, text string) {
		if text != "" {
			blocks = append(blocks, p.elements.Env.PlainParagraph(p.elements.Pos(n), text))
		}
	}
	var authors, editors, places, dates, ids []string
	var in issue
	people := func() {
		paragraph(meta, strings.Join(authors, ", "))
		paragraph(meta, strings.Join(places, "; "))
		authors, places = nil, nil
	}
	err := p.elements.each(meta, func(c xmlread.NodeID) error {
		switch p.elements.Name(c).Local {
		case "title-group":
			titles, err := a.titles(c, level)
			blocks = append(blocks, titles...)
			return err
		case "contrib-group":
			wrote, edited, at := a.contributors(c)
			authors, editors, places = append(authors, wrote...), append(editors, edited...), append(places, at...)
			if level == 1 && p.elements.Meta.Author == "" {
				p.elements.Meta.Author = strings.Join(wrote, ", ")
			}
		case "aff", "aff-alternatives":
			places = append(places, a.place(c))
		case "author-notes":
			people()
			content, err := p.content(c, level+1)
			blocks = append(blocks, content...)
			return err
		case "volume", "issue", "fpage", "lpage", "elocation-id":
			in.take(p.elements.Name(c).Local, p.elements.words(c))
		case "article-id":
			if p.elements.Attr(c, xmlread.None, "pub-id-type") == "doi" {
				ids = append(ids, "doi:"+p.elements.words(c))
			}
		case "pub-date":
			dates = append(dates, a.date(c))
		case "abstract", "trans-abstract":
			people()
			return a.abstract(&blocks, c, level+1)
		case "kwd-group":
			paragraph(c, a.keywords(c))
		default:
			p.elements.skip(c)
		}
		return nil
	})
	people()
	if len(editors) > 0 {
		paragraph(meta, "Editors: "+strings.Join(editors, ", "))
	}
	paragraph(meta, a.appeared(&in, dates, ids, level))
	return blocks, err
}

// appeared returns where and when an article appeared: of a part of one when alone.
func (a *article) appeared(in *issue, dates, ids []string, level int) string {
	var where []string
	if of := in.of(a.journal); level == 1 && of != "" {
		where = append(where, of)
	}
	if len(dates) > 0 {
		where = append(where, dates[0])
	}
	return strings.Join(append(where, ids...), " · ")
}

// titles returns the title of an article, and below it its other ones: what
// follows it, and what it is in other languages.
func (a *article) titles(n xmlread.NodeID, level int) ([]document.Block, error) {
	p := a.prose
	title := p.elements.named(n, "article-title")
	if level == 1 {
		p.elements.Meta.Title = p.elements.words(title)
	}
	l := p.elements.newLine()
	var blocks []document.Block
	err := p.inlines(&l, title, 0)
	if inlines := l.inlines(); len(inlines) > 0 {
		blocks = append(blocks, converters.Make(p.elements.Env, &document.Heading{Pos: p.elements.Pos(n), Level: level, Inlines: inlines}))
	}
	for _, group := range [...]xmlread.NodeID{n, p.elements.named(n, "trans-title-group")} {
		for _, name := range [...]string{"subtitle", "trans-title", "trans-subtitle"} {
			if text := p.elements.words(p.elements.named(group, name)); text != "" {
				blocks = append(blocks, p.elements.Env.PlainParagraph(p.elements.Pos(n), text))
			}
		}
	}
	return blocks, err
}

// abstract adds an abstract under a heading of its own.
func (a *article) abstract(blocks *[]document.Block, n xmlread.NodeID, level int) error {
	p := a.prose
	if p.elements.named(n, "title") == 0 {
		title := "Abstract"
		if kind := p.elements.Attr(n, xmlread.None, "abstract-type"); kind != "" {
			title += " (" + strings.ReplaceAll(kind, "-", " ") + ")"
		}
		*blocks = append(*blocks, converters.Make(p.elements.Env, &document.Heading{Pos: p.elements.Pos(n), Level: level, Inlines: converters.Make(p.elements.Env, document.Plain(title))}))
	}
	return p.fill(&sink{out: blocks, held: &p.held}, n, level)
}

// keywords returns the keywords of a group behind what it calls them.
func (a *article) keywords(n xmlread.NodeID) string {
	p := a.prose
	title := "Keywords"
	var words []byte
	_ = p.elements.each(n, func(k xmlread.NodeID) error {
		if p.elements.Name(k).Local == "title" {
			title = strings.TrimSuffix(p.elements.words(k), ":")
		} else {
			words = append(between(words, ", "), p.elements.words(k)...)
		}
		return nil
	})
	return title + ": " + string(words)
}

// contributors returns the names of those who wrote, of those who edited, and
// the places where they work.
func (a *article) contributors(n xmlread.NodeID) (wrote, edited, places []string) {
	p := a.prose
	_ = p.elements.each(n, func(c xmlread.NodeID) error {
		switch p.elements.Name(c).Local {
		case "aff", "aff-alternatives":
			places = append(places, a.place(c))
		case "contrib":
			name := p.cites.personName(p.elements.named(c, "name", "collab", "string-name", "name-alternatives"))
			switch kind := p.elements.Attr(c, xmlread.None, "contrib-type"); {
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
// label. Its parts may be without punctuation.
func (a *article) place(n xmlread.NodeID) string {
	p := a.prose
	if p.elements.Name(n).Local == "aff-alternatives" {
		n = p.elements.named(n, "aff")
	}
	var parts []string
	mixed := false
	for c := p.elements.First(n); c != 0; c = p.elements.Next(c) {
		text := ""
		switch {
		case p.elements.IsText(c):
			text = strings.Join(strings.Fields(p.elements.Text(c)), " ")
			mixed = mixed || text != ""
		case p.elements.Name(c).Local != "label" && p.elements.Name(c).Local != "institution-id":
			text = p.elements.words(c)
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

// date returns a date as its parts are written.
func (a *article) date(n xmlread.NodeID) string {
	p := a.prose
	var parts []string
	for _, name := range []string{"year", "month", "day"} {
		if c := p.elements.named(n, name); c != 0 {
			part := p.elements.words(c)
			if len(part) == 1 {
				part = "0" + part
			}
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "-")
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
