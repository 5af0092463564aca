package runner

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/document/gate"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

const (
	usualDepth    = 2
	usualChildren = 16
)

// The errors of agents that start others. They are told to the model.
var (
	ErrDepth    = errors.New("agents may not be started that deep")
	ErrChildren = errors.New("the turn may not start more agents")
)

// children is what a turn shares with the agents that it starts. It travels with
// the context, where no model and no tool has a say in it.
type children struct {
	depth   int
	left    *atomic.Int32
	emit    func(Event)
	account *account
	outside *atomic.Bool // one of them has read what others wrote
}

type childrenKey struct{}

// withChildren returns the context of a turn, and of the tools that it calls.
func (a asker) withChildren(ctx context.Context, emit func(Event)) context.Context {
	f := children{emit: emit}
	if above, ok := ctx.Value(childrenKey{}).(children); ok {
		f.depth, f.left, f.account, f.outside = above.depth, above.left, above.account, above.outside
	} else {
		f.left, f.account, f.outside = &atomic.Int32{}, &account{session: a.billed()}, &atomic.Bool{}
		f.left.Store(int32(or(a.r.Bounds.Children, usualChildren)))
	}
	return context.WithValue(ctx, childrenKey{}, f)
}

// teller returns a function that passes events on one after the other.
func teller(emit func(Event)) func(Event) {
	if emit == nil {
		return func(Event) {}
	}
	var mu sync.Mutex
	return func(e Event) {
		mu.Lock()
		defer mu.Unlock()
		emit(e)
	}
}

// Spawn has an errand done by an agent of its own, in a role that the profile
// allows, and returns what it says at the end. It is for tools ([tool.Spawn]):
// the context is that of the call, and at says for whom. The child has the
// profile of the session and no other, and a session of its own; what it starts
// itself is bounded with it.
func (r *Runner) Spawn(ctx context.Context, at tool.At, e tool.Errand) (string, error) {
	above, ok := ctx.Value(childrenKey{}).(children)
	switch {
	case !ok:
		return "", errors.New("an agent is started from a turn alone")
	case above.depth >= or(r.Bounds.Depth, usualDepth):
		return "", fmt.Errorf("%w: %d", ErrDepth, above.depth)
	case above.left.Add(-1) < 0:
		return "", fmt.Errorf("%w: %d", ErrChildren, or(r.Bounds.Children, usualChildren))
	}
	c, err := r.start(ctx, at, store.Child, e)
	if err != nil {
		return "", err
	}
	role := c.session.Role
	if role == "" {
		role = profile.Orchestrator
	}
	emit := func(e Event) {
		if e.Turn > 0 {
			return // of the child
		}
		if e.Agent == "" {
			e.Agent = role
		}
		above.emit(e)
	}
	ctx = context.WithValue(ctx, childrenKey{}, children{above.depth + 1, above.left, emit, above.account, above.outside})
	a, err := c.Turn(ctx, Input{Text: e.Task}, emit)
	reason := "child_done"
	if err != nil {
		reason = "child_failed"
	}
	err = errors.Join(err, r.Store.CloseSession(context.WithoutCancel(ctx), at.Scope, c.session.ID, store.Closed, reason))
	if err != nil {
		return "", fmt.Errorf("the agent %s: %w", role, err)
	}
	return a.Text, nil
}

// start makes the session of an agent, with its prompt.
func (r *Runner) start(ctx context.Context, at tool.At, kind store.Kind, e tool.Errand) (*Thread, error) {
	role := profile.RoleKey(e.Role)
	switch {
	case r.Cast == nil:
		return nil, errors.New("no agents can be started here")
	case strings.TrimSpace(e.Task) == "":
		return nil, errors.New("the agent is given nothing to do")
	case role == profile.Orchestrator:
		return nil, errors.New("an agent is not started as the orchestrator")
	}
	s := store.Session{Kind: kind, Role: role, Parent: at.Session, Title: firstLine(e.Task)}
	cast, err := r.Cast(ctx, at.Scope, s)
	if err != nil {
		return nil, err
	}
	s.Model = cast.Model
	if s, err = r.Store.CreateSession(ctx, at.Scope, s); err != nil {
		return nil, err
	}
	c, err := r.Open(ctx, at.Scope, s.ID)
	if err != nil {
		return nil, err
	}
	c.Play(cast)
	return c, c.Use(ctx, cast.Epoch, prompt.NewSession)
}

// maxTitle is how long a title is that is made of what was said, in characters.
const maxTitle = 60

// firstLine returns the start of a text, for a title.
func firstLine(text string) string {
	line, _, more := strings.Cut(strings.TrimSpace(text), "\n")
	var gate gate.Gate
	title := oneline.Short(gate.Line(line), maxTitle)
	if more && !strings.HasSuffix(title, "…") {
		title += " …"
	}
	return title
}
