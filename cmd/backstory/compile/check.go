package compile

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

type checkOptions struct {
	builder   BuilderOptions
	check     pipeline.CheckOptions
	approvals bool
	base      string
	approvers int
	failOn    string
}

// NewCheck returns the command check.
func NewCheck(t *cli.Terminal) *cobra.Command {
	var o checkOptions
	cmd := &cobra.Command{
		Use:   "check [PROFILE…]",
		Short: "Say whether backstory.md is up to date, and why not",
		Long: `check compares each profile with its manifest and writes nothing. --rebuild converts every source
again and compares bytes: use it in CI, since a check without it trusts the digests.

--approvals checks something else: that people approved the files that say who an agent is. Records beside those
files show it. With --base REF the signers and the approvals in that commit are trusted, and everything later must follow from them.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.approvals {
				return CheckApprovals(t, cmd.Context(), args, o.base, o.approvers)
			}
			if o.base != "" {
				return errors.New("--base: give it with --approvals")
			}
			return runCheck(cmd.Context(), t, o, args)
		},
	}
	o.builder.add(cmd)
	addFailOn(cmd.Flags(), &o.failOn)
	cmd.Flags().BoolVar(&o.check.Rebuild, "rebuild", false, "convert from the sources and compare bytes")
	cmd.Flags().BoolVar(&o.check.Trust, "trust-cache", false, "with --rebuild: take signed chapters from the shared cache instead of converting")
	cmd.Flags().BoolVar(&o.check.Diff, "diff", false, "print what a build would change in backstory.md")
	cmd.Flags().BoolVar(&o.approvals, "approvals", false, "check that people approved the files, by the records beside them")
	cmd.Flags().StringVar(&o.base, "base", "", "with --approvals: trust the signers and approvals in this commit (`REF`)")
	cmd.Flags().IntVar(&o.approvers, "approvers", 1, "with --approvals: `N` people must have approved")
	cmd.Flags().BoolVar(&t.All, "all", false, "work on every profile below the current folder")
	t.AddJSON(cmd.Flags())
	t.AddReport(cmd.Flags())
	return cmd
}

func runCheck(ctx context.Context, t *cli.Terminal, o checkOptions, args []string) error {
	if o.check.Trust && !o.check.Rebuild {
		return errors.New("--trust-cache: give it with --rebuild, which believes no cache without it")
	}
	o.builder.Tell = t.Talk
	b, err := o.builder.Builder()
	if err != nil {
		return err
	}
	o.check.Whole = t.Answer.Asked
	return o.builder.sharing(t.Each(args, func(dir string) (int, error) {
		p, err := profile.Open(dir)
		if err != nil {
			return cli.ExitError, err
		}
		defer p.Close()
		v, err := b.Check(ctx, p, o.check)
		if err != nil {
			return cli.ExitError, err
		}
		if err := tellVerdict(t, dir, v, o); err != nil {
			return cli.ExitError, err
		}
		marked := conflicts(t, dir, v.Summary, true)
		if !v.Fresh {
			return cli.ExitStale, nil
		}
		lacks, err := textless(o.failOn, v.Summary)
		if err != nil {
			return lacks, err
		}
		if len(v.Unproven) > 0 {
			return cli.ExitFailed, nil
		}
		code, err := uncommitted(t, ctx, b, p, dir)
		return cli.Worst(cli.Worst(cli.Worst(codeOf(v.Summary), marked), code), lacks), err
	}))
}

func tellVerdict(t *cli.Terminal, dir string, v *pipeline.Verdict, o checkOptions) error {
	if t.Answer.Asked {
		answersVerdict(t, dir, v)
		return nil
	}
	state := t.Paint(cli.Green, "fresh")
	switch {
	case !v.Fresh:
		state = t.Paint(cli.Yellow, "stale")
	case len(v.Unproven) > 0:
		state = t.Paint(cli.Yellow, "unproven")
	}
	fmt.Fprintf(t.Out, "%s: %s\n", dir, state)
	for _, c := range v.Reasons {
		fmt.Fprintf(t.Out, "  %s\n", reason(c))
	}
	tellUnread(t, dir, slices.Concat(v.Failed, v.Unproven))
	for _, path := range v.Summary.NoText {
		fmt.Fprintf(t.Out, "  %s\n", sourceLine(dir, path, noText))
	}
	if v.Edited {
		t.Talk("%s: %s is not ours to replace: move its text into %s/, or build with --force\n", dir, profile.OutputFile, profile.SourcesFolder)
	}
	warnNotes(t, dir, v.Notes)
	_, err := t.Out.Write(v.Diff)
	return err
}
