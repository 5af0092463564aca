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

func (s *server) platformRoutes() {
	const all, one = "/v1/platform/orgs", "/v1/platform/orgs/{org}"
	api.Add(s.Server, api.Route{ID: "list-orgs", Method: "GET", Path: all, Right: api.Admin, Tag: tag, Summary: "List the organisations"}, s.orgs)
	api.Add(s.Server, api.Route{
		ID: "create-org", Method: "POST", Path: all, Right: api.Admin, Tag: tag, Status: 201,
		Summary: "Make an organisation with its default profile",
	}, s.createOrg)
	api.AddOf(s.Server, api.Route{ID: "get-org", Method: "GET", Path: one, Right: api.Admin, Tag: tag, Summary: "Show an organisation"}, s.org)
	api.AddOf(s.Server, api.Route{
		ID: "update-org", Method: "PATCH", Path: one, Right: api.Admin, Tag: tag, Errors: []int{409},
		Summary: "Give an organisation another name, or take it out of use or back into it: what is kept of it stays",
	}, s.updateOrg)
}

// Org is an organisation.
type Org struct {
	Slug     string    `json:"slug" doc:"its key"`
	Name     string    `json:"name" doc:"for people"`
	Archived bool      `json:"archived" doc:"its members get no answer"`
	Talks    string    `json:"conversations" enum:"private,shared" doc:"shared: its members read each other's that began since"`
	Created  time.Time `json:"created"`
}

func orgOf(o store.Org) Org {
	talks := private
	if !o.Shared.IsZero() {
		talks = shared
	}
	return Org{o.Slug, o.Name, !o.Archived.IsZero(), talks, o.Created}
}

type orgOut = api.Made[Org]

func (s *server) orgs(ctx context.Context, in *Cursor) (*api.Listing[Org], error) {
	list, err := s.Host(ctx).Orgs.Orgs(ctx, api.ActorOf(ctx).Caller(), in.After, in.Limit+1)
	return paged(list, *in, func(o store.Org) string { return o.Slug }, orgOf), err
}

func (s *server) createOrg(ctx context.Context, in *struct {
	Body struct {
		Slug string `json:"slug" maxLength:"200" doc:"small letters, digits and hyphens, at most 63"`
		Name string `json:"name,omitempty" maxLength:"200" doc:"for people; default: the slug"`
	}
},
) (*orgOut, error) {
	o, err := s.Host(ctx).Orgs.CreateOrg(ctx, api.ActorOf(ctx).Caller(), in.Body.Slug, in.Body.Name)
	return &orgOut{Location: "/v1/platform/orgs/" + o.Slug, Body: orgOf(o)}, err
}

func (s *server) org(ctx context.Context, by org.Caller, _ *OrgAt) (*orgOut, error) {
	o, err := s.Host(ctx).Orgs.Org(ctx, by)
	return &orgOut{Body: orgOf(o)}, err
}

func (s *server) updateOrg(ctx context.Context, by org.Caller, in *struct {
	OrgAt
	Body struct {
		Name     *string `json:"name,omitempty" maxLength:"200"`
		Archived *bool   `json:"archived,omitempty"`
	}
},
) (*orgOut, error) {
	var err error
	if in.Body.Name != nil {
		err = s.Host(ctx).Orgs.RenameOrg(ctx, by, *in.Body.Name)
	}
	if err == nil && in.Body.Archived != nil {
		err = s.Host(ctx).Orgs.ArchiveOrg(ctx, by, *in.Body.Archived)
	}
	if err != nil {
		return nil, err
	}
	return s.org(ctx, by, &in.OrgAt)
}

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
	return paged(list, Cursor{Limit: in.Limit}, func(e store.Entry) string { return strconv.FormatInt(e.Number, 10) }, entryOf), err
}

func entryOf(e store.Entry) Entry {
	return Entry{e.Number, e.At, e.User, e.Profile, e.Session, e.Action, e.Detail, e.Hash}
}
