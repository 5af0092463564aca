package runner_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/prompt"
)

// errands gives the bench a tool that starts an agent in a role, whatever the
// schema would say.
func (b *bench) errands() {
	b.Helper()
	tools, err := tool.NewRegistry(append(b.tools.List(), tool.New("send", "Send an agent.", tool.Auto, func(ctx context.Context, at tool.At, a struct {
		Role string `json:"role"`
		Task string `json:"task"`
	},
	) (string, error) {
		return b.runner.Spawn(ctx, at, tool.Errand{Role: a.Role, Task: a.Task})
	}))...)
	if err != nil {
		b.Fatal(err)
	}
	b.tools = tools
}

// sends is a model that sends an agent as often as it is told by its words, and
// says what became of it.
const sends = `
rules:
  - match: deeper
    reply:
      - call: {id: a, name: send, arguments: {role: coder, task: go deeper}}
  - match: as (critic|nobody|orchestrator)
    reply:
      - call: {id: a, name: send, arguments: {role: critic, task: look}}
      - call: {id: b, name: send, arguments: {role: nobody, task: look}}
      - call: {id: c, name: send, arguments: {role: Orchestrator, task: look}}
      - call: {id: d, name: send, arguments: {role: coder, task: " "}}
  - match: many
    reply:
      - call: {id: a, name: send, arguments: {role: coder, task: one}}
      - call: {id: b, name: send, arguments: {role: coder, task: two}}
      - call: {id: c, name: send, arguments: {role: coder, task: three}}
  - match: send
    reply:
      - call: {id: a, name: send, arguments: {role: coder, task: look}}
  - match: look
    reply:
      - call: {id: b, name: look, arguments: {place: sea}}
  - result: look
    reply: [{text: Fog at sea.}]
  - result: send
    reply: [{text: Back.}]
  - match: burn
    reply:
      - call: {id: c, name: burn}
  - match: .
    reply: [{text: Well.}]
`

func newSender(t *testing.T) *bench {
	t.Helper()
	b := newBench(t)
	rules, err := model.ReadScript([]byte(sends))
	if err != nil {
		t.Fatal(err)
	}
	b.runner.Provider = model.NewOffline(rules)
	b.errands()
	return b
}

func (b *bench) list(kind store.Kind) []store.Session {
	b.Helper()
	all, err := b.store.ListSessions(b.Context(), b.scope, store.Filter{Kind: kind})
	if err != nil {
		b.Fatal(err)
	}
	return all
}

func (b *bench) results() string {
	var all []string
	for _, s := range b.seen {
		if text, ok := strings.CutPrefix(s, "result "); ok {
			all = append(all, text)
		}
	}
	return strings.Join(all, "\n")
}

func TestAChildHasItsOwnSession(t *testing.T) {
	b := newSender(t)
	var agents []string
	c := b.open()
	if _, err := c.Turn(t.Context(), runner.Input{Text: "send one"}, func(e runner.Event) {
		b.told(e)
		agents = append(agents, e.Agent)
	}); err != nil {
		t.Fatal(err)
	}
	if b.results() != "fog at sea\nFog at sea." {
		t.Errorf("%q", b.seen)
	}
	if got := strings.Join(agents, ","); got != ",,coder,coder,coder,," {
		t.Errorf("%q", got)
	}
	children := b.list(store.Child)
	if len(children) != 1 || children[0].Parent != b.session.ID || children[0].Role != "coder" || children[0].Status != store.Closed || children[0].Reason != "child_done" {
		t.Fatalf("%+v", children)
	}
	e, err := b.store.Epoch(t.Context(), b.scope, children[0].ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(e.System, "You write code.") || !strings.Contains(e.System, "Keeps charts.") || strings.Contains(c.Epoch().System, "You write code.") {
		t.Error(e.System)
	}
	if len(c.History()) != 4 {
		t.Error("what the child said stands in the session")
	}
}

func TestAChildHasARoleThatIsAllowed(t *testing.T) {
	b := newSender(t)
	b.turn(b.open(), "as critic")
	got := b.results()
	for _, want := range []string{`does not allow role "critic"`, `unknown role "nobody"`, "not started as the orchestrator", "nothing to do"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
	if n := len(b.list(store.Child)); n != 0 {
		t.Errorf("%d children", n)
	}
}

func TestChildrenAreBounded(t *testing.T) {
	b := newSender(t)
	b.turn(b.open(), "deeper")
	if !strings.Contains(b.results(), runner.ErrDepth.Error()) || len(b.list(store.Child)) != 2 {
		t.Errorf("%d children, %q", len(b.list(store.Child)), b.results())
	}
	b = newSender(t)
	b.runner.Bounds.Children = 2
	c := b.open()
	b.turn(c, "many")
	if n := strings.Count(b.results(), runner.ErrChildren.Error()); n != 1 || len(b.list(store.Child)) != 2 {
		t.Errorf("%d refused, %d children", n, len(b.list(store.Child)))
	}
	b.seen = nil
	b.turn(c, "send one") // the next turn may again
	if strings.Contains(b.results(), runner.ErrChildren.Error()) {
		t.Error(b.results())
	}
	if _, err := b.runner.Spawn(t.Context(), tool.At{Scope: b.scope, Session: b.session.ID}, tool.Errand{Role: "coder", Task: "x"}); err == nil {
		t.Error("an agent was started without a turn")
	}
}

// patience is how long a test waits for what must come: it ends one that would
// hang, and says nothing of how fast a machine is.
const patience = 5 * time.Minute

// finished waits for what runs in the background.
func (b *bench) finished() {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.Context(), patience)
	defer cancel()
	if err := b.background.Shutdown(ctx); err != nil {
		b.Fatal(err)
	}
}

func (b *bench) at() tool.At { return tool.At{Scope: b.scope, Session: b.session.ID} }

func (b *bench) tasks() []tool.Task {
	b.Helper()
	all, err := b.background.List(b.Context(), b.at())
	if err != nil {
		b.Fatal(err)
	}
	return all
}

// until waits for a task to be in a state.
func (b *bench) until(id, state string) tool.Task {
	b.Helper()
	for begun := time.Now(); time.Since(begun) < patience; time.Sleep(5 * time.Millisecond) {
		for _, t := range b.tasks() {
			if t.ID == id && t.State == state {
				return t
			}
		}
	}
	b.Fatalf("the task is not %s: %+v", state, b.tasks())
	return tool.Task{}
}

func TestATaskRunsInTheBackground(t *testing.T) {
	b := newSender(t)
	b.runner.Approve = func(context.Context, runner.Question) (bool, error) {
		t.Error("somebody was asked about a task")
		return true, nil
	}
	looks, err := b.background.Start(t.Context(), b.at(), tool.Errand{Role: "coder", Task: "look out"})
	if err != nil || looks.State != "running" || looks.Task != "look out" {
		t.Fatalf("%+v, %v", looks, err)
	}
	if done := b.until(looks.ID, "done"); done.Result != "Fog at sea." || done.Role != "coder" {
		t.Errorf("%+v", done)
	}
	burns, err := b.background.Start(t.Context(), b.at(), tool.Errand{Role: "coder", Task: "burn"})
	if err != nil {
		t.Fatal(err)
	}
	b.until(burns.ID, "done")
	if s := b.list(store.Background); len(s) != 2 || s[0].Parent != b.session.ID || s[0].Status != store.Closed {
		t.Errorf("%+v", s)
	}
	if _, err := b.background.Start(t.Context(), b.at(), tool.Errand{Role: "critic", Task: "look"}); err == nil {
		t.Error("a critic was started")
	}
	b.finished()
	if _, err := b.background.Start(t.Context(), b.at(), tool.Errand{Role: "coder", Task: "look"}); err == nil {
		t.Error("a task was started after the end")
	}
}

// waits is a model that says a word and waits for the end of each request.
type waits struct {
	model.Provider
	said chan struct{}
}

func (w waits) Stream(ctx context.Context, _ *model.Request) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) {
		yield(model.Event{Text: "One word"}, nil)
		w.said <- struct{}{}
		<-ctx.Done()
		yield(model.Event{}, context.Cause(ctx))
	}
}

func TestTasksAreBoundedAndStopped(t *testing.T) {
	b := newSender(t)
	w := waits{b.runner.Provider, make(chan struct{}, 8)}
	b.runner.Provider, b.runner.Bounds.Tasks = w, 2
	var ids []string
	for range 2 {
		x, err := b.background.Start(t.Context(), b.at(), tool.Errand{Role: "coder", Task: "wait"})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, x.ID)
		<-w.said
	}
	third, err := b.background.Start(t.Context(), b.at(), tool.Errand{Role: "coder", Task: "wait"})
	if err != nil {
		t.Fatal(err)
	}
	b.until(third.ID, "waiting")
	other := tool.At{Scope: b.scope}
	other.Scope, _ = b.scope.Speaking("aurora")
	if err := b.background.Stop(t.Context(), other, ids[0]); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("%v", err)
	}
	if all, err := b.background.List(t.Context(), other); err != nil || len(all) != 0 {
		t.Errorf("%+v, %v", all, err)
	}
	for _, id := range []string{third.ID, ids[0]} { // also one that waits
		if err := b.background.Stop(t.Context(), b.at(), id); err != nil {
			t.Fatal(err)
		}
	}
	if x := b.until(ids[0], "stopped"); !strings.Contains(x.Result, "One word") || !strings.Contains(x.Result, "stopped") {
		t.Errorf("%+v", x)
	}
	b.until(third.ID, "stopped")
	if err := b.background.Stop(t.Context(), b.at(), ids[0]); err == nil {
		t.Error("it was stopped twice")
	}
	b.finished()
	b.until(ids[1], "waiting") // for the next program
}

// recover works on what is left, as the next program does.
func (b *bench) recover(want int) {
	b.Helper()
	next := &runner.Tasks{Runner: &runner.Runner{Store: b.store, Provider: b.runner.Provider, Cast: b.runner.Cast, Owner: b.runner.Owner}}
	n, err := next.Recover(b.Context(), b.scope, nil)
	if err != nil || n != want {
		b.Fatalf("%d tasks, %v", n, err)
	}
	if err := next.Wait(b.Context()); err != nil {
		b.Fatal(err)
	}
}

func TestATaskOutlivesItsProgram(t *testing.T) {
	b := newSender(t)
	whole := b.runner.Provider
	w := waits{whole, make(chan struct{}, 8)}
	b.runner.Provider, b.runner.Bounds.Tasks = w, 1
	for _, text := range []string{"look out", "look again"} { // one is begun, and one waits
		if _, err := b.background.Start(t.Context(), b.at(), tool.Errand{Role: "coder", Task: text}); err != nil {
			t.Fatal(err)
		}
	}
	<-w.said
	b.finished()
	for _, x := range b.tasks() {
		if x.State != "waiting" {
			t.Errorf("%+v", x)
		}
	}
	b.runner.Provider = whole
	b.recover(2)
	for _, x := range b.tasks() {
		if x.State != "done" || x.Result == "" {
			t.Errorf("%+v", x)
		}
	}
	b.recover(0)
}

// left makes a task in the middle of which programs ended.
func (b *bench) left(programs int) string {
	b.Helper()
	s, err := b.store.CreateSession(b.Context(), b.scope, store.Session{Kind: store.Background, Role: "coder", Title: "look"})
	if err != nil {
		b.Fatal(err)
	}
	for range programs {
		l, err := b.store.Lease(b.Context(), b.scope, s.ID, ended(), time.Minute)
		if err != nil {
			b.Fatal(err)
		}
		words := store.Message{Role: "user", Body: []byte(`[{"text":"look"}]`)}
		if _, err := b.store.PutTurn(b.Context(), b.scope, l, store.Turn{State: store.TurnRunning}, words); err != nil {
			b.Fatal(err)
		}
		if err := b.store.Release(b.Context(), b.scope, l); err != nil {
			b.Fatal(err)
		}
	}
	cast, err := b.runner.Cast(b.Context(), b.scope, s)
	if err != nil {
		b.Fatal(err)
	}
	c, err := b.runner.Open(b.Context(), b.scope, s.ID)
	if err != nil {
		b.Fatal(err)
	}
	if err := c.Use(b.Context(), cast.Epoch, prompt.NewSession); err != nil {
		b.Fatal(err)
	}
	if _, err := b.store.Lease(b.Context(), b.scope, s.ID, ended(), time.Minute); err != nil {
		b.Fatal(err)
	}
	return s.ID
}

// A task whose process was killed waits for the next one, which continues it;
// one that ends every program is given up.
func TestATaskWhoseProcessWasKilledGoesOn(t *testing.T) {
	b := newSender(t)
	once, often := b.left(1), b.left(9)
	for _, x := range b.tasks() {
		if x.State != "waiting" {
			t.Errorf("%+v", x)
		}
	}
	b.recover(2)
	if x := b.until(once, "done"); x.Result == "" {
		t.Errorf("%+v", x)
	}
	if x := b.until(often, "failed"); !strings.Contains(x.Result, "too often") {
		t.Errorf("%+v", x)
	}
}

// A task that another process works on is stopped for it, too.
func TestATaskOfAnotherProcessIsStopped(t *testing.T) {
	b := newSender(t)
	w := waits{b.runner.Provider, make(chan struct{}, 8)}
	b.runner.Provider, b.runner.Hold = w, 30*time.Millisecond
	x, err := b.background.Start(t.Context(), b.at(), tool.Errand{Role: "coder", Task: "wait"})
	if err != nil {
		t.Fatal(err)
	}
	<-w.said
	other := &runner.Tasks{Runner: &runner.Runner{Store: b.store, Owner: b.runner.Owner}}
	if all, err := other.List(t.Context(), b.at()); err != nil || len(all) != 1 || all[0].State != "running" {
		t.Errorf("%+v, %v", all, err)
	}
	if err := other.Stop(t.Context(), b.at(), x.ID); err != nil {
		t.Fatal(err)
	}
	if err := b.background.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := b.until(x.ID, "stopped"); got.Result != "the task was stopped" {
		t.Errorf("%+v", got)
	}
}
