package people

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
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

// userOptions are the flags of user and its subcommands.
type userOptions struct {
	host     workspace.Options
	org      string
	role     string
	display  string
	subject  string
	password bool
}

// userRow is a user as list shows them.
type userRow struct {
	Name     string    `json:"name"`
	Display  string    `json:"display"`
	Role     string    `json:"role,omitempty"` // in the organisation that is asked for
	Disabled bool      `json:"disabled"`
	Created  time.Time `json:"created"`
}

// NewUser returns the command user.
func NewUser(t *cli.Terminal) *cobra.Command {
	var o userOptions
	cmd := &cobra.Command{
		Use:   "user",
		Short: "Manage the people of organisations",
		Long: `user manages who may log in, and who is what in which organisation: an admin manages members and writes
the files of profiles, a member talks, a viewer reads. Who has the role platform-admin in the organisation
platform may do all in every organisation.`,
		Args: cli.OnlyCommands,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	create := o.command(t, "create NAME", "Make a user a member of an organisation, or give a role to one who is there", o.create)
	o.addMember(create)
	create.Flags().StringVar(&o.display, "display", "", "a `TITLE` for people (default: NAME)")
	create.Flags().StringVar(&o.subject, "subject", "", "identity at an OpenID provider: `SUBJECT` is issuer and subject, with a space between")
	create.Flags().BoolVar(&o.password, "password", false, "read a password from standard input")
	remove := o.command(t, "remove NAME", "End a membership, and the tokens that go with it",
		func(ctx context.Context, _ *cli.Terminal, h *host.Host, name string) error {
			return h.Orgs.RemoveMember(ctx, org.Owner(o.org), name)
		})
	workspace.AddOrg(remove.Flags(), &o.org)
	password := o.command(t, "password NAME", "Give a user the password on standard input; the user's logins end",
		func(ctx context.Context, t *cli.Terminal, h *host.Host, name string) error {
			text, err := readPassword(t.In)
			if err != nil {
				return err
			}
			return h.Orgs.SetPassword(ctx, org.Owner(scope.Platform), name, text)
		})
	subject := o.command(t, "subject NAME", "Link a user to an identity at an OpenID provider, to log in through it",
		func(ctx context.Context, _ *cli.Terminal, h *host.Host, name string) error {
			return h.Orgs.SetSubject(ctx, org.Owner(scope.Platform), name, o.subject)
		})
	subject.Flags().StringVar(&o.subject, "set", "", "the `SUBJECT`: issuer and subject, with a space between; empty to remove it")
	invite := &cobra.Command{
		Use: "invite", Short: "Make an invite for somebody who chooses a name and a password", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return o.host.With(cmd.Context(), t, false, func(h *host.Host) error { return o.invite(cmd.Context(), t, h) })
		},
	}
	o.addMember(invite)
	list := &cobra.Command{
		Use: "list", Short: "List the users, or with --org the members of an organisation", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return o.host.With(cmd.Context(), t, true, func(h *host.Host) error { return o.list(cmd.Context(), t, h) })
		},
	}
	workspace.AddOrg(list.Flags(), &o.org)
	t.AddJSON(list.Flags())
	cmd.AddCommand(create, remove, password, subject, invite, list, newUserExport(t, &o.host), newUserErase(t, &o))
	for _, one := range []struct {
		use, short string
		do         func(*org.Service, context.Context, org.Caller, string) error
	}{
		{"disable", "Disable a user; logins and tokens end", (*org.Service).DisableUser},
		{"enable", "Let a disabled user log in again", (*org.Service).EnableUser},
		{"revoke", "End all logins and tokens of a user", (*org.Service).RevokeUser},
	} {
		cmd.AddCommand(o.command(t, one.use+" NAME", one.short, func(ctx context.Context, _ *cli.Terminal, h *host.Host, name string) error {
			return one.do(h.Orgs, ctx, org.Owner(scope.Platform), name)
		}))
	}
	return cmd
}

// command returns a command that does something to a user.
func (o *userOptions) command(t *cli.Terminal, use, short string, do func(context.Context, *cli.Terminal, *host.Host, string) error) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Args: cli.OneArg("NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			name, err := org.UserName(args[0])
			if err != nil {
				return err
			}
			return o.host.With(cmd.Context(), t, false, func(h *host.Host) error { return do(cmd.Context(), t, h, name) })
		},
	}
}

func (o *userOptions) addMember(cmd *cobra.Command) {
	workspace.AddOrg(cmd.Flags(), &o.org)
	cmd.Flags().StringVar(&o.role, "role", "", "admin, member or viewer; platform-admin in the organisation platform (`ROLE`)")
}

// readPassword reads a password from the first line.
func readPassword(in io.Reader) (string, error) {
	const most = 4096
	text, err := bufio.NewReader(io.LimitReader(in, most)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("reading the password: %w", err)
	}
	if text = strings.TrimRight(text, "\r\n"); text == "" {
		return "", errors.New("reading the password: standard input is empty")
	}
	return text, nil
}

func (o *userOptions) create(ctx context.Context, t *cli.Terminal, h *host.Host, name string) error {
	of := cmp.Or(o.org, scope.Local)
	role, err := org.ParseRole(of, o.role)
	if err != nil {
		return fmt.Errorf("--role: %w", err)
	}
	if of != scope.Platform {
		if _, err := h.Enter(ctx, of); err != nil {
			return fmt.Errorf("--org: %w", err)
		}
	}
	n := org.NewUser{Name: name, Display: o.display, Subject: o.subject}
	if o.password {
		if n.Password, err = readPassword(t.In); err != nil {
			return err
		}
	}
	_, err = h.Orgs.CreateUser(ctx, org.Owner(scope.Platform), n)
	there := errors.Is(err, store.ErrExists) && n.Password+n.Display+n.Subject == ""
	if err != nil && !there {
		return err
	}
	if err := h.Orgs.SetMember(ctx, org.Owner(of), name, role); err != nil {
		return err
	}
	t.Talk("%s is %s of %s\n", name, role, of)
	return nil
}

func (o *userOptions) invite(ctx context.Context, t *cli.Terminal, h *host.Host) error {
	of := cmp.Or(o.org, scope.Local)
	role, err := org.ParseRole(of, o.role)
	if err != nil {
		return fmt.Errorf("--role: %w", err)
	}
	secret, i, err := h.Orgs.Invite(ctx, org.Owner(of), role)
	if err != nil {
		return err
	}
	t.Talk("invite %s to %s as %s, until %s; it is shown this once\n", i.ID, of, role, i.Expires.Local().Format("2006-01-02 15:04"))
	_, err = fmt.Fprintln(t.Out, secret)
	return err
}

func (o *userOptions) list(ctx context.Context, t *cli.Terminal, h *host.Host) error {
	rows := []userRow{}
	row := func(u store.User, role string) {
		rows = append(rows, userRow{u.Name, u.Display, role, !u.Disabled.IsZero(), u.Created})
		if t.Answer.Asked {
			return
		}
		line := u.Name + "  " + oneline.Safe(u.Display)
		if role != "" {
			line += "  " + role
		}
		if !u.Disabled.IsZero() {
			line += "  disabled"
		}
		fmt.Fprintln(t.Out, line)
	}
	platform := org.Owner(scope.Platform)
	err := pages(func(after string) (string, error) {
		if o.org == "" {
			list, err := h.Orgs.Users(ctx, platform, after, 0)
			for _, u := range list {
				row(u, "")
				after = u.Name
			}
			return after, err
		}
		list, err := h.Orgs.Members(ctx, org.Owner(o.org), after, 0)
		for _, m := range list {
			u, err := h.Orgs.User(ctx, platform, m.User)
			if err != nil {
				return after, err
			}
			row(u, m.Role)
			after = m.User
		}
		return after, err
	})
	t.Answers(struct {
		Users []userRow `json:"users"`
	}{rows})
	return err
}
