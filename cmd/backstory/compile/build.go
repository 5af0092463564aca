// Package compile has the commands of the compiler: from a folder of documents to
// backstory.md, and what can be asked of either.
package compile

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// buildOptions are the flags of build.
type buildOptions struct {
	BuilderOptions
	force       bool
	dryRun      bool
	lockTimeout time.Duration
	quiet       bool
}

// NewBuild returns the command build.
func NewBuild(t *cli.Terminal) *cobra.Command {
	var o buildOptions
	cmd := &cobra.Command{
		Use:   "build [PROFILE…]",
		Short: "Build backstory.md from the documents in backstory/",
		Long: `build converts the documents in the backstory/ folder of each profile and writes backstory.md and
.backstory-manifest.json beside it. Without arguments it works on the profile that the current
folder is in. A document that cannot be converted is left out and named. A backstory.md that was
written or edited by hand is never overwritten. Options for a profile and its documents are in
backstory/.backstory.json.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.dryRun {
				return dryRun(cmd.Context(), t, o, args)
			}
			return runBuild(cmd.Context(), t, o, args)
		},
	}
	o.BuilderOptions.add(cmd)
	cmd.Flags().BoolVar(&o.force, "force", false, "replace a backstory.md that backstory did not write, and keep a copy beside it")
	cmd.Flags().BoolVarP(&o.dryRun, "dry-run", "n", false, "convert, say what would change, and write nothing")
	cmd.Flags().DurationVar(&o.lockTimeout, "lock-timeout", time.Minute, "wait this `TIME` for another build of the same profile")
	cmd.Flags().BoolVar(&t.All, "all", false, "work on every profile below the current folder")
	t.AddJSON(cmd.Flags())
	t.AddReport(cmd.Flags())
	cmd.Flags().BoolVarP(&o.quiet, "quiet", "q", false, "print errors and failed sources only")
	return cmd
}

func runBuild(ctx context.Context, t *cli.Terminal, o buildOptions, args []string) error {
	o.Tell, o.prepares = t.Talk, t.Prepares
	o.page = t.Pages()
	t.Shown.Quiet = o.quiet
	b, err := o.Builder()
	if err != nil {
		return err
	}
	b.Working = Lazily()
	spare := make([]byte, spareBytes)
	defer runtime.KeepAlive(spare)
	b.Force = o.force
	b.Lock.Timeout = o.lockTimeout
	b.Lock.Waiting = func(holder string) { t.Talk("waiting for another build of this profile (%s)\n", holder) }
	return t.Each(args, func(dir string) (int, error) {
		p, err := profile.Open(dir)
		if err != nil {
			return cli.ExitError, err
		}
		defer p.Close()
		update, done := t.Progress(p.Name())
		b.Progress = update
		report, err := b.Build(ctx, p)
		done()
		if err != nil {
			return cli.ExitError, err
		}
		if t.Answer.Asked {
			if err := answersReport(t, ctx, b, p, dir, report); err != nil {
				return cli.ExitError, err
			}
		} else {
			tellReport(t, dir, report, o.quiet)
		}
		marked := conflicts(t, dir, report.Summary, o.tracked || inHook())
		code, err := uncommitted(t, ctx, b, p, dir)
		return cli.Worst(cli.Worst(codeOf(report.Summary), marked), code), err
	})
}

// dryRun says what a build would write. The documents are converted, so that all
// that would fail does, and nothing is written.
func dryRun(ctx context.Context, t *cli.Terminal, o buildOptions, args []string) error {
	o.Tell, o.prepares = t.Talk, t.Prepares
	o.page = t.Pages()
	how := pipeline.CheckOptions{Rebuild: true, Whole: t.Answer.Asked}
	return eachChecked(ctx, t, &o.BuilderOptions, how, args, func(dir string, v *pipeline.Verdict) (int, error) {
		if t.Answer.Asked {
			answersVerdict(t, dir, v)
		} else {
			tellDryRun(t, dir, v, o.force)
		}
		if slices.ContainsFunc(v.Failed, func(f manifest.Failure) bool { return !f.IsEmpty() }) {
			return cli.ExitFailed, nil
		}
		return cli.ExitDone, nil
	})
}

// tellDryRun tells a person what a build would do.
func tellDryRun(t *cli.Terminal, dir string, v *pipeline.Verdict, force bool) {
	switch {
	case v.Fresh:
		fmt.Fprintf(t.Out, "%s: nothing to write: %s is current\n", dir, profile.OutputFile)
	case v.Edited && !force:
		fmt.Fprintf(t.Out, "%s: would write nothing: %s is not ours to replace; --force keeps a copy beside it\n", dir, profile.OutputFile)
	default:
		fmt.Fprintf(t.Out, "%s: would write %s\n", dir, profile.OutputFile)
	}
	for _, c := range v.Reasons {
		fmt.Fprintf(t.Out, "  %s\n", reason(c))
	}
	tellUnread(t, dir, v.Failed)
	warnNotes(t, dir, v.Notes)
}

// Lazily puts off collecting memory for a command that mostly ends before any
// would be worth it, and returns what ends that.
func Lazily() (end func()) {
	usual := debug.SetGCPercent(lazyPercent)
	return func() { debug.SetGCPercent(usual) }
}

// lazyPercent lets memory grow to 16 MiB before it is collected.
const lazyPercent = 400

// spareBytes are allocated and never touched, so that they take no memory. What
// is in use counts with them before more is collected: small sources use so
// little that it would be collected after each.
const spareBytes = 8 << 20

// codeOf returns the exit code of a profile that is up to date.
func codeOf(s pipeline.Summary) int {
	for _, f := range s.Errors {
		if f.Code == "bug" {
			return cli.ExitBug
		}
	}
	if s.Failed > 0 {
		return cli.ExitFailed
	}
	return cli.ExitDone
}
