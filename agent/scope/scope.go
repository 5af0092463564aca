// Package scope says on whose behalf something is done. Every method of a store
// takes a [Scope]; nothing that a model or a document says becomes one.
package scope

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// The organisations that are not made by anybody. Local is that of a machine
// that has one. Platform is not an organisation of people: it keeps who there is,
// and its members are those who make organisations.
const (
	Local    = "local"
	Platform = "platform"
)

// Scope is an organisation, a user of it, and the profile that speaks. It is
// made by the program's entry point alone, from what it has authenticated. The
// zero value is not a scope, and every store refuses it.
type Scope struct{ org, user, profile string }

// ErrScope says that a scope is not a scope.
var ErrScope = errors.New("not a scope")

// maxName is how long the name of an organisation, a user or a profile may be,
// in bytes.
const maxName = 128

// New returns the scope of a user in an organisation. The profile may be empty:
// then none speaks.
func New(org, user, profile string) (Scope, error) {
	for _, n := range []struct{ what, name string }{{"organisation", org}, {"user", user}} {
		if n.name == "" {
			return Scope{}, fmt.Errorf("%w: the %s has no name", ErrScope, n.what)
		}
	}
	for _, name := range []string{org, user, profile} {
		if err := check(name); err != nil {
			return Scope{}, err
		}
	}
	return Scope{org, user, strings.ToLower(profile)}, nil
}

func check(name string) error {
	if len(name) > maxName {
		return fmt.Errorf("%w: a name has %d bytes and may have %d", ErrScope, len(name), maxName)
	}
	if !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return fmt.Errorf("%w: %q has control characters", ErrScope, name)
	}
	return nil
}

// Org is the organisation.
func (s Scope) Org() string { return s.org }

// User is who asks.
func (s Scope) User() string { return s.user }

// Profile is who speaks, in small letters; empty where no profile does.
func (s Scope) Profile() string { return s.profile }

// Valid returns an [ErrScope] for the zero value.
func (s Scope) Valid() error {
	if s.org == "" || s.user == "" {
		return fmt.Errorf("%w: it was not made by New", ErrScope)
	}
	return nil
}

// Speaking returns the scope of the same user with another profile.
func (s Scope) Speaking(profile string) (Scope, error) { return New(s.org, s.user, profile) }
