package markdown

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/document"
)

// slugger gives headings the names by which GitHub links to them.
type slugger struct {
	slugs map[string]string // by the heading's ID
	taken map[string]int
	all   []string // in order
}

// slug returns the name of the heading that an internal link leads to.
func (t *headingTargets) slug(id string) (string, bool) {
	if t.slugs == nil {
		t.slugs = writeSlugs(t.blocks)
	}
	slug, known := t.slugs[id]
	return slug, known
}

// writeSlugs finds the names of all headings of a document.
func writeSlugs(blocks []document.Block) map[string]string {
	s := &slugger{slugs: map[string]string{}, taken: map[string]int{}}
	s.walk(blocks)
	s.named()
	return s.slugs
}

func (s *slugger) walk(blocks []document.Block) {
	document.Walk(blocks, func(b document.Block) bool {
		switch b := b.(type) {
		case *document.Heading:
			s.add(b.ID, document.InlineText(b.Inlines))
		case *document.Section:
			s.add("", document.InlineText(writeSectionInlines(b, writeSectionTitle(b))))
		case *document.Table, *document.Note, *document.Annotation:
			return false // no headings are written there
		}
		return true
	})
}

// add takes in one heading. An ID that comes twice means the first.
func (s *slugger) add(id, text string) {
	slug := Slug(text)
	if slug == "" {
		return
	}
	n := s.taken[slug]
	s.taken[slug]++
	if n > 0 {
		slug += "-" + strconv.Itoa(n)
	}
	s.all = append(s.all, slug)
	if _, known := s.slugs[id]; id != "" && !known {
		s.slugs[id] = slug
	}
}

// named lets links call a heading by its name where no heading has that name
// as its ID: what made the source has lost its IDs, and the links are those
// of the Markdown that it was made from.
func (s *slugger) named() {
	for _, slug := range s.all {
		if _, known := s.slugs[slug]; !known {
			s.slugs[slug] = slug
		}
	}
}

// Slug returns the name by which GitHub links to a heading: lower case,
// letters, digits, hyphens and underscores, spaces as hyphens. A second
// heading with the same one has "-1" behind it.
func Slug(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(heading))
}
