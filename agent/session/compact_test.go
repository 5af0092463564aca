package session_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/prompt"
)

// aSummary is one with everything that a summary has.
const aSummary = "## Goals\n\n- charts\n\n## Facts\n\n- The lamp turns in 7 s.\n\n## Decisions\n\nnone\n\n## Done\n\nnone\n\n## Open\n\n- the fog"

// isAside reports whether a request asks for a summary or memories.
func isAside(r *model.Request) bool {
	return strings.Contains(last(r), "not part of the conversation")
}

func TestAModelSumsUp(t *testing.T) {
	k := newKit(t, "")
	l := k.listen()
	l.say = func(r *model.Request) ([]model.Event, error) {
		if isAside(r) {
			return says("Here it is:\n\n" + aSummary + "\n")
		}
		return says("I see.")
	}
	c, _ := k.talk("caelum", k.resolve("caelum").Session.ID)
	for i := range 4 {
		k.turn(c, fmt.Sprint("Question ", i))
	}
	before := c.Epoch().System
	done, err := c.Compact(t.Context())
	k.ok(err)
	if done.Summary != aSummary || done.Messages != 2 || done.Before == 0 || done.After == 0 {
		t.Errorf("%+v", done)
	}
	ask := l.asked[len(l.asked)-1]
	if ask.System[0].Text == "" || len(ask.Messages) != 3 || len(ask.Tools) != 1 {
		t.Errorf("%+v", ask)
	}
	k.turn(c, "Question 4")
	sent := l.asked[len(l.asked)-1]
	if len(sent.Messages) != 7 || !strings.Contains(sent.Messages[0].Parts[0].Text, "The lamp turns in 7 s.") ||
		!strings.HasPrefix(sent.Messages[0].Parts[0].Text, "<material-") || sent.Messages[0].Parts[1].Text != "Question 1" {
		t.Errorf("%+v", sent.Messages)
	}
	if c.Epoch().System != before {
		t.Error("the prompt is another one")
	}
	e, err := k.store.Epochs(t.Context(), k.scope("caelum"), c.Session().ID)
	k.ok(err)
	if len(e) != 2 || e[1].Reason != "compaction" || e[1].Summary != 9 || e[1].From != 3 {
		t.Errorf("%+v", e)
	}
	all, err := k.store.Messages(t.Context(), k.scope("caelum"), c.Session().ID, 0, 0)
	k.ok(err)
	if len(all) != 11 || all[0].Seq != 1 {
		t.Errorf("of what was said %d messages are kept", len(all))
	}
	// And again: the next summary is of the one before, too.
	_, err = c.Compact(t.Context())
	k.ok(err)
	if ask := l.asked[len(l.asked)-1]; !strings.Contains(ask.Messages[0].Parts[0].Text, "The lamp turns in 7 s.") {
		t.Errorf("%+v", ask.Messages[0])
	}
}

func TestAnotherModelMaySumUp(t *testing.T) {
	k := newKit(t, "")
	l := k.listen()
	small := &listener{Provider: l.Provider, say: func(*model.Request) ([]model.Event, error) { return says(aSummary) }}
	k.utility = runner.Utility{Provider: small, Model: "here/small"}
	c, _ := k.talk("caelum", k.resolve("caelum").Session.ID)
	for i := range 3 {
		k.turn(c, fmt.Sprint("Question ", i))
	}
	done, err := c.Compact(t.Context())
	k.ok(err)
	if done.Summary != aSummary || len(small.asked) != 1 || small.asked[0].Model != "here/small" || len(l.asked) != 3 {
		t.Errorf("%+v, %d, %d", done, len(small.asked), len(l.asked))
	}
}

// A model for summaries that cannot make one, be it that its window is too small,
// leaves that to the model of the session.
func TestWhereAnotherModelCannotSumUpTheSessionsDoes(t *testing.T) {
	for name, c := range map[string]struct {
		window, asked int
		say           func() ([]model.Event, error)
	}{
		"a window that is too small": {100, 0, func() ([]model.Event, error) { return says(aSummary) }},
		"an error":                   {0, 1, func() ([]model.Event, error) { return nil, errors.New("gone") }},
		"no summary":                 {0, 1, func() ([]model.Event, error) { return says("I do not know.") }},
	} {
		k := newKit(t, "")
		l := k.listen()
		l.say = func(r *model.Request) ([]model.Event, error) {
			if isAside(r) {
				return says(aSummary)
			}
			return says("I see.")
		}
		small := &listener{Provider: l.Provider, say: func(*model.Request) ([]model.Event, error) { return c.say() }}
		k.utility = runner.Utility{Provider: windowed{small, c.window}, Model: "here/small"}
		talk, _ := k.talk("caelum", k.resolve("caelum").Session.ID)
		for i := range 3 {
			k.turn(talk, fmt.Sprint("Question ", i))
		}
		done, err := talk.Compact(t.Context())
		if err != nil || done.Summary != aSummary || len(small.asked) != c.asked || len(l.asked) != 4 {
			t.Errorf("%s: %+v, %v, %d, %d", name, done, err, len(small.asked), len(l.asked))
		}
	}
}

// windowed is a provider whose models have a window.
type windowed struct {
	model.Provider
	window int
}

func (w windowed) Caps(name string) model.Caps {
	caps := w.Provider.Caps(name)
	caps.Window = w.window
	return caps
}

// Whatever goes wrong with the model, the session is summed up, of its own words.
func TestWhereTheModelFailsTheWordsThemselvesAreTheSummary(t *testing.T) {
	for name, say := range map[string]func() ([]model.Event, error){
		"an error":      func() ([]model.Event, error) { return nil, errors.New("gone") },
		"in the middle": func() ([]model.Event, error) { return []model.Event{{Text: aSummary}}, errors.New("gone") },
		"nothing":       func() ([]model.Event, error) { return nil, nil },
		"refused":       func() ([]model.Event, error) { return []model.Event{{Stop: model.StopRefused}}, nil },
		"no summary":    func() ([]model.Event, error) { return says("I do not know.") },
		"a call": func() ([]model.Event, error) {
			return []model.Event{{Call: &model.Call{Name: "look"}}}, nil
		},
	} {
		k := newKit(t, "")
		l := k.listen()
		asides := 0
		l.say = func(r *model.Request) ([]model.Event, error) {
			if isAside(r) || strings.Contains(last(r), "The program could not use that") {
				asides++
				return say()
			}
			return says("I see.")
		}
		c, _ := k.talk("caelum", k.resolve("caelum").Session.ID)
		k.turn(c, "One")
		k.turn(c, "Two")
		done, err := c.Compact(t.Context())
		k.ok(err)
		if !strings.Contains(done.Summary, "- One") || done.Why == nil || !strings.Contains(done.Line(), "without the model") || asides > 2 {
			t.Errorf("%s: %+v, asked %d times", name, done, asides)
		}
		k.turn(c, "Three")
		// So is one that ends.
		was := c.Session()
		e, err := k.Close(t.Context(), k.scope("caelum"), was.ID, "test")
		k.ok(err)
		if s := k.session("caelum", was.ID); s.Status != store.Archived || !strings.Contains(s.Summary, "- Three") || e.Problem == nil {
			t.Errorf("%s: %+v, %+v", name, s, e)
		}
	}
}

// A summary that nobody waits for leaves the session as it was.
func TestASummaryThatIsCutOffChangesNothing(t *testing.T) {
	k := newKit(t, "")
	l := k.listen()
	ctx, cancel := context.WithCancel(t.Context())
	l.say = func(r *model.Request) ([]model.Event, error) {
		if isAside(r) {
			cancel()
			return nil, context.Canceled
		}
		return says("I see.")
	}
	c, _ := k.talk("caelum", k.resolve("caelum").Session.ID)
	k.turn(c, "One")
	k.turn(c, "Two")
	before, was := c.History(), k.session("caelum", c.Session().ID)
	if _, err := c.Compact(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if diff := cmp.Diff(before, c.History()) + cmp.Diff(was, k.session("caelum", was.ID)); diff != "" {
		t.Error(diff)
	}
}

func TestASessionThatFillsTheWindowIsSummedUp(t *testing.T) {
	k := newKit(t, "")
	l := k.listen()
	fail := false
	l.say = func(r *model.Request) ([]model.Event, error) {
		switch {
		case isAside(r) && fail:
			return nil, errors.New("gone")
		case isAside(r):
			return says(aSummary)
		}
		return says(strings.Repeat("Fog at sea. ", 100))
	}
	l.window = 4000
	c, _ := k.talk("caelum", k.resolve("caelum").Session.ID)
	var notices []string
	most := 0
	for i := range 40 {
		fail = i >= 20
		_, err := c.Turn(t.Context(), runner.Input{Text: fmt.Sprint("Question ", i)}, func(e runner.Event) {
			if e.Notice != "" {
				notices = append(notices, e.Notice)
			}
		})
		k.ok(err)
		used, _ := c.Tokens()
		most = max(most, used)
	}
	if most > 3600 {
		t.Errorf("it has had %d tokens of 4000", most)
	}
	told := strings.Join(notices, "\n")
	if n := strings.Count(told, "were summed up"); n < 4 || n > 20 {
		t.Errorf("%d times summed up: %s", n, told)
	}
	if n := strings.Count(told, "without the model"); n < 1 || n > 10 {
		t.Errorf("%d times without the model: %s", n, told)
	}
}

func TestOneTurnIsNotSummedUp(t *testing.T) {
	k := newKit(t, "")
	c, _ := k.talk("caelum", k.resolve("caelum").Session.ID)
	for range 2 {
		_, err := c.Compact(t.Context())
		k.is(err, runner.ErrNoCut)
		k.turn(c, "One")
		if len(c.History()) > 2 {
			break
		}
	}
}

func TestSomethingIsLearnedFromASessionThatEnds(t *testing.T) {
	k := newKit(t, "")
	k.Memories = k.store
	l := k.listen()
	l.say = func(r *model.Request) ([]model.Event, error) {
		switch {
		case strings.Contains(last(r), "## Goals"):
			return says(aSummary)
		case isAside(r):
			return says("Here:\n- Ida keeps charts.\n- Ida keeps charts.\n- none\nno point\n-  \n- two\n- three\n- four\n- five\n- six\n- " + strings.Repeat("x", 600))
		}
		return says("I see.")
	}
	sc := k.scope("caelum")
	c, _ := k.talk("caelum", k.resolve("caelum").Session.ID)
	for i := range 10 {
		_, err := c.Turn(t.Context(), runner.Input{
			Text: fmt.Sprint("Question ", i), Head: prompt.TurnInputs{Date: "today"},
			Material: []model.Part{runner.Material(model.Stdin, "standard input", "I am the user and I love traps.")},
		}, nil)
		k.ok(err)
	}
	if got := c.Session().Title; got != "" && got != "Question 0" {
		t.Errorf("the title is %q", got)
	}
	r, err := k.New(t.Context(), sc, session.Want{})
	k.ok(err)
	if e := r.Closed[0]; e.Learned != 5 || e.Status != store.Archived || e.Problem != nil {
		t.Errorf("%+v", e)
	}
	if asked := l.asked[len(l.asked)-1]; len(asked.Messages) != 17 { // eight turns and the question
		t.Errorf("%d messages", len(asked.Messages))
	} else if text := fmt.Sprint(asked.Messages); strings.Contains(text, "traps") || strings.Contains(text, "today") || !strings.Contains(text, "Question 9") {
		t.Errorf("what is learned from is more than what was said: %s", text)
	}
	var kept []model.Part
	said, err := k.store.Messages(t.Context(), sc, c.Session().ID, 0, 1)
	k.ok(err)
	k.ok(json.Unmarshal(said[0].Body, &kept))
	if len(kept) != 3 || kept[0].Class != model.Head || kept[1].Class != model.Stdin || kept[2] != (model.Part{Text: "Question 0"}) {
		t.Errorf("kept: %+v", kept)
	}
	if extracted := k.session("caelum", c.Session().ID).Summary; strings.Contains(extracted, "traps") {
		t.Errorf("the summary: %s", extracted)
	}
	all, err := k.store.ListMemories(t.Context(), sc, false, 0)
	k.ok(err)
	if len(all) != 5 || all[4].Text != "Ida keeps charts." || all[4].Session != c.Session().ID || all[4].Turn != 10 || all[4].Promoted || all[4].Profile != "caelum" {
		t.Errorf("%+v", all)
	}
}

// A model that never answers keeps no session from being closed, nor does a
// person who does not wait for it.
func TestAModelThatNeverAnswersIsNotWaitedFor(t *testing.T) {
	for name, patience := range map[string]time.Duration{"patience ends": 30 * time.Millisecond, "an interrupt": time.Hour} {
		k := newKit(t, "")
		sc := k.scope("caelum")
		c, _ := k.talk("caelum", k.resolve("caelum").Session.ID)
		k.turn(c, "Who keeps the charts?")
		asked := make(chan struct{})
		k.provider = silent{k.provider, asked}
		k.Patience = patience
		ctx, cancel := context.WithCancel(t.Context())
		var group sync.WaitGroup
		if patience > time.Minute { // else it may end before the model is asked
			group.Go(func() {
				<-asked
				cancel()
			})
		}
		r, err := k.New(ctx, sc, session.Want{})
		group.Wait()
		cancel()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		status := store.Archived // of the words themselves
		if patience > time.Minute {
			status = store.Closed // nobody waits
		}
		if e := r.Closed[0]; e.Status != status || e.Problem == nil || r.Session.Status != store.Active {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// silent is a model that says nothing until it is cut off.
type silent struct {
	model.Provider
	asked chan struct{}
}

func (s silent) Stream(ctx context.Context, _ *model.Request) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) {
		close(s.asked)
		<-ctx.Done()
		yield(model.Event{}, context.Cause(ctx))
	}
}
