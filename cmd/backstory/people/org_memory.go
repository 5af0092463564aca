package people

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/org/memory"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// newOrgMemory is what the owner of the machine may do with what an organisation
// shares.
func newOrgMemory(t *cli.Terminal) *cobra.Command {
	var o workspace.Options
	var pin, unpin bool
	var reason string
	cmd := &cobra.Command{
		Use: "memory", Short: "Show and change what the members of an organisation share", Args: cli.OnlyCommands,
		Long: `memory works on the entries that all agents of an organisation have in their prompts: the pinned ones, then
the 20 newest. Members propose entries, also through their agents; admins decide, and can go back to one of
the last 50 versions.`,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	sub := func(use, short string, args int, do func(ctx context.Context, s *memory.Service, by org.Caller, args []string) error) *cobra.Command {
		c := &cobra.Command{
			Use: use, Short: short, Args: cobra.ExactArgs(args),
			RunE: func(cmd *cobra.Command, args []string) error {
				return o.With(cmd.Context(), t, false, func(h *host.Host) error {
					in, err := h.Enter(cmd.Context(), args[0])
					if err != nil {
						return err
					}
					return do(cmd.Context(), &memory.Service{Store: in.Store}, org.Owner(in.Org()), args[1:])
				})
			},
		}
		cmd.AddCommand(c)
		return c
	}
	show := sub("show SLUG", "Show what is shared, the newest first", 1, func(ctx context.Context, s *memory.Service, by org.Caller, _ []string) error {
		v, err := s.Show(ctx, by)
		return shared{t}.show(v, err)
	})
	t.AddJSON(show.Flags())
	add := sub("add SLUG TEXT", "Share an entry", 2, func(ctx context.Context, s *memory.Service, by org.Caller, args []string) error {
		return shared{t}.told(s.Add(ctx, by, args[0], pin))
	})
	sub("remove SLUG ID", "Stop sharing an entry", 2, func(ctx context.Context, s *memory.Service, by org.Caller, args []string) error {
		return shared{t}.told(s.Remove(ctx, by, args[0]))
	})
	pinned := sub("pin SLUG ID", "Pin an entry, which puts it before the others", 2, func(ctx context.Context, s *memory.Service, by org.Caller, args []string) error {
		return shared{t}.told(s.Pin(ctx, by, args[0], !unpin))
	})
	pinned.Flags().BoolVar(&unpin, "undo", false, "unpin it")
	sub("proposals SLUG", "List the entries that members propose", 1, func(ctx context.Context, s *memory.Service, by org.Caller, _ []string) error {
		list, err := s.Proposals(ctx, by, store.SharedPending)
		for _, p := range list {
			fmt.Fprintf(t.Out, "%s  %s  %s  %s\n", p.ID, p.Created.Local().Format(time.DateOnly), oneline.Safe(p.Author), oneline.Safe(p.Text))
		}
		return err
	})
	approve := sub("approve SLUG ID", "Share an entry that was proposed", 2, func(ctx context.Context, s *memory.Service, by org.Caller, args []string) error {
		return shared{t}.told(s.Approve(ctx, by, args[0], pin))
	})
	reject := sub("reject SLUG ID", "Reject an entry that was proposed", 2, func(ctx context.Context, s *memory.Service, by org.Caller, args []string) error {
		return s.Reject(ctx, by, args[0], reason)
	})
	reject.Flags().StringVar(&reason, "reason", "", "say why, in this `TEXT`")
	for _, c := range []*cobra.Command{add, approve} {
		c.Flags().BoolVar(&pin, "pin", false, "put it before the others")
	}
	sub("history SLUG", "List the versions that are kept, the newest first", 1, func(ctx context.Context, s *memory.Service, by org.Caller, _ []string) error {
		list, err := s.History(ctx, by)
		for _, v := range list {
			fmt.Fprintf(t.Out, "%d  %s  %s by %s\n", v.Number, v.At.Local().Format(time.DateTime), v.Action, oneline.Safe(v.Author))
		}
		return err
	})
	sub("undo SLUG", "Undo the last change; undoing again goes further back", 1, func(ctx context.Context, s *memory.Service, by org.Caller, _ []string) error {
		return shared{t}.told(s.Undo(ctx, by))
	})
	sub("restore SLUG VERSION", "Restore a version", 2, func(ctx context.Context, s *memory.Service, by org.Caller, args []string) error {
		number, err := strconv.Atoi(args[0])
		if err != nil {
			return fmt.Errorf("%q is not a number of a version: backstory org memory history lists them", args[0])
		}
		return shared{t}.told(s.Restore(ctx, by, number))
	})
	return cmd
}

// shared tells of what an organisation shares.
type shared struct{ t *cli.Terminal }

// told says what holds after a change.
func (o shared) told(v store.SharedVersion, err error) error {
	if err == nil {
		o.t.Talk("version %d: %s\n", v.Number, v.Action)
	}
	return err
}

// sharedRow is something that is shared, as show has it.
type sharedRow struct {
	ID      string    `json:"id"`
	Text    string    `json:"text"`
	Author  string    `json:"author"`
	Pinned  bool      `json:"pinned"`
	Created time.Time `json:"created"`
}

// show shows what is shared.
func (o shared) show(v store.SharedVersion, err error) error {
	t := o.t
	if err != nil {
		return err
	}
	rows := []sharedRow{}
	for _, e := range v.Entries {
		rows = append(rows, sharedRow{e.ID, e.Text, e.Author, e.Pinned, e.Created})
		if t.Answer.Asked {
			continue
		}
		mark := ""
		if e.Pinned {
			mark = "pinned  "
		}
		fmt.Fprintf(t.Out, "%s  %s  %s%s\n", e.ID, e.Created.Local().Format(time.DateOnly), mark, oneline.Safe(e.Text))
	}
	t.Answers(struct {
		Version int         `json:"version"`
		Entries []sharedRow `json:"entries"`
	}{v.Number, rows})
	return nil
}
