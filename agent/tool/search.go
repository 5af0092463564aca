package tool

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/prompt"
	"github.com/seed353dc258/backstory/search"
)

// Bounds of what is asked for and shown.
const (
	maxFound = 20   // passages of one call of the tool
	maxQuery = 4096 // bytes
)

// Searcher finds places in what a profile has. The texts are read when it is asked
// first. Several goroutines may ask it.
type Searcher struct {
	chapters []prompt.Reading
	index    func() *search.Index
}

// NewSearcher returns what searches a library, with a cache or nil.
func NewSearcher(l *prompt.Library, c *search.Cache) *Searcher {
	s := &Searcher{}
	s.index = sync.OnceValue(func() *search.Index {
		s.chapters = l.All()
		texts := make([]search.Chapter, len(s.chapters))
		for i, r := range s.chapters {
			texts[i] = search.Chapter{Path: r.Path, Text: r.Text}
			if r.Path == "" {
				texts[i].Path = r.Title
			}
		}
		return search.New(texts, c)
	})
	return s
}

// Search returns the tool that finds places in what a profile has.
func Search(s *Searcher) []Tool {
	return []Tool{New("backstory_search", about("backstory_search"), Auto, s.search)}
}

// Found is a passage that answers a query.
type Found struct {
	Ref     string // for [prompt.Library.Read], from this passage on
	Path    string // empty of what is no source
	Title   string
	Heading string // that it is under; empty where that is the title
	search.Hit
}

// Find returns the passages that have most to do with a query, the best first,
// and at most limit of them (0: 5, at most [search.MaxHits]). A query that is blank
// or too long is an [ArgumentError].
func (s *Searcher) Find(ctx context.Context, query string, limit int) ([]Found, error) {
	switch {
	case strings.TrimSpace(query) == "":
		return nil, &ArgumentError{"query is empty"}
	case len(query) > maxQuery:
		return nil, &ArgumentError{fmt.Sprintf("query has %d bytes and may have %d", len(query), maxQuery)}
	}
	if limit <= 0 {
		limit = 5
	}
	return s.Among(ctx, query, limit, nil)
}

// Among returns the passages that have most to do with the first words of a text,
// the best first and at most limit of them, of those places alone that a function
// takes, which is given the id of a chapter and an offset in it; nil takes all.
func (s *Searcher) Among(ctx context.Context, text string, limit int, takes func(id string, offset int) bool) ([]Found, error) {
	index := s.index()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	var among func(chapter, offset int) bool
	if takes != nil {
		among = func(chapter, offset int) bool { return takes(s.chapters[chapter].Ref, offset) }
	}
	var found []Found
	for _, h := range index.FindAmong(text, limit, among) {
		found = append(found, s.found(h))
	}
	return found, nil
}

func (s *Searcher) search(ctx context.Context, _ At, a struct {
	Query string `json:"query"`
	Limit int    `json:"limit,omitempty" doc:"-"`
},
) (string, error) {
	found, err := s.Find(ctx, a.Query, min(a.Limit, maxFound))
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "nothing there has these words", nil
	}
	texts := make([]string, len(found))
	for i, f := range found {
		texts[i] = f.Quote()
	}
	return strings.Join(texts, "\n\n"), nil
}

// Source names the document of a passage, and the heading that it is under.
func (f Found) Source() string {
	from := source(prompt.Reading{Path: f.Path, Title: f.Title})
	if f.Heading != "" {
		from += ", under “" + f.Heading + "”"
	}
	return from
}

// Quote writes a passage with its source. What the source says of itself is
// within the fence.
func (f Found) Quote() string {
	from := f.Source()
	return fmt.Sprintf("To read on: %s\n\n", f.Ref) + Fenced(from, "From "+from+":\n\n"+f.Text)
}

func (s *Searcher) found(h search.Hit) Found {
	c := s.chapters[h.Chapter]
	f := Found{Ref: c.Ref, Path: c.Path, Title: c.Title, Hit: h}
	if n := len(h.Headings); n > 0 && h.Headings[n-1] != c.Title {
		f.Heading = h.Headings[n-1]
	}
	if h.Offset > 0 {
		f.Ref = fmt.Sprintf("%s+%d", c.Ref, h.Offset)
	}
	return f
}
