package api

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"time"

	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// OrgHeader names the organisation for which a request is answered. It chooses
// among those that the caller is in; any other one is not there.
const OrgHeader = "X-Org-Id"

// standing finds out for which organisation a request is answered, and what the
// actor is there. Without a choice it is the token's; an admin of the platform
// works in the machine's own then.
func (g *admission) standing(r *http.Request, a Actor) (*http.Request, Actor, *Problem) {
	ctx := r.Context()
	wanted := r.Header.Values(OrgHeader)
	if len(wanted) > 1 {
		return r, a, NewProblem(400, "", "there is more than one "+OrgHeader)
	}
	name := a.Org
	if name == scope.Platform {
		name = scope.Local
	}
	if len(wanted) == 1 {
		name = wanted[0]
	}
	c, err := g.host.Standing(ctx, a.User, name)
	switch {
	case err == nil && !a.mayChoose(name), errors.Is(err, store.ErrNotFound) && len(wanted) == 1:
		return r, a, NotFound()
	case errors.Is(err, store.ErrNotFound):
		return r, a, NewProblem(401, "", "the token is not valid: its user is not in the organisation any more")
	case errors.Is(err, org.ErrArchived):
		return r, a, NewProblem(403, "archived", "the organisation is archived")
	case err != nil:
		return r, a, fault(ctx, g.log, NewProblem(503, "", "members cannot be looked up now"), err, "looking up a member")
	}
	h, err := g.host.In(name)
	if err != nil {
		return r, a, fault(ctx, g.log, NewProblem(503, "", "the organisation cannot be opened now"), err, "opening an organisation")
	}
	a.Org, a.Role = name, c.Role
	return r.WithContext(context.WithValue(context.WithValue(ctx, actorKey, a), hostKey, h)), a, nil
}

// CallerIn returns the actor as they are in an organisation that a path names: one
// that they could choose. Any other is not there.
func (s *Server) CallerIn(ctx context.Context, name string) (org.Caller, error) {
	a := ActorOf(ctx)
	c, err := s.host.Standing(ctx, a.User, name)
	if err == nil && !a.mayChoose(name) {
		err = NotFound()
	}
	return c, err
}

// mayChoose reports whether the actor's token holds in an organisation: one of
// the platform in all, and that of the machine's owner, too, if it has all
// rights.
func (a Actor) mayChoose(name string) bool {
	return name == a.home || a.login != "" || a.home == scope.Platform || a.home == scope.Local && a.User == scope.Local && allows(a.Scopes, Admin)
}

// LoginCookie is the cookie of a browser in which somebody is logged in.
const LoginCookie = "backstory_login"

// loggedIn finds out who asks with the cookie of a login. Its rights are those
// of the user's role, in each of the user's organisations.
func (g *admission) loggedIn(r *http.Request, secret string, addr netip.Addr) (Actor, *Problem) {
	l, err := g.host.Orgs.Login(r.Context(), secret)
	var c org.Caller
	if err == nil {
		c, err = g.host.Orgs.Own(r.Context(), l.User, l.Org)
	}
	switch {
	case errors.Is(err, store.ErrNotFound), errors.Is(err, org.ErrArchived):
		if p := g.guessed(addr); p != nil {
			return Actor{}, p
		}
		return Actor{}, NewProblem(401, "", "the login has ended: log in again")
	case err != nil:
		return Actor{}, fault(r.Context(), g.log, NewProblem(503, "", "logins cannot be looked up now"), err, "looking up a login")
	}
	return Actor{Token: "login-" + l.ID, Org: c.Org, home: c.Org, User: l.User, Scopes: []string{string(Admin)}, login: secret}, nil
}

// guessed notes a wrong secret, and is the answer where there were too many.
func (g *admission) guessed(addr netip.Addr) *Problem {
	if wait := g.failures.Add(addr, time.Now()); wait > 0 && g.rates.Limited() {
		p := NewProblem(429, "", "too many wrong tokens from this address")
		p.retry = wait
		return p
	}
	return nil
}
