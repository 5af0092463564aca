// Package people has the commands for organisations, users and tokens.
//
//   - user.go: users
//   - org.go, org_data.go, org_memory.go, org_policy.go: organisations
//   - token.go: tokens of a server
package people

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// orgRow is an organisation as list shows it.
type orgRow struct {
	Slug     string    `json:"slug"`
	Name     string    `json:"name"`
	Archived bool      `json:"archived"`
	Created  time.Time `json:"created"`
}

// NewOrg returns the command org.
func NewOrg(t *cli.Terminal) *cobra.Command {
	var o workspace.Options
	var name string
	var restore bool
	cmd := &cobra.Command{
		Use:   "org",
		Short: "Make, list, move and archive organisations",
		Long: `org manages the organisations of a workspace. Each has profiles, members, conversations and memories of
its own, in orgs/SLUG/ and in the store; none sees those of another. Without
organisations nobody logs in: the workspace is for the user of this machine.`,
		Args: cli.OnlyCommands,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	create := &cobra.Command{
		Use: "create SLUG", Short: "Make an organisation with its default profile", Args: cli.OneArg("SLUG"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := workspace.Here(); err != nil {
				return err
			}
			return o.With(cmd.Context(), t, false, func(h *host.Host) error {
				if h.Workspace == nil {
					return host.ErrAlone
				}
				made, err := h.Orgs.CreateOrg(cmd.Context(), org.Owner(scope.Platform), args[0], name)
				if err != nil {
					return err
				}
				p, err := h.Orgs.Profile(cmd.Context(), org.Owner(made.Slug), "")
				if err != nil {
					return err
				}
				t.Talk("made %s with the profile %s in orgs/%s/profiles/%s\n", made.Slug, p.ID, made.Slug, p.ID)
				t.Answers(rowOfOrg(made))
				return nil
			})
		},
	}
	create.Flags().StringVar(&name, "name", "", "its `NAME` for people (default: the slug)")
	list := &cobra.Command{
		Use: "list", Short: "List the organisations", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return o.With(cmd.Context(), t, true, func(h *host.Host) error { return listOrgs(cmd.Context(), t, h) })
		},
	}
	archive := &cobra.Command{
		Use: "archive SLUG", Short: "Take an organisation out of use; its data stays", Args: cli.OneArg("SLUG"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.With(cmd.Context(), t, false, func(h *host.Host) error {
				return h.Orgs.ArchiveOrg(cmd.Context(), org.Owner(args[0]), !restore)
			})
		},
	}
	archive.Flags().BoolVar(&restore, "restore", false, "take it back into use")
	one := &cobra.Command{
		Use: "profile SLUG ID", Short: "Make a profile of an organisation", Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.With(cmd.Context(), t, false, func(h *host.Host) error {
				in, err := h.Enter(cmd.Context(), args[0])
				if err != nil {
					return err
				}
				p, err := in.Orgs.CreateProfile(cmd.Context(), org.Owner(in.Org()), args[1], name)
				if err != nil {
					return err
				}
				t.Talk("made orgs/%s/profiles/%s\n", in.Org(), p.ID)
				return nil
			})
		},
	}
	one.Flags().StringVar(&name, "name", "", "its `NAME` for people (default: the id)")
	t.AddJSON(create.Flags())
	t.AddJSON(list.Flags())
	cmd.AddCommand(create, list, archive, one, newOrgTalks(t, &o), newOrgAudit(t, &o), newOrgExport(t, &o), newOrgImport(t, &o), newOrgMemory(t))
	return cmd
}

func rowOfOrg(o store.Org) orgRow { return orgRow{o.Slug, o.Name, !o.Archived.IsZero(), o.Created} }

func listOrgs(ctx context.Context, t *cli.Terminal, h *host.Host) error {
	rows := []orgRow{}
	err := pages(func(after string) (string, error) {
		list, err := h.Orgs.Orgs(ctx, org.Owner(scope.Platform), after, 0)
		for _, one := range list {
			rows, after = append(rows, rowOfOrg(one)), one.Slug
			if t.Answer.Asked {
				continue
			}
			state := ""
			if !one.Archived.IsZero() {
				state = "  archived"
			}
			fmt.Fprintf(t.Out, "%s  %s%s\n", one.Slug, oneline.Safe(one.Name), state)
		}
		return after, err
	})
	t.Answers(struct {
		Orgs []orgRow `json:"orgs"`
	}{rows})
	return err
}

// pages reads a list page after page: each call gets what the last one
// returned, until that is the same.
func pages(read func(after string) (string, error)) error {
	for after := ""; ; {
		next, err := read(after)
		if err != nil || next == after {
			return err
		}
		after = next
	}
}
