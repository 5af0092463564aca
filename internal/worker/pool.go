package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
)

// What is converted in a child.
const (
	IsolateSome = "pdf"  // the formats that ask for it
	IsolateAll  = "all"  // every format
	IsolateNone = "none" // no format
)

// Deadlines of a source: small ones have the first, and the largest, by their
// size or their pages, the second.
const (
	DeadlineSmall = 30 * time.Second
	DeadlineBig   = 5 * time.Minute
	bigSource     = 32 << 20 // bytes
	pageTime      = 500 * time.Millisecond
)

// jobsMost is how many sources a child converts before another takes its place.
const jobsMost = 200

// Pool converts sources in child processes: an [ingest.Isolator]. Children are
// started when they are needed and kept for the next source. A child that
// crashed, did not end in time or was interrupted is replaced.
type Pool struct {
	// Program is what is run, this program where it is empty, with Arguments,
	// which have to lead to [Serve].
	Program   string
	Arguments []string
	// Which is IsolateSome, IsolateAll or IsolateNone; empty is the first.
	Which string
	// Note is told once what a child's sandbox lacks here; it may be nil.
	Note func(string)
	// Preparing is told once that a child compiles its engine before it is
	// ready, which takes seconds; it may be nil.
	Preparing func()
	// Progress is told which page of a source is read, by several goroutines at
	// once; it may be nil.
	Progress func(name string, page, pages int)
	// Deadline is how long a child may work on a source of a size and of so many
	// pages, 0 where they are not known; nil stands for [Deadline].
	Deadline func(size int64, pages int) time.Duration

	// Memory is how much a child may have in use, in bytes; 0 stands for 700 MiB.
	Memory int64

	note, preparing, once, warmed sync.Once

	turn chan struct{} // to start the first child
	code chan struct{} // closed when nothing has to be compiled any more

	mu     sync.Mutex
	idle   []*child
	closed bool
}

// ValidWhich reports whether a value says what is isolated.
func ValidWhich(s string) error {
	switch s {
	case "", IsolateSome, IsolateAll, IsolateNone:
		return nil
	}
	return fmt.Errorf("isolate: %q is none of %q", s, []string{IsolateSome, IsolateAll, IsolateNone})
}

// Deadline returns how long a source of a size, in bytes, may take, or one of so
// many pages, whichever is longer.
func Deadline(size int64, pages int) time.Duration {
	share := float64(min(size, bigSource)) / bigSource
	bySize := DeadlineSmall + time.Duration(share*float64(DeadlineBig-DeadlineSmall))
	byPages := DeadlineSmall + time.Duration(min(pages, pagesMost))*pageTime
	return max(bySize, min(byPages, DeadlineBig))
}

// Isolates reports whether sources of a format are converted in a child.
func (p *Pool) Isolates(f converters.Format) bool {
	switch p.Which {
	case IsolateNone:
		return false
	case IsolateAll:
		return true
	default:
		return f.Isolated
	}
}

// Convert converts a source in a child. A child that does not end in time is
// [ingest.ErrTimeout], one that is ended by somebody else [ingest.ErrEnded], one
// that crashes [converters.ErrPanic], one that takes too much memory
// [converters.ErrCorrupt].
func (p *Pool) Convert(ctx context.Context, job ingest.Job) (*ingest.Chapter, error) {
	c, err := p.take(ctx)
	if err != nil {
		return nil, err
	}
	t := p.talk(c, job)
	chapter, err := t.run(ctx)
	var known *told
	switch {
	case err == nil:
		p.give(c)
		return chapter, nil
	case errors.As(err, &known):
		p.give(c)
		return nil, known.err
	case ctx.Err() == nil && isEnd(err):
		c.settle()
	}
	c.end()
	return nil, p.explain(ctx, t, err)
}

// talk prepares the way of a source through a child.
func (p *Pool) talk(c *child, job ingest.Job) *talk {
	t := &talk{child: c, job: job, deadline: p.Deadline}
	if t.deadline == nil {
		t.deadline = Deadline
	}
	for _, s := range job.Services {
		switch s := s.(type) {
		case converters.Password:
			t.password = s
		case converters.Recognizer:
			t.recognizer = s
		}
	}
	if p.Progress != nil {
		t.progress = func(page, pages int) { p.Progress(job.Name, page, pages) }
	}
	return t
}

// isEnd reports whether an error is that of a pipe whose other end is closed.
func isEnd(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, os.ErrClosed) || errors.Is(err, syscall.EPIPE)
}

// explain returns the error for a child that did not answer and has ended.
func (p *Pool) explain(ctx context.Context, t *talk, err error) error {
	state := "it is unknown how"
	if t.child.state != nil {
		state = t.child.state.String()
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%w: it was ended after %s: leave the file out, or report it", ingest.ErrTimeout, t.limit)
	case t.child.over:
		return &converters.CorruptError{What: fmt.Sprintf("converting it takes more than %d MiB of memory", p.memory()>>20)}
	case isEnd(err) && ranOut(t.child.state):
		return fmt.Errorf("%w: it took all of its processor time: leave the file out, or report it", ingest.ErrTimeout)
	case isEnd(err) && endedFromOutside(t.child.state):
		return fmt.Errorf("%w (%s), perhaps for want of memory: build again", ingest.ErrEnded, state)
	default:
		return &converters.PanicError{Format: "isolated", Value: "its process ended: " + state + ": " + err.Error()}
	}
}

func (p *Pool) memory() int64 {
	if p.Memory == 0 {
		return memoryMost
	}
	return p.Memory
}

// take returns a child that is idle, or a new one.
func (p *Pool) take(ctx context.Context) (*child, error) {
	for {
		p.mu.Lock()
		n := len(p.idle)
		if n == 0 {
			p.mu.Unlock()
			return p.first(ctx)
		}
		c := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		if !c.isGone() {
			return c, nil
		}
		c.end() // somebody ended it while it had nothing to do
	}
}

// first starts a child. The first one is started alone, until it says that
// there is nothing to compile or is ready: what it compiles is there for the
// others.
func (p *Pool) first(ctx context.Context) (*child, error) {
	p.once.Do(func() { p.turn, p.code = make(chan struct{}, 1), make(chan struct{}) })
	select {
	case <-p.code:
		return p.start(ctx)
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	c, err := p.start(ctx)
	if err == nil {
		p.warm()
	}
	return c, err
}

// warm lets children start beside one another.
func (p *Pool) warm() { p.warmed.Do(func() { close(p.code) }) }

// give takes a child back.
func (p *Pool) give(c *child) {
	p.mu.Lock()
	keep := !p.closed && c.jobs < jobsMost
	if keep {
		p.idle = append(p.idle, c)
	}
	p.mu.Unlock()
	if !keep {
		c.end()
	}
}

// Close ends the children that are idle; those at work end with their source.
func (p *Pool) Close() {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.closed = nil, true
	p.mu.Unlock()
	for _, c := range idle {
		c.end()
	}
}
