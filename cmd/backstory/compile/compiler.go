package compile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

// chatLock is how long a chat waits for another build before it continues with
// what there is.
const chatLock = 2 * time.Second

// compiler is what a chat needs of the builder: it implements repl.Backstory.
type compiler struct {
	t *cli.Terminal
	B *pipeline.Builder

	followed time.Time // when a plain folder was looked at last
}

// NewCompiler returns a compiler that tells the terminal what it does.
func NewCompiler(t *cli.Terminal, o *BuilderOptions) (*compiler, error) {
	b, err := o.Builder()
	if err != nil {
		return nil, err
	}
	b.Lock.Timeout = chatLock
	b.Lock.Waiting = func(holder string) { t.Talk("waiting for another build of this profile (%s)\n", holder) }
	return &compiler{t: t, B: b}, nil
}

// Freshen builds a profile whose sources changed. It returns a line for the
// person, "" where nothing was done.
func (c *compiler) Freshen(ctx context.Context, p *profile.Profile) (string, error) {
	if p.Sources != nil {
		return "", c.Follow(ctx, p)
	}
	report, err := c.Build(ctx, p)
	var held *atomicfile.LockedError
	switch {
	case errors.Is(err, profile.ErrInPlace):
		return "", nil // its texts are used as they are
	case errors.As(err, &held):
		return "another build is at work (" + held.Holder.String() + "): the backstory of the last build is used", nil
	case err != nil:
		return "", err
	case report.State == pipeline.StateCurrent || report.State == pipeline.StateEmpty:
		return "", nil
	}
	line := headline(report)
	if report.Summary.Failed > 0 {
		line += "; see /backstory failed"
	}
	return line, nil
}

// Build brings the backstory of a profile up to date, with progress at the terminal.
func (c *compiler) Build(ctx context.Context, p *profile.Profile) (*pipeline.Report, error) {
	update, done := c.t.Progress(p.Name())
	defer done()
	c.B.Progress = update
	return c.B.Build(ctx, p)
}

// Generate builds a profile and tells what came of it.
func (c *compiler) Generate(ctx context.Context, p *profile.Profile, out io.Writer) error {
	if !HasSources(p) {
		return noSources(p)
	}
	r, err := c.Build(ctx, p)
	if err != nil {
		return err
	}
	s := r.Summary
	if s.Sources+s.Unsupported+s.Skipped == 0 {
		_, err := fmt.Fprintf(out, "%s holds no source files\n", filepath.Join(p.Dir, p.At(profile.SourcesFolder)))
		return err
	}
	fmt.Fprintf(out, "Files discovered: %d\nSupported: %d\nUnsupported: %d\nFailed extractions: %d\nEstimated tokens: %d\nGeneration time: %.1f ms\n",
		s.Sources+s.Unsupported+s.Skipped, s.Sources, s.Unsupported+s.Skipped, s.Failed, s.Tokens, float64(r.Took.Microseconds())/1000)
	for _, f := range s.Errors {
		fmt.Fprintln(out, sourceLine(path.Base(filepath.ToSlash(p.Dir)), f.Path, FailureText(f)))
	}
	for _, note := range r.Notes {
		fmt.Fprintln(out, oneline.Safe(note.String()))
	}
	_, err = fmt.Fprintln(out, headline(r))
	return err
}

// Status shows the last build, and whether another is due.
func (c *compiler) Status(ctx context.Context, p *profile.Profile, out io.Writer) error {
	if !HasSources(p) {
		return noSources(p)
	}
	v, err := c.B.Check(ctx, p, pipeline.CheckOptions{Whole: true})
	if err != nil {
		return err
	}
	if v.Manifest.IsEmpty() {
		_, err := fmt.Fprintln(out, "there is no backstory yet: /backstory generate makes it")
		return err
	}
	if err := tellStatus(out, p.GivenName(), p.Dir, v); err != nil {
		return err
	}
	if n := v.Summary.Failed + v.Summary.Unsupported + v.Summary.Skipped; n > 0 {
		fmt.Fprintf(out, "\n%s not in the backstory: see /backstory failed\n", strings.Replace(cli.Plural(n, "source")+" are", "1 source are", "1 source is", 1))
	}
	return nil
}

// Failed shows what the last build left out.
func (c *compiler) Failed(ctx context.Context, p *profile.Profile, out io.Writer) error {
	v, err := c.B.Check(ctx, p, pipeline.CheckOptions{Whole: true})
	if err != nil {
		return err
	}
	return tellFailed(out, oneline.Safe(p.GivenName()), v.Manifest)
}

// Search shows the passages of a profile that answer a query.
func (c *compiler) Search(ctx context.Context, p *profile.Profile, i *profile.Identity, q find.Query, out io.Writer) error {
	hits, err := find.Search(ctx, c.B, p, i, q)
	if err != nil {
		return err
	}
	return find.Tell(out, hits)
}

// Convert makes Markdown of a file, as the command convert does.
func (c *compiler) Convert(ctx context.Context, name string, content []byte) (string, error) {
	defer c.t.ClearLine()
	convert := pipeline.Converter{Registry: c.B.Registry, Limits: c.B.Limits.User, Isolator: c.B.Isolator, Services: c.B.Services, NoTokens: true}
	var text strings.Builder
	_, err := convert.Convert(ctx, converters.Input{Name: name, SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}, &text)
	return text.String(), err
}

// HasSources reports whether a profile has a folder for documents.
func HasSources(p *profile.Profile) bool {
	root, folder := p.Documents()
	info, err := root.Stat(folder)
	return err == nil && info.IsDir()
}

func noSources(p *profile.Profile) error {
	return fmt.Errorf("there is no folder for sources: make %s and put documents there", filepath.Join(p.Dir, profile.SourcesFolder))
}
