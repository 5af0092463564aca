package records

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
)

// NewStore returns the command store.
func NewStore(t *cli.Terminal) *cobra.Command {
	var o workspace.Options
	backup := &cobra.Command{
		Use: "backup FILE", Short: "Write a copy of all conversations to a new file", Args: cli.OneArg("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := filepath.Abs(args[0])
			if err != nil {
				return err
			}
			return o.With(cmd.Context(), t, true, func(h *host.Host) error {
				if err := h.Store.Backup(cmd.Context(), file); err != nil {
					return err
				}
				t.Talk("wrote %s\n", args[0])
				t.Answers(struct {
					File string `json:"file"`
				}{file})
				return nil
			})
		},
	}
	check := &cobra.Command{
		Use: "check", Short: "Read everything and report damage", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return o.With(cmd.Context(), t, true, func(h *host.Host) error {
				err := h.Store.Check(cmd.Context())
				if err != nil && !errors.Is(err, store.ErrDamaged) {
					return err
				}
				t.Answers(struct {
					Folder string `json:"folder"`
					Whole  bool   `json:"whole"`
				}{h.StateDir(), err == nil})
				if err != nil {
					t.Fail(cli.Notice{Code: "damaged", Message: err.Error()})
					return cli.ExitCode(cli.ExitStale)
				}
				if !t.Answer.Asked {
					fmt.Fprintf(t.Out, "whole: %s\n", h.StateDir())
				}
				return nil
			})
		},
	}
	t.AddJSON(backup.Flags())
	t.AddJSON(check.Flags())
	return workspace.StoreCommand(&o, "store", "Back up, check, upgrade and move what a workspace keeps",
		"store works on all conversations and memories of a workspace: the file .backstory/store.db, or the PostgreSQL database\nthat DATABASE_URL names.", backup, check, newStoreUpgrade(t), newStoreMigrate(t, &o))
}
