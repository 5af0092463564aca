package records

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/memory"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
)

// NewMemory returns the command memory.
func NewMemory(t *cli.Terminal) *cobra.Command {
	var o workspace.Options
	var all, purge, archived, insist bool
	var reason, files string
	sub := func(use, short string, args cobra.PositionalArgs, look bool, do func(context.Context, *memories, []string) error) *cobra.Command {
		cmd := &cobra.Command{Use: use, Short: short, Args: args}
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			return o.With(cmd.Context(), t, look, func(h *host.Host) error {
				sc, err := h.Scope(o.Start.Profile)
				if err != nil {
					return err
				}
				return do(cmd.Context(), &memories{h, t, sc}, args)
			})
		}
		t.AddJSON(cmd.Flags())
		return cmd
	}
	list := sub("list", "List memories: pinned ones first, then the newest", cobra.NoArgs, true, func(ctx context.Context, m *memories, _ []string) error {
		if archived {
			return m.tell(m.host.Store.ArchivedMemories(ctx, m.scope, maxMemories))
		}
		return m.tell(m.host.Store.ListMemories(ctx, m.scope, all, maxMemories))
	})
	list.Flags().BoolVar(&archived, "archived", false, "list those in the archive")
	list.Flags().BoolVar(&all, "all", false, "list those of all profiles")
	export := sub("export", "Print memories as Markdown, or with --json as JSON", cobra.NoArgs, true, func(ctx context.Context, m *memories, _ []string) error {
		if files != "" {
			return m.files(ctx, files)
		}
		found, err := m.host.Store.ListMemories(ctx, m.scope, false, maxMemories)
		if err != nil || t.Answer.Asked {
			return m.tell(found, err)
		}
		_, err = fmt.Fprint(t.Out, memoryView(m.host.Directory().Called(ctx, m.scope.Profile()), found))
		return err
	})
	export.Flags().StringVar(&files, "files", "", "write MEMORY.md and memory-archive/YYYY-MM.md into `FOLDER` instead")
	archive := sub("archive ID...", "Move memories into the archive, or out of it", cobra.MinimumNArgs(1), false, func(ctx context.Context, m *memories, args []string) error {
		return m.archive(ctx, args, reason, archived)
	})
	archive.Flags().StringVar(&reason, "reason", "", "say why, in this `TEXT`")
	archive.Flags().BoolVar(&archived, "undo", false, "take them out again")
	search := sub("search TEXT", "Find the memories that match a text best", cli.OneArg("TEXT"), true, func(ctx context.Context, m *memories, args []string) error {
		found, err := m.host.Store.SearchMemories(ctx, m.scope, args[0], false, workspace.SessionLimit)
		return m.tell(found, err)
	})
	add := sub("add TEXT", "Keep a memory", cli.OneArg("TEXT"), false, func(ctx context.Context, m *memories, args []string) error {
		made, err := m.add(ctx, args[0], insist)
		if err != nil {
			return err
		}
		t.Talk("remembered as %s\n", made.ID)
		t.Answers(struct {
			Memory memoryRow `json:"memory"`
		}{rowOfMemory(made)})
		return nil
	})
	add.Flags().BoolVar(&insist, "insist", false, "keep a text that reads like a secret")
	forget := sub("forget ID", "Forget a memory, by its id or a prefix of it", cli.OneArg("ID"), false, func(ctx context.Context, m *memories, args []string) error {
		return m.forget(ctx, args[0], purge)
	})
	forget.Flags().BoolVar(&purge, "purge", false, "also remove its text from all conversations")
	edit := sub("edit", "Edit memories as a file, in $VISUAL or $EDITOR", cobra.NoArgs, false, func(ctx context.Context, m *memories, _ []string) error {
		return m.edit(ctx)
	})
	var most int
	taken := sub("import PATH", "Import an export of conversations into the archive of memories", cli.OneArg("PATH"), false, func(ctx context.Context, m *memories, args []string) error {
		return m.imported(ctx, args[0], most)
	})
	taken.Flags().IntVar(&most, "most", memory.MaxMessages, fmt.Sprintf("keep the newest `N` messages, up to %d", memory.MaxMessages))
	return workspace.StoreCommand(&o, "memory", "List, find, add, import, edit, archive and forget memories",
		"memory works on the memories of one profile, and on those that all profiles share. The profile is\n--profile, else the one that the current folder is in, else the default of the workspace.", list, search, add, archive, forget, export, edit, taken)
}
