package runner

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
)

const usualTasks = 4

var (
	// ErrTasks says that as many tasks run as may.
	ErrTasks = errors.New("no more tasks may run in the background")
	// ErrStopped ends a task that somebody stopped.
	ErrStopped = errors.New("the task was stopped")
	// ErrShutdown ends the tasks of a program that ends.
	ErrShutdown = errors.New("the program ends")
)

// task is one that runs in this process.
type task struct {
	scope  scope.Scope
	cancel context.CancelCauseFunc
}

var _ tool.Tasks = (*Runner)(nil)

// Start has something done in the background, by an agent that nobody watches:
// what a person would be asked about is denied. It ends with the program at the
// latest, and what was said until then stays.
func (r *Runner) Start(ctx context.Context, at tool.At, e tool.Errand) (tool.Task, error) {
	r.mu.Lock()
	if r.busy >= or(r.Tasks, usualTasks) || r.down {
		r.mu.Unlock()
		return tool.Task{}, fmt.Errorf("%w: %d", ErrTasks, or(r.Tasks, usualTasks))
	}
	r.busy++
	r.mu.Unlock()
	c, err := r.start(ctx, at, store.Background, e)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil && r.down {
		err = ErrShutdown
	}
	if err != nil {
		r.busy--
		return tool.Task{}, err
	}
	// A task is nobody's child: it may go on when the turn is over.
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(context.WithValue(ctx, familyKey{}, nil)))
	if r.running == nil {
		r.running = map[string]*task{}
	}
	begun := told(c.session)
	r.running[begun.ID] = &task{at.Scope, cancel}
	r.group.Go(func() { r.work(ctx, c, e.Task) })
	return begun, nil
}

// work does a task, and closes its session with what came of it.
func (r *Runner) work(ctx context.Context, c *Conversation, text string) {
	a, err := c.Turn(ctx, Input{Text: text}, nil)
	reason, result := taskDone, a.Text
	switch {
	case errors.Is(context.Cause(ctx), ErrStopped), errors.Is(context.Cause(ctx), ErrShutdown):
		reason, result = taskStopped, strings.TrimSpace(a.Text+"\n\n"+context.Cause(ctx).Error())
	case err != nil:
		reason, result = taskFailed, err.Error()
	}
	// Where this fails the next one who looks closes it.
	_ = r.closeTask(context.WithoutCancel(ctx), c, reason, result)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.running[c.session.ID].cancel(nil)
	delete(r.running, c.session.ID)
	r.busy--
}

// Why the session of a task is closed.
const (
	taskDone    = "task_done"
	taskFailed  = "task_failed"
	taskStopped = "task_stopped"
)

// maxTaskResult is how much is kept of what a task says at the end, in bytes.
// All of it stands in its messages.
const maxTaskResult = 32 << 10

func (r *Runner) closeTask(ctx context.Context, c *Conversation, reason, result string) error {
	s := c.session
	s.Summary = strings.ToValidUTF8(result[:min(len(result), maxTaskResult)], "")
	return errors.Join(r.Store.UpdateSession(ctx, c.scope, s.ID, s), r.Store.CloseSession(ctx, c.scope, s.ID, store.Closed, reason))
}

// told returns a task as its session has it.
func told(s store.Session) tool.Task {
	state, ok := map[string]string{taskDone: "done", taskFailed: "failed", taskStopped: "stopped"}[s.Reason]
	if !ok {
		state = "running"
	}
	return tool.Task{ID: s.ID, Role: s.Role, Task: s.Title, State: state, Result: s.Summary}
}

// List returns the tasks of the profile, the newest first: the last hundred. One
// whose process is gone is brought to an end.
func (r *Runner) List(ctx context.Context, at tool.At) ([]tool.Task, error) {
	list, err := r.Store.ListSessions(ctx, at.Scope, store.Filter{Kind: store.Background})
	if err != nil {
		return nil, err
	}
	tasks := make([]tool.Task, len(list))
	for i, s := range list {
		r.mu.Lock()
		_, here := r.running[s.ID]
		r.mu.Unlock()
		if s.Status == store.Active && !here {
			if s, err = r.abandoned(ctx, at.Scope, s.ID); err != nil {
				return nil, err
			}
		}
		tasks[i] = told(s)
	}
	return tasks, nil
}

// abandoned closes a task that no process works on any more. One that another
// process holds, or that begins just now, is left alone.
func (r *Runner) abandoned(ctx context.Context, sc scope.Scope, id string) (store.Session, error) {
	c, err := r.Open(ctx, sc, id)
	if err != nil {
		return store.Session{}, err
	}
	err = c.Sync(ctx)
	begins := err == nil && len(c.said) == 0 && time.Since(c.session.Created) < time.Minute
	if begins || errors.Is(err, store.ErrLeased) || errors.Is(err, store.ErrClosed) {
		return c.session, nil
	}
	if err == nil {
		err = r.closeTask(ctx, c, taskStopped, "the program ended before the task did")
	}
	if err == nil {
		err = c.read(ctx)
	}
	return c.session, err
}

// Stop ends a task of this process. What was said stays.
func (r *Runner) Stop(ctx context.Context, at tool.At, id string) error {
	if _, err := r.Store.Session(ctx, at.Scope, id); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	t, ok := r.running[id]
	if !ok || t.scope != at.Scope {
		return fmt.Errorf("stopping the task %q: it does not run here", id)
	}
	t.cancel(ErrStopped)
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
