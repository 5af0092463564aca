package people

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
)

// newOrgTalks says whether the members of an organisation read each other's
// conversations.
func newOrgTalks(t *cli.Terminal, o *workspace.Options) *cobra.Command {
	cmd := &cobra.Command{
		Use: "conversations SLUG [private|shared]", Short: "Show or say whether members read each other's conversations",
		Long: `conversations prints whether the conversations in an organisation are private or shared. Private ones, as
they are at first, are shown to their users alone. With shared, members can read each other's conversations
that begin from then on, over HTTP; who read which is in the audit. With private, that ends for all.`,
		Args: cobra.RangeArgs(1, 2), ValidArgs: []cobra.Completion{"private", "shared"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 2 && args[1] != "private" && args[1] != "shared" {
				return fmt.Errorf("conversations are private or shared, not %q", args[1])
			}
			return o.With(cmd.Context(), t, len(args) == 1, func(h *host.Host) error {
				return talks(cmd.Context(), t, h, args)
			})
		},
	}
	t.AddJSON(cmd.Flags())
	return cmd
}

func talks(ctx context.Context, t *cli.Terminal, h *host.Host, args []string) error {
	by := org.Owner(args[0])
	if len(args) == 2 {
		if err := h.Orgs.Share(ctx, by, args[1] == "shared"); err != nil {
			return err
		}
	}
	found, err := h.Orgs.Org(ctx, by)
	if err != nil {
		return err
	}
	var answer struct {
		Talks string    `json:"conversations"`
		Since time.Time `json:"since,omitzero"`
	}
	answer.Talks, answer.Since = "private", found.Shared
	line := answer.Talks
	if !found.Shared.IsZero() {
		answer.Talks = "shared"
		line = "shared  those since " + found.Shared.Local().Format(time.DateTime)
	}
	t.Answers(answer)
	if !t.Answer.Asked {
		fmt.Fprintln(t.Out, line)
	}
	return nil
}

// entry is a line of an audit.
type entry struct {
	Number  int64           `json:"number"`
	At      time.Time       `json:"at"`
	User    string          `json:"user"`
	Profile string          `json:"profile,omitempty"`
	Session string          `json:"session,omitempty"`
	Action  string          `json:"action"`
	Detail  json.RawMessage `json:"detail"`
	Hash    string          `json:"hash"` // of this entry and all before it
}

// newOrgAudit prints what was done in an organisation.
func newOrgAudit(t *cli.Terminal, o *workspace.Options) *cobra.Command {
	cmd := &cobra.Command{
		Use: "audit SLUG", Short: "Print what was done in an organisation, a line of JSON for each step", Args: cli.OneArg("SLUG"),
		Long: `audit prints the audit of an organisation, the oldest entry first: what was changed and decided, by whom,
and who read what others said. platform has what was done with organisations, users and logins. An entry
that was changed by hand is an error.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.With(cmd.Context(), t, true, func(h *host.Host) error {
				if _, err := h.Orgs.Org(cmd.Context(), org.Owner(args[0])); err != nil {
					return err
				}
				return printAudit(cmd.Context(), t, h, args[0])
			})
		},
	}
	t.AddJSON(cmd.Flags())
	return cmd
}

func printAudit(ctx context.Context, t *cli.Terminal, h *host.Host, slug string) error {
	all := []entry{}
	for after := int64(0); ; {
		page, err := h.Orgs.Audit(ctx, org.Owner(slug), after, 0)
		if err != nil {
			return err
		}
		for _, e := range page {
			after = e.Number
			one := entry{e.Number, e.At.UTC(), e.User, e.Profile, e.Session, e.Action, e.Detail, e.Hash}
			if t.Answer.Asked {
				all = append(all, one)
				continue
			}
			line, err := cli.Encode(one)
			if err != nil {
				return err
			}
			fmt.Fprintf(t.Out, "%s\n", line)
		}
		if len(page) == 0 {
			break
		}
	}
	t.Answers(struct {
		Entries []entry `json:"entries"`
	}{all})
	return nil
}
