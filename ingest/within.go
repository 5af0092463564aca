package ingest

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/converters"
)

// Within calls convert with a context that is cancelled once it has taken
// limit, which is [Watchdog] where it is 0. One that does not end then is left
// behind with its goroutine, and can write nothing more. The time for which the
// writer keeps it waiting is none of its own.
func Within(ctx context.Context, limit time.Duration, w io.Writer, convert func(context.Context, io.Writer) error) error {
	if limit == 0 {
		limit = Watchdog
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	out := &timedWriter{w: w}
	ended := make(chan error, 1)
	go func() { ended <- caught(func() error { return convert(inner, out) }) }()
	began := time.Now()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	stop, told := ctx.Done(), false
	for {
		select {
		case err := <-ended:
			if err != nil && told && ctx.Err() == nil {
				err = timeout(limit)
			}
			return err
		case <-stop:
			stop = nil
			timer.Reset(grace)
		case now := <-timer.C:
			switch left := limit - now.Sub(began) + out.waited(now); {
			case ctx.Err() == nil && !told && left > 0:
				timer.Reset(left)
			case ctx.Err() == nil && !told:
				told = true
				cancel()
				timer.Reset(grace)
			case !out.leave():
				timer.Reset(grace) // it is in a write
			case ctx.Err() != nil:
				return ctx.Err()
			default:
				return timeout(limit)
			}
		}
	}
}

// timeout is the error for what the watchdog ended.
func timeout(limit time.Duration) error {
	return fmt.Errorf("%w: it was abandoned after %s: leave the file out, or report it", ErrTimeout, limit)
}

// caught calls f and makes an error of a panic.
func caught(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &converters.PanicError{Format: "Markdown", Value: fmt.Sprint(v), Stack: string(debug.Stack())}
		}
	}()
	return f()
}

// timedWriter passes on what a conversion writes until that is left behind,
// and knows how long the writes took.
type timedWriter struct {
	w io.Writer

	mu    sync.Mutex
	since time.Time // of the write under way; zero for none
	spent time.Duration
	left  bool
}

func (w *timedWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	if w.left {
		w.mu.Unlock()
		return 0, ErrTimeout
	}
	w.since = time.Now()
	w.mu.Unlock()
	n, err := w.w.Write(p)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.spent += time.Since(w.since)
	w.since = time.Time{}
	return n, err
}

// waited returns how long all writes took, up to now.
func (w *timedWriter) waited(now time.Time) time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.since.IsZero() {
		return w.spent + now.Sub(w.since)
	}
	return w.spent
}

// leave ends all writing, unless a write is under way.
func (w *timedWriter) leave() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.left = w.since.IsZero()
	return w.left
}

// grace is how long a conversion that was told to end may take to do so. A
// converter looks at its context every few thousand steps: most come back
// then, and their outcome knows the digest.
const grace = time.Second
