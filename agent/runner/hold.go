package runner

import (
	"context"
	"errors"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// Sync reads what other processes did in the session, and brings to an end what
// one left in the middle. Where another process holds it, that is a
// [store.HeldError], and what it says is read all the same.
func (c *Thread) Sync(ctx context.Context) error {
	_, release, err := c.hold(ctx)
	if err != nil {
		return errors.Join(err, c.read(ctx))
	}
	release()
	return nil
}

// Hold does something while no other process can continue the session, such
// as to close it.
func (c *Thread) Hold(ctx context.Context, do func(context.Context) error) error {
	ctx, release, err := c.hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	return do(ctx)
}

// hold takes the session for a while, and reads what others did in it. What a
// process left in the middle of a turn is brought to an end first. The context
// that it returns ends when the hold is lost. One who holds it already goes on
// with that.
func (c *Thread) hold(ctx context.Context) (context.Context, func(), error) {
	if c.lease != nil {
		return ctx, func() {}, nil
	}
	lease, err := c.r.take(ctx, c.scope, c.session.ID)
	if err != nil {
		return ctx, nil, err
	}
	c.lease = &lease
	held, stop := keepAlive(ctx, c.r, c.scope, lease)
	release := func() {
		stop()
		c.lease = nil
		// A hold that cannot be given up runs out.
		_ = c.r.Store.Release(context.WithoutCancel(ctx), c.scope, lease)
	}
	seq := c.history.seq
	if err = c.read(held); err == nil && (!c.ended || c.history.seq != seq) {
		err = c.mend(held)
	}
	if err != nil {
		release()
		return ctx, nil, err
	}
	return held, release, nil
}

// keepAlive gives signs of life while the session is held. When the hold is
// lost the context ends.
func keepAlive(ctx context.Context, r *Runner, scope scope.Scope, lease store.Lease) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(r.SignEvery())
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if _, err := r.Store.Renew(ctx, scope, lease, r.hold()); errors.Is(err, store.ErrLost) || errors.Is(err, store.ErrClosed) {
					cancel(err)
					return
				}
			}
		}
	}()
	return ctx, func() {
		cancel(nil)
		<-done
	}
}
