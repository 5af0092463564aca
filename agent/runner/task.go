package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
)

const (
	usualTasks  = 4
	maxTasks    = 100 // of a profile, that are not done
	maxRestarts = 3   // of a task in the middle of which the program ended
	startGrace  = time.Minute
)

var (
	// errTasks says that a profile has as many tasks as it may.
	errTasks = errors.New("no more tasks may wait")
	// errStopped ends a task that somebody stopped.
	errStopped = errors.New("the task was stopped")
	// errShutdown ends the work on tasks of a program that ends.
	errShutdown = errors.New("the program ends")
	// errRestarts says that the program ended in the middle of a task again and
	// again.
	errRestarts = errors.New("the program ended in the middle of the task too often")
)

// goOn is what a task is told that was begun by a program that ended.
const goOn = "The program ended before this task was done. Go on where you stopped: what you said and what your tools returned until then is above."

// whyWaiting is the state of a turn that has not begun.
const whyWaiting = "it has not begun"

// Tasks are what agents do in the background. Its fields are set before it is used.
type Tasks struct {
	Runner *Runner // whose agents do them
	// Ended is told of each task that this process has brought to its end. Default:
	// nobody.
	Ended func(tool.Task)

	mu      sync.Mutex
	running map[string]*task // by session
	slots   chan struct{}    // for those that are worked on
	down    bool
	group   sync.WaitGroup
}

// task is one that this process works on, or that waits for its turn here.
type task struct {
	scope  scope.Scope
	works  bool
	cancel context.CancelCauseFunc
}

var _ tool.Tasks = (*Tasks)(nil)

// Start has something done in the background, by an agent that nobody watches:
// what a person would be asked about is denied. The task is kept before Start
// returns, and outlives the program: see [Tasks.Recover].
func (b *Tasks) Start(ctx context.Context, at tool.At, e tool.Errand) (tool.Task, error) {
	return b.Keep(ctx, at, store.Background, e)
}

// Keep is Start for a task of a kind.
func (b *Tasks) Keep(ctx context.Context, at tool.At, kind store.Kind, e tool.Errand) (tool.Task, error) {
	b.mu.Lock()
	down := b.down
	b.mu.Unlock()
	if down {
		return tool.Task{}, errShutdown
	}
	waiting, err := b.Runner.Store.ListSessions(ctx, at.Scope, store.Filter{Kind: kind, Status: store.Active, Limit: maxTasks})
	if err != nil {
		return tool.Task{}, err
	}
	if len(waiting) >= maxTasks {
		return tool.Task{}, fmt.Errorf("%w: %d", errTasks, maxTasks)
	}
	c, err := b.Runner.start(ctx, at, kind, e)
	if err != nil {
		return tool.Task{}, err
	}
	err = c.Hold(ctx, func(ctx context.Context) error {
		t := store.Turn{State: store.TurnInterrupted, Epoch: c.session.Epoch, Error: whyWaiting}
		return c.put(ctx, &t, asked(Input{Text: e.Task, Head: e.Head}))
	})
	if err != nil {
		return tool.Task{}, errors.Join(err, closeTask(context.WithoutCancel(ctx), b.Runner.Store, c, taskFailed, err.Error()))
	}
	begun := taskOf(c.session)
	begun.State = taskRunning
	b.enqueue(ctx, c)
	return begun, nil
}

// enqueue has a task worked on by this process, when its turn comes. It reports
// whether it was not there already.
func (b *Tasks) enqueue(ctx context.Context, c *Thread) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	id := c.session.ID
	if b.down || b.running[id] != nil {
		return false // the next program works on it
	}
	if b.running == nil {
		b.running = map[string]*task{}
		b.slots = make(chan struct{}, or(b.Runner.Bounds.Tasks, usualTasks))
	}
	// A task is nobody's child: it may go on when the turn is over.
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(context.WithValue(ctx, childrenKey{}, nil)))
	b.running[id] = &task{scope: c.scope, cancel: cancel}
	b.group.Go(func() {
		b.work(ctx, c)
		cancel(nil)
		b.mu.Lock()
		delete(b.running, id)
		b.mu.Unlock()
		if s, err := b.Runner.Store.Session(context.WithoutCancel(ctx), c.scope, id); err == nil && s.Status != store.Active && b.Ended != nil {
			b.Ended(taskOf(s))
		}
	})
	return true
}

// work waits for a place and does a task. Where another process does it, or it
// cannot be kept what came of it, it is left to who looks next.
func (b *Tasks) work(ctx context.Context, c *Thread) {
	select {
	case <-ctx.Done():
	case b.slots <- struct{}{}:
		defer func() { <-b.slots }()
		b.mu.Lock()
		b.running[c.session.ID].works = true
		b.mu.Unlock()
	}
	if errors.Is(context.Cause(ctx), errShutdown) {
		return
	}
	_ = c.Hold(context.WithoutCancel(ctx), func(held context.Context) error {
		// The context ends with the task, and with the hold on it.
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		defer context.AfterFunc(held, func() { cancel(context.Cause(held)) })()
		text, err := perform(ctx, b.Runner.Store, c)
		reason := taskDone
		switch {
		case isTaken(err), isTaken(context.Cause(ctx)):
			return err
		case errors.Is(context.Cause(ctx), errShutdown), isForToday(err):
			return nil // it continues in the next program, or tomorrow
		case errors.Is(context.Cause(ctx), errStopped):
			reason, text = taskStopped, strings.TrimSpace(text+"\n\n"+errStopped.Error())
		case err != nil:
			reason, text = taskFailed, err.Error()
		}
		return closeTask(context.WithoutCancel(ctx), b.Runner.Store, c, reason, text)
	})
}

// isTaken reports whether a session is another process's by now, or nobody's.
func isTaken(err error) bool {
	return errors.Is(err, store.ErrLost) || errors.Is(err, store.ErrClosed) || errors.Is(err, store.ErrLeased)
}

// isForToday reports whether a task waits for the budget of another day.
func isForToday(err error) bool {
	var used *BudgetError
	return errors.As(err, &used) && used.Of == "day"
}

// perform does what is left to be done of a task, while it is held, and returns
// what was said last.
func perform(ctx context.Context, st Keeper, c *Thread) (string, error) {
	turns, err := st.Turns(context.WithoutCancel(ctx), c.scope, c.session.ID)
	if err != nil {
		return "", err
	}
	if len(turns) == 0 || len(c.history.said) == 0 {
		return "", errors.New("the program ended before the task was kept")
	}
	last := turns[len(turns)-1]
	ended := 0
	for _, t := range turns {
		if t.Error == whyMended {
			ended++
		}
	}
	var a Answer
	switch {
	case last.State == store.TurnDone:
		return words(c.history.said[len(c.history.said)-1].Message), nil
	case last.State == store.TurnFailed:
		return "", errors.New(last.Error)
	case ended > maxRestarts:
		return "", fmt.Errorf("%w: %d times", errRestarts, ended)
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case last.Error == whyWaiting:
		a, err = c.Resume(ctx, Input{}, nil)
	default:
		a, err = c.Turn(ctx, Input{Text: goOn}, nil)
	}
	return a.Text, err
}

// Why the session of a task is closed.
const (
	taskDone    = "task_done"
	taskFailed  = "task_failed"
	taskStopped = "task_stopped"
)

// The states of tasks that are not closed.
const (
	taskRunning = "running"
	taskWaiting = "waiting"
)

// maxTaskResult is how much is kept of what a task says at the end, in bytes.
// All of it is in its messages.
const maxTaskResult = 32 << 10

func closeTask(ctx context.Context, st Keeper, c *Thread, reason, result string) error {
	s := c.session
	s.Summary = strings.ToValidUTF8(result[:min(len(result), maxTaskResult)], "")
	return errors.Join(st.UpdateSession(ctx, c.scope, s.ID, s), st.CloseSession(ctx, c.scope, s.ID, store.Closed, reason))
}

// taskOf returns a task as its session has it.
func taskOf(s store.Session) tool.Task {
	state, ok := map[string]string{taskDone: "done", taskFailed: "failed", taskStopped: "stopped"}[s.Reason]
	if !ok {
		state = taskWaiting
	}
	return tool.Task{
		ID: s.ID, Profile: s.Profile, Role: s.Role, Task: s.Title, State: state, Result: s.Summary,
		Scheduled: s.Kind == store.Scheduled, Created: s.Created, Updated: s.Updated,
	}
}

// List returns the tasks of the profile, the newest first: the last hundred.
func (b *Tasks) List(ctx context.Context, at tool.At) ([]tool.Task, error) {
	return b.Find(ctx, at.Scope, store.Filter{})
}

// Find returns tasks as a filter chooses them, the newest first, whoever works
// on them. Nothing changes.
func (b *Tasks) Find(ctx context.Context, sc scope.Scope, f store.Filter) ([]tool.Task, error) {
	list, err := tasksOf(ctx, b.Runner.Store, sc, f)
	if err != nil {
		return nil, err
	}
	tasks := make([]tool.Task, len(list))
	for i, s := range list {
		tasks[i] = taskOf(s)
		if s.Status != store.Active {
			continue
		}
		if tasks[i].State, err = b.taskState(ctx, sc, s); err != nil {
			return nil, err
		}
	}
	return tasks, nil
}

// tasksOf lists the sessions of tasks.
func tasksOf(ctx context.Context, st Keeper, sc scope.Scope, f store.Filter) ([]store.Session, error) {
	var all []store.Session
	for _, kind := range []store.Kind{store.Background, store.Scheduled} {
		f.Kind = kind
		some, err := st.ListSessions(ctx, sc, f)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	slices.SortStableFunc(all, func(a, b store.Session) int { return b.Created.Compare(a.Created) })
	return all, nil
}

// taskState says whether somebody works on a task that is not closed.
func (b *Tasks) taskState(ctx context.Context, sc scope.Scope, s store.Session) (string, error) {
	b.mu.Lock()
	here := b.running[s.ID]
	if here != nil && here.works {
		b.mu.Unlock()
		return taskRunning, nil
	}
	b.mu.Unlock()
	own, err := sc.Speaking(s.Profile)
	if err != nil {
		return "", err
	}
	holder, err := b.Runner.Store.Holder(ctx, own, s.ID)
	if err != nil || holder == nil {
		return taskWaiting, err
	}
	if ended, known := gone(holder.Owner); known && ended {
		return taskWaiting, nil
	}
	return taskRunning, nil
}

// Recover has this process work on the tasks of an organisation that no process
// works on, the oldest first: those that were left by a program that ended. Those
// of users who may not talk wait; nil means that all may. It returns how many
// go on.
func (b *Tasks) Recover(ctx context.Context, sc scope.Scope, may func(user string) bool) (int, error) {
	list, err := tasksOf(ctx, b.Runner.Store, sc, store.Filter{AnyProfile: true, AnyUser: true, Status: store.Active, Limit: 1000})
	if err != nil {
		return 0, err
	}
	n := 0
	for _, s := range slices.Backward(list) {
		if may != nil && !may(s.User) {
			continue
		}
		own, err := scope.New(sc.Org(), s.User, s.Profile)
		if err != nil {
			return n, err
		}
		state, err := b.taskState(ctx, own, s)
		if err != nil {
			return n, err
		}
		if state == taskRunning || s.Seq == 0 && time.Since(s.Created) < startGrace {
			continue // that begins just now
		}
		c, err := b.Runner.Open(ctx, own, s.ID)
		if err != nil {
			return n, err
		}
		cast, err := b.Runner.Cast(ctx, own, s)
		if err != nil { // its profile is gone, or does not allow the role any more
			if err := closeTask(ctx, b.Runner.Store, c, taskFailed, err.Error()); err != nil {
				return n, err
			}
			continue
		}
		c.Play(cast)
		if b.enqueue(ctx, c) {
			n++
		}
	}
	return n, nil
}

// Stop ends a task, also one that waits or that another process works on, which
// sees it at its next step. What was said stays.
func (b *Tasks) Stop(ctx context.Context, at tool.At, id string) error {
	s, err := b.Runner.Store.Session(ctx, at.Scope, id)
	switch {
	case err != nil:
		return err
	case !s.Kind.Unattended():
		return fmt.Errorf("stopping %q: it is not a task: %w", id, store.ErrNotFound)
	case s.Status != store.Active:
		return fmt.Errorf("stopping the task %q: it is %s already", id, taskOf(s).State)
	}
	b.mu.Lock()
	here := b.running[id]
	b.mu.Unlock()
	if here != nil {
		here.cancel(errStopped)
		return nil
	}
	c, err := b.Runner.Open(ctx, at.Scope, id)
	if err != nil {
		return err
	}
	text := ""
	if last := len(c.history.said) - 1; last >= 0 && c.history.said[last].Role == model.Assistant {
		text = words(c.history.said[last].Message)
	}
	return closeTask(ctx, b.Runner.Store, c, taskStopped, strings.TrimSpace(text+"\n\n"+errStopped.Error()))
}

// Wait waits until this process works on no task.
func (b *Tasks) Wait(ctx context.Context) error {
	done := make(chan struct{})
	go func() {
		b.group.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Shutdown ends the work on tasks of this process and waits for that, as long
// as the context lets it. None can be started any more; those that are not done
// wait for the next program.
func (b *Tasks) Shutdown(ctx context.Context) error {
	b.mu.Lock()
	b.down = true
	for _, t := range b.running {
		t.cancel(errShutdown)
	}
	b.mu.Unlock()
	return b.Wait(ctx)
}
