// Package runner answers: it takes what a person says to a session, asks the
// model, calls the tools that it wants, and keeps every step before the next.
//
//   - call.go: calling tools, several at once, and asking a person first
//   - task.go, spawn.go: agents that another one starts
//   - compact.go, past.go: a summary in the place of what was said
//   - client.go: a client's own tools, and what it tells of a conversation
//   - partial.go: an answer that is streamed, kept a little behind
//   - sent.go: what is sent, to be looked at
//   - request.go: composing a request
//   - repeat.go: a model that does the same again and again
//   - budget.go: how much is asked of models, and going on with a turn
//   - window.go: what is sent fits the model's window; models that know nothing of tools
//   - turn.go, input.go: one question and its answer
//   - mend.go: ending what a process left in the middle
//   - keep.go: what is kept, before it has been said
//   - speech.go: the text of an answer as it is told
//   - hold.go, owner.go: who holds a session, and whether they are gone
//   - session.go: a session as one process sees it
//   - history.go: what was said, as far as it is sent
//   - runner.go: what a runner needs, and what it tells
//   - prefix.go: that what is sent goes on from what was sent
//
// Goroutines start here in four places: the sign of life of a turn, which ends
// with the turn; the keeping of what it streams, which ends with the answer; a tool that is called, which the turn waits for; and a task in
// the background, which ends with [Tasks.Shutdown] at the latest, and is gone on with by the next
// program.
package runner

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/prompt"
)

// Keeper is what a runner needs of a store.
type Keeper interface {
	store.Conversations
	store.Audit
	store.Spendings
	store.Events
}

// Cast is what a session is played with: the prompt as it would be composed
// now, who answers, and what can be called.
type Cast struct {
	Epoch      *prompt.Epoch
	Provider   model.Provider // nil for the runner's
	Model      string         // empty for the session's
	Utility    Utility        // what sums up; the zero value for the one that answers
	Fallback   []Utility      // answer, one after the other, where the model does not
	Tools      *tool.Registry // nil for none
	Iterations int            // 0 for the runner's
	Outside    bool           // others wrote what the prompt has of documents
	Policy     string         // when a changed prompt is taken: startup, ask or never; see [prompt.Decide]
	// Answer says what documents have on a question; see [model.Request].
	Answer func(ctx context.Context, question string) model.Answers
}

// Question is a call that a person is asked about.
type Question struct {
	Tool tool.Tool
	Call model.Call
	// Afresh says that what was allowed once and for all does not hold: others wrote some
	// of what the model has read in this turn.
	Afresh bool
}

// Utility is a model for what nobody reads word for word, such as summaries.
type Utility struct {
	Provider model.Provider
	Model    string
}

// Runner answers in sessions. Its fields are set before it is used; the zero
// value of those that say so works.
type Runner struct {
	Store    Keeper
	Provider model.Provider
	// Cast returns what a session is played with, by its profile (the scope's),
	// role, model and kind. It is the one place where prompts are composed: a
	// person's session gets a full one, a child or a task a minimal one. A role
	// that the profile does not allow is an error of it.
	Cast func(ctx context.Context, sc scope.Scope, s store.Session) (Cast, error)
	// Approve decides about a call that a person is to be asked of. Without it
	// such calls are denied.
	Approve func(ctx context.Context, q Question) (bool, error)
	// Owner says who holds a session, for other processes: see [Owner].
	Owner string
	// Hold is how long a session is held without a sign of life. Default: 30 s.
	Hold   time.Duration
	Bounds Bounds
	// Price returns what a model costs, where that is known. Default: nothing is.
	Price func(model string) (model.Price, bool)
	// Learned is told what a server says of the window of a model. Default:
	// nobody; it holds as long as the runner.
	Learned func(model string, window int)

	till    sync.Mutex // while a request is taken from the budgets
	broken  atomic.Int64
	holders holders
	models  facts
}

// facts are what servers have said of models.
type facts struct {
	noTools sync.Map // models whose servers take no tools
	windows sync.Map // of models, as their servers say
}

// Bounds say how much a runner does. Zero fields have the defaults.
type Bounds struct {
	// Iterations is how often the model is asked in one turn, where the cast
	// does not say. Default: 48.
	Iterations int
	// Depth is how deep agents may start others. Default: 2.
	Depth int
	// Children is how many agents one turn may start, with all that these
	// start. Default: 16.
	Children int
	// Budget bounds what is asked of models. Default: 128 requests in a turn.
	Budget model.Budget
	// Unattended bounds what scheduled tasks may spend on a day, all together.
	// Default: 100 requests and 500,000 tokens.
	Unattended model.Limits
	// Tasks is how many tasks run in the background at once. Default: 4.
	Tasks int
}

// Event is a step of a turn. One of the fields but Agent is set.
type Event struct {
	Text string
	// Thought is how many bytes of the text, from its end, were the model's thought and
	// no part of the answer: see [model.Event.Thought].
	Thought int
	Call    *model.Call
	Result  *model.Result
	Notice  string // a line for people, such as that the session was summed up
	Turn    int    // the number of a turn that begins
	// Agent is the role of a child that the step is of; empty for the session's
	// own.
	Agent string
}

const (
	usualIterations = 48
	usualHold       = 30 * time.Second
)

func (r *Runner) hold() time.Duration {
	if r.Hold <= 0 {
		return usualHold
	}
	return r.Hold
}

// Broken returns how often a request did not go on from the one before in the
// same epoch. It is a bug where it is not 0.
func (r *Runner) Broken() int { return int(r.broken.Load()) }

// or returns a number, or the usual one where it is not given.
func or(n, usual int) int {
	if n <= 0 {
		return usual
	}
	return n
}

// holders are the signs of life of those who hold sessions, where this process
// cannot tell whether they are there.
type holders struct {
	mu    sync.Mutex
	signs map[string]sign // by session
}

// sign is what was last seen of a holder of whom this process cannot tell
// whether it is there.
type sign struct {
	owner string
	beat  int
	since time.Time // by this process's clock
}
