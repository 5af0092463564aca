package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/internal/pipeline"
)

// placed says where the sources of a profile have passages that were found.
func (sp speaker) placed(ctx context.Context, found []tool.Found) []string {
	quotes := make([]pipeline.Quote, len(found))
	for n, f := range found {
		quotes[n] = find.QuoteOf(f)
	}
	return sp.places(ctx, quotes, find.Known(found, find.ChaptersOf(sp.i)))
}

// placeSources adds where the sources have what an answer has of them.
func (sp speaker) placeSources(ctx context.Context, answer string, found []Source) {
	var quotes []pipeline.Quote
	for n := range found {
		if found[n].Start < found[n].End { // these come first
			quotes = append(quotes, found[n].Quote(answer))
		}
	}
	if len(quotes) == 0 {
		return
	}
	for n, place := range sp.places(ctx, quotes, find.KnownOf(sp.i, sp.h.Searcher(sp.i).Library, quotes)) {
		found[n].Place.Place = place
	}
}

// places says where quotes are, in words. What cannot be traced has no place, and costs
// the answer nothing else.
func (sp speaker) places(ctx context.Context, quotes []pipeline.Quote, known []pipeline.Known) []string {
	if sp.h.Trace == nil || !slices.ContainsFunc(quotes, func(q pipeline.Quote) bool { return q.Source != "" }) {
		return nil
	}
	p, err := sp.h.Profile(sp.sc.Profile())
	if err != nil {
		return nil
	}
	defer p.Close()
	origins, err := sp.h.Trace(ctx, p, quotes, known)
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, pipeline.ErrStale) && !errors.Is(err, fs.ErrNotExist) {
			sp.h.Tell(fmt.Errorf("finding the places of what is quoted: %w", err))
		}
		return nil
	}
	places := make([]string, len(origins))
	for i, o := range origins {
		places[i] = o.Place()
	}
	return places
}
