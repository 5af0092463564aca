// Package cite says what answers to clients quote, with the places in the documents.
package cite

import (
	"context"
	"errors"
	"log/slog"

	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

// Finder finds what answers quote.
type Finder struct {
	Host  *host.Host
	Trace func(context.Context, *profile.Profile, []pipeline.Quote, []pipeline.Known) ([]pipeline.Origin, error)
	Log   *slog.Logger
}

// Checked returns what is known of an answer in a session, with the places of its sources.
// If the profile cannot be read any more there is nothing, and that is no error. Without a
// session what it quotes is all.
func (f *Finder) Checked(ctx context.Context, sc scope.Scope, session, text string, calls []model.Call) host.Checked {
	c := host.Checked{Sources: []host.Source{}, Missing: []host.Missing{}}
	h, err := f.Host.In(sc.Org())
	if err != nil {
		f.Log.Warn("naming the sources of an answer", "error", err)
		return c
	}
	i, err := h.Identity(sc.Profile())
	if err == nil && session == "" {
		c.Sources, _ = h.Sources(ctx, i, text, calls)
	} else if err == nil {
		var in store.Session
		if in, err = f.Host.Store.Session(ctx, sc, session); err == nil {
			c, err = h.Checked(ctx, sc, i, in, text, calls)
		}
	}
	if err == nil {
		err = f.place(ctx, h, sc.Profile(), i, text, c.Sources)
	}
	if err != nil && ctx.Err() == nil && !errors.Is(err, pipeline.ErrStale) {
		f.Log.Warn("naming the sources of an answer", "error", err)
	}
	return c
}

// place adds where each source has the quote. Nothing is added for a backstory that was
// edited by hand, or is older than its sources.
func (f *Finder) place(ctx context.Context, h *host.Host, of string, i *profile.Identity, text string, found []host.Source) error {
	var quotes []pipeline.Quote
	for _, s := range found { // what is quoted comes first
		if s.Start < s.End {
			quotes = append(quotes, s.Quote(text))
		}
	}
	if len(quotes) == 0 {
		return nil
	}
	p, err := h.Profile(of)
	if err != nil {
		return err
	}
	defer p.Close()
	origins, err := f.Trace(ctx, p, quotes, find.KnownOf(i, h.Searcher(i).Library, quotes))
	for n, o := range origins {
		found[n].Place = placeOf(o)
	}
	return err
}

// placeOf converts an origin for clients, to whom a box on a page means nothing.
func placeOf(o pipeline.Origin) host.Place {
	out := host.Place{Place: o.Place(), Slide: o.Slide(), Rows: spanOf(o.Pos.Rows), Lines: spanOf(o.Pos.Lines)}
	if out.Slide == 0 {
		out.Page = int(o.Pos.Page)
	}
	return out
}

func spanOf(s document.Span) *host.Span {
	if s.First == 0 {
		return nil
	}
	return &host.Span{First: int(s.First), Last: int(max(s.First, s.Last))}
}
