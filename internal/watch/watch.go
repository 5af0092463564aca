// Package watch says when something in the folders of profiles changes. It
// reads no file: what a change means is for those who are told.
//
//   - watch.go: watching until the end
//   - notify.go: by what the system tells
//   - poll.go: by looking, where the system tells nothing
//   - gathered.go: what changed, gathered until it is quiet
//
// One goroutine of [Run] tells of changes, one after the other. It ends with Run.
package watch

import (
	"context"
	"errors"
	"time"
)

// What is gathered before a change is told: until nothing came for a while, but
// not for longer than that.
const (
	quiet   = 40 * time.Millisecond
	longest = 500 * time.Millisecond
)

// Run tells of changes until the context ends. At first, every profile is one
// whose sources changed. A change is told when told has returned from the one
// before; what comes meanwhile is gathered.
func Run(ctx context.Context, s Settings, told func(context.Context, Change)) error {
	if s.Warn == nil {
		s.Warn = func(error) {}
	}
	g := &gathered{known: map[string]bool{}, pending: map[string]*Change{}, files: s.Files}
	queue := make(chan Change)
	ready := make(chan struct{}, 1)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for c := range queue {
			told(ctx, c)
			ready <- struct{}{}
		}
	}()
	defer func() {
		close(queue)
		<-ended
	}()
	ready <- struct{}{}
	if s.Poll == 0 {
		err := notified(ctx, s, g, queue, ready)
		if !errors.Is(err, errNoNotify) {
			return err
		}
		s.Warn(err)
		s.Poll = usualPoll
		clear(g.known) // what changed since it failed is not known
	}
	return polled(ctx, s, g, queue, ready)
}
