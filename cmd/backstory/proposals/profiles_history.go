package proposals

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/profile"
)

// NewProfilesHistory lists the contents that the files of a profile had.
func NewProfilesHistory(t *cli.Terminal) *cobra.Command {
	var o proposalsOptions
	cmd := &cobra.Command{
		Use: "history [NAME] [FILE]", Short: "List the versions that files of a profile had, the newest first",
		Long: `history lists the contents that soul.md, user.md, preferences.json, roles and context files had. A version is
kept when a session begins, when something is proposed and when a proposal is applied, if the file differs from
the last one. Of the versions that people made by editing, the last 200 of each file are kept.`, Args: cobra.MaximumNArgs(2),
	}
	o.addProfiles(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			o.workspace.Start.Profile = args[0]
		}
		return o.run(cmd.Context(), t, true, args[min(1, len(args)):], listVersions)
	}
	return cmd
}

// NewProfilesRollback gives a file an earlier content.
func NewProfilesRollback(t *cli.Terminal) *cobra.Command {
	var o proposalsOptions
	var to string
	cmd := &cobra.Command{
		Use: "rollback NAME [FILE]", Short: "Give a file of a profile the content of an earlier version",
		Long: `rollback restores the content that soul.md, or another file, had in the version before, or in --to. It makes a
proposal of yours, approves it and applies it, in git as one commit; backstory proposals revert last undoes that.
If somebody else has to approve it, it waits for that.`, Args: cobra.RangeArgs(1, 2),
	}
	o.addProfiles(cmd)
	cmd.Flags().StringVar(&to, "to", "", "a number from the history, or a prefix of a digest (`VERSION`; default: the one before)")
	o.addReviewer(cmd)
	o.addKey(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.workspace.Start.Profile = args[0]
		target := profile.SoulFile
		if len(args) > 1 {
			target = args[1]
		}
		return o.run(cmd.Context(), t, false, nil, func(ctx context.Context, p *proposals, _ []string) error {
			done, err := p.host.Desk.Rollback(ctx, p.scope, target, to, p.by)
			if err == nil && done.Proposal.State == store.ProposalPending {
				p.t.Talk("proposal %s was made; somebody else has to approve it\n", done.Proposal.ID)
				p.t.Answers(done)
				return nil
			}
			return p.outcome("applied", done, err)
		})
	}
	return cmd
}

// addProfiles adds the flags by which a workspace is opened.
func (o *proposalsOptions) addProfiles(cmd *cobra.Command) {
	workspace.AddOrg(cmd.Flags(), &o.workspace.Org)
	cmd.Flags().StringVar(&o.workspace.Config, "config", "", "your configuration (`FILE`)")
}

// listVersions lists the versions of a file, or of all.
func listVersions(ctx context.Context, p *proposals, args []string) error {
	target := ""
	if len(args) > 0 {
		target = args[0]
	}
	list, err := p.host.Store.ListFileVersions(ctx, p.scope, target, 1000)
	if err != nil {
		return err
	}
	if p.t.Answer.Asked {
		p.t.Answers(struct {
			Versions []store.FileVersion `json:"versions"`
		}{slices.Concat([]store.FileVersion{}, list)})
		return nil
	}
	return proposal.WriteVersions(p.t.Out, list)
}
