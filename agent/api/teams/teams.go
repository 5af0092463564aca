// Package teams has the routes of organisations and people, at the addresses that
// TinyClaw gives them, under /v1. Those of souls, documents and one session there
// are other addresses of the routes under /api/v2: see [api.Route]. Those of profiles
// are in tinyclaw.
//
//   - teams.go: who asks, and sessions
//   - platform.go: organisations, what is shared in one, and its audit
//   - members.go: members of an organisation, and invites
//   - data.go: taking one out and bringing it in
//   - server.go: what a user says of themselves; what all routes use, and lists in pages
//
// The rules are those of agent/org. An organisation that a path names is one that
// the caller could choose; any other is answered as one that is not there.
package teams

import (
	"context"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
)

// Routes adds the routes to a server.
func Routes(to *api.Server) {
	s := &server{Server: to}
	api.Add(to, api.Route{ID: "get-context", Method: "GET", Path: "/v1/user/context", Right: api.Read, Tag: tag, Summary: "Say who asks, for which organisation, and in which they are"}, s.context)
	api.Add(to, api.Route{
		ID: "begin-session", Method: "POST", Path: "/v1/sessions", Right: api.Chat, Tag: tag, Status: 201,
		Summary: "Begin a session with a profile; an unknown one or none means the default profile",
	}, s.beginSession)
	(&members{s}).routes()
	s.platformRoutes()
	s.policyRoutes()
	s.dataRoutes()
	s.userRoutes()
}

// Context says who asks.
type Context struct {
	User   string   `json:"user"`
	Org    string   `json:"org" doc:"for which the request is answered"`
	Role   string   `json:"role" enum:"platform-admin,admin,member,viewer" doc:"in it"`
	Scopes []string `json:"scopes" nullable:"false" doc:"of the token; what it may do is what these and the role both allow"`
	Orgs   []Within `json:"orgs" nullable:"false" doc:"all that the user is in"`
}

// Within is an organisation that a user is in.
type Within struct {
	Org  string `json:"org"`
	Role string `json:"role"`
}

func (s *server) context(ctx context.Context, _ *struct{}) (*api.Answer[Context], error) {
	a := api.ActorOf(ctx)
	list, err := s.Host(ctx).Orgs.Memberships(ctx, a.Caller())
	return &api.Answer[Context]{Body: Context{
		User: a.User, Org: a.Org, Role: string(a.Role), Scopes: append([]string{}, a.Scopes...),
		Orgs: api.Mapped(list, func(m store.Member) Within { return Within{m.Org, m.Role} }),
	}}, err
}

// Begun is a session that began.
type Begun struct {
	Session string `json:"sessionId"`
	Profile string `json:"profileId" doc:"that speaks in it; empty for none"`
}

func (s *server) beginSession(ctx context.Context, in *struct {
	Body struct {
		Profile string `json:"profileId,omitempty" maxLength:"128"`
		Channel string `json:"channel,omitempty" maxLength:"40" doc:"is passed over: sessions have none here"`
	}
},
) (*api.Made[Begun], error) {
	sc, err := s.speaker(ctx, in.Body.Profile)
	if err != nil {
		return nil, err
	}
	made, err := s.Manager().Make(ctx, sc, store.Branch, session.Want{})
	return &api.Made[Begun]{Location: "/v1/sessions/" + made.ID, Body: Begun{made.ID, made.Profile}}, err
}

// speaker returns the scope with the profile that is named or, where there is none
// of that name, with the default one.
func (s *server) speaker(ctx context.Context, name string) (scope.Scope, error) {
	a := api.ActorOf(ctx)
	if a.Org != scope.Local {
		p, err := s.Host(ctx).Orgs.Speaker(ctx, a.Caller(), name)
		if err != nil {
			return scope.Scope{}, err
		}
		return a.Scope(p.ID)
	}
	if sc, err := s.Speaking(ctx, name); name != "" && err == nil {
		return sc, nil
	}
	def, err := s.Host(ctx).Directory().Default(ctx)
	if err != nil {
		return scope.Scope{}, err
	}
	return s.Speaking(ctx, def)
}
