package people

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// tokenOptions are the flags of token and its subcommands.
type tokenOptions struct {
	host    workspace.Options
	org     string
	user    string
	name    string
	scope   string
	expires string
}

// NewToken returns the command token.
func NewToken(t *cli.Terminal) *cobra.Command {
	var o tokenOptions
	cmd := &cobra.Command{
		Use:   "token",
		Short: "Make and revoke tokens for clients of the server",
		Long: `token manages who may use backstory serve in this workspace. A token is shown once, when it is made;
the workspace keeps its hash alone.

A token belongs to a user of an organisation, and gives what both its scope and the user's role allow.
Without --org it is of the machine's own profiles; with --user alone, of an admin of the platform.

Scopes: read; chat (with read); write (with chat and read); approve, which decides about proposals and is
in no other scope but admin; admin, which has all.`,
		Args: cli.OnlyCommands,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.PersistentFlags().StringVar(&o.host.Start.Profile, "profile", "", "of the profile in `FOLDER`, which is in no workspace")
	workspace.AddOrg(cmd.PersistentFlags(), &o.org)
	create := &cobra.Command{
		Use: "create", Short: "Make a token and print it", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.create(cmd.Context(), t) },
	}
	create.Flags().StringVar(&o.user, "user", "", "of this user (`NAME`)")
	create.Flags().StringVar(&o.name, "name", "", "what it is for (`NAME`)")
	create.Flags().StringVar(&o.scope, "scope", "chat", "what it may do: read, chat, write, approve or admin; separate several by commas (`SCOPE`)")
	create.Flags().StringVar(&o.expires, "expires", "", "how long it is valid, such as 90s, 12h or 30d; default: until it is revoked (`TIME`)")
	list := &cobra.Command{
		Use: "list", Short: "List the tokens", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.list(cmd.Context(), t) },
	}
	t.AddJSON(list.Flags())
	revoke := &cobra.Command{
		Use: "revoke ID|NAME", Short: "Revoke a token; streams that it opened end within seconds",
		Args: cobra.ExactArgs(1), RunE: func(cmd *cobra.Command, args []string) error { return o.revoke(cmd.Context(), t, args[0]) },
	}
	cmd.AddCommand(create, list, revoke)
	return cmd
}

// with opens the workspace for one thing to be done.
func (o *tokenOptions) with(ctx context.Context, t *cli.Terminal, do func(*host.Host) error) error {
	return o.host.With(ctx, t, false, do)
}

// of is the scope of the organisation whose tokens are meant.
func (o *tokenOptions) of() (scope.Scope, error) {
	return scope.New(cmp.Or(o.org, scope.Local), scope.Local, "")
}

// owner is the scope of the user who gets a token, if their role gives what it
// does.
func (o *tokenOptions) owner(ctx context.Context, h *host.Host, scopes []string) (scope.Scope, error) {
	if o.user == "" {
		if o.org != "" && o.org != scope.Local {
			return scope.Scope{}, errors.New("--org: name a member with --user")
		}
		return h.Scope("")
	}
	of := o.org
	if of == "" {
		of = scope.Platform
	}
	c, err := h.Orgs.Caller(ctx, o.user, of)
	if errors.Is(err, store.ErrNotFound) {
		err = fmt.Errorf("--user: %s is not a member of %s who may log in", o.user, of)
	}
	if err != nil {
		return scope.Scope{}, err
	}
	for _, one := range scopes {
		if !c.Role.Grants(one) {
			return scope.Scope{}, fmt.Errorf("--scope: %s is %s of %s, which does not give %s", o.user, c.Role, of, one)
		}
	}
	return scope.New(of, o.user, "")
}

func (o *tokenOptions) create(ctx context.Context, t *cli.Terminal) error {
	scopes, err := api.ParseRights(o.scope)
	if err != nil {
		return fmt.Errorf("--scope: %w", err)
	}
	lasts, err := parseLasting(o.expires)
	if err != nil {
		return fmt.Errorf("--expires: %w", err)
	}
	return o.with(ctx, t, func(h *host.Host) error {
		sc, err := o.owner(ctx, h, scopes)
		if err != nil {
			return err
		}
		secret, token := api.NewSecret()
		token.Name, token.Scopes = o.name, scopes
		if lasts > 0 {
			token.Expires = time.Now().Add(lasts).UTC()
		}
		made, err := h.Store.AddToken(ctx, sc, token)
		if err != nil {
			return err
		}
		if err := h.Store.Record(ctx, sc, "", "token.created", map[string]any{"id": made.ID, "name": made.Name, "scopes": made.Scopes}); err != nil {
			return err
		}
		t.Talk("token %s with scope %s; it is shown this once\n", made.ID, strings.Join(scopes, ", "))
		_, err = fmt.Fprintln(t.Out, secret)
		return err
	})
}

// parseLasting reads how long something holds; 0 is for ever.
func parseLasting(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.Atoi(days)
		if err != nil || n < 1 || n > 36_500 {
			return 0, fmt.Errorf("%q is not a number of days, such as 30d", text)
		}
		return time.Duration(n) * 24 * time.Hour, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("%q is not a time, such as 90s, 12h or 30d", text)
	}
	return d, nil
}

// tokenRow is a token as list shows it.
type tokenRow struct {
	ID      string     `json:"id"`
	Name    string     `json:"name"`
	User    string     `json:"user"`
	Prefix  string     `json:"prefix"`
	Scopes  []string   `json:"scopes"`
	State   string     `json:"state"`
	Created time.Time  `json:"created"`
	Expires *time.Time `json:"expires"`
	Used    *time.Time `json:"used"`
}

func (o *tokenOptions) list(ctx context.Context, t *cli.Terminal) error {
	return o.with(ctx, t, func(h *host.Host) error {
		sc, err := o.of()
		if err != nil {
			return err
		}
		all, err := h.Store.ListTokens(ctx, sc)
		if err != nil {
			return err
		}
		rows := make([]tokenRow, len(all))
		for i, one := range all {
			rows[i] = rowOf(one)
		}
		if t.Answer.Asked {
			t.Answers(struct {
				Tokens []tokenRow `json:"tokens"`
			}{rows})
			return nil
		}
		for _, r := range rows {
			used := "never used"
			if r.Used != nil {
				used = "used " + r.Used.Format(time.DateOnly)
			}
			fmt.Fprintf(t.Out, "%s  %s…  %s  %s  %s  %s  %s\n", r.ID, r.Prefix, r.State, r.User, strings.Join(r.Scopes, ","), used, oneline.Safe(r.Name))
		}
		return nil
	})
}

func rowOf(s store.Token) tokenRow {
	orNil := func(at time.Time) *time.Time {
		if at.IsZero() {
			return nil
		}
		return &at
	}
	r := tokenRow{ID: s.ID, Name: s.Name, User: s.User, Prefix: s.Prefix, Scopes: s.Scopes, State: "valid", Created: s.Created, Expires: orNil(s.Expires), Used: orNil(s.Used)}
	switch {
	case !s.Revoked.IsZero():
		r.State = "revoked"
	case !s.Expires.IsZero() && !time.Now().Before(s.Expires):
		r.State = "expired"
	}
	return r
}

func (o *tokenOptions) revoke(ctx context.Context, t *cli.Terminal, which string) error {
	return o.with(ctx, t, func(h *host.Host) error {
		sc, err := o.of()
		if err != nil {
			return err
		}
		all, err := h.Store.ListTokens(ctx, sc)
		if err != nil {
			return err
		}
		var found []store.Token
		for _, one := range all {
			if one.ID == which || one.Prefix == which || one.Name == which && one.Revoked.IsZero() {
				found = append(found, one)
			}
		}
		switch len(found) {
		case 0:
			return fmt.Errorf("no token %q; backstory token list shows them", which)
		case 1:
		default:
			return fmt.Errorf("%d tokens are called %q; give the id", len(found), which)
		}
		if err := h.Store.RevokeToken(ctx, sc, found[0].ID); err != nil {
			return err
		}
		t.Talk("revoked %s\n", found[0].ID)
		return h.Store.Record(ctx, sc, "", "token.revoked", map[string]any{"id": found[0].ID, "name": found[0].Name})
	})
}
