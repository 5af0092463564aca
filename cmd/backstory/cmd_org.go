package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
)

// addOrg adds the flag that chooses an organisation.
func addOrg(f *pflag.FlagSet, to *string) {
	f.StringVar(to, "org", "", "of this organisation, by its `slug` (default: the machine's own profiles)")
}

// enter returns the host of the organisation that a command line chooses, with
// the profile that it means there.
func (o *chatOptions) enter(ctx context.Context, h *host.Host) (*host.Host, error) {
	if o.org == "" {
		return h, nil
	}
	in, err := h.Enter(ctx, o.org)
	if err != nil {
		return h, fmt.Errorf("--org: %w", err)
	}
	if o.start.Profile != "" && in != h {
		if o.start.Profile, err = in.Meant(ctx, o.start.Profile); err != nil {
			return in, fmt.Errorf("--profile: %w", err)
		}
	}
	return in, nil
}

// orgRow is an organisation as list shows it.
type orgRow struct {
	Slug     string    `json:"slug"`
	Name     string    `json:"name"`
	Archived bool      `json:"archived"`
	Created  time.Time `json:"created"`
}

func newOrg(t *terminal) *cobra.Command {
	var o chatOptions
	var name string
	var restore bool
	cmd := &cobra.Command{
		Use:   "org",
		Short: "Make, list, move and archive organisations",
		Long: `org manages the organisations of a workspace. Each has profiles, members, conversations and memories of
its own, in orgs/SLUG/ and in the store; none sees anything of another one. Without any, the workspace is
the machine's own: nobody logs in.

Exit codes: 0 done, 2 wrong usage, or the workspace cannot be read.`,
		Args: onlyCommands,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	create := &cobra.Command{
		Use: "create SLUG", Short: "Make an organisation with its default profile", Args: oneArg("SLUG"), Example: "  backstory org create acme --name 'Acme Ltd'",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := workspaceHere(); err != nil {
				return err
			}
			return o.with(cmd.Context(), t, false, func(h *host.Host) error {
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
				t.talk("made %s with the profile %s in orgs/%s/profiles/%s\n", made.Slug, p.ID, made.Slug, p.ID)
				t.answers(rowOfOrg(made))
				return nil
			})
		},
	}
	create.Flags().StringVar(&name, "name", "", "its `name` for people (default: the slug)")
	list := &cobra.Command{
		Use: "list", Short: "List the organisations", Args: cobra.NoArgs, Example: "  backstory org list --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return o.with(cmd.Context(), t, true, func(h *host.Host) error { return listOrgs(cmd.Context(), t, h) })
		},
	}
	archive := &cobra.Command{
		Use: "archive SLUG", Short: "Take an organisation out of use; all that is kept of it stays", Args: oneArg("SLUG"), Example: "  backstory org archive acme",
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.with(cmd.Context(), t, false, func(h *host.Host) error {
				return h.Orgs.ArchiveOrg(cmd.Context(), org.Owner(args[0]), !restore)
			})
		},
	}
	archive.Flags().BoolVar(&restore, "restore", false, "take it back into use")
	one := &cobra.Command{
		Use: "profile SLUG ID", Short: "Make a profile of an organisation", Args: cobra.ExactArgs(2), Example: "  backstory org profile acme support --name 'Support Desk'",
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.with(cmd.Context(), t, false, func(h *host.Host) error {
				in, err := h.Enter(cmd.Context(), args[0])
				if err != nil {
					return err
				}
				p, err := in.Orgs.CreateProfile(cmd.Context(), org.Owner(in.Org()), args[1], name)
				if err != nil {
					return err
				}
				t.talk("made orgs/%s/profiles/%s\n", in.Org(), p.ID)
				return nil
			})
		},
	}
	one.Flags().StringVar(&name, "name", "", "its `name` for people (default: the id)")
	t.addJSON(create.Flags())
	t.addJSON(list.Flags())
	cmd.AddCommand(create, list, archive, one, newOrgExport(t, &o), newOrgImport(t, &o), newOrgMemory(t))
	return cmd
}

// workspaceHere makes the current folder a workspace where none is found: an
// organisation may be the first thing in it.
func workspaceHere() error {
	_, err := profile.FindWorkspace(".")
	if !errors.Is(err, profile.ErrNoWorkspace) {
		return err
	}
	if err := os.Mkdir(profile.ProfilesFolder, 0o777); err != nil {
		return fmt.Errorf("making a workspace: %w", err)
	}
	return nil
}

func rowOfOrg(o store.Org) orgRow { return orgRow{o.Slug, o.Name, !o.Archived.IsZero(), o.Created} }

func listOrgs(ctx context.Context, t *terminal, h *host.Host) error {
	rows := []orgRow{}
	err := pages(func(after string) (string, error) {
		list, err := h.Orgs.Orgs(ctx, org.Owner(scope.Platform), after, 0)
		for _, one := range list {
			rows, after = append(rows, rowOfOrg(one)), one.Slug
			if t.answer.asked {
				continue
			}
			state := ""
			if !one.Archived.IsZero() {
				state = "  archived"
			}
			fmt.Fprintf(t.out, "%s  %s%s\n", one.Slug, oneline.Safe(one.Name), state)
		}
		return after, err
	})
	t.answers(struct {
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
