package runner_test

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/sqlite"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// bench is a session with a scripted model.
type bench struct {
	*testing.T
	store      *sqlite.Store
	scope      scope.Scope
	runner     *runner.Runner
	background *runner.Tasks
	session    store.Session
	tools      *tool.Registry
	seen       []string // texts and calls, as they were told
}

const script = `
rules:
  - match: look
    reply:
      - text: I look.
      - call: {id: a, name: look, arguments: {place: sea}}
      - call: {id: b, name: look, arguments: {place: land}}
  - result: look
    reply:
      - text: Fog at sea.
      - usage: {input: 10, output: 4, cache_read: 90}
  - match: burn
    reply:
      - call: {id: c, name: burn}
  - result: burn
    reply: [{text: As you say.}]
  - match: wrong
    reply:
      - call: {id: d, name: look, arguments: {where: sea}}
  - match: unknown
    times: 1
    reply:
      - call: {id: e, name: nowhere}
  - match: half
    times: 1
    reply:
      - text: Half of
      - error: {kind: connection, message: gone}
  - match: round
    reply:
      - call: {id: f, name: round}
  - result: round
    reply:
      - call: {id: f, name: round}
  - match: .
    reply: [{text: Well.}]
`

func newBench(t *testing.T) *bench {
	t.Helper()
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "store.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	sc, err := scope.New(scope.Local, "ida", "caelum")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := model.ReadScript([]byte(script))
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{T: t, store: s, scope: sc}
	var round atomic.Int32
	tools, err := tool.NewRegistry(
		tool.New("look", "Look.", tool.Auto, func(_ context.Context, _ tool.At, a struct {
			Place string `json:"place"`
		},
		) (string, error) {
			return "fog at " + a.Place, nil
		}),
		tool.New("burn", "Burn.", tool.Ask, func(context.Context, tool.At, struct{}) (string, error) { return "burnt", nil }),
		tool.New("round", "Round.", tool.Auto, func(context.Context, tool.At, struct{}) (string, error) {
			return string(rune(0x61+round.Add(1)%26)) + "gain", nil
		}),
	)
	if err != nil {
		t.Fatal(err)
	}
	b.tools = tools
	b.runner = &runner.Runner{Store: s, Provider: model.NewOffline(rules), Owner: "test", Cast: b.cast}
	b.background = &runner.Tasks{Runner: b.runner}
	t.Cleanup(func() {
		if n := b.runner.Broken(); n > 0 {
			t.Errorf("%d requests did not go on from what was sent before", n)
		}
	})
	if b.session, err = s.CreateSession(t.Context(), sc, store.Session{Model: "offline"}); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *bench) told(e runner.Event) {
	switch {
	case e.Text != "":
		b.seen = append(b.seen, e.Text)
	case e.Call != nil:
		b.seen = append(b.seen, "call "+e.Call.Name)
	case e.Result != nil:
		b.seen = append(b.seen, "result "+e.Result.Text)
	}
}

// cast composes for a session, and refuses the role of a critic.
func (b *bench) cast(_ context.Context, _ scope.Scope, s store.Session) (runner.Cast, error) {
	i := &profile.Identity{
		Name: "caelum", Display: "Caelum", Soul: profile.Soul{File: profile.File{Name: "soul.md", Found: true}, Body: "# Caelum\n\nKeeps charts."},
		Roles:       []profile.Role{{Name: "coder", Body: "You write code."}, {Name: "critic", Body: "You judge."}},
		Preferences: profile.Preferences{Deny: []string{"critic"}},
	}
	mode := prompt.Full
	if s.Kind == store.Child || s.Kind == store.Background {
		mode = prompt.Minimal
	}
	e, err := prompt.Compose(prompt.Inputs{Identity: i, Role: s.Role, Mode: mode, Tools: b.tools.ForPrompt()})
	return runner.Cast{Epoch: e, Tools: b.tools, Model: "offline"}, err
}

func (b *bench) open() *runner.Thread {
	b.Helper()
	c, err := b.runner.Open(b.Context(), b.scope, b.session.ID)
	if err != nil {
		b.Fatal(err)
	}
	cast, err := b.cast(b.Context(), b.scope, b.session)
	if err != nil {
		b.Fatal(err)
	}
	c.Play(cast)
	if c.Epoch() == nil {
		if err := c.Use(b.Context(), cast.Epoch, prompt.NewSession); err != nil {
			b.Fatal(err)
		}
	}
	return c
}

func (b *bench) turn(c *runner.Thread, text string) runner.Answer {
	b.Helper()
	a, err := c.Turn(b.Context(), runner.Input{Text: text}, b.told)
	if err != nil {
		b.Fatal(err)
	}
	return a
}

func (b *bench) turns() []store.Turn {
	b.Helper()
	all, err := b.store.Turns(b.Context(), b.scope, b.session.ID)
	if err != nil {
		b.Fatal(err)
	}
	return all
}

func TestATurnCallsTools(t *testing.T) {
	b := newBench(t)
	c := b.open()
	a := b.turn(c, "look!")
	if a.Text != "Fog at sea." || a.Calls != 2 || a.Stop != model.StopEnd || a.Turn.CacheRead < 90 || a.Turn.State != store.TurnDone {
		t.Errorf("%+v", a)
	}
	want := []string{"I look.", "call look", "call look", "result fog at sea", "result fog at land", "Fog at sea."}
	if diff := cmp.Diff(want, b.seen); diff != "" {
		t.Error(diff)
	}
	if n := len(c.History()); n != 4 {
		t.Errorf("%d messages", n)
	}
}

// What goes on in another process is the same, byte for byte.
func TestASessionGoesOnInAnotherProcess(t *testing.T) {
	b := newBench(t)
	c := b.open()
	b.turn(c, "look!")
	before, epoch := c.History(), c.Epoch()
	again := b.open()
	if diff := cmp.Diff(before, again.History()); diff != "" {
		t.Error(diff)
	}
	if now := again.Epoch(); now.System != epoch.System || now.Tools != epoch.Tools || now.Hash != epoch.Hash || !now.Verify() {
		t.Error("the prompt is another one")
	}
	if diff := cmp.Diff(epoch.Blocks(), again.Epoch().Blocks()); diff != "" {
		t.Error(diff)
	}
	b.turn(again, "and now?")
	b.turn(c, "and then?") // the first one has heard it
	if diff := cmp.Diff(c.History()[:6], again.History()); diff != "" {
		t.Error(diff)
	}
	if all := b.turns(); len(all) != 3 || all[2].State != store.TurnDone || all[2].Number != 3 {
		t.Errorf("%+v", all)
	}
}

func TestASessionIsHeldWhileATurnGoesOn(t *testing.T) {
	b := newBench(t)
	c, other := b.open(), b.open()
	b.runner.Approve = func(ctx context.Context, _ runner.Question) (bool, error) {
		_, err := other.Turn(ctx, runner.Input{Text: "me, too"}, nil)
		var held *store.HeldError
		if !errors.As(err, &held) || held.Owner != "test" || !errors.Is(err, store.ErrLeased) {
			t.Errorf("a second process holds it, too: %v", err)
		}
		return true, nil
	}
	b.turn(c, "burn it")
	if n := len(b.turns()); n != 1 {
		t.Errorf("%d turns", n)
	}
	b.turn(other, "and now?")
}

func TestAPersonIsAsked(t *testing.T) {
	for name, c := range map[string]struct {
		approve func(context.Context, runner.Question) (bool, error)
		result  string
		action  string
	}{
		"yes":    {func(context.Context, runner.Question) (bool, error) { return true, nil }, "burnt", "tool.approved"},
		"no":     {func(context.Context, runner.Question) (bool, error) { return false, nil }, "denied the call", "tool.denied"},
		"nobody": {nil, "nobody can be asked", "tool.denied"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			if c.approve != nil {
				b.runner.Approve = func(ctx context.Context, q runner.Question) (bool, error) {
					if all := b.turns(); all[0].State != store.TurnWaiting || !strings.Contains(string(all[0].Pending), "burn") {
						t.Errorf("while it waits: %+v", all[0])
					}
					return c.approve(ctx, q)
				}
			}
			b.turn(b.open(), "burn it")
			if !strings.Contains(strings.Join(b.seen, "\n"), c.result) {
				t.Errorf("%q", b.seen)
			}
			entries, err := b.store.Entries(t.Context(), b.scope, 0, 0)
			if err != nil || len(entries) != 1 || entries[0].Action != c.action {
				t.Errorf("%+v, %v", entries, err)
			}
		})
	}
}

func TestWhatGoesWrongWithACallIsToldToTheModel(t *testing.T) {
	b := newBench(t)
	c := b.open()
	b.turn(c, "wrong arguments")
	b.turn(c, "an unknown tool")
	told := strings.Join(b.seen, "\n")
	if !strings.Contains(told, `result wrong arguments: unknown field "where"`) || !strings.Contains(told, `result there is no tool "nowhere"`) {
		t.Error(told)
	}
}

func TestAFailureKeepsWhatWasSaid(t *testing.T) {
	b := newBench(t)
	c := b.open()
	_, err := c.Turn(t.Context(), runner.Input{Text: "half"}, b.told)
	if !model.IsKind(err, model.KindConnection) {
		t.Errorf("%v", err)
	}
	if h := c.History(); len(h) != 2 || h[1].Parts[0].Text != "Half of" {
		t.Errorf("%v", h)
	}
	if all := b.turns(); all[0].State != store.TurnFailed || all[0].Error == "" {
		t.Errorf("%+v", all)
	}
	b.turn(c, "go on") // and it can
}

func TestTooManyRounds(t *testing.T) {
	b := newBench(t)
	b.runner.Bounds.Iterations = 3
	if _, err := b.open().Turn(t.Context(), runner.Input{Text: "round and round"}, b.told); !errors.Is(err, runner.ErrIterations) {
		t.Errorf("%v", err)
	}
	if len(b.seen) != 6 {
		t.Errorf("%q", b.seen)
	}
	// A role may have its own bound.
	b.seen = nil
	c := b.open()
	cast, err := b.cast(t.Context(), b.scope, b.session)
	if err != nil {
		t.Fatal(err)
	}
	cast.Iterations = 2
	c.Play(cast)
	if _, err := c.Turn(t.Context(), runner.Input{Text: "round and round"}, b.told); !errors.Is(err, runner.ErrIterations) || len(b.seen) != 4 {
		t.Errorf("%v, %q", err, b.seen)
	}
	if err := matched(c.History()); err != nil {
		t.Error(err)
	}
}

// slow says a word and then waits for the end.
type slow struct {
	model.Provider
	said chan struct{}
}

func (s slow) Stream(ctx context.Context, _ *model.Request) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) {
		yield(model.Event{Text: "One word"}, nil)
		close(s.said)
		<-ctx.Done()
		yield(model.Event{}, context.Cause(ctx))
	}
}

func TestAnInterruptKeepsWhatWasSaid(t *testing.T) {
	b := newBench(t)
	c := b.open()
	p := slow{b.runner.Provider, make(chan struct{})}
	b.runner.Provider = p
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() {
		<-p.said
		cancel()
	})
	_, err := c.Turn(ctx, runner.Input{Text: "look"}, b.told)
	group.Wait()
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if h := c.History(); len(h) != 2 || h[1].Parts[0].Text != "One word" {
		t.Errorf("%v", h)
	}
	if all := b.turns(); all[0].State != store.TurnInterrupted {
		t.Errorf("%+v", all)
	}
}

// ended is the owner of a hold whose process has ended.
func ended() string { return strings.Replace(runner.Owner("test"), "start=", "start=1", 1) }

// What was streamed is there when the process is killed in the middle.
func TestWhatWasStreamedOutlivesItsProcess(t *testing.T) {
	b := newBench(t)
	rules, err := model.ReadScript([]byte("rules: [{reply: [{chunks: [one , two , three , four , five , six , seven , eight , nine , ten , more , still , again ]}]}]"))
	if err != nil {
		t.Fatal(err)
	}
	b.runner.Provider, b.runner.Owner = model.NewOffline(rules), ended() // as if it were killed
	c := b.open()
	taken, over := make(chan struct{}), make(chan error, 1)
	go func() {
		said := 0
		_, err := c.Turn(t.Context(), runner.Input{Text: "count"}, func(runner.Event) {
			if said++; said == 12 {
				<-taken // the process stands still
			}
		})
		over <- err
	}()
	var kept []store.Turn
	for len(kept) == 0 || kept[0].Partial == "" {
		kept = b.turns()
	}
	b.runner.Owner = runner.Owner("test")
	next := b.open()
	if err := next.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	h := next.History()
	if len(h) != 2 || len(h[1].Parts) != 1 || !strings.HasPrefix(h[1].Parts[0].Text, kept[0].Partial) || !strings.HasPrefix("onetwothreefourfivesixseveneightninetenmorestillagain", h[1].Parts[0].Text) {
		t.Errorf("%+v, kept %q", h, kept[0].Partial)
	}
	close(taken)
	if err := <-over; err == nil {
		t.Error("the process that was taken for dead goes on")
	}
	if all := b.turns(); all[0].State != store.TurnInterrupted || all[0].Partial != "" {
		t.Errorf("%+v", all)
	}
}

// A process that ended while a tool was called leaves a history that no
// provider would take; the next one mends it.
func TestWhatAProcessLeftIsMended(t *testing.T) {
	b := newBench(t)
	b.open()
	l, err := b.store.Lease(t.Context(), b.scope, b.session.ID, ended(), time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.store.PutTurn(t.Context(), b.scope, l, store.Turn{State: store.TurnRunning}); err != nil {
		t.Fatal(err)
	}
	parts, err := json.Marshal([]model.Part{{Text: "I look."}, {Call: &model.Call{ID: "z", Name: "look", Arguments: json.RawMessage("{}")}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.store.Append(t.Context(), b.scope, l, []store.Message{{Role: "assistant", Turn: 1, Body: parts}}); err != nil {
		t.Fatal(err)
	}
	time.Sleep(5 * time.Millisecond)
	c := b.open()
	b.turn(c, "look")
	h := c.History()
	if r := h[1].Parts[0].Result; r == nil || r.CallID != "z" || !r.Failed {
		t.Errorf("%+v", h)
	}
	if all := b.turns(); all[0].State != store.TurnInterrupted {
		t.Errorf("%+v", all)
	}
	if m := c.Mended(); len(m) != 1 || m[0].State != store.TurnRunning {
		t.Errorf("%+v", m)
	}
}

func TestALostHoldEndsTheTurn(t *testing.T) {
	b := newBench(t)
	b.runner.Hold = 30 * time.Millisecond
	c := b.open()
	p := slow{b.runner.Provider, make(chan struct{})}
	b.runner.Provider = p
	var group sync.WaitGroup
	group.Go(func() {
		<-p.said
		if err := b.store.CloseSession(context.Background(), b.scope, b.session.ID, store.Closed, "test"); err != nil {
			t.Error(err)
		}
	})
	_, err := c.Turn(t.Context(), runner.Input{Text: "look"}, b.told)
	group.Wait()
	if !errors.Is(err, store.ErrLost) {
		t.Errorf("%v", err)
	}
}
