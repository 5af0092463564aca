// Package cite says what answers to clients quote, with the places in the documents.
package cite

import (
	"context"
	"errors"
	"log/slog"

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
	Trace func(context.Context, *profile.Profile, []pipeline.Quote) ([]pipeline.Origin, error)
	Log   *slog.Logger
}

// Checked returns what an answer in a session quotes, with the places, and what of it no
// document says. If the profile cannot be read any more there is neither, and that is no
// error. Without a session only the former is there.
func (c *Finder) Checked(ctx context.Context, sc scope.Scope, session, text string, calls []model.Call) ([]host.Source, []host.Missing) {
	found, missing := []host.Source{}, []host.Missing{}
	h, err := c.Host.In(sc.Org())
	if err != nil {
		c.Log.Warn("naming the sources of an answer", "error", err)
		return found, missing
	}
	i, err := h.Identity(sc.Profile())
	if err == nil && session == "" {
		found, _ = h.Sources(ctx, i, text, calls)
	} else if err == nil {
		var in store.Session
		if in, err = c.Host.Store.Session(ctx, sc, session); err == nil {
			found, missing, err = h.Checked(ctx, sc, i, in, text, calls)
		}
	}
	if err == nil {
		err = c.place(ctx, h, sc.Profile(), text, found)
	}
	if err != nil && ctx.Err() == nil && !errors.Is(err, pipeline.ErrStale) {
		c.Log.Warn("naming the sources of an answer", "error", err)
	}
	return found, missing
}

// place adds where each source has the quote. Nothing is added for a backstory that was
// edited by hand, or is older than its sources.
func (c *Finder) place(ctx context.Context, h *host.Host, of, text string, found []host.Source) error {
	var quotes []pipeline.Quote
	for _, f := range found { // what is quoted comes first
		if f.Start < f.End {
			quotes = append(quotes, f.Quote(text))
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
	origins, err := c.Trace(ctx, p, quotes)
	for i, o := range origins {
		found[i].Place = placeOf(o)
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
