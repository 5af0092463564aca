package api

import (
	"context"
	"errors"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/pipeline"
)

// Sources returns the sources that a text of the turn quotes, and those that were read
// for it.
func (r *Running) Sources(ctx context.Context, text string) []host.Source {
	found, _ := r.s.checked(ctx, r.t.scope, "", text, r.t.calls)
	return found
}

// SourcesOf returns the sources that a text of a profile quotes.
func (s *Server) SourcesOf(ctx context.Context, sc scope.Scope, text string) []host.Source {
	found, _ := s.checked(ctx, sc, "", text, nil)
	return found
}

// checked returns what an answer in a session quotes, with the places, and what of it no
// document says. If the profile cannot be read any more there is neither, and that is no
// error. Without a session only the former is there.
func (s *Server) checked(ctx context.Context, sc scope.Scope, session, text string, calls []model.Call) ([]host.Source, []host.Missing) {
	found, missing := []host.Source{}, []host.Missing{}
	h, err := s.host.In(sc.Org())
	if err != nil {
		s.log.Warn("naming the sources of an answer", "error", err)
		return found, missing
	}
	i, err := h.Identity(sc.Profile())
	if err == nil && session == "" {
		found, _ = h.Sources(ctx, i, text, calls)
	} else if err == nil {
		var in store.Session
		if in, err = s.store.Session(ctx, sc, session); err == nil {
			found, missing, err = h.Checked(ctx, sc, i, in, text, calls)
		}
	}
	if err == nil {
		err = s.place(ctx, h, sc.Profile(), text, found)
	}
	if err != nil && ctx.Err() == nil && !errors.Is(err, pipeline.ErrStale) {
		s.log.Warn("naming the sources of an answer", "error", err)
	}
	return found, missing
}

// place adds where each source has the quote. Nothing is added for a backstory that was
// edited by hand, or is older than its sources.
func (s *Server) place(ctx context.Context, h *host.Host, of, text string, found []host.Source) error {
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
	origins, err := s.builder.Trace(ctx, p, quotes)
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
