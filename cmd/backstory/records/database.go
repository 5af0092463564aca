package records

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/host/state"
	"github.com/seed353dc258/backstory/agent/store/postgres"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
)

func newStoreUpgrade(t *cli.Terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use: "upgrade", Short: "Make or upgrade the tables of a PostgreSQL database",
		Long: `upgrade brings the tables of a PostgreSQL database to the version of this program, as the role of DATABASE_OWNER_URL,
and lets the role of DATABASE_URL use them. Servers of an earlier version do not start any more. The file of a workspace
is upgraded by whoever opens it.`, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			server, owner, err := workspace.Databases()
			if err != nil {
				return err
			}
			before, after, err := postgres.Upgrade(cmd.Context(), owner, server)
			if err != nil {
				return err
			}
			t.Talk("the tables were of version %d and are of version %d\n", before, after)
			t.Answers(struct {
				Before int64 `json:"before"`
				After  int64 `json:"after"`
			}{before, after})
			return nil
		},
	}
	t.AddJSON(cmd.Flags())
	return cmd
}

func newStoreMigrate(t *cli.Terminal, o *workspace.Options) *cobra.Command {
	var to string
	cmd := &cobra.Command{
		Use: "migrate --to postgres|sqlite", Short: "Move all that a workspace keeps to a database, or back to its file",
		Long: `migrate carries all that a workspace keeps from its file to the database of DATABASE_URL, or back, as the role of
DATABASE_OWNER_URL. A digest of all rows is compared on both sides; where anything fails nothing was changed. End the
servers and chats of the workspace first.`, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return migrate(o, cmd.Context(), t, to) },
	}
	cmd.Flags().StringVar(&to, "to", "", "where to: postgres or sqlite (`KIND`)")
	t.AddJSON(cmd.Flags())
	return cmd
}

func migrate(o *workspace.Options, ctx context.Context, t *cli.Terminal, to string) error {
	run := map[string]func(context.Context, state.Settings, string) (state.Migrated, error){
		"postgres": state.ToDatabase, "sqlite": state.ToFile,
	}[to]
	if run == nil {
		return fmt.Errorf("--to %q: it is postgres or sqlite", to)
	}
	_, owner, err := workspace.Databases()
	if err != nil {
		return err
	}
	s, err := o.Settings(t)
	if err != nil {
		return err
	}
	if s.Workspace != nil {
		defer s.Workspace.Close()
	}
	if s.Alone != nil {
		defer s.Alone.Close()
	}
	done, err := run(ctx, s.Settings, owner)
	if err != nil {
		return err
	}
	t.Talk("%s; what it was before is left in %s\n", movedLine(done, to), done.Left)
	t.Answers(done)
	return nil
}

func movedLine(m state.Migrated, to string) string {
	verb := "moved"
	switch {
	case m.Before && m.Digest == "":
		return "a move to " + to + " that was cut off is finished"
	case m.Before:
		verb = "had been moved"
	}
	return fmt.Sprintf("%d rows %s to %s, with the digest %.16s on both sides", m.Rows, verb, to, m.Digest)
}
