package worker

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
)

const (
	// maxStart is how long a child may take to be ready. Without a cache it
	// compiles PDFium first.
	maxStart = 2 * time.Minute
	// maxMemory is the most memory that a child may have, in bytes: that of
	// PDFium and its own.
	maxMemory  = 700 << 20
	watchEvery = 50 * time.Millisecond
	// maxGo is how long a child that stopped talking may take to be gone.
	maxGo = 2 * time.Second
)

// child is a process that converts.
type child struct {
	process *os.Process
	in      io.WriteCloser
	out     io.ReadCloser
	gone    chan struct{}    // closed when it has ended
	state   *os.ProcessState // how, once it is gone
	said    bounded          // to its standard error; read it once heard is closed
	heard   chan struct{}
	full    bool // it has the engine
	jobs    int
	most    int64 // bytes of memory
	over    bool  // it was killed for its memory
}

// spawn starts a child, with or without the engine.
func (p *Pool) spawn(full bool) (*child, error) {
	program := p.Program
	if program == "" {
		var err error
		if program, err = os.Executable(); err != nil {
			return nil, fmt.Errorf("finding the program: %w: mount /proc where it is missing, or read documents in this process with --isolate none", err)
		}
	}
	cmd := exec.Command(program, p.Arguments...)
	cmd.Env = []string{}
	cmd.Dir = rootOf(program)
	c := &child{full: full, most: p.memory(), gone: make(chan struct{}), said: bounded{most: maxTalk, cut: true}, heard: make(chan struct{})}
	var err error
	if c.in, err = cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("starting a process: %w", err)
	}
	if c.out, err = cmd.StdoutPipe(); err != nil {
		return nil, fmt.Errorf("starting a process: %w", err)
	}
	complaints, err := cmd.StderrPipe()
	if err != nil {
		return nil, fmt.Errorf("starting a process: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting a process: %w", err)
	}
	c.process = cmd.Process
	go c.wait()           // ends with the child
	go c.hear(complaints) // likewise
	return c, nil
}

// rootOf returns the folder that a program works in: it is there, and no profile.
func rootOf(program string) string {
	return filepath.VolumeName(program) + string(filepath.Separator)
}

// hear keeps the start of what the child complains of.
func (c *child) hear(complaints io.ReadCloser) {
	_, _ = io.Copy(&c.said, complaints) // its end is all that there is to know
	_ = complaints.Close()
	close(c.heard)
}

// starved reports whether a child that has ended says that the system gave it no
// more memory or threads.
func (c *child) starved() bool {
	if c.isGone() {
		<-c.heard
		for _, complaint := range []string{"out of memory", "cannot allocate memory", "failed to create new OS thread"} {
			if strings.Contains(c.said.b.String(), complaint) {
				return true
			}
		}
	}
	return false
}

// wait waits for the end of the child. It leaves the pipes open: what the
// child wrote may not have been read yet.
func (c *child) wait() {
	c.state, _ = c.process.Wait() // without a state it is unknown how it ended
	close(c.gone)
}

// maxStarts is how often a child is started that somebody ends before it is
// ready.
const maxStarts = 3

// start starts a child and waits until it is ready. That there is none is a
// fault of the machine.
func (p *Pool) start(ctx context.Context, full bool) (*child, error) {
	c, err := p.started(ctx, full)
	if err != nil && ctx.Err() == nil {
		err = &converters.MachineError{Err: err}
	}
	return c, err
}

func (p *Pool) started(ctx context.Context, full bool) (*child, error) {
	for attempt := 1; ; attempt++ {
		c, err := p.spawn(full)
		if err != nil {
			return nil, err
		}
		notes, err := p.greet(ctx, c)
		if err == nil {
			if notes != "" && p.Note != nil {
				p.note.Do(func() { p.Note(notes) })
			}
			return c, nil
		}
		if isEnd(err) {
			c.settle()
		}
		outside := isEnd(err) && c.isGone() && endedFromOutside(c.state)
		c.end()
		switch {
		case !outside:
			return nil, fmt.Errorf("starting a process to convert in: %w", err)
		case attempt == maxStarts:
			return nil, fmt.Errorf("starting a process to convert in: %w (%s)", ingest.ErrEnded, c.state)
		}
	}
}

// greet waits until a child is ready and returns what its sandbox lacks.
func (p *Pool) greet(ctx context.Context, c *child) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, maxStart)
	defer cancel()
	begin := byte(frameBegin)
	if c.full {
		begin = frameFull
	}
	if err := c.during(ctx, func() error { return writeFrame(c.in, begin, nil) }); err != nil {
		return "", err
	}
	for {
		kind, payload, err := c.read(ctx, func(byte) uint64 { return maxReady })
		switch {
		case err != nil:
			return "", err
		case kind == frameError:
			return "", decodeError(payload)
		case kind == frameReady, kind == frameOpen && p.Which == IsolateReduced:
			return string(payload), nil
		case kind == frameOpen:
			return "", fmt.Errorf("this system refuses to confine it (%s): let it use seccomp, or allow less by --isolate=%s or "+
				"isolate in your own configuration", payload, IsolateReduced)
		case kind == frameLoading:
			p.warm()
		case kind != frameCompiling:
			return "", errFrame
		case p.Preparing != nil:
			p.preparing.Do(p.Preparing)
		}
	}
}

// read reads a frame of the child.
func (c *child) read(ctx context.Context, most func(kind byte) uint64) (kind byte, payload []byte, err error) {
	err = c.during(ctx, func() error {
		var err error
		kind, payload, err = readFrame(c.out, most)
		return err
	})
	return kind, payload, err
}

// during runs a step of talking to the child, and kills the child when the
// context ends or it has too much memory.
func (c *child) during(ctx context.Context, step func() error) error {
	done := make(chan error, 1)
	go func() { done <- step() }() // ends when the child does, if not before
	watch := time.NewTicker(watchEvery)
	defer watch.Stop()
	for {
		select {
		case err := <-done:
			return err
		case <-ctx.Done():
			c.kill()
			<-done
			return ctx.Err()
		case <-watch.C:
			if memoryOf(c.process.Pid) > c.most {
				c.over = true
				c.kill()
			}
		}
	}
}

// isGone reports whether the child has ended.
func (c *child) isGone() bool {
	select {
	case <-c.gone:
		return true
	default:
		return false
	}
}

// kill ends the child.
func (c *child) kill() {
	// What fails here is that it has ended already.
	_ = c.process.Kill()
}

// settle gives a child that stopped talking the time to end in its own way.
func (c *child) settle() {
	select {
	case <-c.gone:
	case <-time.After(maxGo):
	}
}

// end ends the child and waits for it.
func (c *child) end() {
	c.dismiss()
	<-c.gone
}

// dismiss ends the child, which will be gone soon.
func (c *child) dismiss() {
	_ = c.in.Close()
	c.kill()
	_ = c.out.Close()
}

// bounded keeps what is written, up to a number of bytes. More is an error, or
// is cut.
type bounded struct {
	b    bytes.Buffer
	most int
	cut  bool
}

func (w *bounded) Write(p []byte) (int, error) {
	if room := w.most - w.b.Len(); len(p) > room {
		if !w.cut {
			return 0, errTooMuch
		}
		w.b.Write(p[:room])
		return len(p), nil
	}
	return w.b.Write(p)
}

const maxTalk = 4 << 10 // bytes of its complaints that are looked at
