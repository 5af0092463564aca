package teams

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/store"
)

func (s *server) policyRoutes() {
	const at = "/v1/orgs/{org}"
	api.AddOf(s.Server, api.Route{ID: "get-own-org", Method: "GET", Path: at, Right: api.Read, Tag: tag, Summary: "Show an organisation that the caller is in"}, s.org)
	api.AddOf(s.Server, api.Route{
		ID: "update-own-org", Method: "PATCH", Path: at, Right: api.Write, Tag: tag,
		Summary: "Say whether its members read each other's conversations, of those that begin from now on",
	}, s.share)
	api.AddOf(s.Server, api.Route{ID: "list-audit", Method: "GET", Path: at + "/audit", Right: api.Read, Tag: tag, Summary: "List what was done in an organisation, and who read what of others, the oldest first"}, s.audit)
}

// What may become of the conversations in an organisation.
const (
	private = "private"
	shared  = "shared"
)

func (s *server) share(ctx context.Context, by org.Caller, in *struct {
	OrgAt
	Body struct {
		Talks string `json:"conversations" enum:"private,shared"`
	}
},
) (*orgOut, error) {
	if err := s.Host(ctx).Orgs.Share(ctx, by, in.Body.Talks == shared); err != nil {
		return nil, err
	}
	return s.org(ctx, by, &in.OrgAt)
}

// Entry is something that was done.
type Entry struct {
	Number  int64           `json:"number"`
	At      time.Time       `json:"at"`
	User    string          `json:"user" doc:"who did it"`
	Profile string          `json:"profile" doc:"that it is about; empty for none"`
	Session string          `json:"session" doc:"that it is about; empty for none"`
	Action  string          `json:"action"`
	Detail  json.RawMessage `json:"detail" doc:"by the action"`
	Hash    string          `json:"hash" doc:"of this entry and all before it"`
}

func (s *server) audit(ctx context.Context, by org.Caller, in *struct {
	OrgAt
	Limit int   `query:"limit" minimum:"1" maximum:"200" default:"50"`
	After int64 `query:"cursor" minimum:"0" doc:"the next_cursor of the page before"`
},
) (*api.Listing[Entry], error) {
	list, err := s.Host(ctx).Orgs.Audit(ctx, by, in.After, in.Limit+1)
	if err != nil {
		return nil, err
	}
	return paged(list, Cursor{Limit: in.Limit}, func(e store.Entry) string { return strconv.FormatInt(e.Number, 10) }, entryOf), nil
}

func entryOf(e store.Entry) Entry {
	return Entry{e.Number, e.At, e.User, e.Profile, e.Session, e.Action, e.Detail, e.Hash}
}
