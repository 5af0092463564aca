package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

type checkOptions struct {
	builderOptions
	pipeline.CheckOptions
	approvals bool
	base      string
	approvers int
}

func newCheck(t *terminal) *cobra.Command {
	var o checkOptions
	cmd := &cobra.Command{
		Use:   "check [PROFILE…]",
		Short: "Say whether backstory.md is up to date, and why not",
		Long: `check compares each profile with its manifest and writes nothing. --rebuild converts every source
again and compares bytes: the form for CI, since a check without it believes the digests.

--approvals holds the files that say who an agent is to the approvals beside them instead. With --base REF the
list of signers and the approvals of that commit are believed, and what came since has to follow from them.

` + exitHelp,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.approvals {
				return t.checkApprovals(cmd.Context(), args, o.base, o.approvers)
			}
			if o.base != "" {
				return errors.New("--base: give it with --approvals")
			}
			return runCheck(cmd.Context(), t, o, args)
		},
	}
	o.add(cmd)
	cmd.Flags().BoolVar(&o.Rebuild, "rebuild", false, "convert from the sources and compare bytes")
	cmd.Flags().BoolVar(&o.Diff, "diff", false, "print what a build would change in backstory.md")
	cmd.Flags().BoolVar(&o.approvals, "approvals", false, "hold files to the approvals beside them")
	cmd.Flags().StringVar(&o.base, "base", "", "with --approvals: believe this commit (`REF`)")
	cmd.Flags().IntVar(&o.approvers, "approvers", 1, "with --approvals: how many people have to have approved (`N`)")
	cmd.Flags().BoolVar(&t.all, "all", false, "work on every profile below the current folder")
	t.addJSON(cmd.Flags())
	return cmd
}

func runCheck(ctx context.Context, t *terminal, o checkOptions, args []string) error {
	b, err := o.builder()
	if err != nil {
		return err
	}
	o.Whole = t.answer.asked
	return t.each(args, func(dir string) (int, error) {
		p, err := profile.Open(dir)
		if err != nil {
			return exitError, err
		}
		defer p.Close()
		v, err := b.Check(ctx, p, o.CheckOptions)
		if err != nil {
			return exitError, err
		}
		if err := tellVerdict(t, dir, v, o); err != nil {
			return exitError, err
		}
		marked := t.conflicts(dir, v.Summary, true)
		if !v.Fresh {
			return exitStale, nil
		}
		code, err := t.uncommitted(ctx, b, p, dir)
		return worst(worst(codeOf(v.Summary), marked), code), err
	})
}

func tellVerdict(t *terminal, dir string, v *pipeline.Verdict, o checkOptions) error {
	if t.answer.asked {
		t.answersVerdict(dir, v)
		return nil
	}
	state := t.paint(green, "fresh")
	if !v.Fresh {
		state = t.paint(yellow, "stale")
	}
	fmt.Fprintf(t.out, "%s: %s\n", dir, state)
	for _, c := range v.Reasons {
		fmt.Fprintf(t.out, "  %s\n", reason(c))
	}
	for _, f := range v.Failed {
		fmt.Fprintf(t.out, "  failed %s\n", sourceLine(dir, f.Path, failureText(f)))
	}
	if v.Edited {
		t.talk("%s: %s is not ours to replace: move its text into %s/, or build with --force\n", dir, profile.OutputFile, profile.SourcesFolder)
	}
	t.warnNotes(dir, v.Notes)
	_, err := t.out.Write(v.Diff)
	return err
}

// reason says one change in words.
func reason(c manifest.Change) string {
	s := string(c.Kind)
	if c.Path != "" {
		s += " " + names.Show(c.Path)
	}
	switch {
	case c.Old != "" && c.New != "":
		s += ": " + oneline.Safe(short(c.Old)) + " → " + oneline.Safe(short(c.New))
	case c.New != "":
		s += ": " + oneline.Safe(short(c.New))
	case c.Old != "":
		s += ": was " + oneline.Safe(short(c.Old))
	}
	return s
}

// short cuts a digest, which nobody reads whole.
func short(s string) string {
	if len(s) == 64 {
		return s[:12]
	}
	return s
}
