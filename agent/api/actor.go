package api

import (
	"context"
	"net/netip"

	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
)

// Actor is who asks: what a token says.
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

// May reports whether the actor has a right: his token gives it, and his role.
func (a Actor) May(want Right) bool { return allows(a.Scopes, want) && a.Role.Grants(string(want)) }

// Caller is the actor as the rules of organisations know him.
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

// ActorOf returns who asks. Routes without authentication have none.
func ActorOf(ctx context.Context) Actor {
	a, _ := ctx.Value(actorKey).(Actor)
	return a
}

// AddressOf returns the address of who shows who it is, at one of the paths for
// that: of IPv6 the first half, all of which one client may have.
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
