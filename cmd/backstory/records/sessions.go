// Package records has the commands on what conversations leave: sessions,
// memories, and the store that both are in.
//
//   - folders.go: what is kept of plain folders
//   - memory.go, memory_archive.go, memory_edit.go, memories.go: memories
//   - sessions.go: sessions
//   - store.go, database.go: the store
package records

import (
	"bytes"
	"cmp"
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
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/internal/oneline"
)

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

// NewSessions returns the command sessions.
func NewSessions(t *cli.Terminal) *cobra.Command {
	var o workspace.Options
	var limit int
	var format string
	list := &cobra.Command{
		Use: "list", Short: "List sessions, the newest first", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return o.With(cmd.Context(), t, true, func(h *host.Host) error { return listSessions(cmd.Context(), t, h, &o, limit) })
		},
	}
	list.Flags().IntVar(&limit, "limit", workspace.SessionLimit, "list at most `N`, up to 1000")
	show := &cobra.Command{
		Use: "show ID|TITLE", Short: "Show a session and its messages", Args: cli.OneArg("ID|TITLE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return onSession(&o, cmd.Context(), t, true, args[0], func(h *host.Host, sc scope.Scope, s store.Session) error {
				if !t.Answer.Asked {
					return h.Manager.Export(cmd.Context(), sc, s.ID, session.Markdown, t.Out)
				}
				return answerExport(cmd.Context(), t, h, sc, s)
			})
		},
	}
	export := &cobra.Command{
		Use: "export ID|TITLE", Short: "Print a session as Markdown or JSON", Args: cli.OneArg("ID|TITLE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != string(session.Markdown) && format != string(session.JSON) {
				return fmt.Errorf("--format: %q must be %s or %s", format, session.Markdown, session.JSON)
			}
			return onSession(&o, cmd.Context(), t, true, args[0], func(h *host.Host, sc scope.Scope, s store.Session) error {
				if t.Answer.Asked {
					return answerExport(cmd.Context(), t, h, sc, s)
				}
				return h.Manager.Export(cmd.Context(), sc, s.ID, session.Format(format), t.Out)
			})
		},
	}
	export.Flags().StringVar(&format, "format", string(session.Markdown), fmt.Sprintf("%s or %s (`FORMAT`)", session.Markdown, session.JSON))
	remove := &cobra.Command{
		Use: "delete ID", Short: "Delete a session and its messages", Args: cli.OneArg("ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return onSession(&o, cmd.Context(), t, false, args[0], func(h *host.Host, sc scope.Scope, s store.Session) error {
				if err := h.Manager.Delete(cmd.Context(), sc, s.ID); err != nil {
					return err
				}
				t.Talk("deleted session %s with its %d messages\n", s.ID, s.Seq)
				t.Answers(struct {
					Deleted string `json:"deleted"`
				}{s.ID})
				return nil
			})
		},
	}
	for _, cmd := range []*cobra.Command{list, show, export, remove} {
		t.AddJSON(cmd.Flags())
	}
	return workspace.StoreCommand(&o, "sessions", "List, show, export and delete conversations",
		"sessions works on the conversations of a workspace: all of them, or with --profile those of one profile.", list, show, export, remove)
}

func listSessions(ctx context.Context, t *cli.Terminal, h *host.Host, o *workspace.Options, limit int) error {
	if limit < 1 || limit > 1000 {
		return fmt.Errorf("--limit: %d is not between 1 and 1000", limit)
	}
	sc, err := h.Scope(o.Start.Profile)
	if err != nil {
		return err
	}
	list, err := h.Store.ListSessions(ctx, sc, store.Filter{AnyProfile: o.Start.Profile == "", Limit: limit})
	if err != nil {
		return err
	}
	names, err := h.Directory().Names(ctx)
	if err != nil {
		return err
	}
	rows := make([]sessionRow, len(list))
	for i, s := range list {
		rows[i] = rowOfSession(s)
		if !t.Answer.Asked {
			fmt.Fprintf(t.Out, "%s  %s  %-11s  %-8s  %s  %s\n", s.ID, s.Updated.Local().Format("2006-01-02 15:04"), s.Kind, s.Status,
				oneline.Safe(cmp.Or(names[s.Profile], s.Profile)), oneline.Safe(oneline.Short(s.Title, 60)))
		}
	}
	t.Answers(struct {
		Sessions []sessionRow `json:"sessions"`
	}{rows})
	return nil
}

// onSession does something with the session that is named by its id, a prefix
// of it, or its title.
func onSession(o *workspace.Options, ctx context.Context, t *cli.Terminal, look bool, name string, do func(*host.Host, scope.Scope, store.Session) error) error {
	return o.With(ctx, t, look, func(h *host.Host) error {
		sc, err := h.Scope(o.Start.Profile)
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

func answerExport(ctx context.Context, t *cli.Terminal, h *host.Host, sc scope.Scope, s store.Session) error {
	var text bytes.Buffer
	if err := h.Manager.Export(ctx, sc, s.ID, session.JSON, &text); err != nil {
		return err
	}
	t.Answers(struct {
		Export json.RawMessage `json:"export"`
	}{text.Bytes()})
	return nil
}
