// Package door is what the protocols of other APIs have in common: a client
// sends a whole conversation each time, and an agent that has sessions answers.
//
//   - answer.go: answering a request, at once or in events
//   - wish.go: what a client asks of an answer, and requests that are a front end's own,
//     such as for a title
//   - begin.go: the session that goes on, and its next turn
//   - past.go: turns that are asked for again
//   - turn.go: an answer, from its first event to its last
//   - door.go: a door, what a client asks, and what there is to choose
//   - transcript.go: a conversation as a client sends it, and how far a session has it
//   - body.go: reading a body, and naming what is ignored; the session that it continues
//
// agent/api/openai and agent/api/anthropic speak the protocols.
package door

import (
	"context"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/profile"
)

// Ask is a request of a client.
type Ask struct {
	Model   string // see [Model]
	Key     Key    // of the session that goes on; the zero value for none
	Program string // what the client says above the conversation
	Said    []Line // of the conversation, the last one is to be answered
	Tools   []model.Tool
	// After is the turn that the conversation goes on from; Said is what came
	// since then. Nil where Said is all of it.
	After     *Point
	MaxTokens int          // of the answer; 0 for what is configured
	Wishes    model.Wishes // see [Door.Fit]
	Shown     string       // the field with the first image, if there is one
	Forget    bool         // keep nothing of it, where it has no key
	Chore     bool         // see [IsChore]
}

// Point is a turn of a session.
type Point struct {
	Session string
	Turn    int // 0 for the last one
}

// Options say how the doors behave.
type Options struct {
	// NoChores has requests that a front end makes for itself answered as all
	// others are.
	NoChores bool
	// NoTools refuses tools of clients.
	NoTools bool
	// A2A is the profile that other agents find by its agent card; empty for none.
	A2A string
}

// Door is what the protocols are spoken with.
type Door struct {
	*api.Server
	Options
	keys keys
}

// New returns a door of a server.
func New(s *api.Server, o Options) *Door { return &Door{Server: s, Options: o} }

// Model is what a client can choose: a profile, or one in a role.
type Model struct {
	ID      string
	Display string
	Created time.Time
}

// Models lists what there is to choose: each profile, and each in its roles.
func (d *Door) Models(ctx context.Context) ([]Model, error) {
	list, err := d.Host(ctx).Profiles()
	if err != nil {
		return nil, err
	}
	var all []Model
	for _, one := range list {
		all = append(all, Model{ID: one.Name, Display: one.Display, Created: one.Changed})
		for _, role := range one.Roles {
			all = append(all, Model{ID: one.Name + ":" + role, Display: one.Display + " (" + role + ")", Created: one.Changed})
		}
	}
	return all, nil
}

// Model returns what has a name.
func (d *Door) Model(ctx context.Context, name string) (Model, error) {
	sc, role, err := d.choose(ctx, name)
	if err != nil {
		return Model{}, err
	}
	i, err := d.Host(ctx).Beside(sc.Profile())
	if err != nil {
		return Model{}, err
	}
	m := Model{ID: sc.Profile(), Display: i.Display, Created: host.Changed(i)}
	if role != "" {
		m.ID, m.Display = m.ID+":"+role, m.Display+" ("+role+")"
	}
	return m, nil
}

// Knows is an error where there is no model of a name.
func (d *Door) Knows(ctx context.Context, name string) error {
	_, _, err := d.choose(ctx, name)
	return err
}

// choose returns the scope of a profile, and the role, that a name is of.
func (d *Door) choose(ctx context.Context, name string) (sc scope.Scope, role string, err error) {
	unknown := api.NewProblem(404, "model_not_found", "there is no model of this name; a model is a profile, or a profile and a role: profile:role").About("model")
	own, role, _ := strings.Cut(name, ":")
	if own == "" {
		return sc, "", unknown
	}
	if sc, err = d.Speaking(ctx, own); err != nil {
		return sc, "", unknown
	}
	if role == "" {
		return sc, "", nil
	}
	i, err := d.Host(ctx).Beside(sc.Profile())
	if err != nil {
		return sc, "", err
	}
	role = profile.RoleKey(role)
	if role == profile.Orchestrator {
		return sc, "", nil
	}
	if i.CheckRole(role) != nil {
		return sc, "", unknown
	}
	return sc, role, nil
}
