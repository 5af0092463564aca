package runner

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
)

const (
	// maxParallel is how many tools of one answer are called at once.
	maxParallel = 8
	// grace is how long a tool may take to stop when its turn was cut off. Then
	// the turn ends without it.
	grace = 2 * time.Second
)

// call calls what an answer asks for and returns the results in its order.
// Those that may run beside one another do; a person is asked in turn.
func (t *turn) call(ctx context.Context, calls []model.Call) (model.Message, error) {
	results := make([]model.Result, len(calls))
	allowed := make([]*tool.Tool, len(calls))
	for i, call := range calls {
		found, why, err := t.allow(ctx, call)
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
			results[i] = t.run(ctx, found, calls[i])
		default:
			slots <- struct{}{}
			group.Go(func() {
				results[i] = t.run(ctx, found, calls[i])
				<-slots
			})
		}
	}
	group.Wait()
	m := model.Message{Role: model.User}
	for i := range results {
		t.emit(Event{Result: &results[i]})
		m.Parts = append(m.Parts, model.Part{Result: &results[i]})
	}
	return m, nil
}

// run calls one tool. What goes wrong is told to the model. A tool that does
// not stop with its turn is left behind.
func (t *turn) run(ctx context.Context, found *tool.Tool, call model.Call) model.Result {
	if ctx.Err() != nil {
		return model.Result{CallID: call.ID, Text: "the turn was cut off before the call", Failed: true}
	}
	done := make(chan model.Result, 1)
	go func() {
		text, err := found.Call(ctx, t.at(), call.Arguments)
		if err != nil {
			done <- model.Result{CallID: call.ID, Text: err.Error(), Failed: true}
			return
		}
		done <- model.Result{CallID: call.ID, Text: text}
	}()
	select {
	case r := <-done:
		return r
	case <-ctx.Done():
	}
	late := time.NewTimer(grace)
	defer late.Stop()
	select {
	case r := <-done:
		return r
	case <-late.C:
		return model.Result{CallID: call.ID, Text: "the turn was cut off, and the tool did not stop", Failed: true}
	}
}

// allow returns the tool of a call if it may be called, or why not.
func (t *turn) allow(ctx context.Context, call model.Call) (*tool.Tool, string, error) {
	found, ok := t.find(call.Name)
	switch {
	case !ok:
		return nil, fmt.Sprintf("there is no tool %q", call.Name), nil
	case found.Policy == tool.Auto:
		return found, "", nil
	case found.Policy != tool.Ask || t.r.Approve == nil || t.session.Kind == store.Background:
		return nil, "the call was denied: nobody can be asked", t.record(ctx, "tool.denied", call)
	}
	yes, err := t.approve(ctx, found, call)
	if err != nil {
		return nil, "", err
	}
	if !yes {
		return nil, "the person denied the call", t.record(ctx, "tool.denied", call)
	}
	return found, "", t.record(ctx, "tool.approved", call)
}

// approve asks a person. That it waits is kept, so that another process can see
// it.
func (t *turn) approve(ctx context.Context, found *tool.Tool, call model.Call) (bool, error) {
	pending, err := json.Marshal(call)
	if err != nil {
		return false, err
	}
	waiting := t.a.Turn
	waiting.State, waiting.Pending = store.TurnWaiting, pending
	if err := t.put(ctx, &waiting); err != nil {
		return false, err
	}
	yes, err := t.r.Approve(ctx, *found, call)
	if err != nil {
		return false, err
	}
	return yes, t.put(ctx, &t.a.Turn)
}

func (t *turn) record(ctx context.Context, action string, call model.Call) error {
	return t.r.Store.Record(ctx, t.scope, t.session.ID, action, call)
}
