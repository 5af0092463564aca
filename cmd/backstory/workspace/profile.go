package workspace

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/profile"
)

// LoadIdentity reads the profile that a flag names: a folder, or the name of a
// profile of the workspace. Without a name it is the profile that the current
// folder is in, else the workspace's default, else none but the workspace.
func LoadIdentity(name string) (*profile.Identity, error) {
	w, p, err := OpenProfile(name)
	if w != nil {
		defer w.Close()
	}
	if p != nil {
		defer p.Close()
	}
	if err != nil {
		return nil, err
	}
	return profile.Load(w, p)
}

// OpenProfile opens a profile and the workspace that it is in. Either may be
// nil without an error.
func OpenProfile(name string) (*profile.Workspace, *profile.Profile, error) {
	switch {
	case name == "":
		if dir, err := profile.Find("."); err == nil {
			return openFolder(dir)
		}
	case cli.IsPath(name):
		return openFolder(name)
	default:
		var err error
		if name, err = folderOf(name); err != nil {
			return nil, nil, err
		}
	}
	dir, err := profile.FindWorkspace(".")
	if err != nil {
		if name != "" && IsFolder(name) {
			return openFolder(name)
		}
		if name != "" {
			err = fmt.Errorf("%+.100q is no folder, and %w", name, err)
		}
		return nil, nil, err
	}
	w, err := profile.OpenWorkspace(dir)
	if err != nil {
		return nil, nil, err
	}
	fromConfig := name == ""
	if fromConfig {
		if name = w.Config.Profile; name == "" {
			return w, nil, nil
		}
	}
	p, err := w.Open(name)
	if errors.Is(err, profile.ErrUnknown) && !fromConfig && IsFolder(name) {
		w.Close()
		return openFolder(name)
	}
	return w, p, err
}

// folderOf returns the name of the folder of a profile of the workspace, also by what
// people call it. Another name is returned as it is.
func folderOf(name string) (string, error) {
	folder, err := cli.ProfileFolder(name)
	if err != nil || folder == name {
		return name, err
	}
	abs, err := filepath.Abs(folder)
	return filepath.Base(abs), err
}

// openFolder opens the profile in a folder, with the workspace that it is in.
func openFolder(dir string) (*profile.Workspace, *profile.Profile, error) {
	p, err := profile.Open(dir)
	if err != nil {
		return nil, nil, err
	}
	w, _, err := profile.WorkspaceOf(p.Dir)
	return w, p, err
}

// IsFolder reports whether a name is that of a folder.
func IsFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// Here makes the current folder a workspace where none is found: an
// organisation may be the first thing in it.
func Here() error {
	_, err := profile.FindWorkspace(".")
	if !errors.Is(err, profile.ErrNoWorkspace) {
		return err
	}
	if err := os.Mkdir(profile.ProfilesFolder, 0o777); err != nil {
		return fmt.Errorf("making a workspace: %w", err)
	}
	return nil
}

// ProfileArg lets a command take its profile as an argument as well as by
// --profile. What is neither a profile nor a folder, and nearly the name of a
// subcommand, is taken for a mistyped one.
func ProfileArg(to *string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return nil
		case len(args) > 1:
			return fmt.Errorf("%s: name one profile, not %d", cmd.Name(), len(args))
		case *to != "":
			return fmt.Errorf("%s: the profile is named twice, as %+.100q and by --profile", cmd.Name(), args[0])
		}
		if cmd.HasSubCommands() && cli.MeantCommand(cmd, args[0]) != "" && !IsProfile(args[0]) {
			return cli.OnlyCommands(cmd, args)
		}
		*to = args[0]
		return nil
	}
}

// IsProfile reports whether a name is that of a profile.
func IsProfile(name string) bool {
	w, p, err := OpenProfile(name)
	if w != nil {
		defer w.Close()
	}
	if p != nil {
		defer p.Close()
	}
	return err == nil && p != nil
}
