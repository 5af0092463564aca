// Package compile has the commands of the compiler: from a folder of documents to
// backstory.md, and what can be asked of either.
//
//   - explain.go, explain_code.go, failed.go, formats.go, tokens.go: what can be asked
//   - build.go, check.go, status.go, watch.go: the commands of those names
//   - convert.go, convert_folder.go: convert, of a file or of many
//   - init.go, init_from.go, gitsetup.go, gitcommit.go, mergedriver.go: a new profile, and git
//   - approvals.go: whether changes were approved
//   - plain_text.go, plain.go: plain folders
//   - options.go: the options of conversions as flags
//   - compiler.go, builder.go, worker.go: the builder as commands use it
//   - json.go, report.go: what a build says, for programs and for people
package compile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/given"
	"github.com/seed353dc258/backstory/cmd/backstory/plain"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// buildOptions are the flags of build.
type buildOptions struct {
	builder     BuilderOptions
	force       bool
	dryRun      bool
	lockTimeout time.Duration
	quiet       bool
	output      string // for a plain folder
	failOn      string
	keep        bool
	ahead       Ahead
}

// Ahead has sources fetched from elsewhere and converted there, before builds that take what came of them.
type Ahead interface {
	AddFlags(flags *pflag.FlagSet)
	// Convert returns the profiles that the arguments name.
	Convert(ctx context.Context, t *cli.Terminal, b *pipeline.Builder, args []string) (dirs []string, end func(), err error)
	Open(ctx context.Context, dir string) (*profile.Profile, error)
	Build(ctx context.Context, t *cli.Terminal, b *pipeline.Builder, p *profile.Profile, dir string) (*pipeline.Report, error)
}

// NewBuild returns the command build.
func NewBuild(t *cli.Terminal, ahead Ahead) *cobra.Command {
	o := buildOptions{ahead: ahead}
	cmd := &cobra.Command{
		Use:   "build [PROFILE…]",
		Short: "Build backstory.md from the documents in backstory/",
		Long: `build converts the documents in the backstory/ folder of each profile and writes backstory.md and
.backstory-manifest.json beside it. Without arguments it works on the profile that the current
folder is in. A document that cannot be converted is left out and named. A backstory.md that was
written or edited by hand is never overwritten. Options for a profile and its documents are in
backstory/.backstory.json.

Of a plain folder, which is no profile, build -o FILE writes the same text to a file outside of it. Profiles may
lie in a bucket, too: s3://BUCKET/PREFIX/profiles/NAME, or with --all s3://BUCKET/PREFIX.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if is, err := onlyPlain(args); err != nil || is {
				if err != nil {
					return err
				}
				return buildPlain(cmd.Context(), t, o, args[0])
			}
			if o.output != "" {
				return errors.New("-o is for one plain folder: the backstory of a profile is its backstory.md")
			}
			if o.dryRun {
				return dryRun(cmd.Context(), t, o, args)
			}
			return runBuild(cmd.Context(), t, o, args)
		},
	}
	o.builder.add(cmd)
	ahead.AddFlags(cmd.Flags())
	o.builder.Caches.Shared.AddWrite(cmd.Flags())
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "of a plain folder, which is no profile: write to this `FILE`, outside of it")
	o.builder.AddYes(cmd)
	addFailOn(cmd.Flags(), &o.failOn)
	cmd.Flags().BoolVar(&o.keep, "keep", false, "with --big: write its limits into backstory/.backstory.json")
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
	o.builder.Tell, o.builder.prepares = t.Talk, t.Prepares
	o.builder.page = t.Pages()
	t.Shown.Quiet = o.quiet
	b, err := o.builder.Builder()
	if err != nil {
		return err
	}
	lazy := given.Lazily()
	b.Working = sync.OnceFunc(func() { lazy(); given.Busily() })
	defer runtime.KeepAlive(given.Spare())
	b.Force = o.force
	b.Lock.Timeout = o.lockTimeout
	b.Lock.Waiting = func(holder string) { t.Talk("waiting for another build of this profile (%s)\n", holder) }
	done := b.KeepChapters()
	defer func() {
		if err := done(); err != nil {
			t.Talk("%v\n", err)
		}
	}()
	dirs, end, err := o.ahead.Convert(ctx, t, b, args)
	if err != nil {
		return err
	}
	defer end()
	return o.builder.sharing(t.EachOf(dirs, func(dir string) (int, error) {
		p, err := o.ahead.Open(ctx, dir)
		if err != nil {
			return cli.ExitError, err
		}
		defer p.Close()
		if o.keep {
			if err := given.KeepBig(ctx, p, o.builder.Limits); err != nil {
				return cli.ExitError, err
			}
		}
		update, done := t.Progress(p.Name())
		b.Progress = update
		report, err := o.ahead.Build(ctx, t, b, p, dir)
		for err == nil && o.builder.ask(t, p.Dir, report.Summary.Errors) {
			report, err = o.ahead.Build(ctx, t, b, p, dir)
		}
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
		marked := conflicts(t, dir, report.Summary, o.builder.tracked || inHook())
		lacks, err := textless(o.failOn, report.Summary)
		if err != nil {
			return lacks, err
		}
		code, err := uncommitted(t, ctx, b, p, dir)
		return cli.Worst(cli.Worst(cli.Worst(codeOf(report.Summary), marked), code), lacks), err
	}))
}

// ask asks for the passwords of sources that failed for want of one, and reports whether
// there is an answer.
func (o *BuilderOptions) ask(t *cli.Terminal, dir string, failed []manifest.Failure) (any bool) {
	for _, f := range failed {
		if f.Code == pipeline.ErrorCode(converters.ErrEncrypted) {
			any = o.locks.opens.Ask(t, filepath.Join(dir, profile.SourcesFolder), f.Path) || any
		}
	}
	return any
}

// dryRun says what a build would write. The documents are converted, so that all
// that would fail does, and nothing is written.
func dryRun(ctx context.Context, t *cli.Terminal, o buildOptions, args []string) error {
	o.builder.Tell, o.builder.prepares = t.Talk, t.Prepares
	o.builder.page = t.Pages()
	how := pipeline.CheckOptions{Rebuild: true, Whole: t.Answer.Asked}
	return eachChecked(ctx, t, &o.builder, how, args, func(dir string, v *pipeline.Verdict) (int, error) {
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

// onlyPlain reports whether the only thing that is named is a plain folder.
func onlyPlain(args []string) (bool, error) {
	if len(args) != 1 || !isFolder(args[0]) {
		return false, nil
	}
	return plain.Is(args[0])
}

// errInFolder says that nothing is written into a plain folder.
var errInFolder = errors.New("-o: nothing is written into the folder that is read: name a file outside of it")

// buildPlain writes what a plain folder gives to a file outside of it.
func buildPlain(ctx context.Context, t *cli.Terminal, o buildOptions, dir string) error {
	if o.output == "" {
		return fmt.Errorf("%s is a plain folder, into which nothing is written: give -o FILE outside of it, or make a profile of it: backstory init NAME --from %s", names.Show(dir), names.Shell(dir))
	}
	at, err := filepath.Abs(o.output)
	if err == nil {
		at, err = filepath.EvalSymlinks(filepath.Dir(at))
	}
	real, realErr := filepath.EvalSymlinks(dir)
	if realErr == nil {
		real, realErr = filepath.Abs(real)
	}
	if err := errors.Join(err, realErr); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	if in, err := filepath.Rel(real, at); err == nil && filepath.IsLocal(in) {
		return errInFolder
	}
	root, err := os.OpenRoot(filepath.Dir(o.output))
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	defer root.Close()
	code := cli.ExitDone
	err = writeWhole(root, filepath.Base(o.output), func(to io.Writer) (err error) {
		code, err = writeJoined(ctx, t, &o.builder, converters.Options{}, dir, to)
		return err
	})
	if err == nil && code != cli.ExitDone {
		err = cli.ExitCode(code)
	}
	return err
}
