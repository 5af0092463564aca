package runner

import (
	"context"
	"iter"
	"slices"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// whyUnanswered is the result of a call that the client gave none for.
const whyUnanswered = "the client gave no result"

// has reports whether a tool is the client's.
func (w *wishes) has(name string) bool {
	return slices.ContainsFunc(w.tools, func(t model.Tool) bool { return t.Name == name })
}

// handOver parts the calls of the client's tools from those of ours. One whose
// arguments are no object is told to the model as ours are.
func (w *wishes) handOver(calls []model.Call) (own, handed []model.Call) {
	for _, call := range calls {
		if call.Wrong == "" && w.has(call.Name) {
			handed = append(handed, call)
		} else {
			own = append(own, call)
		}
	}
	return own, handed
}

// waiting returns the calls that have no result yet.
func (h *history) waiting() []model.Call {
	done := map[string]bool{}
	for i := len(h.said) - 1; i >= 0; i-- {
		var calls []model.Call
		for _, p := range h.said[i].Parts {
			switch {
			case p.Result != nil:
				done[p.Result.CallID] = true
			case p.Call != nil && !done[p.Call.ID]:
				calls = append(calls, *p.Call)
			}
		}
		if h.said[i].Role == model.Assistant {
			return calls
		}
	}
	return nil
}

// settled returns a message in which each call that waits has a result, and
// nothing else has: no provider takes a history where that is not so. A result
// whose call was summed up is material.
func (h *history) settled(m model.Message) model.Message {
	waiting := h.waiting()
	out := model.Message{Role: m.Role}
	var rest []model.Part
	for _, p := range m.Parts {
		at := -1
		if p.Result != nil {
			at = slices.IndexFunc(waiting, func(call model.Call) bool { return call.ID == p.Result.CallID })
		}
		switch {
		case at >= 0:
			waiting = slices.Delete(waiting, at, at+1)
			out.Parts = append(out.Parts, p)
		case p.Result != nil:
			rest = append(rest, Material(model.Retrieved, "the result of a tool", p.Result.Text))
		default:
			rest = append(rest, p)
		}
	}
	for _, call := range waiting {
		out.Parts = append(out.Parts, model.Part{Result: &model.Result{CallID: call.ID, Text: whyUnanswered, Failed: true}})
	}
	out.Parts = append(out.Parts, rest...)
	return out
}

// Retell keeps turns that were held elsewhere, as a client tells them: each has
// what the user said, if anything, and what was answered, if anything.
func (c *Thread) Retell(ctx context.Context, turns [][]model.Message) error {
	ctx, release, err := c.hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	for _, messages := range turns {
		t := store.Turn{State: store.TurnDone, Epoch: c.session.Epoch, Ended: time.Now().UTC()}
		if len(messages) > 0 && messages[0].Role == model.User {
			messages = append([]model.Message{c.history.settled(messages[0])}, messages[1:]...)
		}
		if err := c.put(ctx, &t, messages...); err != nil {
			return err
		}
	}
	return nil
}

// Aside asks a model something that belongs to no session, within the budgets.
func (r *Runner) Aside(ctx context.Context, sc scope.Scope, by Utility, request *model.Request) iter.Seq2[model.Event, error] {
	bound(request, r.caps(by.Provider, request.Model))
	return asker{r: r, scope: sc}.stream(ctx, by, request, nil)
}

// Within does something that asks a model, where the budgets allow it, and
// counts what it took, in tokens.
func (r *Runner) Within(ctx context.Context, sc scope.Scope, name string, estimate int, do func() (used int, err error)) error {
	a := asker{r: r, scope: sc}
	price := model.Price{}
	if r.Price != nil {
		price, _ = r.Price(name)
	}
	p := a.account(ctx)
	if err := a.afford(ctx, p, store.Spending{Requests: 1, Tokens: int64(estimate), Cost: price.Cost(model.Usage{Input: estimate})}); err != nil {
		return err
	}
	used, err := do()
	if err != nil {
		return err
	}
	return a.spend(ctx, p, store.Spending{Tokens: int64(used), Cost: price.Cost(model.Usage{Input: used})})
}
