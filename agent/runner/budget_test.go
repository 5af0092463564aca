package runner_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/model/modeltest"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/store"
)

// endless is a server whose model calls the tool round for ever, or has agents
// do so where it can start any.
func endless(b *bench, p modeltest.Protocol) *modeltest.Server {
	n := 0
	s := modeltest.New(b, func(a *modeltest.Ask) modeltest.Reply {
		n++
		r := modeltest.CallsTool("round", "{}")
		for _, t := range a.Tools {
			if t.Name == "send" {
				r = modeltest.CallsTool("send", `{"role":"coder","task":"Go round."}`)
			}
		}
		r.Calls[0].ID, r.Input, r.Output = fmt.Sprint("call_", n), 100, 10
		return r
	})
	b.runner.Provider, b.runner.Bounds.Iterations = provider(s, p), 1000
	b.runner.Price = func(name string) (model.Price, bool) { return model.Price{Input: 1, Output: 10}, name == "offline" }
	return s
}

// A turn ends at each limit, is kept, and goes on.
func TestBudgetsEndATurn(t *testing.T) {
	for want, budget := range map[string]model.Budget{
		"this turn is used up: 128 of 128 requests; /continue goes on with the budget of another turn, budget.turn.requests in config.json raises it": {},
		"this turn is used up: 5 of 5 requests;":                                {Turn: model.Limits{Requests: 5}},
		"this turn is used up: 440 of 800 tokens, and the next request has ":    {Turn: model.Limits{Tokens: 800}},
		"this session is used up: 7 of 7 requests; /new begins another session": {Session: model.Limits{Requests: 7}},
		"this day is used up: 9 of 9 requests; /continue goes on tomorrow":      {Day: model.Limits{Requests: 9}},
		"this day is used up: 0.0018 of 0.0023 cost":                            {Day: model.Limits{Cost: 0.0023}},
	} {
		b := newBench(t)
		s := endless(b, modeltest.OpenAI)
		b.runner.Bounds.Budget = budget
		c := b.open()
		a, err := c.Turn(t.Context(), runner.Input{Text: "go"}, b.told)
		var used *runner.BudgetError
		if !errors.As(err, &used) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
			continue
		}
		if turns := b.turns(); a.Turn.State != store.TurnLimited || turns[0].State != store.TurnLimited || turns[0].Error == "" || turns[0].Input != 100*len(s.Asks()) {
			t.Errorf("%s: %+v", want, turns)
		}
		before := len(s.Asks())
		b.runner.Bounds.Budget = model.Budget{Turn: model.Limits{Requests: 3}}
		again, err := b.open().Resume(t.Context(), runner.Input{}, b.told)
		if turns := b.turns(); !errors.As(err, &used) || len(turns) != 1 || again.Turn.Number != 1 || len(s.Asks()) != before+3 {
			t.Errorf("%s: resumed, %v, %d requests more, %+v", want, err, len(s.Asks())-before, turns)
		}
	}
}

// The agents that a turn starts spend what is the turn's.
func TestChildrenSpendTheBudgetOfTheirTurn(t *testing.T) {
	for _, p := range modeltest.Protocols() {
		b := newBench(t)
		s := endless(b, p)
		b.runner.Bounds.Budget.Turn.Requests = 20
		b.errands()
		_, err := b.open().Turn(t.Context(), runner.Input{Text: "go"}, b.told)
		if !errors.As(err, new(*runner.BudgetError)) || len(s.Asks()) != 20 {
			t.Errorf("%s: %d requests, %v", p, len(s.Asks()), err)
		}
		spent, err := b.store.Spent(t.Context(), b.scope, "", b.session.ID)
		if err != nil || spent.Requests != 20 || spent.Tokens != 20*110 {
			t.Errorf("%s: %+v, %v", p, spent, err)
		}
	}
}

// What was answered is not gone on with.
func TestOnlyWhatIsOpenIsResumed(t *testing.T) {
	b := newBench(t)
	c := b.open()
	if _, err := c.Resume(t.Context(), runner.Input{}, nil); !errors.Is(err, runner.ErrAnswered) {
		t.Error(err)
	}
	b.turn(c, "look!")
	if _, err := c.Resume(t.Context(), runner.Input{}, nil); !errors.Is(err, runner.ErrAnswered) {
		t.Error(err)
	}
}
