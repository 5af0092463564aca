package teams

import (
	"context"
	"sync"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/org"
)

const tag = "teams"

// server is the one whose routes these are.
type server struct {
	*api.Server
	writing sync.Mutex // of the files of users, from the look at a version to the change
}

// OrgAt names an organisation in a path.
type OrgAt struct {
	Org string `path:"org" maxLength:"63" doc:"its slug"`
}

// Find says who the caller is in the organisation.
func (at OrgAt) Find(ctx context.Context, s *api.Server) (org.Caller, error) {
	return s.CallerIn(ctx, at.Org)
}

// Cursor is how a list is asked for that is in the order of its keys.
type Cursor struct {
	Limit int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
	After string `query:"cursor" maxLength:"64" doc:"the next_cursor of the page before"`
}

// paged makes a page of entries, of which one more than the limit was asked for.
func paged[From, To any](all []From, c Cursor, key func(From) string, to func(From) To) *api.Listing[To] {
	next := ""
	if len(all) > c.Limit {
		all = all[:c.Limit]
		next = key(all[c.Limit-1])
	}
	return &api.Listing[To]{Body: api.Page[To]{Data: api.Mapped(all, to), Next: next}}
}
