package memory

import (
	"context"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/scope"
)

// server is the one whose routes these are.
type server struct{ *api.Server }

// Who says whose memories are meant.
type Who struct {
	Profile string `query:"profile" maxLength:"128" doc:"what this profile knows; without it, what any does"`
}

// scope returns the actor's scope with a profile, and whether all are meant.
func (s *server) scope(ctx context.Context, name string) (sc scope.Scope, all bool, err error) {
	if name == "" {
		sc, err = api.ActorOf(ctx).Scope("")
		return sc, true, err
	}
	sc, err = s.Speaking(ctx, name)
	return sc, false, err
}
