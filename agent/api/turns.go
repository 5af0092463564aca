package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/agent/api/cite"
	"github.com/seed353dc258/backstory/agent/api/metrics"
	"github.com/seed353dc258/backstory/agent/api/wire"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/prompt"
)

// gather is how long events wait for more, to be kept together.
const gather = 15 * time.Millisecond

// maxTurns is how many turns go on at once in one server.
const maxTurns = 1000

// The types of events.
const (
	typeDelta    = store.Delta
	typeThought  = "thought"
	typeTool     = "tool"
	typeApproval = "approval"
	typeNotice   = "notice"
	typeDone     = store.Done
	typeError    = store.Failed
)

// isLast reports whether a turn has no events after one of a type.
func isLast(kind string) bool { return kind == typeDone || kind == typeError }

// turns are those that go on in this process, and those that ended just now
// with somebody listening.
type turns struct {
	mu    sync.Mutex
	live  map[string]*turn // by session
	ended bool             // no new ones begin
	group sync.WaitGroup

	store   store.Store
	log     *slog.Logger
	metrics *metrics.Metrics
	cited   *cite.Finder
}

// turn is one that goes on, whoever listens.
type turn struct {
	scope   scope.Scope
	session string
	actor   Actor
	cancel  context.CancelCauseFunc
	began   chan struct{} // closed when its number is known, or there will be none
	over    chan struct{} // closed when its last event is kept

	mu        sync.Mutex
	number    int
	pending   []pendingEvent
	changed   chan struct{} // closed when something was kept, and replaced
	wake      chan struct{}
	approvals map[string]*approval
	calls     []model.Call
	stale     bool // the profile has changed since the prompt was composed
	end       result
}

// result is how a turn ended.
type result struct {
	answered bool // there are the others
	answer   runner.Answer
	sources  []host.Source // that the answer quotes, and that were read for it
	err      error
}

// approval is a call of a tool that waits for a decision.
type approval struct {
	ID      string          `json:"id"`
	Session string          `json:"session"`
	Turn    int             `json:"turn"`
	Tool    string          `json:"tool"`
	Input   json.RawMessage `json:"arguments"`
	Asked   time.Time       `json:"asked"`
	decided chan decision
}

type decision struct {
	approve bool
	reason  string
}

// at returns the number of the turn, 0 before it is known.
func (t *turn) at() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.number
}

// isAnswered reports whether nothing of the turn is left but to tell its end.
func (t *turn) isAnswered() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.end.answered
}

// stop lets no new turns begin.
func (t *turns) stop() {
	t.mu.Lock()
	t.ended = true
	t.mu.Unlock()
}

// wait waits until no turn goes on, and reports whether that is so.
func (t *turns) wait(ctx context.Context) bool {
	done := make(chan struct{})
	go func() { t.group.Wait(); close(done) }()
	select {
	case <-done:
		return true
	case <-ctx.Done():
		return false
	}
}

// cut cuts off all turns.
func (t *turns) cut(why error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, one := range t.live {
		one.cancel(why)
	}
}

// of returns the turn of a session that goes on, or nil.
func (t *turns) of(session string) *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.live[session]
}

// changeOf returns what is closed at the next step of a turn of a session; nil where no
// process of this server is at it.
func (t *turns) changeOf(session string, turn int) <-chan struct{} {
	live := t.of(session)
	if live == nil || live.at() != turn {
		return nil
	}
	return live.change()
}

// all returns the turns that go on.
func (t *turns) all() []*turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Collect(maps.Values(t.live))
}

func (t *turns) count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.live)
}

// begin takes the place of a session's turn.
func (t *turns) begin(one *turn) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.ended:
		return NewProblem(503, "", "the server stops")
	case t.live[one.session] != nil:
		return NewProblem(409, "agent_busy", "a turn of this session is going on; wait for it, or cancel it")
	case len(t.live) >= maxTurns:
		return NewProblem(503, "", "too many turns go on; come again later")
	}
	t.live[one.session] = one
	t.group.Add(1)
	return nil
}

func (t *turns) end(one *turn) {
	t.mu.Lock()
	delete(t.live, one.session)
	t.mu.Unlock()
	t.group.Done()
}

// emit takes an event of the runner.
func (t *turn) emit(e runner.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e.Turn > 0 && e.Agent == "" {
		t.number = e.Turn
		close(t.began)
	}
	if e.Call != nil && e.Agent == "" {
		t.calls = append(t.calls, *e.Call)
	}
	kind, data := describe(e)
	if kind == "" {
		return
	}
	t.add(kind, data)
}

// add adds an event to those that wait to be kept. Pieces of text that follow
// each other are one.
func (t *turn) add(kind string, data any) {
	next := pendingEvent{kind: kind, data: data}
	if d, ok := data.(delta); ok {
		if last := len(t.pending) - 1; last >= 0 && t.pending[last].kind == kind {
			t.pending[last].text = append(t.pending[last].text, d.Text...)
			return
		}
		next.text = []byte(d.Text)
	}
	t.pending = append(t.pending, next)
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// pendingEvent is an event before it is kept.
type pendingEvent struct {
	kind string
	data any
	text []byte // of a piece of the answer, which grows
}

func (p *pendingEvent) event() store.TurnEvent {
	if p.kind == typeDelta {
		return event(p.kind, delta{string(p.text)})
	}
	return event(p.kind, p.data)
}

// delta is a piece of the answer.
type delta struct {
	Text string `json:"text"`
}

// thought says how many bytes of the text before it, from its end, are no part of the
// answer.
type thought struct {
	Bytes int `json:"bytes"`
}

// toolEvent is a call of a tool or its result.
type toolEvent struct {
	Agent     string          `json:"agent,omitempty"`
	ID        string          `json:"id"`
	Name      string          `json:"name,omitempty"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
	Result    string          `json:"result,omitempty"`
	Failed    bool            `json:"failed,omitempty"`
}

// describe returns an event for clients; the words of agents that others
// started are none.
func describe(e runner.Event) (kind string, data any) {
	switch {
	case e.Text != "" && e.Agent == "":
		return typeDelta, delta{e.Text}
	case e.Thought > 0 && e.Agent == "":
		return typeThought, thought{e.Thought}
	case e.Call != nil:
		return typeTool, toolEvent{Agent: e.Agent, ID: e.Call.ID, Name: e.Call.Name, Arguments: e.Call.Arguments}
	case e.Result != nil:
		return typeTool, toolEvent{Agent: e.Agent, ID: e.Result.CallID, Result: e.Result.Text, Failed: e.Result.Failed}
	case e.Notice != "":
		return typeNotice, map[string]string{"text": e.Notice}
	}
	return "", nil
}

func event(kind string, data any) store.TurnEvent {
	var text bytes.Buffer
	if err := wire.Encode(&text, data); err != nil { // the arguments of a call that is not JSON
		text.Reset()
		_ = wire.Encode(&text, map[string]string{"text": err.Error()}) // which is text
	}
	return store.TurnEvent{Type: kind, Data: bytes.TrimSpace(text.Bytes())}
}

// tell wakes those who listen.
func (t *turn) tell() {
	t.mu.Lock()
	close(t.changed)
	t.changed = make(chan struct{})
	t.mu.Unlock()
}

// change returns a channel that is closed when something more was kept.
func (t *turn) change() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.changed
}

// done is how a turn ended.
type done struct {
	Turn     int               `json:"turn"`
	Text     string            `json:"text"`
	Answered bool              `json:"answered" doc:"false where nothing in the documents answers the question"`
	Sources  []host.Source     `json:"sources" nullable:"false"`
	NotFound []host.Missing    `json:"not_found" nullable:"false" doc:"sentences of a model's answer that no document says"`
	LeftOut  []prompt.Omission `json:"left_out" nullable:"false" doc:"what did not fit into the prompt; backstory_read takes the ref"`
	Stale    bool              `json:"profile_stale" doc:"the profile's files have changed since the prompt of the session was composed"`
	Usage    usage             `json:"usage"`
	Finish   string            `json:"finish" doc:"why the answer ended" example:"end"`
	Session  string            `json:"session"`
}

// usage is what a turn cost, as the provider counts.
type usage struct {
	Input      int `json:"input"`
	Output     int `json:"output"`
	CacheRead  int `json:"cache_read"`
	CacheWrite int `json:"cache_write"`
}

// failure is how a turn ended that did not come to its end.
type failure struct {
	Status int    `json:"status"` // that an answer has
	Code   string `json:"code"`
	Detail string `json:"detail"`
	Text   string `json:"text"` // what was said until then
}

// errCancelled is why a turn ended that a client cancelled.
var errCancelled = errors.New("the turn was cancelled")

// turnProblem says how a turn failed.
func turnProblem(err error) *Problem {
	var status *model.Error
	switch {
	case errors.Is(err, errCancelled):
		return NewProblem(499, "", "the turn was cancelled")
	case errors.Is(err, errStopping):
		return NewProblem(503, "", "the server stopped; what was said until then is kept")
	case errors.Is(err, runner.ErrIterations):
		return NewProblem(502, "too_many_rounds", err.Error())
	case errors.As(err, new(*runner.BudgetError)):
		return NewProblem(429, "budget_used_up", err.Error())
	case errors.As(err, &status):
		p := NewProblem(502, "", strings.TrimSpace(err.Error()))
		p.retry = status.After
		return p
	}
	return asProblem(err)
}

var errStopping = errors.New("the server stops")
