package worker

import (
	"context"
	"errors"
	"fmt"
	"sync"
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

// Deadlines of a source: small ones have the first, and the largest the second.
const (
	DeadlineSmall = 30 * time.Second
	DeadlineBig   = 5 * time.Minute
	bigSource     = 32 << 20 // bytes
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
	// Deadline is how long a source of a size may take; nil stands for
	// [Deadline].
	Deadline func(size int64) time.Duration

	// Memory is how much a child may have in use, in bytes; 0 stands for 700 MiB.
	Memory int64

	note   sync.Once
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

// Deadline returns how long a source of a size, in bytes, may take.
func Deadline(size int64) time.Duration {
	share := float64(min(size, bigSource)) / bigSource
	return DeadlineSmall + time.Duration(share*float64(DeadlineBig-DeadlineSmall))
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
// [ingest.ErrTimeout], one that crashes [converters.ErrPanic], one that takes too
// much memory [converters.ErrCorrupt].
func (p *Pool) Convert(ctx context.Context, job ingest.Job) (*ingest.Chapter, error) {
	c, err := p.take(ctx)
	if err != nil {
		return nil, err
	}
	deadline := p.Deadline
	if deadline == nil {
		deadline = Deadline
	}
	limit := deadline(job.Content.Size())
	timed, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var password converters.Password
	for _, s := range job.Services {
		if given, ok := s.(converters.Password); ok {
			password = given
		}
	}
	chapter, err := c.convert(timed, job, password, limit)
	var known *told
	if err == nil || errors.As(err, &known) {
		p.give(c)
		if known != nil {
			return nil, known.err
		}
		return chapter, nil
	}
	c.end()
	return nil, p.explain(ctx, c, err, limit)
}

// explain returns the error for a child that did not answer.
func (p *Pool) explain(ctx context.Context, c *child, err error, limit time.Duration) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%w: it was ended after %s: leave the file out, or report it", ingest.ErrTimeout, limit)
	case c.over:
		return &converters.CorruptError{What: fmt.Sprintf("converting it takes more than %d MiB of memory", p.memory()>>20)}
	default:
		return &converters.PanicError{Format: "isolated", Value: "its process ended: " + c.state() + ": " + err.Error()}
	}
}

func (p *Pool) memory() int64 {
	if p.Memory == 0 {
		return memoryMost
	}
	return p.Memory
}

// state says how a child ended.
func (c *child) state() string {
	if c.cmd.ProcessState == nil {
		return "it is unknown how"
	}
	return c.cmd.ProcessState.String()
}

// take returns a child that is idle, or a new one.
func (p *Pool) take(ctx context.Context) (*child, error) {
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		c := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return c, nil
	}
	p.mu.Unlock()
	return p.start(ctx)
}

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
