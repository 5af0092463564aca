package api

import (
	"context"
	"net/netip"

	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
)

// Actor is the client of a request, as its token describes it.
type Actor struct {
	Token  string // its id; "none" without authentication
	Prefix string // of the token
	Org    string
	User   string
	Role   org.Role // in the organisation
	Scopes []string
	home   string // the organisation of the token
	login  string // the secret of a login; empty of a token
}

// Scope returns the scope of the actor with a profile, or with none.
func (a Actor) Scope(profile string) (scope.Scope, error) { return scope.New(a.Org, a.User, profile) }

// May reports whether the actor has a right: their token gives it, and their role.
func (a Actor) May(want Right) bool { return allows(a.Scopes, want) && a.Role.Grants(string(want)) }

// Caller returns the actor in the form that agent/org takes.
func (a Actor) Caller() org.Caller { return org.Caller{User: a.User, Org: a.Org, Role: a.Role} }

type contextKey int

const (
	actorKey contextKey = iota
	hostKey
	requestKey
	addressKey
	turnKey
	claimKey
	unattendedKey
)

// ActorOf returns the actor of a request; the zero value on routes without
// authentication.
func ActorOf(ctx context.Context) Actor {
	a, _ := ctx.Value(actorKey).(Actor)
	return a
}

// AddressOf returns the address of a client that logs in or accepts an invite. Of an
// IPv6 address it is the first half, since one client may have all of the other.
func AddressOf(ctx context.Context) string {
	addr, _ := ctx.Value(addressKey).(netip.Addr)
	if addr.Is6() {
		if p, err := addr.WithZone("").Prefix(64); err == nil {
			return p.String()
		}
	}
	if !addr.IsValid() {
		return ""
	}
	return addr.String()
}
