// Package find finds the passages of a profile that answer a query, and says where
// its documents have them: what the command search, the shell and the server tell
// alike.
//
//   - claim.go, claim_table.go: sentences of an answer, and whether documents say them
//   - date.go: of when documents are
//   - files.go: searching what lies on the disk
//   - find.go: queries and hits
//   - near.go: searching by meaning, too
//   - outline.go, outline_table.go: questions about the whole
package find

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/internal/tokens"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
	"github.com/seed353dc258/backstory/search"
)

// Query is what is looked for.
type Query struct {
	Text   string // of at most 4,096 bytes
	Limit  int    // passages, at most 100; 0 means 20
	Tokens int    // of all passages together, but for the first; 0 is any number
	Near   tool.Near
	// Searcher is of the profile, where one is there already: else [Search] makes one.
	Searcher *tool.Searcher
}

// defaultLimit is how many passages are found where no limit is given.
const defaultLimit = 20

// Hit is a passage that was found.
type Hit struct {
	Source   string    `json:"source" doc:"path of the document, as explain has it; empty of what is not a document"`
	Place    string    `json:"place" doc:"in the document, such as line 12 or sheet Data, row 9; empty where it is not known"`
	Box      []float32 `json:"box,omitempty" doc:"on the page of a PDF, in points from its top left corner: left, top, right, bottom"`
	Headings []string  `json:"headings" nullable:"false" doc:"over it, the outermost first"`
	Text     string    `json:"text" doc:"at most 1200 characters; the row of a table has its header"`
	Score    float64   `json:"score" doc:"higher is better; of this query alone"`
	Segment  string    `json:"segment" doc:"to read on from here"`
	Answers  bool      `json:"answers" doc:"it covers what the query is about, if that is a question"`

	Quote pipeline.Quote `json:"-"` // what the passage begins with, as the chapter of its source has it
}

// Search returns what a profile, as it is on disk, has on a query, the best first.
// There may be nothing. Places are of the documents that the last build read: a
// backstory that is behind them, or that no build wrote, has none.
func Search(ctx context.Context, b *pipeline.Builder, p *profile.Profile, i *profile.Identity, q Query) ([]Hit, error) {
	if q.Searcher == nil {
		q.Searcher = tool.NewSearcher(prompt.NewLibrary(i), b.Found(i.Dir))
	}
	return source{q.Searcher, ChaptersOf(i)}.search(ctx, b, p, q)
}

// ChaptersOf returns what gives the chapters of a backstory as it is in memory.
func ChaptersOf(i *profile.Identity) func(o *prompt.Origin) (string, bool) {
	return func(o *prompt.Origin) (string, bool) {
		if o.Offset+o.Length > len(i.Backstory.Text) {
			return "", false
		}
		return i.Backstory.Text[o.Offset:][:o.Length], true
	}
}

// source is what is searched.
type source struct {
	searcher *tool.Searcher
	chapter  func(o *prompt.Origin) (string, bool) // as the backstory has it
}

func (s source) search(ctx context.Context, b *pipeline.Builder, p *profile.Profile, q Query) ([]Hit, error) {
	if q.Limit == 0 {
		q.Limit = defaultLimit
	}
	found, err := s.searcher.With(q.Near).Find(ctx, q.Text, q.Limit)
	if err != nil {
		return nil, fmt.Errorf("searching: %w", err)
	}
	hits, quotes, used := []Hit{}, []pipeline.Quote{}, 0
	for n, f := range found {
		used += tokens.Estimate(f.Hit.Text)
		if q.Tokens > 0 && used > q.Tokens && len(hits) > 0 {
			found = found[:n]
			break
		}
		path := strings.TrimPrefix(f.Path, "/")
		hits = append(hits, Hit{Source: names.Show(path), Headings: append([]string{}, f.Hit.Headings...), Text: f.Hit.Text, Score: f.Hit.Score, Segment: f.Ref, Answers: f.Hit.Answers, Quote: QuoteOf(f)})
		quotes = append(quotes, QuoteOf(f))
	}
	known := Known(found, s.chapter)
	if len(known) == 0 || p.Writable() != nil {
		return hits, nil
	}
	origins, err := b.Tracer()(ctx, p, quotes, known)
	if errors.Is(err, fs.ErrNotExist) {
		return hits, nil // a file that has just gone is behind, too
	}
	for n := range origins {
		hits[n].Place, hits[n].Box = origins[n].Place(), origins[n].Pos.Box.Sides()
	}
	return hits, err
}

// QuoteOf returns a passage as it is traced.
func QuoteOf(f tool.Found) pipeline.Quote {
	return pipeline.Quote{Source: strings.TrimPrefix(f.Path, "/"), Text: f.Hit.Begin, Offset: f.Hit.Offset}
}

// Known returns the chapters of the sources that passages are from, as far as their
// sources are there as they were read. chapter gives the text of one.
func Known(found []tool.Found, chapter func(o *prompt.Origin) (string, bool)) (known []pipeline.Known) {
	for _, f := range found {
		o, path := f.Origin, strings.TrimPrefix(f.Path, "/")
		if o == nil || o.Digest == "" || slices.ContainsFunc(known, func(k pipeline.Known) bool { return k.Source == path }) {
			continue
		}
		if text, ok := chapter(o); ok {
			known = append(known, pipeline.Known{Source: path, Format: o.Format, Digest: o.Digest, Size: o.Size, Text: text})
		}
	}
	return known
}

// KnownOf is [Known] of the sources of quotes, of a profile with its library.
func KnownOf(i *profile.Identity, library *prompt.Library, quotes []pipeline.Quote) []pipeline.Known {
	var found []tool.Found
	for _, r := range library.All() {
		if slices.ContainsFunc(quotes, func(q pipeline.Quote) bool { return "/"+q.Source == r.Path }) {
			found = append(found, tool.Found{Path: r.Path, Origin: r.Origin})
		}
	}
	return Known(found, ChaptersOf(i))
}

// Answered reports whether one of the first hits answers a question.
func Answered(hits []Hit) bool {
	return slices.ContainsFunc(hits[:min(len(hits), search.MaxBefore+1)], func(h Hit) bool { return h.Answers })
}

// Tell writes hits for a person, or that there are none.
func Tell(out io.Writer, hits []Hit) error {
	if len(hits) == 0 {
		_, err := fmt.Fprintln(out, "nothing there has these words")
		return err
	}
	var b strings.Builder
	for n, h := range hits {
		if n > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(h.String())
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// String writes a hit for a person: where it is, then its text, indented.
func (h Hit) String() string {
	where := h.Source
	if h.Place != "" {
		where += ": " + h.Place
	}
	if len(h.Headings) > 0 && !strings.Contains(h.Place, "under ") {
		where += ", under " + strings.Join(h.Headings, " > ")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s, score %.2f)\n", oneline.Safe(strings.TrimPrefix(where, ", ")), h.Segment, h.Score)
	for line := range strings.SplitSeq(h.Text, "\n") {
		fmt.Fprintf(&b, "   %s\n", oneline.Safe(line))
	}
	return b.String()
}
