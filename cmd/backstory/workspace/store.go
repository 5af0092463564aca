package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/profile"
)

// With opens a workspace for one thing to be done. look is for what writes
// nothing: a workspace without conversations stays without.
func (o *Options) With(ctx context.Context, t *cli.Terminal, look bool, do func(*host.Host) error) error {
	o.Look = look
	if err := o.TakePlain(); err != nil {
		return err
	}
	s, err := o.Settings(t)
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

// StoreCommand returns a command with subcommands on what a workspace keeps.
func StoreCommand(o *Options, use, short, long string, subs ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use: use, Short: short, Long: long,
		Args: cli.OnlyCommands, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.PersistentFlags().StringVar(&o.Start.Profile, "profile", "", "the profile, by its `NAME` in the workspace or by its folder")
	AddOrg(cmd.PersistentFlags(), &o.Org)
	cmd.PersistentFlags().BoolVar(&o.Adopt, "adopt", false, "take over conversations that were made under another configuration folder")
	cmd.AddCommand(subs...)
	return cmd
}

// OrFolder adds the other remedy to the error that there is no workspace, where a
// command has --profile: the folder of a profile, one below the current folder if
// there is one; or a plain folder, where the command takes one.
func OrFolder(cmd *cobra.Command, err error) error {
	if !errors.Is(err, profile.ErrNoWorkspace) || cmd.Flag("profile") == nil {
		return err
	}
	w, below := profile.OpenBelow(".")
	switch {
	case below != nil && cmd.Flag("yes") != nil:
		return fmt.Errorf("%w, or name a profile or a folder of documents (%s .)", err, cmd.CommandPath())
	case below != nil:
		return fmt.Errorf("%w, or name the folder of a profile with --profile", err)
	}
	defer w.Close()
	folders, below := w.Folders()
	if below != nil || len(folders) == 0 {
		return err
	}
	return fmt.Errorf("%w, or name a profile: --profile ./%s", err, filepath.Base(folders[0]))
}

// Database returns the address of the PostgreSQL that servers use, or "".
func Database() string { return address("DATABASE_URL") }

// address returns the address of a PostgreSQL that an environment variable has.
// One of another kind is for other programs.
func address(variable string) string {
	address := os.Getenv(variable)
	if strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://") {
		return address
	}
	return ""
}

// Databases returns the addresses of the database as servers and as the owner of
// its tables have them.
func Databases() (server, owner string, err error) {
	server, owner = Database(), address(ownerVariable)
	switch {
	case server == "":
		err = fmt.Errorf("set DATABASE_URL to the address of the database as the role of servers: postgres://ROLE@HOST/NAME")
	case owner == "":
		err = fmt.Errorf("set %s to the address of the database as the role that owns its tables: postgres://OWNER@HOST/NAME", ownerVariable)
	}
	return server, owner, err
}

// SessionLimit is how many sessions a list has where nothing else is asked for.
const SessionLimit = 50

// ownerVariable names the environment variable with the address of the database
// as the role that owns the tables.
const ownerVariable = "DATABASE_OWNER_URL"
