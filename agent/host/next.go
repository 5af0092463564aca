package host

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/prompt"
)

// Next is what the next request of a profile would be made of.
type Next struct {
	Cast    runner.Cast
	Session store.Session // that would go on; without an id where there is none yet
	// Kept says that the prompt is the one that the session has, which is not
	// what the files say now.
	Kept bool

	h  *Host
	sc scope.Scope
}

// Next returns what the next request of a profile would be made of, in the
// session that would go on. A role or model that is given takes the place of
// the session's. Nothing changes.
func (h *Host) Next(ctx context.Context, sc scope.Scope, role, model string) (Next, error) {
	n := Next{h: h, sc: sc}
	var err error
	if n.Session, err = findSession(ctx, h.Manager, sc, ""); err != nil && !errors.Is(err, store.ErrNotFound) {
		return n, err
	}
	asked := role != "" || model != "" || h.Mode != "" || h.Layout != "" || h.Budget != prompt.Budget{}
	if role != "" {
		n.Session.Role, n.Session.Model = role, ""
	}
	if model != "" {
		n.Session.Model = model
	}
	n.Session.Kind, n.Session.Profile = store.Interactive, sc.Profile()
	if n.Cast, err = h.preview(ctx, sc, n.Session); err != nil || asked || n.Session.ID == "" {
		return n, err
	}
	c, err := h.Runner.Open(ctx, sc, n.Session.ID)
	if err != nil {
		return n, err
	}
	if used := c.Epoch(); used != nil && prompt.Decide(n.Cast.Policy, prompt.Startup, prompt.Compare(used, n.Cast.Epoch)) != prompt.Renew {
		n.Kept = used.Hash != n.Cast.Epoch.Hash
		kept := *used
		kept.Model = n.Cast.Model // that is asked now, whichever it was composed for
		n.Cast.Epoch = &kept
	}
	return n, nil
}

// Stale says in a line what of a profile has changed since the prompt of a session
// was composed; "" where nothing has.
func Stale(ctx context.Context, c *session.Conversation) (string, error) {
	changes, err := c.Stale(ctx)
	if err != nil {
		return "", fmt.Errorf("the profile has changed and cannot be used as it is now: %w", err)
	}
	if len(changes) == 0 {
		return "", nil
	}
	return "the profile has changed since the prompt was composed (" + prompt.Describe(changes) + ")", nil
}

// Request returns the bytes of the request in which a text would be sent.
func (n *Next) Request(ctx context.Context, text string) ([]byte, error) {
	c, err := n.h.Runner.Preview(ctx, n.sc, n.Session, n.Cast)
	if err != nil {
		return nil, err
	}
	of, err := n.h.of(n.sc)
	if err != nil {
		return nil, err
	}
	head, err := talk{of, n.sc, c}.head(ctx, text)
	if err != nil {
		return nil, err
	}
	return c.Request(runner.Input{Text: text, Head: head})
}

// Sent returns the system text and the tools of the next request, byte for byte.
func (n *Next) Sent(ctx context.Context) (system, tools string, err error) {
	c, err := n.h.Runner.Preview(ctx, n.sc, n.Session, n.Cast)
	if err != nil {
		return "", "", err
	}
	return c.Sent()
}
