// Package door is what the protocols of other APIs have in common: a client
// sends a whole conversation each time, and an agent that has sessions answers.
//
//   - door.go: what a client asks and is answered
//   - past.go: turns that are asked for again
//   - turn.go: an answer on its way
//   - begin.go: the session that goes on, and its next turn
//   - models.go: what there is to choose
//   - transcript.go: a conversation as a client sends it, and how far a session has it
//   - key.go: the session that a request continues
//   - body.go: reading a body, and naming what is ignored
//   - chore.go: requests that are a front end's own, such as for a title
//   - stream.go: server-sent events
//
// agent/api/openai and agent/api/anthropic speak the protocols.
package door

import (
	"net/http"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/model"
)

// Wrong is a problem with a field of a request.
func Wrong(param, message string) error {
	return api.NewProblem(http.StatusBadRequest, "", message).About(param)
}

// Model is what a client can choose: a profile, or one in a role.
type Model struct {
	ID      string
	Display string
	Created time.Time
}

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
	MaxTokens int  // of the answer; 0 for what is configured
	Forget    bool // keep nothing of it, where it has no key
	Chore     bool // see [IsChore]
}

// Point is a turn of a session.
type Point struct {
	Session string
	Turn    int // 0 for the last one
}

// Turn is an answer on its way.
type Turn struct {
	Point
	Began time.Time
	door  *Door
	run   *api.Running
	aside *aside
	drop  func() // what is to be forgotten
}

// Event is a step of an answer. Of the fields one is set, or none where nothing
// happened for a while.
type Event struct {
	Text string
	Done *Done
}

// Done is how an answer ended.
type Done struct {
	Text    string
	Calls   []model.Call // of the client's own tools
	Sources []host.Source
	Usage   model.Usage
	Stop    model.Stop
}
