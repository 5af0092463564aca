package runner

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
)

// maxParallel is how many tools of one answer are called at once.
const maxParallel = 8

// call calls what an answer asks for and returns the results in its order.
// Those that may run beside one another do; a person is asked in turn.
func (c *Conversation) call(ctx context.Context, t *store.Turn, calls []model.Call) (model.Message, error) {
	results := make([]model.Result, len(calls))
	allowed := make([]*tool.Tool, len(calls))
	for i, call := range calls {
		found, why, err := c.allow(ctx, t, call)
		if err != nil {
			return model.Message{}, err
		}
		allowed[i], results[i] = found, model.Result{CallID: call.ID, Text: why, Failed: true}
	}
	var group sync.WaitGroup
	slots := make(chan struct{}, maxParallel)
	for i, found := range allowed {
		switch {
		case found == nil:
		case found.Serial:
			group.Wait()
			results[i] = c.run(ctx, t.Number, found, calls[i])
		default:
			slots <- struct{}{}
			group.Go(func() {
				results[i] = c.run(ctx, t.Number, found, calls[i])
				<-slots
			})
		}
	}
	group.Wait()
	m := model.Message{Role: model.User}
	for i := range results {
		c.r.emit(Event{Result: &results[i]})
		m.Parts = append(m.Parts, model.Part{Result: &results[i]})
	}
	return m, context.Cause(ctx)
}

// run calls one tool. What goes wrong is told to the model.
func (c *Conversation) run(ctx context.Context, turn int, t *tool.Tool, call model.Call) model.Result {
	text, err := t.Call(ctx, c.at(turn), call.Arguments)
	if err != nil {
		return model.Result{CallID: call.ID, Text: err.Error(), Failed: true}
	}
	return model.Result{CallID: call.ID, Text: text}
}

// allow returns the tool of a call if it may be called, or why not.
func (c *Conversation) allow(ctx context.Context, t *store.Turn, call model.Call) (*tool.Tool, string, error) {
	found, ok := c.r.Tools.Find(call.Name)
	switch {
	case !ok:
		return nil, fmt.Sprintf("there is no tool %q", call.Name), nil
	case found.Policy == tool.Auto:
		return found, "", nil
	case found.Policy != tool.Ask || c.r.Approve == nil:
		return nil, "the call was denied: nobody can be asked", c.record(ctx, "tool.denied", call)
	}
	yes, err := c.approve(ctx, t, found, call)
	if err != nil {
		return nil, "", err
	}
	if !yes {
		return nil, "the person denied the call", c.record(ctx, "tool.denied", call)
	}
	return found, "", c.record(ctx, "tool.approved", call)
}

// approve asks a person. That it waits is kept, so that another process can see
// it.
func (c *Conversation) approve(ctx context.Context, t *store.Turn, found *tool.Tool, call model.Call) (bool, error) {
	pending, err := json.Marshal(call)
	if err != nil {
		return false, err
	}
	waiting := *t
	waiting.State, waiting.Pending = store.TurnWaiting, pending
	if _, err := c.r.Store.PutTurn(ctx, c.scope, c.lease, waiting); err != nil {
		return false, err
	}
	yes, err := c.r.Approve(ctx, *found, call)
	if err != nil {
		return false, err
	}
	_, err = c.r.Store.PutTurn(ctx, c.scope, c.lease, *t)
	return yes, err
}

func (c *Conversation) record(ctx context.Context, action string, call model.Call) error {
	return c.r.Store.Record(ctx, c.scope, c.Session.ID, action, call)
}
