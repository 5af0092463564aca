// Package proposals has the commands on changes of a persona: proposals, and the
// versions of its files.
//
//   - profiles_history.go: the versions of a profile's files
//   - proposals.go: proposals
//   - log.go: what became of proposals
//   - generate.go, triage.go: making and sorting proposals
//   - options.go: what the commands share
package proposals

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/proposal/patch"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
)

// NewProposals returns the command proposals.
func NewProposals(t *cli.Terminal) *cobra.Command {
	var o proposalsOptions
	sub := func(use, short string, args cobra.PositionalArgs, look bool, do func(context.Context, *proposals, []string) error) *cobra.Command {
		cmd := &cobra.Command{Use: use, Short: short, Args: args}
		cmd.RunE = func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), t, look, args, do) }
		t.AddJSON(cmd.Flags())
		return cmd
	}
	list := sub("list", "List proposals, the newest first", cobra.NoArgs, true, func(ctx context.Context, p *proposals, _ []string) error {
		return p.list(ctx, &o)
	})
	list.Flags().StringVar(&o.status, "status", "", "list those in this `STATE`: pending, approved, applied, rejected, expired, withdrawn or reverted")
	list.Flags().StringVar(&o.target, "target", "", "list those that change this `FILE`")
	list.Flags().IntVar(&o.limit, "limit", workspace.SessionLimit, "list at most `N`, up to 1000")
	list.Flags().BoolVar(&o.compact, "compact", false, "leave out pending ones of the last day")
	show := sub("show ID", "Show a proposal, with its evidence and its effect on the prompt", cli.OneArg("ID"), true, func(ctx context.Context, p *proposals, args []string) error {
		return p.show(ctx, args[0], o.diff)
	})
	show.Flags().BoolVar(&o.diff, "diff", false, "with what it changes, in the file and in the prompt")
	approve := sub("approve ID", "Approve a proposal; nothing is changed before apply", cli.OneArg("ID"), false, func(ctx context.Context, p *proposals, args []string) error {
		return p.approve(ctx, args[0])
	})
	reject := sub("reject ID", "Reject a proposal, for a reason", cli.OneArg("ID"), false, func(ctx context.Context, p *proposals, args []string) error {
		return p.reject(ctx, args[0], o.reason)
	})
	reject.Flags().StringVar(&o.reason, "reason", "", "why (`TEXT`)")
	review := sub("review ID approve|reject", "Approve or reject a proposal", cobra.ExactArgs(2), false, func(ctx context.Context, p *proposals, args []string) error {
		switch args[1] {
		case proposal.Approve:
			return p.approve(ctx, args[0])
		case proposal.Reject:
			return p.reject(ctx, args[0], cmp.Or(o.reason, "no reason was given"))
		}
		return fmt.Errorf("%q is not a decision: say approve or reject", args[1])
	})
	review.Flags().StringVar(&o.reason, "reason", "", "why it is rejected (`TEXT`)")
	apply := sub("apply ID", "Make the change of an approved proposal; in git, as one commit", cli.OneArg("ID"), false, func(ctx context.Context, p *proposals, args []string) error {
		done, err := p.host.Desk.Apply(ctx, p.scope, args[0], p.by.Name)
		return p.outcome("applied", done, err)
	})
	rebase := sub("rebase ID", "Bind a proposal to its file as it is now; it has to be approved again", cli.OneArg("ID"), false, func(ctx context.Context, p *proposals, args []string) error {
		done, err := p.host.Desk.Rebase(ctx, p.scope, args[0], p.by.Name)
		var clash *proposal.ClashError
		if errors.As(err, &clash) {
			p.t.Talk("%s", clash.Sides())
			p.t.Answers(struct {
				Conflict []patch.Clash `json:"conflict"`
			}{clash.Clashes})
		}
		return p.changed(done, err)
	})
	revert := sub("revert ID", "Restore the bytes that a file had before a proposal", cli.OneArg("ID"), false, func(ctx context.Context, p *proposals, args []string) error {
		done, err := p.host.Desk.Revert(ctx, p.scope, args[0], p.by)
		return p.outcome("reverted", done, err)
	})
	log := sub("log [ID]", "Print the audit of proposals, a line of JSON for each step, once its chain was checked", cobra.MaximumNArgs(1), true, printLog)
	history := sub("history [FILE]", "List the versions that files of a profile had", cobra.MaximumNArgs(1), true, listVersions)
	payload := sub("payload ID", "Print what is signed to approve a proposal, for ssh-keygen -Y sign", cli.OneArg("ID"), true, func(ctx context.Context, p *proposals, args []string) error {
		return p.payload(ctx, args[0], o.back)
	})
	payload.Flags().BoolVar(&o.back, "revert", false, "to revert it instead")
	for _, cmd := range []*cobra.Command{approve, reject, review, apply, rebase, revert, payload} {
		o.addReviewer(cmd)
	}
	for _, cmd := range []*cobra.Command{approve, review, revert} {
		o.addKey(cmd)
		cmd.Flags().StringVar(&o.signed, "signed", "", "take this payload that was signed, with FILE.sig beside it (`FILE`)")
	}
	cmd := workspace.StoreCommand(&o.workspace, "proposals", "Decide about changes that agents propose of their own files",
		`proposals lists the changes that agents propose in the files of their profiles, and decides about them: in all
profiles of the workspace, or with --profile in one. Agents may propose where your configuration says so
("proposals": {"enabled": true}); deciding is for people. An ID may be cut after four characters; last is
the newest proposal.`,
		list, show, approve, reject, review, payload, apply, rebase, revert, newGenerate(t, &o), newTriage(t, &o), newVerify(t, &o), history, log)
	cmd.PersistentFlags().StringVar(&o.workspace.Config, "config", "", "your configuration (`FILE`)")
	return cmd
}

func (p *proposals) list(ctx context.Context, o *proposalsOptions) error {
	if o.limit < 1 || o.limit > 1000 {
		return fmt.Errorf("--limit: %d is not between 1 and 1000", o.limit)
	}
	found, err := p.host.Store.ListProposals(ctx, p.scope, store.ProposalFilter{State: store.ProposalState(o.status), Target: o.target, Limit: o.limit})
	if err != nil {
		return err
	}
	now := p.host.Now()
	rows := []proposal.Row{}
	for _, one := range found {
		if !o.compact || one.State != store.ProposalPending || now.Sub(one.Created) >= 24*time.Hour {
			rows = append(rows, p.host.Desk.Row(ctx, p.scope, one))
		}
	}
	if p.t.Answer.Asked {
		p.t.Answers(struct {
			Proposals []proposal.Row `json:"proposals"`
		}{rows})
		return nil
	}
	return proposal.WriteList(p.t.Out, rows)
}

// proposalJSON is a proposal with its effect.
type proposalJSON struct {
	proposal.Shown
	Effect *host.Effect `json:"effect,omitempty"`
}

func (p *proposals) show(ctx context.Context, id string, withDiff bool) error {
	sc, found, err := p.host.Desk.Find(ctx, p.scope, id)
	if err != nil {
		return err
	}
	shown, err := p.host.Desk.Show(ctx, sc, found, withDiff)
	if err != nil {
		return err
	}
	effect, err := p.host.Effect(ctx, sc, found)
	if err != nil {
		return err
	}
	if p.t.Answer.Asked {
		p.t.Answers(proposalJSON{shown, &effect})
		return nil
	}
	return errors.Join(shown.Write(p.t.Out), host.WriteEffect(p.t.Out, effect, withDiff))
}

// payload prints what is signed, and says how on a terminal.
func (p *proposals) payload(ctx context.Context, id string, back bool) error {
	decision := approval.Approved
	if back {
		decision = approval.Reverted
	}
	content, err := p.host.Desk.Payload(ctx, p.scope, id, decision, p.by)
	if err != nil {
		return err
	}
	p.t.Talk("keep it in a file, and %s\n", proposal.HowToSign("FILE"))
	p.t.Answers(struct {
		Payload string `json:"payload"`
	}{string(content)})
	if !p.t.Answer.Asked {
		_, err = p.t.Out.Write(content)
	}
	return err
}

func (p *proposals) approve(ctx context.Context, id string) error {
	done, err := p.host.Desk.Approve(ctx, p.scope, id, p.by)
	if err := p.changed(done, err); err != nil {
		return err
	}
	if done.State == store.ProposalApproved {
		p.t.Talk("backstory proposals apply %s makes the change\n", done.ID)
	} else {
		p.t.Talk("somebody else has to approve it, too\n")
	}
	return nil
}

func (p *proposals) reject(ctx context.Context, id, reason string) error {
	if reason == "" {
		return errors.New("say why: --reason TEXT")
	}
	done, err := p.host.Desk.Reject(ctx, p.scope, id, reason, p.by)
	return p.changed(done, err)
}

// changed tells what became of a proposal.
func (p *proposals) changed(done store.Proposal, err error) error {
	if err != nil {
		return err
	}
	if p.t.Answer.Asked {
		p.t.Answers(proposalJSON{Shown: proposal.Shown{Proposal: done.Redacted()}})
		return nil
	}
	p.t.Talk("proposal %s is %s\n", done.ID, done.State)
	return nil
}

// outcome tells what became of a file.
func (p *proposals) outcome(what string, done proposal.Outcome, err error) error {
	if err != nil {
		return err
	}
	if p.t.Answer.Asked {
		p.t.Answers(done)
		return nil
	}
	if len(done.Files) == 0 {
		p.t.Talk("somebody else has to approve that, too\n")
		return nil
	}
	p.t.Talk("%s proposal %s to %s\n", what, done.Proposal.ID, done.Proposal.Target)
	if done.Commit != "" {
		p.t.Talk("committed as %.12s\n", done.Commit)
	}
	return nil
}
