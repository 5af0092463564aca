package api

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/seed353dc258/backstory/agent/api/wire"
	"github.com/seed353dc258/backstory/agent/feed"
)

// feedPage is how the feed is asked for.
type feedPage struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
	After  string `query:"cursor" pattern:"^([0-9]{13}-[0-9]{8})?$" doc:"the id of the last event that is known"`
	Last   string `header:"Last-Event-ID" pattern:"^([0-9]{13}-[0-9]{8})?$"`
	Accept string `header:"Accept" hidden:"true"`
}

func (x *events) listEvents(ctx context.Context, in *feedPage) (*huma.StreamResponse, error) {
	after := cmp.Or(in.Last, in.After)
	if after != "" && !x.server.feed.Known(after) {
		return nil, NotFound()
	}
	a := ActorOf(ctx)
	if wantsEvents(in.Accept) {
		after = cmp.Or(after, x.server.feed.Last())
		return &huma.StreamResponse{Body: func(hc huma.Context) {
			r, w := humago.Unwrap(hc)
			x.followFeed(r.Context(), w, a, after)
		}}, nil
	}
	list, _ := x.server.feed.After(after, a.Org, in.Limit+1)
	out := Page[feed.Event]{Data: append([]feed.Event{}, list...)}
	if len(list) > in.Limit {
		out.Data = out.Data[:in.Limit]
		out.Next = out.Data[in.Limit-1].ID
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		_, w := humago.Unwrap(hc)
		_ = wire.WriteJSON(w, out) // which is made of texts and numbers
	}}, nil
}

// followFeed sends the events after an id, and those to come.
func (x *events) followFeed(ctx context.Context, w http.ResponseWriter, a Actor, after string) {
	st := &wire.Stream{W: w}
	_ = st.Begin() // who has gone ends the context
	tick := time.NewTicker(recheck)
	defer tick.Stop()
	for {
		list, changed := x.server.feed.After(after, a.Org, 0)
		for _, e := range list {
			data, err := json.Marshal(e)
			if err != nil || st.Send(e.ID, e.Type, data) != nil {
				return
			}
			after = e.ID
		}
		select {
		case <-ctx.Done():
			return
		case <-x.server.feed.Ended():
			return
		case <-changed:
		case <-tick.C:
			if x.server.stillHolds(ctx, a) != nil || st.Idle() != nil {
				return
			}
		}
	}
}
