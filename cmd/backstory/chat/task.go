package chat

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// NewTask returns the command task.
func NewTask(t *cli.Terminal) *cobra.Command {
	var o workspace.Options
	cmd := &cobra.Command{
		Use:   "task",
		Short: "Show and cancel tasks in the background",
		Long: `task shows what agents do in the background of this workspace. A task is kept until it is done: when
the program ends in the middle, the next chat, run or server goes on with it.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.PersistentFlags().StringVar(&o.Start.Profile, "profile", "", "those of one profile, by its `NAME` in the workspace or by its folder")
	workspace.AddOrg(cmd.PersistentFlags(), &o.Org)
	list := &cobra.Command{
		Use: "list", Short: "List the tasks, the newest first", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return listTasks(cmd.Context(), t, &o) },
	}
	show := &cobra.Command{
		Use: "show ID", Short: "Show a task and what it said last", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return showTask(cmd.Context(), t, &o, args[0]) },
	}
	cancel := &cobra.Command{
		Use: "cancel ID", Short: "Cancel a task; what it said stays", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return cancelTask(cmd.Context(), t, &o, args[0]) },
	}
	for _, sub := range []*cobra.Command{list, show, cancel} {
		t.AddJSON(sub.Flags())
		cmd.AddCommand(sub)
	}
	return cmd
}

// findTasks returns the tasks whose ids begin so, with the host, which is open
// meanwhile.
func findTasks(ctx context.Context, t *cli.Terminal, o *workspace.Options, prefix string, do func(*host.Host, []tool.Task) error) error {
	return o.With(ctx, t, false, func(h *host.Host) error {
		sc, err := h.Scope(o.Start.Profile)
		if err != nil {
			return err
		}
		f := store.Filter{AnyProfile: o.Start.Profile == "", Prefix: prefix, Limit: 1000}
		tasks, err := h.Tasks.Find(ctx, sc, f)
		if err != nil {
			return err
		}
		return do(h, tasks)
	})
}

// oneTask is findTasks for one that is meant.
func oneTask(ctx context.Context, t *cli.Terminal, o *workspace.Options, prefix string, do func(*host.Host, tool.Task) error) error {
	return findTasks(ctx, t, o, prefix, func(h *host.Host, found []tool.Task) error {
		switch {
		case len(found) == 0 || prefix == "":
			return fmt.Errorf("no task %q; backstory task list shows them", prefix)
		case len(found) > 1:
			return fmt.Errorf("the ids of %d tasks begin with %q; give more of it", len(found), prefix)
		}
		return do(h, found[0])
	})
}

func listTasks(ctx context.Context, t *cli.Terminal, o *workspace.Options) error {
	return findTasks(ctx, t, o, "", func(_ *host.Host, tasks []tool.Task) error {
		if t.Answer.Asked {
			t.Answers(struct {
				Tasks []tool.Task `json:"tasks"`
			}{append([]tool.Task{}, tasks...)})
			return nil
		}
		for _, x := range tasks {
			fmt.Fprintf(t.Out, "%s  %-7s  %s  %s  %s\n", x.ID, x.State, x.Created.Local().Format("2006-01-02 15:04"), taskOf(x), oneline.Safe(x.Task))
		}
		return nil
	})
}

// taskOf says whose a task is.
func taskOf(x tool.Task) string {
	who := []string{}
	for _, name := range []string{x.Profile, x.Role} {
		if name != "" {
			who = append(who, oneline.Safe(name))
		}
	}
	if len(who) == 0 {
		return "no profile"
	}
	return strings.Join(who, ", ")
}

func showTask(ctx context.Context, t *cli.Terminal, o *workspace.Options, id string) error {
	return oneTask(ctx, t, o, id, func(_ *host.Host, x tool.Task) error {
		if t.Answer.Asked {
			t.Answers(x)
			return nil
		}
		fmt.Fprintf(t.Out, "%s of %s, %s since %s: %s\n", x.ID, taskOf(x), x.State, x.Updated.Local().Format(time.RFC3339), oneline.Safe(x.Task))
		if x.Result != "" {
			fmt.Fprintf(t.Out, "\n%s\n", cli.ManyLines(x.Result))
		}
		return nil
	})
}

func cancelTask(ctx context.Context, t *cli.Terminal, o *workspace.Options, id string) error {
	return oneTask(ctx, t, o, id, func(h *host.Host, x tool.Task) error {
		sc, err := h.Scope(x.Profile)
		if err != nil {
			return err
		}
		if err := h.Tasks.Stop(ctx, tool.At{Scope: sc}, x.ID); err != nil {
			return err
		}
		t.Talk("cancelled %s\n", x.ID)
		x.State = "stopped"
		if t.Answer.Asked {
			t.Answers(x)
		}
		return h.Store.Record(ctx, sc, x.ID, "task.cancelled", x.ID)
	})
}
