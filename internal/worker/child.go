package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
)

const (
	// startMost is how long a child may take to be ready. Without a cache it
	// compiles PDFium first.
	startMost = 2 * time.Minute
	// memoryMost is the most memory that a child may have, in bytes: that of
	// PDFium and its own.
	memoryMost = 700 << 20
	watchEvery = 50 * time.Millisecond
)

// child is a process that converts.
type child struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  io.ReadCloser
	jobs int
	most int64 // bytes of memory
	over bool  // it was killed for its memory
}

// start starts a child and waits until it is ready.
func (p *Pool) start(ctx context.Context) (*child, error) {
	program := p.Program
	if program == "" {
		var err error
		if program, err = os.Executable(); err != nil {
			return nil, fmt.Errorf("finding the program: %w", err)
		}
	}
	cmd := exec.Command(program, p.Arguments...)
	cmd.Env = []string{}
	cmd.Dir = os.TempDir()
	c := &child{cmd: cmd, most: p.memory()}
	var err error
	if c.in, err = cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("starting a process: %w", err)
	}
	if c.out, err = cmd.StdoutPipe(); err != nil {
		return nil, fmt.Errorf("starting a process: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting a process: %w", err)
	}
	timed, cancel := context.WithTimeout(ctx, startMost)
	defer cancel()
	var kind byte
	var payload []byte
	err = c.during(timed, func() error {
		var err error
		kind, payload, err = readFrame(c.out, func(byte) uint64 { return readyMost })
		return err
	})
	if err == nil && kind == frameError {
		err = decodeError(payload)
	}
	if err == nil && kind != frameReady {
		err = errFrame
	}
	if err != nil {
		c.kill()
		return nil, fmt.Errorf("starting a process to convert in: %w", err)
	}
	if len(payload) > 0 && p.Note != nil {
		p.note.Do(func() { p.Note(string(payload)) })
	}
	return c, nil
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
			if memoryOf(c.cmd.Process.Pid) > c.most {
				c.over = true
				c.kill()
			}
		}
	}
}

// convert lets the child convert a source.
func (c *child) convert(ctx context.Context, job ingest.Job, password converters.Password, limit time.Duration) (*ingest.Chapter, error) {
	q := request{
		Name: job.Name, Size: job.Content.Size(), Options: job.Options, Limits: job.Limits, Base: job.Base, Prefix: job.Prefix,
		NoTokens: job.NoTokens, Password: string(password), Seconds: uint64(limit/time.Second) + 5,
	}
	var kind byte
	var payload []byte
	err := c.during(ctx, func() error {
		if err := writeRequest(c.in, q, io.NewSectionReader(job.Content, 0, q.Size)); err != nil {
			return err
		}
		var err error
		kind, payload, err = readFrame(c.out, func(kind byte) uint64 {
			if kind == frameChapter {
				return uint64(16*job.Limits.Get(converters.LimitText)) + 1<<20
			}
			return errorMost
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	c.jobs++
	switch kind {
	case frameChapter:
		return ingest.DecodeChapter(payload, job.Limits)
	case frameError:
		return nil, &told{decodeError(payload)}
	default:
		return nil, errFrame
	}
}

// told is an error of the source, from a child that is well.
type told struct{ err error }

func (t *told) Error() string { return t.err.Error() }
func (t *told) Unwrap() error { return t.err }

// kill ends the child.
func (c *child) kill() {
	// What fails here is that it has ended already.
	_ = c.cmd.Process.Kill()
}

// end ends the child and waits for it.
func (c *child) end() {
	_ = c.in.Close()
	c.kill()
	var exit *exec.ExitError
	if err := c.cmd.Wait(); err != nil && !errors.As(err, &exit) {
		return // its pipes were closed under it: nothing is left to do
	}
}
