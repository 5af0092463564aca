package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
)

// What is converted in a child.
const (
	IsolateSome = "binary" // the formats that ask for it
	IsolatePDF  = "pdf"    // PDF alone
	IsolateAll  = "all"    // every format
	IsolateNone = "none"   // no format

	// IsolateReduced is IsolateSome in children that need not be confined, on a
	// system that refuses to.
	IsolateReduced = "reduced"
)

// Deadlines of a source: small ones have the first, and the largest, by their
// size or their pages, the second.
const (
	DeadlineSmall = 30 * time.Second
	DeadlineBig   = 5 * time.Minute
	bigSource     = 32 << 20 // bytes
	pageTime      = 500 * time.Millisecond
)

// maxHeader is how far from its first byte a PDF may have its header, in bytes.
const maxHeader = 1024

// maxJobs is how many sources a child converts before another takes its place.
const maxJobs = 200

// Pool converts sources in child processes: an [ingest.Isolator]. Children are
// started when they are needed and kept for the next source. A child that
// crashed, did not end in time or was interrupted is replaced.
type Pool struct {
	// Program is what is run, this program where it is empty, with Arguments,
	// which have to lead to [Serve].
	Program   string
	Arguments []string
	// Which is one of IsolateSome and its like; empty is that one.
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

	// Memory is how much a child may have in use, in bytes; 0 means 700 MiB.
	Memory int64

	note, preparing, once, warmed sync.Once

	alone sync.RWMutex // held by those that convert; locked by one that is to be alone

	children children
}

// children are the processes of a pool.
type children struct {
	turn chan struct{} // to start the first child
	code chan struct{} // closed when nothing has to be compiled any more

	mu     sync.Mutex
	idle   []*child // that wait for a source
	closed bool
}

// ValidWhich reports whether a value says what is isolated.
func ValidWhich(s string) error {
	switch s {
	case "", IsolateSome, IsolatePDF, IsolateAll, IsolateNone, IsolateReduced:
		return nil
	}
	return fmt.Errorf("isolate: %q must be %s, %s, %s, %s or %s", s, IsolateSome, IsolatePDF, IsolateAll, IsolateNone, IsolateReduced)
}

// Deadline returns how long a source of a size, in bytes, may take, or one of so
// many pages, whichever is longer.
func Deadline(size int64, pages int) time.Duration {
	share := float64(min(size, bigSource)) / bigSource
	bySize := DeadlineSmall + time.Duration(share*float64(DeadlineBig-DeadlineSmall))
	byPages := DeadlineSmall + time.Duration(min(pages, maxPages))*pageTime
	return max(bySize, min(byPages, DeadlineBig))
}

// Isolates reports whether sources of a format are converted in a child.
func (p *Pool) Isolates(f converters.Format) bool {
	switch p.Which {
	case IsolateNone:
		return false
	case IsolateAll:
		return true
	case IsolatePDF:
		return f.Isolated && f.Name == "pdf"
	default:
		return f.Isolated
	}
}

// Convert converts a source in a child. A child that does not end in time is
// [ingest.ErrTimeout], one that is ended by somebody else [ingest.ErrEnded], one
// that crashes [converters.ErrPanic], one that takes too much memory
// [converters.ErrCorrupt]. That there can be no child, or that all of them are ended
// by somebody else, is [converters.ErrMachine].
func (p *Pool) Convert(ctx context.Context, job ingest.Job) (*ingest.Chapter, error) {
	p.alone.RLock()
	full := isPDF(job.Content)
	chapter, err := p.convert(ctx, job, full)
	if errors.Is(err, errNoEngine) {
		full = true
		chapter, err = p.convert(ctx, job, full)
	}
	p.alone.RUnlock()
	switch {
	case isEnded(err):
		return p.retry(ctx, job, full)
	case isStopped(err) && ctx.Err() == nil:
		return p.blame(ctx, job, err, full)
	}
	return chapter, err
}

// isStopped reports whether a converter crashed, or has not got what it needs.
func isStopped(err error) bool {
	var bug *converters.PanicError
	var lack *lack
	return errors.As(err, &bug) || errors.As(err, &lack)
}

// tries is how often a source that lacks something is tried, beside a good one each time:
// what little memory there is may be enough now and then.
const tries = 3

// blame looks at a source that stopped its converter: that is the machine's fault
// where a good source stops it, too, as where there is not enough memory to begin
// with. Else the source is tried again, alone, where it was told to lack something.
func (p *Pool) blame(ctx context.Context, job ingest.Job, stopped error, full bool) (chapter *ingest.Chapter, err error) {
	p.alone.Lock()
	defer p.alone.Unlock()
	for range tries {
		p.endIdle()
		if _, other := p.convert(ctx, good(full), full); isStopped(other) || isEnded(other) || errors.Is(other, converters.ErrMachine) {
			return nil, machineError(stopped)
		}
		var l *lack
		if !errors.As(stopped, &l) {
			return chapter, stopped
		}
		if chapter, stopped = p.convert(ctx, job, full); !errors.As(stopped, &l) {
			return chapter, stopped
		}
		err = &converters.CorruptError{What: l.what}
	}
	return nil, err
}

// machineError returns the error of a machine on which every source stops its converter.
func machineError(stopped error) error {
	why := stopped.Error()
	var bug *converters.PanicError
	if errors.As(stopped, &bug) {
		why = bug.Value
	}
	return &converters.MachineError{
		Err: fmt.Errorf("its converter stopped, and stops with every other source (%s)", why), Remedy: "give more memory, or report it",
	}
}

// good returns a source that every child reads, or each with the engine.
func good(full bool) ingest.Job {
	name, text := "good.txt", "Good."
	if full {
		name, text = "good.pdf", goodSource
	}
	return ingest.Job{Name: name, Content: io.NewSectionReader(strings.NewReader(text), 0, int64(len(text)))}
}

// isPDF reports whether a source will ask for the engine at once. What else asks
// for it, such as a mail with a PDF attached, is known when it does.
func isPDF(content *io.SectionReader) bool {
	head := make([]byte, maxHeader)
	n, _ := content.ReadAt(head, 0) // who reads it next meets the error, too
	return bytes.Contains(head[:n], []byte("%PDF-"))
}

// isEnded reports whether a child was ended from outside while it worked.
func isEnded(err error) bool {
	return errors.Is(err, ingest.ErrEnded) && !errors.Is(err, converters.ErrMachine)
}

// retry converts a source whose child was ended from outside once more, alone:
// the others may have taken the memory that it needs. Where it is ended again it
// is the source's fault if a child can convert another one.
func (p *Pool) retry(ctx context.Context, job ingest.Job, full bool) (*ingest.Chapter, error) {
	p.alone.Lock()
	defer p.alone.Unlock()
	p.endIdle()
	chapter, err := p.convert(ctx, job, full)
	if errors.Is(err, errNoEngine) {
		full = true
		chapter, err = p.convert(ctx, job, full)
	}
	if !isEnded(err) {
		return chapter, err
	}
	p.endIdle()
	_, other := p.convert(ctx, good(full), full)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case isEnded(other), errors.Is(other, converters.ErrMachine), errors.Is(other, ingest.ErrTimeout):
		return nil, &converters.MachineError{Err: err, Remedy: "so is every other one: see what ends processes here, or give more memory"}
	}
	return nil, fmt.Errorf("%w, twice, and another document is read: leave the file out, or give more memory", err)
}

// goodSource is a document that every child with the engine can read. That its format is unknown
// to a child is an answer, too.
const goodSource = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
	"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\ntrailer<</Root 1 0 R>>\n"

// convert converts a source in a child, once. The error is errNoEngine where the
// source needs the engine and the child has none.
func (p *Pool) convert(ctx context.Context, job ingest.Job, full bool) (*ingest.Chapter, error) {
	if size, most := job.Content.Size(), job.Limits.Get(converters.LimitInput); size > most {
		return nil, &converters.LimitError{Limit: converters.LimitInput, Value: size, Max: most}
	}
	c, err := p.take(ctx, full)
	if err != nil {
		return nil, err
	}
	t := p.talk(c, job)
	chapter, err := t.run(ctx)
	var known *told
	switch {
	case err == nil, errors.Is(err, errNoEngine):
		p.give(c)
		return chapter, err
	case errors.As(err, &known):
		p.give(c)
		return nil, known.err
	case ingest.IsChange(err), errors.Is(err, converters.ErrMachine):
		c.end()
		return nil, err
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
		case converters.Passwords:
			t.passwords = s
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
		return fmt.Errorf("%w (%s)", ingest.ErrEnded, state)
	case isEnd(err) && t.child.starved():
		return fmt.Errorf("%w (it got no more memory or threads)", ingest.ErrEnded)
	default:
		return &converters.PanicError{Format: "isolated", Value: "its process ended: " + state + ": " + err.Error()}
	}
}

func (p *Pool) memory() int64 {
	if p.Memory == 0 {
		return maxMemory
	}
	return p.Memory
}

// take returns a child that is idle, or a new one, with the engine where the
// source needs that. A child that has it reads everything, so a new one takes the
// place of one without it.
func (p *Pool) take(ctx context.Context, full bool) (*child, error) {
	for {
		c := p.pick(full)
		switch {
		case c == nil && full:
			return p.first(ctx)
		case c == nil:
			return p.start(ctx, false)
		case !c.isGone() && (c.full || !full):
			return c, nil
		}
		c.end() // somebody ended it while it had nothing to do, or it lacks the engine
	}
}

// pick takes a child out of those that are idle: the last one with the engine, if
// that is needed and there is one, or else the last one. It returns nil if there is none.
func (p *Pool) pick(full bool) *child {
	p.children.mu.Lock()
	defer p.children.mu.Unlock()
	at := len(p.children.idle) - 1
	if at < 0 {
		return nil
	}
	for i, c := range p.children.idle {
		if full && c.full {
			at = i
		}
	}
	c := p.children.idle[at]
	p.children.idle = slices.Delete(p.children.idle, at, at+1)
	return c
}

// first starts a child with the engine. The first one is started alone, until it
// says that there is nothing to compile or is ready: what it compiles is there for
// the others.
func (p *Pool) first(ctx context.Context) (*child, error) {
	p.once.Do(func() { p.children.turn, p.children.code = make(chan struct{}, 1), make(chan struct{}) })
	select {
	case <-p.children.code:
		return p.start(ctx, true)
	case p.children.turn <- struct{}{}:
		defer func() { <-p.children.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	c, err := p.start(ctx, true)
	if err == nil {
		p.warm()
	}
	return c, err
}

// warm lets children start beside one another.
func (p *Pool) warm() { p.warmed.Do(func() { close(p.children.code) }) }

// give takes a child back.
func (p *Pool) give(c *child) {
	p.children.mu.Lock()
	keep := !p.children.closed && c.jobs < maxJobs
	if keep {
		p.children.idle = append(p.children.idle, c)
	}
	p.children.mu.Unlock()
	if !keep {
		c.end()
	}
}

// Close ends the children that are idle, and does not wait until they are gone; those
// at work end with their source.
func (p *Pool) Close() {
	p.children.mu.Lock()
	p.children.closed = true
	idle := p.children.idle
	p.children.idle = nil
	p.children.mu.Unlock()
	for _, c := range idle {
		c.dismiss()
	}
}

// endIdle ends the children that are idle.
func (p *Pool) endIdle() {
	p.children.mu.Lock()
	idle := p.children.idle
	p.children.idle = nil
	p.children.mu.Unlock()
	for _, c := range idle {
		c.end()
	}
}
