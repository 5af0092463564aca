package runner_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/store"
)

// history makes turns with calls at random, some of which failed before there
// was an answer, and keeps them.
func (b *bench) history(r *rand.Rand) []model.Message {
	b.Helper()
	l, err := b.store.Lease(b.Context(), b.scope, b.session.ID, "test", 1<<40)
	if err != nil {
		b.Fatal(err)
	}
	defer b.store.Release(b.Context(), b.scope, l)
	var all []model.Message
	for n := range r.IntN(8) {
		said := []model.Message{{Role: model.User, Parts: []model.Part{{Text: fmt.Sprint("question ", n)}}}}
		if r.IntN(3) == 0 {
			said[0].Parts = append([]model.Part{{Text: "head\n\n"}}, said[0].Parts...)
		}
		for round := range r.IntN(4) {
			ask, told := model.Message{Role: model.Assistant}, model.Message{Role: model.User}
			for c := range 1 + r.IntN(3) {
				id := fmt.Sprint(n, "-", round, "-", c)
				ask.Parts = append(ask.Parts, model.Part{Call: &model.Call{ID: id, Name: "look", Arguments: json.RawMessage("{}")}})
				told.Parts = append(told.Parts, model.Part{Result: &model.Result{CallID: id, Text: "fog"}})
			}
			said = append(said, ask, told)
		}
		if r.IntN(4) > 0 {
			said = append(said, model.Message{Role: model.Assistant, Parts: []model.Part{{Text: "answer"}}})
		}
		rows := make([]store.Message, len(said))
		for i, m := range said {
			body, err := json.Marshal(m.Parts)
			if err != nil {
				b.Fatal(err)
			}
			rows[i] = store.Message{Role: string(m.Role), Body: body, Tokens: 1 + r.IntN(10)}
		}
		if _, err := b.store.PutTurn(b.Context(), b.scope, l, store.Turn{State: store.TurnDone}, rows...); err != nil {
			b.Fatal(err)
		}
		all = append(all, said...)
	}
	return all
}

// matched reports what of a history a provider would not take: a result
// without its call in the message before, or a call without its result.
func matched(history []model.Message) error {
	open := map[string]bool{}
	for i, m := range history {
		for _, p := range m.Parts {
			switch {
			case p.Result != nil && !open[p.Result.CallID]:
				return fmt.Errorf("message %d has a result without its call", i+1)
			case p.Result != nil:
				delete(open, p.Result.CallID)
			}
		}
		if len(open) > 0 {
			return fmt.Errorf("message %d: %d calls have no result", i+1, len(open))
		}
		for _, p := range m.Parts {
			if p.Call != nil {
				open[p.Call.ID] = true
			}
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("at the end %d calls have no result", len(open))
	}
	return nil
}

// Whatever is summed up, what is left begins with a person's words, keeps each
// call with its result, and is the end of what was said, one turn at least.
func TestASummaryNeverPartsACallFromItsResult(t *testing.T) {
	b := newBench(t)
	seeds := uint64(150)
	if testing.Short() {
		seeds = 25
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 1))
		var err error
		if b.session, err = b.store.CreateSession(t.Context(), b.scope, store.Session{Kind: store.Child, Model: "offline"}); err != nil {
			t.Fatal(err)
		}
		all := b.history(r)
		c := b.open()
		for again := range 2 {
			was := c.History()
			past := 0
			err := c.Compact(t.Context(), nil, r.IntN(80), func(_ context.Context, p runner.Past) (string, error) {
				past = len(p.Messages)
				return "short", matched(p.Messages)
			})
			if errors.Is(err, runner.ErrNoCut) {
				if diff := cmp.Diff(was, c.History()); diff != "" {
					t.Errorf("seed %d: %s", seed, diff)
				}
				break
			}
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			now := c.History()
			if err := matched(now); err != nil {
				t.Errorf("seed %d: %v", seed, err)
			}
			now[0].Parts = now[0].Parts[1:] // the summary
			all = all[past:]
			if now[0].Role != model.User || now[0].Parts[0].Result != nil {
				t.Errorf("seed %d: it begins with %+v", seed, now[0])
			}
			if diff := cmp.Diff(all, now); diff != "" {
				t.Errorf("seed %d, the %d. time: %s", seed, again+1, diff)
			}
		}
		if diff := cmp.Diff(c.History(), b.open().History()); diff != "" {
			t.Errorf("seed %d, read again: %s", seed, diff)
		}
	}
}

// A branch is cut where each call has its result.
func TestABranchNeverPartsACallFromItsResult(t *testing.T) {
	b := newBench(t)
	all := b.history(rand.New(rand.NewPCG(7, 7)))
	c := b.open()
	for upTo := range len(all) + 1 {
		at, err := c.Whole(t.Context(), upTo)
		if err != nil {
			t.Fatal(err)
		}
		if at > upTo || at < upTo-1 {
			t.Errorf("up to %d it is cut at %d", upTo, at)
		}
		if err := matched(all[:at]); err != nil {
			t.Errorf("up to %d: %v", upTo, err)
		}
	}
}
