package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/internal/pipeline"
)

// placesFound returns what says where the sources of a scope's profile have passages that
// were found.
func (h *Host) placesFound(sc scope.Scope) tool.Places {
	return func(ctx context.Context, found []tool.Found) []string {
		i, err := h.Identity(sc.Profile())
		if err != nil {
			return nil
		}
		quotes := make([]pipeline.Quote, len(found))
		for n, f := range found {
			quotes[n] = find.QuoteOf(f)
		}
		return h.places(ctx, sc, quotes, find.Known(found, find.ChaptersOf(i)))
	}
}

// placeSources adds where the sources have what an answer has of them.
func (h *Host) placeSources(ctx context.Context, sc scope.Scope, answer string, found []Source) {
	var quotes []pipeline.Quote
	for n := range found {
		if found[n].Start < found[n].End { // these come first
			quotes = append(quotes, found[n].Quote(answer))
		}
	}
	for n, place := range h.places(ctx, sc, quotes, nil) {
		found[n].Place.Place = place
	}
}

// places says where quotes are, in words. What cannot be traced has no place, and costs
// the answer nothing else.
func (h *Host) places(ctx context.Context, sc scope.Scope, quotes []pipeline.Quote, known []pipeline.Known) []string {
	if h.Trace == nil || !slices.ContainsFunc(quotes, func(q pipeline.Quote) bool { return q.Source != "" }) {
		return nil
	}
	p, err := h.Profile(sc.Profile())
	if err != nil {
		return nil
	}
	defer p.Close()
	origins, err := h.Trace(ctx, p, quotes, known)
	if err != nil {
		if h.Warn != nil && ctx.Err() == nil && !errors.Is(err, pipeline.ErrStale) && !errors.Is(err, fs.ErrNotExist) {
			h.Warn(fmt.Errorf("finding the places of what is quoted: %w", err))
		}
		return nil
	}
	places := make([]string, len(origins))
	for i, o := range origins {
		places[i] = o.Place()
	}
	return places
}
