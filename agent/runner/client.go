package runner

import (
	"context"
	"iter"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

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
