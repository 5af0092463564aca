package api

import (
	"context"
	"fmt"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// job is what a turn does: it has a question answered.
type job func(ctx context.Context, emit func(runner.Event)) (runner.Answer, error)

// start begins a turn that goes on by itself, and returns it when its number is
// known. A session has one at a time.
func (r *turns) start(ctx context.Context, sc scope.Scope, session string, do job) (*turn, error) {
	a := ActorOf(ctx)
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	t := &turn{
		scope: sc, session: session, actor: a, cancel: cancel, began: make(chan struct{}), over: make(chan struct{}),
		changed: make(chan struct{}), wake: make(chan struct{}, 1), approvals: map[string]*approval{},
	}
	err := r.begin(t)
	for live := r.of(session); err != nil && live != nil && live.isAnswered(); live = r.of(session) {
		<-live.over // who was told the end of a turn may go on at once
		err = r.begin(t)
	}
	if err != nil {
		cancel(nil)
		return nil, err
	}
	go r.run(context.WithValue(ctx, turnKey, t), t, do)
	<-t.began
	if t.number == 0 {
		<-t.over
		return nil, t.end.err
	}
	return t, nil
}

// run runs a turn to its end.
func (r *turns) run(ctx context.Context, t *turn, do job) {
	defer t.cancel(nil)
	written := make(chan struct{})
	stop := make(chan struct{})
	go r.write(t, stop, written)
	answer, err := r.safely(ctx, t, do)
	begun := t.number > 0 // nothing is emitted any more
	var kind string
	var last any
	if begun {
		kind, last = r.lastEvent(ctx, t, answer, err)
	}
	t.mu.Lock()
	t.end.answer, t.end.err, t.end.answered = answer, err, true
	if begun {
		t.add(kind, last)
	} else {
		close(t.began)
	}
	t.mu.Unlock()
	close(stop)
	<-written
	r.end(t)
	close(t.over)
	r.metrics.Turns.Add(1)
	if err != nil {
		r.metrics.FailedTurns.Add(1)
	}
	r.metrics.Input.Add(int64(answer.Turn.Input))
	r.metrics.Output.Add(int64(answer.Turn.Output))
	r.metrics.Cached.Add(int64(answer.Turn.CacheRead))
}

// safely turns a panic into an error of the turn.
func (r *turns) safely(ctx context.Context, t *turn, do job) (a runner.Answer, err error) {
	defer func() {
		if v := recover(); v != nil {
			r.log.Error("a bug in a turn", "panic", fmt.Sprint(v))
			err = fmt.Errorf("a bug of the program: %v", v)
		}
	}()
	return do(ctx, t.emit)
}

// lastEvent says how a turn ended.
func (r *turns) lastEvent(ctx context.Context, t *turn, a runner.Answer, err error) (kind string, data any) {
	if err != nil {
		p := turnProblem(err)
		if p.Status >= 500 && p.Code == "internal_error" {
			r.log.Error("a turn failed", "error", err)
		}
		return typeError, failure{Status: p.Status, Code: p.Code, Detail: p.Detail, Text: a.Text}
	}
	return typeDone, r.done(ctx, t, a)
}

func (r *turns) done(ctx context.Context, t *turn, a runner.Answer) done {
	c := r.cited.Checked(ctx, t.scope, t.session, a.Text, t.calls)
	t.end.sources = c.Sources
	return done{
		Turn: a.Turn.Number, Text: a.Text, Answered: model.Answers{}.In(a.Text), Session: t.session, Finish: string(a.Stop), Sources: c.All(), NotFound: c.Missing, LeftOut: a.LeftOut, Stale: t.stale,
		Usage: usage{Input: a.Turn.Input, Output: a.Turn.Output, CacheRead: a.Turn.CacheRead, CacheWrite: a.Turn.CacheWrite},
	}
}

// write keeps the events of a turn in groups, and wakes those who listen.
func (r *turns) write(t *turn, stop <-chan struct{}, written chan<- struct{}) {
	defer close(written)
	var events []store.TurnEvent // those that could not be kept are first among the next ones
	for last := false; !last; {
		select {
		case <-t.wake:
			select {
			case <-time.After(gather):
			case <-stop:
				last = true
			}
		case <-stop:
			last = true
		}
		t.mu.Lock()
		if t.number == 0 {
			t.mu.Unlock()
			continue
		}
		for _, one := range t.pending {
			events = append(events, one.event())
		}
		t.pending = nil
		t.mu.Unlock()
		if len(events) > 0 {
			if _, err := r.store.AddEvents(context.Background(), t.scope, t.session, t.number, events); err != nil {
				r.log.Error("keeping events", "error", err)
				t.cancel(fmt.Errorf("keeping events: %w", err))
			} else {
				r.metrics.Events.Add(int64(len(events)))
				events = nil
			}
		}
		t.tell()
	}
}

// approve asks the client that started a turn about a call.
func approve(ctx context.Context, q runner.Question) (bool, error) {
	t, _ := ctx.Value(turnKey).(*turn)
	if t == nil {
		return false, nil // nobody can be asked
	}
	if ctx.Value(unattendedKey) != nil {
		return false, &runner.DeniedError{Reason: "the client's protocol has no way to ask a person"}
	}
	a := &approval{
		ID: fmt.Sprintf("%s-%d-%s", t.session, t.number, q.Call.ID), Session: t.session, Turn: t.number, Tool: q.Tool.Name, Input: q.Call.Arguments,
		Asked: time.Now().UTC(), decided: make(chan decision, 1),
	}
	t.mu.Lock()
	t.approvals[a.ID] = a
	t.add(typeApproval, a)
	t.mu.Unlock()
	defer func() {
		t.mu.Lock()
		delete(t.approvals, a.ID)
		t.mu.Unlock()
	}()
	select {
	case d := <-a.decided:
		return d.approve, nil
	case <-ctx.Done():
		return false, context.Cause(ctx)
	}
}
