package org

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
)

// How many logins may be refused within [TriesTime] before every further one is:
// of a user from one address, and of a user from anywhere or of anybody from one
// address. The store counts, so that servers of one database count together.
const (
	TriesTime   = 15 * time.Minute
	maxTries    = 10
	maxTriesAll = 100
	maxRefusals = 1000 // that are looked at, the newest
)

// refusedLogin is the action of an entry of the platform's audit.
const refusedLogin = "login.refused"

// refusal is what the entry says.
type refusal struct {
	From string `json:"from,omitempty"` // the address
	Why  string `json:"why"`
}

// Refused records that nobody was let in: user is who it would have been, or
// empty where no user is known. No secret is kept, and no name of nobody.
func (s *Service) Refused(ctx context.Context, user, from, why string) error {
	sc, err := scope.New(scope.Platform, cmp.Or(user, nobody), "")
	if err != nil {
		return err
	}
	return s.Store.Record(ctx, sc, "", refusedLogin, refusal{from, why})
}

// nobody is the user of a refused login of whom no user is known. It is not a name
// that a user can have.
const nobody = "-"

// tries is an [ErrTries] where too many logins of a user, or from an address,
// were refused lately. An empty address counts as none.
func (s *Service) tries(ctx context.Context, sc scope.Scope, user, from string) error {
	list, err := s.Store.Recent(ctx, sc, refusedLogin, s.now().Add(-TriesTime), maxRefusals)
	if err != nil {
		return err
	}
	user = cmp.Or(user, nobody)
	var both, ofUser, ofAddress int
	for _, e := range list {
		var r refusal
		if json.Unmarshal(e.Detail, &r) != nil {
			continue
		}
		here := from != "" && r.From == from
		if here {
			ofAddress++
		}
		if e.User == user && user != nobody {
			ofUser++
		}
		if e.User == user && here {
			both++
		}
	}
	if both >= maxTries || max(ofUser, ofAddress) >= maxTriesAll {
		return ErrTries
	}
	return nil
}
