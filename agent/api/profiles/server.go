package profiles

import (
	"sync"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/profile"
)

// server is the one whose routes these are.
type server struct {
	*api.Server
	choosing sync.Mutex // from looking at who is the default profile to changing it
}

const (
	base = "/api/v2/profiles"
	one  = base + "/{profile}"
	team = "/v1/profiles/{profile}" // where clients of teams look for the same
)

// ProfileProblem is something that is wrong with a file.
type ProfileProblem struct {
	File    string `json:"file"`
	Field   string `json:"field" doc:"empty for the whole file"`
	Message string `json:"message"`
}

func problemsOf(list []profile.Problem) []ProfileProblem {
	return api.Mapped(list, func(p profile.Problem) ProfileProblem { return ProfileProblem{p.File, p.Field, p.Message} })
}

// tagged is an answer with the version of what it shows.
type tagged[T any] struct {
	ETag     string `header:"ETag"`
	Location string `header:"Location"`
	Body     T
}
