// Package lint has the command that says what documents hide, forge or leak.
//
//   - status.go: what status --hidden shows
//   - lint.go: the command
//   - baseline.go: findings that are known
//   - keep.go: findings of sources that did not change
//   - fix.go: taking out what no reader sees
//   - git.go: files that changed
//   - gather.go: what is looked at
//   - allow.go: what the owner allows
//   - result.go: the answer
package lint

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/compile"
	"github.com/seed353dc258/backstory/cmd/backstory/given"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/internal/lint"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/pipeline"
)

// options are the flags of lint.
type options struct {
	builder  compile.BuilderOptions
	failOn   []string
	name     string // of standard input
	verbose  bool
	known    baselineOptions
	fix      bool
	noAllows bool // nothing is allowed
	git      changedOptions
}

// baselineOptions are files with findings that are known.
type baselineOptions struct{ read, write string }

// changedOptions say which changed files are looked at.
type changedOptions struct {
	staged bool
	base   string // a commit: what was found there is known
}

// New returns the command lint.
func New(t *cli.Terminal) *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "lint [PROFILE|FOLDER|FILE…|-]",
		Short: "Say what documents hide, forge or leak before a model reads them",
		Long: `lint reads documents of every format as a build does, and says what is hidden in them, with the words and
the place; what is lost of them; hostile characters; and keys, tokens and passwords. Of a profile it reads the documents, backstory.md, and the files that say who
an agent is; of a plain folder all files of a known format, and the rules that agents read there. "-" is
standard input, named by --name.

Each finding has a code, which backstory explain CODE explains, and a weight: secret, lost (hidden from a
reader, or lost), changed, or cosmetic. The exit code is 1 where --fail-on names what was found, by its weight or
code.`,
		RunE: func(cmd *cobra.Command, args []string) error { return run(cmd.Context(), t, &o, args) },
	}
	t.AddFormat(cmd.Flags())
	cmd.Flags().StringSliceVar(&o.failOn, "fail-on", []string{lint.Lost.String(), lint.Secret.String()}, "exit with 1 for these `CODES` or weights: secret, lost, changed, cosmetic, or never")
	cmd.Flags().StringVar(&o.name, "name", "stdin.md", "the `NAME` that standard input is read under")
	cmd.Flags().StringVar(&o.known.read, "baseline", "", "leave out the findings that this `FILE` has")
	cmd.Flags().StringVar(&o.known.write, "write-baseline", "", "write the findings to this `FILE`, for --baseline, and end with 0")
	cmd.Flags().BoolVar(&o.fix, "fix", false, "take characters that no reader sees out of Markdown and text: of files that are named, and of those that the owner of a profile writes")
	cmd.Flags().BoolVar(&o.noAllows, "no-allows", false, "tell what options and comments allow, too")
	cmd.Flags().BoolVar(&o.git.staged, "staged", false, "look at the files that are staged in git, as they are staged")
	cmd.Flags().StringVar(&o.git.base, "diff", "", "look at the files that differ from this commit (`BASE`), for what was not found there")
	cmd.Flags().BoolVarP(&o.verbose, "verbose", "v", false, "print cosmetic findings one by one")
	cmd.Flags().BoolVar(&t.All, "all", false, "look at every profile below the current folder")
	o.builder.AddYes(cmd)
	given.AddLimit(cmd.Flags(), &o.builder.Limits)
	compile.AddIsolate(cmd, &o.builder.Isolate)
	compile.AddCacheDir(cmd, &o.builder.Caches.CacheDir)
	t.AddJSON(cmd.Flags())
	return cmd
}

// never is what --fail-on says for nothing.
const never = "never"

func run(ctx context.Context, t *cli.Terminal, o *options, args []string) error {
	defer given.Lazily()()
	o.builder.Tell = t.Talk
	b, err := o.builder.Builder()
	if err != nil {
		return err
	}
	known := sync.OnceValue(func() []lint.Code { return lint.Codes(b.Registry) })
	if err := o.check(known); err != nil {
		return err
	}
	done := b.KeepChapters()
	defer func() {
		if err := done(); err != nil {
			t.Talk("%v\n", err)
		}
	}()
	found, looked, err := o.look(ctx, t, b, args)
	if err != nil {
		return err
	}
	if o.known.write != "" {
		return writeBaseline(t, o.known.write, found)
	}
	if o.known.read != "" {
		if found, err = withoutBaseline(ctx, t, o.known.read, o.git.base, found); err != nil {
			return err
		}
	}
	r := &result{Findings: append([]lint.Finding{}, found...), Looked: looked, fails: o.fails, known: known}
	t.Answers(r)
	if !t.Answer.Asked {
		r.tell(t, o.verbose)
	}
	if slices.ContainsFunc(found, o.fails) {
		return cli.ExitCode(cli.ExitStale)
	}
	return nil
}

// look returns what is found in what arguments and flags name, and the files.
func (o *options) look(ctx context.Context, t *cli.Terminal, b *pipeline.Builder, args []string) ([]lint.Finding, []string, error) {
	l := lint.Linter{Registry: b.Registry, Today: time.Now().Format(time.DateOnly)}
	if b.Chapters != "" {
		l.Keep = keep(filepath.Join(filepath.Dir(b.Chapters), "findings"))
	}
	g := &gathering{t: t, o: o, b: b, made: map[string]bool{}}
	defer g.close()
	defer func() {
		if l.Lifted > 0 {
			t.Talk("%s allowed\n", cli.Plural(l.Lifted, "finding"))
		}
	}()
	if o.git.staged || o.git.base != "" {
		return g.changed(ctx, &l, args)
	}
	if err := g.all(ctx, args); err != nil {
		return nil, nil, err
	}
	l.Allows = g.allowed
	found, looked, err := l.Lint(ctx, g.targets...)
	if err == nil && o.fix {
		found, err = g.fixed(ctx, &l, found)
	}
	if err == nil && len(looked) == 0 {
		err = errors.New("lint: nothing was looked at: there is no file of a format that is read; backstory formats lists them")
	}
	return found, looked, err
}

// check says what is wrong with the flags.
func (o *options) check(known func() []lint.Code) error {
	if o.git.staged && o.git.base != "" {
		return errors.New("lint: --staged and --diff name different files: give one of them")
	}
	if o.fix && (o.git.staged || o.git.base != "") {
		return errors.New("--fix writes files as they are in the folder: give it without --staged and --diff")
	}
	if strings.HasPrefix(o.git.base, "-") {
		return fmt.Errorf("--diff: %+.100q is no commit", oneline.Safe(o.git.base))
	}
	for i, on := range o.failOn {
		on = strings.ToLower(strings.TrimSpace(on))
		o.failOn[i] = converters.RenamedWarning(on)
		isWeight := slices.ContainsFunc(lint.Weights(), func(w lint.Weight) bool { return w.String() == on })
		if on == never || isWeight || slices.ContainsFunc(known(), func(c lint.Code) bool { return c.Code == o.failOn[i] }) {
			continue
		}
		return fmt.Errorf("--fail-on: %+.100q is neither a weight (secret, lost, changed, cosmetic), nor a code of docs/warnings.md, nor never", oneline.Safe(on))
	}
	return nil
}

// fails reports whether a finding fails the run. A heavier weight than one that is
// named fails, too.
func (o *options) fails(f lint.Finding) bool {
	return slices.ContainsFunc(o.failOn, func(on string) bool {
		if on == f.Code {
			return true
		}
		for _, w := range []lint.Weight{lint.Cosmetic, lint.Changed, lint.Lost, lint.Secret} {
			if w.String() == on {
				return f.Weight == w || w < lint.Lost && f.Weight > w
			}
		}
		return on == f.Weight.String()
	})
}
