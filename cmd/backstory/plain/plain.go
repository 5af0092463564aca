// Package plain opens the plain folders and files that a command line names.
package plain

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/term"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/internal/folder"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
)

// Is reports whether an argument of a command that takes plain folders names one,
// or a file, and not a profile. A name of both a profile of the workspace and a folder
// or file here is refused.
func Is(name string) (bool, error) {
	info, err := os.Stat(name)
	if err != nil {
		return false, nil // what is wrong is told where a profile of the name is looked for
	}
	if info.IsDir() && !folder.Is(name) {
		return false, nil
	}
	if cli.IsPath(name) {
		return true, nil
	}
	dir, err := profile.FindWorkspace(".")
	if err != nil {
		return true, nil
	}
	w, err := profile.OpenWorkspace(dir)
	if err != nil {
		return true, nil
	}
	defer w.Close()
	in, err := w.Folder(name)
	switch {
	case errors.Is(err, profile.ErrUnknown):
		return true, nil
	case err != nil:
		return false, err
	}
	at := filepath.Join(w.Dir, profile.ProfilesFolder, in)
	return false, fmt.Errorf("%+.100q is a folder or file here and a profile of the workspace: write %s or %s", name, oneline.Safe("./"+name), oneline.Safe(cli.FromHere(at)))
}

// Open opens plain folders and files as one profile, and keeps what belongs to
// it in a folder; empty for the user's.
func Open(t *cli.Terminal, data string, paths []string, all bool) (*profile.Profile, error) {
	if own, err := DataFolder(); data == "" && err == nil {
		data = own
	}
	return folder.Open(paths, folder.Settings{Data: data, Any: all, Moved: func(from string) bool {
		in, ok := t.In.(*os.File)
		if !ok || !t.Person || t.Answer.Asked || !term.IsTerminal(int(in.Fd())) {
			t.Talk("this folder seems to be what %s was: at a terminal its conversations can be taken over\n", names.Show(from))
			return false
		}
		return t.Confirm(fmt.Sprintf("there are talks of %s, which this folder seems to be: go on with them?", names.Show(from))) == nil
	}})
}

// Folders returns what is kept of plain folders.
func Folders() ([]folder.Record, error) {
	data, err := DataFolder()
	if err != nil {
		return nil, err
	}
	return folder.List(data)
}

// DataFolder returns the folder for the user's data: backstory in
// $XDG_DATA_HOME or ~/.local/share, elsewhere beside the configuration.
func DataFolder() (string, error) {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "backstory"), nil
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return catalog.Folder()
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share", "backstory"), err
}
