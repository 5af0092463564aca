package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
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
	for _, found := range allowed {
		if found != nil && found.Outside {
			readOutside(ctx)
		}
	}
	t.fit(results)
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
	found, ok := t.thread.cast.find(call.Name)
	switch {
	case call.Wrong != "":
		return nil, fmt.Sprintf("wrong arguments: they are not a JSON object but %.200q", call.Wrong), nil
	case !ok:
		return nil, fmt.Sprintf("there is no tool %q; there are: %s", call.Name, t.thread.cast.toolNames()), nil
	}
	if err := found.Check(call.Arguments); err != nil {
		return nil, err.Error(), nil
	}
	afresh := hasReadOutside(ctx) && !found.Reads
	switch {
	case found.Policy == tool.Auto && !(afresh && found.Foreign):
		return found, "", nil
	case found.Policy == tool.Deny || t.thread.r.Approve == nil || t.thread.session.Kind.Unattended():
		return nil, "the call was denied: nobody can be asked" + whyAfresh(found, afresh), t.record(ctx, "tool.denied", call)
	}
	yes, err := t.approve(ctx, Question{*found, call, afresh})
	var denied *DeniedError
	if errors.As(err, &denied) {
		return nil, denied.Error(), t.record(ctx, "tool.denied", call)
	}
	if err != nil {
		return nil, "", err
	}
	if !yes {
		return nil, "the person denied the call", t.record(ctx, "tool.denied", call)
	}
	return found, "", t.record(ctx, "tool.approved", call)
}

// readOutside keeps that a turn, or an agent that it started, has read what others wrote.
func readOutside(ctx context.Context) { ctx.Value(childrenKey{}).(children).outside.Store(true) }

func hasReadOutside(ctx context.Context) bool {
	return ctx.Value(childrenKey{}).(children).outside.Load()
}

// whyAfresh says why somebody has to be asked about a call that runs without that
// elsewhere.
func whyAfresh(found *tool.Tool, afresh bool) string {
	if !afresh || found.Policy != tool.Auto {
		return ""
	}
	return ", and others wrote some of what was read in this turn"
}

// approve asks a person. That it waits is kept, so that another process can see
// it.
func (t *turn) approve(ctx context.Context, q Question) (bool, error) {
	pending, err := json.Marshal(q.Call)
	if err != nil {
		return false, err
	}
	waiting := t.a.Turn
	waiting.State, waiting.Pending = store.TurnWaiting, pending
	if err := t.thread.put(ctx, &waiting); err != nil {
		return false, err
	}
	yes, err := t.thread.r.Approve(ctx, q)
	var denied *DeniedError
	if err != nil && !errors.As(err, &denied) {
		return false, err
	}
	return yes, errors.Join(err, t.thread.put(ctx, &t.a.Turn))
}

// DeniedError is a person's no to a call, with the reason, which the model is
// told.
type DeniedError struct{ Reason string }

// Error implements error.
func (e *DeniedError) Error() string { return "the person denied the call, because: " + e.Reason }

// toolNames lists what can be called.
func (c *Cast) toolNames() string {
	var names []string
	if c.Tools != nil {
		for _, one := range c.Tools.List() {
			names = append(names, one.Name)
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

func (t *turn) record(ctx context.Context, action string, call model.Call) error {
	return t.thread.r.Store.Record(ctx, t.thread.scope, t.thread.session.ID, action, call)
}
