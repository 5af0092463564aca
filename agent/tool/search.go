package tool

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/prompt"
)

// Bounds of what is searched and found.
const (
	maxPassage = 1200   // bytes; a longer paragraph is cut between lines
	maxFound   = 20     // passages of one search
	maxSearch  = 200000 // passages of a library
	maxQuery   = 4096   // bytes
)

// Searcher finds places in what a profile has. The texts are cut when it is
// asked first. Several goroutines may ask it.
type Searcher struct{ cut func() *places }

// NewSearcher returns what searches a library.
func NewSearcher(l *prompt.Library) *Searcher {
	return &Searcher{sync.OnceValue(func() *places { return cutLibrary(l) })}
}

// Search returns the tool that finds places in what a profile has.
func Search(l *prompt.Library) []Tool {
	s := NewSearcher(l)
	return []Tool{New("backstory_search", about("backstory_search"), Auto, s.search)}
}

// Found is a passage that answers a query.
type Found struct {
	Ref     string // for [prompt.Library.Read], from this passage on
	Path    string // empty of what is no source
	Title   string
	Heading string // that it is under; empty where that is the title
	Text    string // material: it is to be fenced ([Fenced])
}

// places are the passages of a library, and where each is.
type places struct {
	chapters []prompt.Reading
	passages []model.Passage
	at       []place
}

// place is where a passage begins.
type place struct{ chapter, offset int }

// Find returns the passages that have most to do with a query, the best first,
// and at most limit of them (0: 5, at most 20). A query that is blank or too long
// is an [ArgumentError].
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
	all := s.cut()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	var found []Found
	for _, n := range model.Rank(all.passages, query, min(limit, maxFound)) {
		found = append(found, all.found(n))
	}
	return found, nil
}

func (s *Searcher) search(ctx context.Context, _ At, a struct {
	Query string `json:"query"`
	Limit int    `json:"limit,omitempty" doc:"-"`
},
) (string, error) {
	found, err := s.Find(ctx, a.Query, a.Limit)
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

// Quote writes a passage with its source. What the source says of itself is
// within the fence.
func (f Found) Quote() string {
	from := source(prompt.Reading{Path: f.Path, Title: f.Title})
	if f.Heading != "" {
		from += ", under “" + f.Heading + "”"
	}
	return fmt.Sprintf("To read on: %s\n\n", f.Ref) + Fenced(from, "From "+from+":\n\n"+f.Text)
}

func (p *places) found(n int) Found {
	c := p.chapters[p.at[n].chapter]
	f := Found{Ref: c.Ref, Path: c.Path, Title: c.Title, Text: cut(p.passages[n].Text, 2*maxPassage)}
	if heading := p.passages[n].Heading; heading != c.Title {
		f.Heading = heading
	}
	if p.at[n].offset > 0 {
		f.Ref = fmt.Sprintf("%s+%d", c.Ref, p.at[n].offset)
	}
	return f
}

// cutLibrary cuts the chapters into passages: paragraphs, with the heading that
// they stand under.
func cutLibrary(l *prompt.Library) *places {
	p := &places{chapters: l.All()}
	for i := range p.chapters {
		p.cut(i)
	}
	return p
}

// cut cuts one chapter.
func (p *places) cut(chapter int) {
	text := p.chapters[chapter].Text
	heading, from, offset := "", 0, 0
	flush := func(to int) {
		if body := strings.TrimSpace(text[from:to]); body != "" && len(p.passages) < maxSearch {
			p.passages = append(p.passages, model.Passage{Source: p.chapters[chapter].Path, Heading: heading, Text: body})
			p.at = append(p.at, place{chapter, from})
		}
		from = to
	}
	for line := range strings.Lines(text) {
		bare := strings.TrimSpace(line)
		level := len(bare) - len(strings.TrimLeft(bare, "#"))
		end := offset + len(line)
		switch {
		case bare == "":
			flush(end)
		case level > 0 && level <= 6 && strings.HasPrefix(bare[level:], " "):
			flush(offset)
			heading, from = strings.TrimSpace(bare[level:]), end
		case end-from > maxPassage:
			flush(offset)
		}
		offset = end
	}
	flush(len(text))
}
