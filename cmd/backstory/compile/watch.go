package compile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/internal/watch"
	"github.com/seed353dc258/backstory/profile"
)

// watchOptions are the flags of watch.
type watchOptions struct {
	builder BuilderOptions
	poll    time.Duration
}

// NewWatch returns the command watch.
func NewWatch(t *cli.Terminal) *cobra.Command {
	var o watchOptions
	cmd := &cobra.Command{
		Use:   "watch [PROFILE…]",
		Short: "Build whenever the documents in backstory/ change",
		Long: `watch builds each profile, and again whenever its documents, their options or its label change, and
says so in one line. Without arguments it works on the profile that the current folder is in, or, in a
workspace, on all of its profiles, those that come later included. A document that cannot be converted
is named, and watching goes on until Ctrl-C or another signal.`,
		RunE: func(cmd *cobra.Command, args []string) error { return runWatch(cmd.Context(), t, &o, args) },
	}
	o.builder.add(cmd)
	cmd.Flags().BoolVar(&t.All, "all", false, "watch every profile below the current folder")
	cmd.Flags().DurationVar(&o.poll, "poll", 0, "look for changes every `TIME`, where the system does not report them")
	return cmd
}

func runWatch(ctx context.Context, t *cli.Terminal, o *watchOptions, args []string) error {
	if o.poll < 0 {
		return errors.New("--poll: give a time above zero, such as 2s")
	}
	o.builder.Tell, o.builder.prepares = t.Talk, t.Prepares
	b, err := o.builder.Builder()
	if err != nil {
		return err
	}
	b.Lock.Timeout = time.Minute
	list, above, err := watched(t, args)
	if err != nil {
		return err
	}
	dirs, err := list()
	if err != nil {
		return err
	}
	for _, dir := range dirs {
		p, err := profile.Open(dir)
		if err != nil {
			return err
		}
		p.Close()
	}
	t.Talk("watching %s; Ctrl-C ends it\n", cli.Plural(len(dirs), "profile"))
	seen := map[string]bool{}
	return watch.Run(ctx, watch.Settings{List: list, Above: above, Poll: o.poll, Warn: func(err error) { warnOfWatch(t, err) }}, func(ctx context.Context, c watch.Change) {
		rebuild(t, ctx, b, c, !seen[c.Dir])
		seen[c.Dir] = true
	})
}

func warnOfWatch(t *cli.Terminal, err error) {
	t.Talk("%s\n", t.Paint(cli.Yellow, oneline.Safe(err.Error())))
}

// watched returns what lists the folders to be watched, and the folder in which
// more may appear.
func watched(t *cli.Terminal, args []string) (list func() ([]string, error), above []string, err error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, nil, err
	}
	if t.All && len(args) == 0 {
		return func() ([]string, error) { return profile.FindAll(here, nil) }, []string{here}, nil
	}
	dirs, err := t.Profiles(args)
	if errors.Is(err, profile.ErrNotFound) && len(args) == 0 {
		dir, noWorkspace := profile.FindWorkspace(here)
		if noWorkspace != nil {
			return nil, nil, err
		}
		w, err := profile.OpenWorkspace(dir)
		if err != nil {
			return nil, nil, err
		}
		return w.Folders, []string{dir, filepath.Join(dir, profile.ProfilesFolder)}, nil
	}
	if err != nil {
		return nil, nil, err
	}
	for i, dir := range dirs {
		if dirs[i], err = filepath.Abs(dir); err != nil {
			return nil, nil, err
		}
	}
	return func() ([]string, error) { return dirs, nil }, nil, nil
}

// rebuild builds a profile that changed, and says what came of it. That nothing
// had to be written is said at first alone.
func rebuild(t *cli.Terminal, ctx context.Context, b *pipeline.Builder, c watch.Change, first bool) {
	dir := shownDir(c.Dir)
	switch {
	case c.Gone:
		t.Talk("%s: %s\n", dir, t.Paint(cli.Yellow, "the folder is gone; it is built again when it is back"))
		return
	case !c.Sources:
		return
	}
	report, err := buildAt(ctx, b, c.Dir)
	switch {
	case errors.Is(err, context.Canceled):
	case err != nil:
		t.Talk("%s: %s\n", dir, t.Paint(cli.Red, oneline.Safe(cli.MessageOf(err))))
	case first || report.State == pipeline.StateBuilt || report.State == pipeline.StateRemoved:
		t.Talk("%s: %s\n", dir, t.Paint(cli.Green, headline(report)))
		for _, f := range report.Summary.Errors {
			t.Talk("%s\n", t.Paint(cli.Red, sourceLine(dir, f.Path, FailureText(f))))
		}
	}
}

func buildAt(ctx context.Context, b *pipeline.Builder, dir string) (*pipeline.Report, error) {
	p, err := profile.Open(dir)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	r, err := b.Build(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("not built: %w", err)
	}
	return r, nil
}

// shownDir is a folder as a person names it here.
func shownDir(dir string) string {
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, dir); err == nil && filepath.IsLocal(rel) {
			return rel
		}
	}
	return dir
}
