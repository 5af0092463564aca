package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// with opens a workspace for one thing to be done. look is for what writes
// nothing: a workspace without conversations stays without.
func (o *chatOptions) with(ctx context.Context, t *terminal, look bool, do func(*host.Host) error) error {
	o.look = look
	s, err := o.settings(t)
	if err != nil {
		return err
	}
	h, err := host.Open(ctx, *s)
	if err != nil {
		return err
	}
	defer h.Close()
	in, err := o.enter(ctx, h)
	if err != nil {
		return err
	}
	return do(in)
}

// storeCommand returns a command with subcommands on what a workspace keeps.
func storeCommand(o *chatOptions, use, short, long string, subs ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use: use, Short: short, Long: long + "\n\nExit codes: 0 done, 1 something was found wrong, 2 wrong usage, or the workspace cannot be read.",
		Args: cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.PersistentFlags().StringVar(&o.start.Profile, "profile", "", "the profile, by its `name` in the workspace or by its folder")
	addOrg(cmd.PersistentFlags(), &o.org)
	cmd.PersistentFlags().BoolVar(&o.adopt, "adopt", false, "take over conversations that somebody else brought")
	cmd.AddCommand(subs...)
	return cmd
}

// sessionRow is a session as lists show it.
type sessionRow struct {
	ID       string       `json:"id"`
	Profile  string       `json:"profile"`
	Title    string       `json:"title"`
	Kind     store.Kind   `json:"kind"`
	Status   store.Status `json:"status"`
	Reason   string       `json:"closed_reason,omitempty"`
	Model    string       `json:"model"`
	Messages int          `json:"messages"`
	Created  time.Time    `json:"created"`
	Updated  time.Time    `json:"updated"`
}

func rowOfSession(s store.Session) sessionRow {
	return sessionRow{s.ID, s.Profile, s.Title, s.Kind, s.Status, s.Reason, s.Model, s.Seq, s.Created, s.Updated}
}

// sessionLimit is how many sessions a list has where nothing else is asked for.
const sessionLimit = 50

func newSessions(t *terminal) *cobra.Command {
	var o chatOptions
	var limit int
	var format string
	list := &cobra.Command{
		Use: "list", Short: "List sessions, the newest first", Example: "  backstory sessions list --profile ada --json", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return o.with(cmd.Context(), t, true, func(h *host.Host) error { return listSessions(cmd.Context(), t, h, &o, limit) })
		},
	}
	list.Flags().IntVar(&limit, "limit", sessionLimit, "at most so many (`N`, up to 1000)")
	show := &cobra.Command{
		Use: "show ID|TITLE", Short: "Show a session with what was said", Example: "  backstory sessions show 06h0", Args: oneArg("ID|TITLE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.onSession(cmd.Context(), t, true, args[0], func(h *host.Host, sc scope.Scope, s store.Session) error {
				if !t.answer.asked {
					return h.Manager.Export(cmd.Context(), sc, s.ID, session.Markdown, t.out)
				}
				return answerExport(cmd.Context(), t, h, sc, s)
			})
		},
	}
	export := &cobra.Command{
		Use: "export ID|TITLE", Short: "Print a session as Markdown or JSON", Example: "  backstory sessions export 06h0 --format json > talk.json", Args: oneArg("ID|TITLE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != string(session.Markdown) && format != string(session.JSON) {
				return fmt.Errorf("--format: %q must be %s or %s", format, session.Markdown, session.JSON)
			}
			return o.onSession(cmd.Context(), t, true, args[0], func(h *host.Host, sc scope.Scope, s store.Session) error {
				if t.answer.asked {
					return answerExport(cmd.Context(), t, h, sc, s)
				}
				return h.Manager.Export(cmd.Context(), sc, s.ID, session.Format(format), t.out)
			})
		},
	}
	export.Flags().StringVar(&format, "format", string(session.Markdown), fmt.Sprintf("%s or %s (`FORMAT`)", session.Markdown, session.JSON))
	remove := &cobra.Command{
		Use: "delete ID", Short: "Delete a session with all that was said in it", Example: "  backstory sessions delete 06h0a91v", Args: oneArg("ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.onSession(cmd.Context(), t, false, args[0], func(h *host.Host, sc scope.Scope, s store.Session) error {
				if err := h.Manager.Delete(cmd.Context(), sc, s.ID); err != nil {
					return err
				}
				t.talk("deleted session %s with its %d messages\n", s.ID, s.Seq)
				t.answers(struct {
					Deleted string `json:"deleted"`
				}{s.ID})
				return nil
			})
		},
	}
	for _, cmd := range []*cobra.Command{list, show, export, remove} {
		t.addJSON(cmd.Flags())
	}
	return storeCommand(&o, "sessions", "List, show, export and delete conversations",
		"sessions works on the conversations of a workspace: all of them, or with --profile those of one profile.", list, show, export, remove)
}

// oneArg wants one argument, with its name in the error.
func oneArg(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			return fmt.Errorf("%s: give one %s", cmd.CommandPath(), name)
		}
		return nil
	}
}

func listSessions(ctx context.Context, t *terminal, h *host.Host, o *chatOptions, limit int) error {
	if limit < 1 || limit > 1000 {
		return fmt.Errorf("--limit: %d is not between 1 and 1000", limit)
	}
	sc, err := h.Scope(o.start.Profile)
	if err != nil {
		return err
	}
	list, err := h.Manager.List(ctx, sc, store.Filter{AnyProfile: o.start.Profile == "", Limit: limit})
	if err != nil {
		return err
	}
	rows := make([]sessionRow, len(list))
	for i, s := range list {
		rows[i] = rowOfSession(s)
		if !t.answer.asked {
			fmt.Fprintf(t.out, "%s  %s  %-11s  %-8s  %s  %s\n", s.ID, s.Updated.Local().Format("2006-01-02 15:04"), s.Kind, s.Status,
				oneline.Safe(s.Profile), oneline.Safe(oneline.Short(s.Title, 60)))
		}
	}
	t.answers(struct {
		Sessions []sessionRow `json:"sessions"`
	}{rows})
	return nil
}

// onSession does something with the session that is named by its id, a prefix
// of it, or its title.
func (o *chatOptions) onSession(ctx context.Context, t *terminal, look bool, name string, do func(*host.Host, scope.Scope, store.Session) error) error {
	return o.with(ctx, t, look, func(h *host.Host) error {
		sc, err := h.Scope(o.start.Profile)
		if err != nil {
			return err
		}
		s, err := h.Manager.Pick(ctx, sc, name)
		if err != nil {
			return whereSessions(err)
		}
		if sc, err = h.Scope(s.Profile); err != nil {
			return err
		}
		return do(h, sc, s)
	})
}

// whereSessions says of a session that is not there where the others are.
func whereSessions(err error) error {
	if errors.As(err, new(*session.UnknownError)) {
		return fmt.Errorf("%w; backstory sessions list shows them", err)
	}
	return err
}

func answerExport(ctx context.Context, t *terminal, h *host.Host, sc scope.Scope, s store.Session) error {
	var text bytes.Buffer
	if err := h.Manager.Export(ctx, sc, s.ID, session.JSON, &text); err != nil {
		return err
	}
	t.answers(struct {
		Export json.RawMessage `json:"export"`
	}{text.Bytes()})
	return nil
}
