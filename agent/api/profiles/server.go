package profiles

import (
	"context"
	"sync"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/profile"
)

// server is the one whose routes these are.
type server struct {
	*api.Server
	writing sync.Mutex // from looking at a version to changing it
}

const (
	base = "/api/v2/profiles"
	one  = base + "/{profile}"
	team = "/v1/profiles/{profile}" // where clients of teams look for the same
)

// At names a profile in a path.
type At struct {
	Profile string `path:"profile" maxLength:"128" doc:"its name"`
}

// ProfileProblem is something that is wrong with a file.
type ProfileProblem struct {
	File    string `json:"file"`
	Field   string `json:"field" doc:"empty for the whole file"`
	Message string `json:"message"`
}

func problemsOf(list []profile.Problem) []ProfileProblem {
	out := make([]ProfileProblem, len(list))
	for i, p := range list {
		out[i] = ProfileProblem{p.File, p.Field, p.Message}
	}
	return out
}

// tagged is an answer with the version of what it shows.
type tagged[T any] struct {
	ETag     string `header:"ETag"`
	Location string `header:"Location"`
	Body     T
}

// open opens a profile that a request names.
func (s *server) open(ctx context.Context, name string) (*profile.Profile, error) {
	sc, err := api.ActorOf(ctx).Scope(name)
	if err != nil || name == "" {
		return nil, api.NotFound()
	}
	p, err := s.Host(ctx).Profile(sc.Profile())
	if err != nil {
		return nil, err
	}
	return p, nil
}

// with calls a function with a profile that is open meanwhile.
func with[T any](ctx context.Context, s *server, name string, do func(p *profile.Profile) (T, error)) (T, error) {
	p, err := s.open(ctx, name)
	if err != nil {
		var none T
		return none, err
	}
	defer p.Close()
	return do(p)
}
