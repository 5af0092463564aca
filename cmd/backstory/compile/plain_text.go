package compile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/plain"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

// writeJoined writes what a build of a plain folder would give, and returns the exit
// code. What is kept of the folder stays as it is.
func writeJoined(ctx context.Context, t *cli.Terminal, o *BuilderOptions, with converters.Options, dir string, to io.Writer) (int, error) {
	aside, err := os.MkdirTemp("", "backstory-folder-")
	if err != nil {
		return cli.ExitError, err
	}
	defer os.RemoveAll(aside)
	p, err := plain.Open(t, aside, []string{dir}, o.Yes)
	if err != nil {
		return cli.ExitError, err
	}
	defer p.Close()
	o.Tell, o.prepares, o.page = t.Talk, t.Prepares, t.Pages()
	c, err := NewCompiler(t, o)
	if err != nil {
		return cli.ExitError, err
	}
	c.B.Override = c.B.Override.Over(with)
	r, err := c.Build(ctx, p)
	if err != nil {
		return cli.ExitError, plainError(p, err)
	}
	if r.State == pipeline.StateEmpty {
		return cli.ExitError, fmt.Errorf("%s: %s", names.Show(dir), nothingRead(r))
	}
	f, err := p.Root.Open(profile.OutputFile)
	if err == nil {
		_, err = io.Copy(to, f)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return cli.ExitError, err
	}
	t.Talk("%s: %s\n", names.Show(p.Name()), tellRead(r))
	for _, f := range r.Summary.Errors {
		t.Talk("%s: %s\n", names.Show(filepath.Join(dir, f.Path)), FailureText(f))
	}
	return codeOf(r.Summary), o.sharing(nil)
}

// openFollowed opens a profile, or a plain folder, which is read first as far as it
// changed.
func (o *BuilderOptions) openFollowed(ctx context.Context, t *cli.Terminal, dir string) (*profile.Profile, error) {
	is, err := plain.Is(dir)
	if err != nil || !is {
		return openOr(dir, err)
	}
	p, err := plain.Open(t, "", []string{dir}, o.Yes)
	if err != nil {
		return nil, err
	}
	o.Tell = t.Talk
	c, err := NewCompiler(t, o)
	if err == nil {
		err = c.Follow(ctx, p)
	}
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

func openOr(dir string, err error) (*profile.Profile, error) {
	if err != nil {
		return nil, err
	}
	return profile.Open(dir)
}
