package runner

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
)

const usualTasks = 4

var (
	// ErrTasks says that as many tasks run as may.
	ErrTasks = errors.New("no more tasks may run in the background")
	// ErrCancelled ends a task that somebody cancelled.
	ErrCancelled = errors.New("the task was cancelled")
	// ErrShutdown ends the tasks of a program that ends.
	ErrShutdown = errors.New("the program ends")
)

// task is one that runs in this process.
type task struct {
	scope  scope.Scope
	cancel context.CancelCauseFunc
}

// Task is what became of a task in the background. Its session has the same id.
type Task struct {
	ID      string
	Role    string
	Title   string
	State   store.TurnState
	Text    string // what the agent said last
	Error   string
	Started time.Time
}

// Start has something done in the background, by an agent that nobody watches:
// what a person would be asked about is denied. It ends with the program at the
// latest, and what was said until then stays.
func (r *Runner) Start(ctx context.Context, at tool.At, role, text string) (Task, error) {
	r.mu.Lock()
	if r.busy >= or(r.Tasks, usualTasks) || r.down {
		r.mu.Unlock()
		return Task{}, fmt.Errorf("%w: %d", ErrTasks, or(r.Tasks, usualTasks))
	}
	r.busy++
	r.mu.Unlock()
	c, err := r.start(ctx, at, store.Background, role, text)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil && r.down {
		err = ErrShutdown
	}
	if err != nil {
		r.busy--
		return Task{}, err
	}
	// A task is nobody's child: it may go on when the turn is over.
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(context.WithValue(ctx, familyKey{}, nil)))
	if r.running == nil {
		r.running = map[string]*task{}
	}
	r.running[c.session.ID] = &task{at.Scope, cancel}
	r.group.Go(func() { r.work(ctx, c, text) })
	return Task{ID: c.session.ID, Role: c.session.Role, Title: c.session.Title, State: store.TurnRunning, Started: c.session.Created}, nil
}

// work does a task and closes its session.
func (r *Runner) work(ctx context.Context, c *Conversation, text string) {
	_, err := c.Turn(ctx, Input{Text: text}, nil)
	reason := "task_done"
	switch {
	case errors.Is(err, ErrCancelled):
		reason = "task_cancelled"
	case err != nil:
		reason = "task_failed"
	}
	// Where this fails the next who looks closes it.
	_ = r.Store.CloseSession(context.WithoutCancel(ctx), c.scope, c.session.ID, store.Closed, reason)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.running[c.session.ID].cancel(nil)
	delete(r.running, c.session.ID)
	r.busy--
}

// Background lists the tasks of a profile, the newest first: the last hundred.
// One whose process is gone is brought to an end.
func (r *Runner) Background(ctx context.Context, sc scope.Scope) ([]Task, error) {
	list, err := r.Store.ListSessions(ctx, sc, store.Filter{Kind: store.Background})
	if err != nil {
		return nil, err
	}
	tasks := make([]Task, len(list))
	for i, s := range list {
		if tasks[i], err = r.state(ctx, sc, s); err != nil {
			return nil, err
		}
		tasks[i].Text = ""
	}
	return tasks, nil
}

// Result says how far a task is, and what its agent said last.
func (r *Runner) Result(ctx context.Context, sc scope.Scope, id string) (Task, error) {
	s, err := r.task(ctx, sc, id)
	if err != nil {
		return Task{}, err
	}
	return r.state(ctx, sc, s)
}

// task returns the session of a task.
func (r *Runner) task(ctx context.Context, sc scope.Scope, id string) (store.Session, error) {
	s, err := r.Store.Session(ctx, sc, id)
	if err == nil && s.Kind != store.Background {
		err = fmt.Errorf("reading the task %q: %w", id, store.ErrNotFound)
	}
	return s, err
}

// state reads how far a task is.
func (r *Runner) state(ctx context.Context, sc scope.Scope, s store.Session) (Task, error) {
	t := Task{ID: s.ID, Role: s.Role, Title: s.Title, State: store.TurnRunning, Started: s.Created}
	c, err := r.Open(ctx, sc, s.ID)
	if err != nil {
		return t, err
	}
	r.mu.Lock()
	_, here := r.running[s.ID]
	r.mu.Unlock()
	if s.Status == store.Active && !here {
		if err := c.abandoned(ctx); err != nil {
			return t, err
		}
	}
	turns, err := r.Store.Turns(ctx, sc, s.ID)
	if err != nil {
		return t, err
	}
	if len(turns) > 0 {
		last := turns[len(turns)-1]
		t.State, t.Error = last.State, last.Error
	}
	for i := range c.said {
		if text := words(c.said[i].Message); c.said[i].Role == model.Assistant && text != "" {
			t.Text = text
		}
	}
	return t, nil
}

// abandoned closes a task that no process works on any more. One that another
// process holds is left alone.
func (c *Conversation) abandoned(ctx context.Context) error {
	_, release, err := c.hold(ctx)
	switch {
	case errors.Is(err, store.ErrLeased), errors.Is(err, store.ErrClosed):
		return nil
	case err != nil:
		return err
	}
	release()
	return c.r.Store.CloseSession(ctx, c.scope, c.session.ID, store.Closed, "task_interrupted")
}

// Cancel ends a task of this process. What was said stays.
func (r *Runner) Cancel(ctx context.Context, sc scope.Scope, id string) error {
	if _, err := r.task(ctx, sc, id); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	t, ok := r.running[id]
	if !ok || t.scope != sc {
		return fmt.Errorf("cancelling the task %q: it does not run here", id)
	}
	t.cancel(ErrCancelled)
	return nil
}

// Shutdown ends the tasks of this process and waits for them, as long as the
// context lets it. None can be started any more.
func (r *Runner) Shutdown(ctx context.Context) error {
	r.mu.Lock()
	r.down = true
	for _, t := range r.running {
		t.cancel(ErrShutdown)
	}
	r.mu.Unlock()
	done := make(chan struct{})
	go func() {
		r.group.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
