package session_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// listener is a provider that keeps what it is sent, and may say something else
// than the one behind it.
type listener struct {
	model.Provider
	window int
	asked  []*model.Request
	say    func(r *model.Request) ([]model.Event, error)
}

func (l *listener) Caps(name string) model.Caps {
	caps := l.Provider.Caps(name)
	if l.window > 0 {
		caps.Window = l.window
	}
	return caps
}

func (l *listener) Name() string {
	if l.say != nil {
		return "listener"
	}
	return l.Provider.Name()
}

func (l *listener) Stream(ctx context.Context, r *model.Request) iter.Seq2[model.Event, error] {
	l.asked = append(l.asked, r)
	if l.say == nil {
		return l.Provider.Stream(ctx, r)
	}
	return func(yield func(model.Event, error) bool) {
		events, err := l.say(r)
		for _, e := range events {
			if !yield(e, nil) {
				return
			}
		}
		if err == nil {
			yield(model.Event{Stop: model.StopEnd}, nil)
			return
		}
		yield(model.Event{}, err)
	}
}

// says returns what a model says that answers with a text.
func says(text string) ([]model.Event, error) { return []model.Event{{Text: text}}, nil }

func (k *kit) listen() *listener {
	l := &listener{Provider: k.provider}
	k.provider = l
	return l
}

// last returns the words that a request ends with.
func last(r *model.Request) string {
	p := r.Messages[len(r.Messages)-1].Parts
	return p[len(p)-1].Text
}

// TestEachRequestGoesOnFromTheOneBefore: through restarts, too, the prompt, the
// tools and what was said are sent again byte for byte.
func TestEachRequestGoesOnFromTheOneBefore(t *testing.T) {
	k := newKit(t, "rules:\n  - match: fog\n    reply:\n      - call: {id: a, name: look}\n  - result: look\n    reply: [{text: There is.}]\n")
	l := k.listen()
	id := k.resolve("caelum").Session.ID
	for range 3 {
		c, _ := k.talk("caelum", id)
		_, err := c.Turn(t.Context(), runner.Input{Text: "Is there fog?", Head: prompt.TurnInputs{Date: "today"}}, nil)
		k.ok(err)
		k.turn(c, "And the <lamp> & the bell?")
	}
	if len(l.asked) != 9 {
		t.Fatalf("%d requests", len(l.asked))
	}
	for i, r := range l.asked[1:] {
		before := l.asked[i]
		if diff := cmp.Diff(before.System, r.System) + cmp.Diff(before.Tools, r.Tools); diff != "" {
			t.Errorf("request %d: %s", i+2, diff)
		}
		for j, m := range before.Messages {
			if diff := cmp.Diff(m.Parts, r.Messages[j].Parts); diff != "" {
				t.Errorf("request %d, message %d: %s", i+2, j+1, diff)
			}
		}
	}
}

func TestARoleThatIsNotAllowedAnyMoreIsLeft(t *testing.T) {
	k := newKit(t, "")
	s, err := k.store.CreateSession(t.Context(), k.scope("caelum"), store.Session{Role: "coder", Model: "m"})
	k.ok(err)
	c, _ := k.talk("caelum", s.ID)
	if !strings.Contains(c.Epoch().System, "You write code.") {
		t.Fatal(c.Epoch().System)
	}
	k.identity.Preferences.Deny = []string{"coder"}
	c, o := k.talk("caelum", s.ID)
	if len(o.Lines) != 2 || !strings.Contains(o.Lines[0], `does not allow role "coder"`) || !strings.Contains(o.Lines[0], profile.Orchestrator) {
		t.Errorf("%q", o.Lines)
	}
	if c.Session().Role != "" || strings.Contains(c.Epoch().System, "You write code.") {
		t.Errorf("%+v", c.Session())
	}
}

func TestARoleIsChanged(t *testing.T) {
	k := newKit(t, "")
	c, _ := k.talk("caelum", k.resolve("caelum").Session.ID)
	s, err := c.Switch(t.Context(), "coder", "")
	k.ok(err)
	if c.Session().Role != "coder" || c.Session().Model != "offline" || s.Action != prompt.Renew || !strings.Contains(c.Epoch().System, "You write code.") {
		t.Errorf("%+v, %+v", s, c.Session())
	}
	_, err = c.Switch(t.Context(), "nobody", "")
	var refused *profile.RoleError
	if !errors.As(err, &refused) || c.Session().Role != "coder" {
		t.Errorf("%v, %+v", err, c.Session())
	}
	k.turn(c, "Who are you?")
	again, o := k.talk("caelum", c.Session().ID)
	if len(o.Lines) > 0 || again.Session().Role != "coder" {
		t.Errorf("%q", o.Lines)
	}
}

func TestASessionThatIsBusyCanBeReadAndBranched(t *testing.T) {
	k := newKit(t, "")
	id := k.resolve("caelum").Session.ID
	sc := k.scope("caelum")
	c, _ := k.talk("caelum", id)
	k.turn(c, "Who keeps the charts?")
	l, err := k.store.Lease(t.Context(), sc, id, "the other one", 1<<40)
	k.ok(err)
	var busy *session.BusyError
	_, err = c.Turn(t.Context(), runner.Input{Text: "And now?"}, nil)
	if !errors.As(err, &busy) || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "the other one") {
		t.Errorf("%v", err)
	}
	k.identity.Soul.Body += " And lamps."
	second, o := k.talk("caelum", id)
	if o.Busy == nil || len(o.Lines) != 2 || len(second.History()) != 2 || o.Prompt.Action != prompt.Keep {
		t.Errorf("%+v", o)
	}
	for what, err := range map[string]error{
		"new":    func() error { _, err := k.New(t.Context(), sc, session.Want{}); return err }(),
		"close":  func() error { _, err := k.Close(t.Context(), sc, id, "x"); return err }(),
		"delete": k.Delete(t.Context(), sc, id),
	} {
		if !errors.As(err, &busy) {
			t.Errorf("%s: %v", what, err)
		}
	}
	b, err := k.Branch(t.Context(), sc, id, 0)
	k.ok(err)
	branch, _ := k.talk("caelum", b.ID)
	k.turn(branch, "And now?")
	if len(branch.History()) != 4 || branch.Session().Parent != id {
		t.Errorf("%+v", branch.Session())
	}
	k.ok(k.store.Release(t.Context(), sc, l))
	k.turn(c, "And then?")
	if n := len(c.History()); n != 4 {
		t.Errorf("%d messages", n)
	}
}

func TestATurnThatWasCutOffIsShown(t *testing.T) {
	k := newKit(t, "")
	id := k.resolve("caelum").Session.ID
	sc := k.scope("caelum")
	k.talk("caelum", id)
	for state, line := range map[store.TurnState]string{store.TurnRunning: "cut off", store.TurnWaiting: "waited for a decision"} {
		l, err := k.store.Lease(t.Context(), sc, id, "gone", 1)
		k.ok(err)
		_, err = k.store.PutTurn(t.Context(), sc, l, store.Turn{State: state, Epoch: 1},
			store.Message{Role: "user", Body: []byte(`[{"text":"Is there fog?"}]`)},
			store.Message{Role: "assistant", Body: []byte(`[{"call":{"id":"a","name":"look","arguments":{}}}]`)})
		k.ok(err)
		k.ok(k.store.Release(t.Context(), sc, l))
		c, o := k.talk("caelum", id)
		if len(o.Mended) != 1 || len(o.Lines) != 1 || !strings.Contains(o.Lines[0], line) {
			t.Errorf("%+v", o)
		}
		k.turn(c, "And now?")
		k.whole(sc, c.Session(), map[string]int{})
		// And where another process is killed while this one goes on:
		l, err = k.store.Lease(t.Context(), sc, id, "gone", 1)
		k.ok(err)
		_, err = k.store.PutTurn(t.Context(), sc, l, store.Turn{State: state, Epoch: 1}, store.Message{Role: "user", Body: []byte(`[{"text":"Is it deep?"}]`)})
		k.ok(err)
		k.ok(k.store.Release(t.Context(), sc, l))
		var told []string
		_, err = c.Turn(t.Context(), input("And then?"), func(e runner.Event) {
			if e.Notice != "" {
				told = append(told, e.Notice)
			}
		})
		k.ok(err)
		if len(told) != 1 || !strings.Contains(told[0], line) || len(c.History()) < 7 {
			t.Errorf("%q", told)
		}
		if _, o := k.talk("caelum", id); len(o.Lines) > 0 {
			t.Errorf("it is told twice: %q", o.Lines)
		}
	}
	turns, err := k.store.Turns(t.Context(), sc, id)
	k.ok(err)
	for i, turn := range turns {
		want := store.TurnDone
		if i%2 == 0 {
			want = store.TurnInterrupted
		}
		if turn.State != want {
			t.Errorf("turn %d is %s", i+1, turn.State)
		}
	}
}

// What is purged is not sent again by a process that has it in its memory.
func TestWhatIsPurgedIsNotSentAgain(t *testing.T) {
	k := newKit(t, "")
	l := k.listen()
	c, _ := k.talk("caelum", k.resolve("caelum").Session.ID)
	k.turn(c, "The xylophone is in the cellar. Remember it.")
	m, err := k.store.SaveMemory(t.Context(), k.scope("caelum"), store.Memory{Text: "The xylophone is in the cellar."})
	k.ok(err)
	k.ok(k.store.Forget(t.Context(), k.scope("caelum"), m.ID, true))
	k.turn(c, "And now?")
	sent, err := l.Encode(l.asked[1])
	k.ok(err)
	if !strings.Contains(string(sent), "[forgotten]") || strings.Contains(string(sent), "The xylophone is in the cellar") {
		t.Errorf("%s", sent)
	}
}
