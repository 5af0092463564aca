package proposals

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/proposal/triage"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/compile"
)

func newTriage(t *cli.Terminal, o *proposalsOptions) *cobra.Command {
	var dry, apply bool
	var policy string
	var most int
	cmd := &cobra.Command{
		Use: "triage", Short: "Decide on pending proposals by rules", Args: cobra.NoArgs,
		Long: `triage goes through the proposals that wait, the newest first, and decides by a table of rules. Without
--apply it writes nothing at all. report-only reports the decisions; cautious rejects proposals that are plainly
useless; apply-safe also applies those that change hardly anything, in your name, and never where signers are
listed.`,
	}
	f := cmd.Flags()
	f.BoolVar(&dry, "dry-run", false, "write nothing (the default)")
	f.BoolVar(&apply, "apply", false, "carry out the decisions")
	f.StringVar(&policy, "policy", string(triage.ReportOnly), "report-only, cautious or apply-safe (`POLICY`)")
	f.IntVar(&most, "max", 20, "look at `N` at most")
	f.StringVar(&o.reviewer, "reviewed-by", "", "in whose name (`NAME`; default: your user name)")
	t.AddJSON(f)
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
			s, err := on.host.Desk.Triage(ctx, on.scope, proposal.TriageOptions{Apply: apply, Policy: p, Max: most, By: on.by.Name})
			return on.swept(s, err)
		})
	}
	return cmd
}

func (p *proposals) swept(s proposal.Sweep, err error) error {
	if err != nil {
		return err
	}
	if p.t.Answer.Asked {
		p.t.Answers(s)
		return nil
	}
	return proposal.WriteSweep(p.t.Out, s)
}

func newVerify(t *cli.Terminal, o *proposalsOptions) *cobra.Command {
	var needed int
	cmd := &cobra.Command{
		Use: "verify [PROFILE…]", Short: "Check that people approved the files of profiles",
		Long: `verify reads the folder approvals/ of a profile and compares its records with one another, with their signatures
and with the files. It needs no store. It trusts the list of signers as it is now; backstory check --approvals
--base REF trusts the one of an earlier commit.`,
	}
	cmd.Flags().IntVar(&needed, "approvers", 1, "`N` people must have approved")
	t.AddJSON(cmd.Flags())
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return compile.CheckApprovals(t, cmd.Context(), args, "", needed)
	}
	return cmd
}
