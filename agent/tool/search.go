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

// Search returns the tool that finds places in what a profile has. The texts
// are cut when it is called first.
func Search(l *prompt.Library) []Tool {
	s := &search{cut: sync.OnceValue(func() *places { return cutLibrary(l) })}
	return []Tool{New("backstory_search", about("backstory_search"), Auto, s.search)}
}

type search struct{ cut func() *places }

// places are the passages of a library, and where each stands.
type places struct {
	chapters []prompt.Reading
	passages []model.Passage
	at       []place
}

// place is where a passage begins.
type place struct{ chapter, offset int }

func (s *search) search(ctx context.Context, _ At, a struct {
	Query string `json:"query"`
	Limit int    `json:"limit,omitempty" doc:"-"`
},
) (string, error) {
	switch {
	case strings.TrimSpace(a.Query) == "":
		return "", &ArgumentError{"query is empty"}
	case len(a.Query) > maxQuery:
		return "", &ArgumentError{fmt.Sprintf("query has %d bytes and may have %d", len(a.Query), maxQuery)}
	}
	limit := a.Limit
	if limit <= 0 {
		limit = 5
	}
	all := s.cut()
	if err := context.Cause(ctx); err != nil {
		return "", err
	}
	found := model.Rank(all.passages, a.Query, min(limit, maxFound))
	if len(found) == 0 {
		return "nothing there has these words", nil
	}
	var b strings.Builder
	for i, n := range found {
		if i > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(all.quote(n))
	}
	return b.String(), nil
}

// quote writes a passage with its source. What the source says of itself
// stands within the fence.
func (p *places) quote(n int) string {
	c := p.chapters[p.at[n].chapter]
	from := source(c)
	if heading := p.passages[n].Heading; heading != "" && heading != c.Title {
		from += ", under “" + heading + "”"
	}
	ref := c.Ref
	if p.at[n].offset > 0 {
		ref = fmt.Sprintf("%s+%d", ref, p.at[n].offset)
	}
	return fmt.Sprintf("To read on: %s\n\n", ref) + Fenced(from, "From "+from+":\n\n"+cut(p.passages[n].Text, 2*maxPassage))
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
