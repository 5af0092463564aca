package compile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/folder"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// How long another process is waited for that reads the same plain folder, and how
// long what was found in one counts as what is there.
const (
	plainLock  = 10 * time.Minute
	plainFresh = 2 * time.Second
)

// Follow reads what changed in a plain folder, and tells the person what there is:
// three lines the first time, afterwards one where something changed.
func (c *compiler) Follow(ctx context.Context, p *profile.Profile) error {
	if time.Since(c.followed) < plainFresh {
		return nil
	}
	_, err := p.Root.Lstat(profile.OutputFile)
	first := errors.Is(err, fs.ErrNotExist)
	c.B.Lock.Timeout = plainLock
	c.B.Lock.Waiting = func(holder string) { c.t.Talk("waiting for another program that reads this folder (%s)\n", holder) }
	r, err := c.Build(ctx, p)
	if err != nil {
		return plainError(p, err)
	}
	c.followed = time.Now()
	switch {
	case r.State == pipeline.StateEmpty, r.State == pipeline.StateRemoved:
		c.t.Talk("%s: %s\n", names.Show(p.Name()), nothingRead(r))
	case r.State == pipeline.StateCurrent, r.Manifest == nil:
	case first:
		c.t.Talk("%s: %s\n", names.Show(p.Name()), tellRead(r))
		not := notReadLine(r.Manifest)
		if len(p.Only) > 0 {
			if not != "" {
				c.t.Talk("not read: %s\n", not)
			}
			break
		}
		c.t.Talk("not read: %s\n", cmp.Or(not, "none"))
		at := names.Shell(cli.FromHere(p.Dir))
		c.t.Talk("next: backstory chat %s, backstory search %s WORDS, backstory tokens %s --tree\n", at, at, at)
	default:
		c.t.Talk("%s: %s\n", names.Show(p.Name()), tellRead(r))
	}
	for _, n := range r.Notes {
		c.t.Talk("%s: %s\n", names.Show(p.Name()), oneline.Safe(n.String()))
	}
	return nil
}

// tellRead says in a line what was read of a plain folder.
func tellRead(r *pipeline.Report) string {
	s := r.Summary
	line := fmt.Sprintf("%d of %s read, about %s tokens, in %s", s.Sources-s.Failed-s.Empty-len(s.NoText), cli.Plural(s.Sources+s.Unsupported+s.Skipped, "file"), thousands(s.Tokens), r.Took.Round(10*time.Millisecond))
	if s.LeftOut > 0 {
		line += fmt.Sprintf("; %d more left out by ignore files, as caches or as keys", s.LeftOut)
	}
	return line + "; nothing is written into it"
}

func nothingRead(r *pipeline.Report) string {
	line := "it holds no file that can be read: backstory formats lists the formats"
	if r.Summary.LeftOut > 0 {
		line += fmt.Sprintf("; %d left out by ignore files, as caches or as keys", r.Summary.LeftOut)
	}
	if r.Manifest != nil {
		if not := notReadLine(r.Manifest); not != "" {
			line += "; not read: " + not
		}
	}
	return line
}

// maxNotRead is how many reasons are told for which something was not read.
const maxNotRead = 5

// notReadLine says in a line what was not read, and why.
func notReadLine(m *manifest.Manifest) string {
	var all totals
	for e := range m.All() {
		if e.HasNoText() {
			all.add("no text; --ocr=tesseract reads scans", 1, e.Path)
		}
	}
	for _, f := range m.Errors {
		all.add(f.Error, 1, f.Path)
	}
	for _, s := range m.Skipped {
		all.add(strings.Replace(s.Reason, "the profile", "the folder", 1), 1, s.Path)
	}
	for _, u := range m.Unsupported {
		all.add(oneline.Safe(u.Reason), 1, u.Path)
	}
	var parts []string
	for _, a := range all[:min(len(all), maxNotRead)] {
		parts = append(parts, fmt.Sprintf("%s (%s)", someOf(a.sources), oneline.Safe(a.what)))
	}
	if more := len(all) - maxNotRead; more > 0 {
		parts = append(parts, "and "+cli.Plural(more, "other reason"))
	}
	return strings.Join(parts, "; ")
}

// plainError says what to do about a plain folder that has too much.
func plainError(p *profile.Profile, err error) error {
	over := new(converters.LimitError)
	switch {
	case errors.Is(err, discover.ErrTooMany):
	case errors.As(err, &over) && over.Limit == converters.LimitProfile:
		err = fmt.Errorf("more than %s", cli.ByteSize(over.Max))
	default:
		return err
	}
	return fmt.Errorf("%s: %w: %s, or give --yes to read all of it", names.Show(p.Dir), err, folder.Instead(p.Dir))
}

// thousands writes a number with a comma between thousands.
func thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
