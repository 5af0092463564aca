package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/proposal/triage"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
)

func newTriage(t *terminal, o *proposalsOptions) *cobra.Command {
	var dry, apply bool
	var policy string
	var most int
	cmd := &cobra.Command{
		Use: "triage", Short: "Decide by rules about proposals that wait", Args: cobra.NoArgs,
		Long: `triage goes through the proposals that wait, the newest first, and decides by a table of rules. Without
--apply it writes nothing at all. report-only says what it thinks; cautious rejects what is plainly of no
use; apply-safe also applies what changes hardly anything, in your name, and never where signers are listed.`,
		Example: "  backstory proposals triage --policy cautious\n  backstory proposals triage --apply --policy cautious --max 50",
	}
	f := cmd.Flags()
	f.BoolVar(&dry, "dry-run", false, "write nothing (this is what is done without --apply)")
	f.BoolVar(&apply, "apply", false, "do what is decided")
	f.StringVar(&policy, "policy", string(triage.ReportOnly), "report-only, cautious or apply-safe (`POLICY`)")
	f.IntVar(&most, "max", 20, "look at so many (`N`)")
	f.StringVar(&o.reviewer, "reviewed-by", "", "in whose name (`NAME`; default: you, as the system calls you)")
	t.addJSON(f)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case dry && apply:
			return errors.New("--dry-run and --apply: give one of them")
		case most < 0:
			return fmt.Errorf("--max: %d is below 0", most)
		}
		p, err := triage.ParsePolicy(policy)
		if err != nil {
			return fmt.Errorf("--policy: %w", err)
		}
		return o.run(cmd.Context(), t, !apply, args, func(ctx context.Context, on *proposals, _ []string) error {
			if most == 0 {
				return on.swept(proposal.Sweep{Policy: p, Decisions: []proposal.Decided{}, Bundles: []triage.Bundle{}}, nil)
			}
			s, err := on.Desk.Triage(ctx, on.scope, proposal.TriageOptions{Apply: apply, Policy: p, Max: most, By: on.by.Name})
			return on.swept(s, err)
		})
	}
	return cmd
}

func (p *proposals) swept(s proposal.Sweep, err error) error {
	if err != nil {
		return err
	}
	if p.t.answer.asked {
		p.t.answers(s)
		return nil
	}
	return proposal.WriteSweep(p.t.out, s)
}

func newVerify(t *terminal, o *proposalsOptions) *cobra.Command {
	var needed int
	cmd := &cobra.Command{
		Use: "verify [PROFILE…]", Short: "Hold files of profiles to the approvals beside them",
		Long: `verify reads the folder approvals/ of a profile and holds its records to one another, to their signatures
and to the files. It needs no store. The list of signers is believed as it is: backstory check --approvals
--base REF believes that of an earlier commit.`,
		Example: "  backstory proposals verify profiles/ada",
	}
	cmd.Flags().IntVar(&needed, "approvers", 1, "how many people have to have approved (`N`)")
	t.addJSON(cmd.Flags())
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return t.checkApprovals(cmd.Context(), args, "", needed)
	}
	return cmd
}

// approvalsJSON is what a check of approvals found of a profile.
type approvalsJSON struct {
	Profile  string             `json:"profile"`
	Findings []approval.Finding `json:"findings"`
}

// codeApproval is the code of what is not as it was approved.
const codeApproval = "approval"

// checkApprovals holds profiles to the approvals beside them.
func (t *terminal) checkApprovals(ctx context.Context, args []string, base string, needed int) error {
	return t.each(args, func(dir string) (int, error) {
		p, err := profile.Open(dir)
		if err != nil {
			return exitError, err
		}
		defer p.Close()
		shared := ""
		if w, _, err := profile.WorkspaceOf(p.Dir); err == nil && w != nil {
			shared = w.Dir
			w.Close()
		}
		found, err := proposal.CheckApprovals(ctx, p, shared, base, approval.Expect{Needed: needed, Now: time.Now()})
		if err != nil {
			return exitError, err
		}
		t.answersProfile(approvalsJSON{dir, append([]approval.Finding{}, found...)})
		for _, f := range found {
			t.fail(notice{Code: codeApproval, Profile: dir, File: path.Join(dir, f.Path), Message: f.Code + ": " + oneline.Safe(f.Message)})
		}
		if len(found) > 0 {
			return exitStale, nil
		}
		if !t.answer.asked {
			fmt.Fprintf(t.out, "%s: as it was approved\n", dir)
		}
		return exitDone, nil
	})
}
