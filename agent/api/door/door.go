// Package door is what the protocols of other APIs have in common: a client
// sends a whole conversation each time, and an agent that has sessions answers.
//
//   - answer.go: answering a request, at once or in events
//   - chore.go: requests that are a front end's own, such as for a title
//   - wish.go: what a client asks of an answer
//   - begin.go: the session that goes on, and its next turn
//   - past.go: turns that are asked for again
//   - turn.go: an answer, from its first event to its last
//   - models.go: what there is to choose
//   - door.go: a door, and what a client asks
//   - transcript.go: a conversation as a client sends it, and how far a session has it
//   - body.go: reading a body, and naming what is ignored
//   - key.go: the session that a request continues
//
// agent/api/openai and agent/api/anthropic speak the protocols.
package door

import (
	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/model"
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
