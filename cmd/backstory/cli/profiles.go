package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
)

// Profiles returns the folders that a command works on: those named
// ([ProfileFolder]), or with --all every profile below the current folder, or the
// one that the current folder is in.
func (t *Terminal) Profiles(args []string) ([]string, error) {
	if t.All {
		if len(args) > 0 {
			return nil, errors.New("--all: name no profiles beside it")
		}
		return profile.FindAll(".", func(l plainfile.Left) { t.Talk("%s\n", oneline.Safe(l.String())) })
	}
	if len(args) > 0 {
		dirs := make([]string, len(args))
		for i, name := range args {
			var err error
			if dirs[i], err = ProfileFolder(name); err != nil {
				return nil, err
			}
		}
		return eachOnce(dirs), nil
	}
	if profile.HasSources(".") {
		return []string{"."}, nil
	}
	dir, err := profile.Find(".")
	if errors.Is(err, profile.ErrNotFound) {
		if below, _ := profile.FindAll(".", nil); len(below) > 0 { // an error there is another way to have none
			return nil, fmt.Errorf("%w: name one of those below, such as %s, or take all with --all", profile.ErrNotFound, oneline.Safe(below[0]))
		}
	}
	if err != nil {
		return nil, err
	}
	return []string{FromHere(dir)}, nil
}

// Each runs a function for every profile that is named and returns the worst
// code as an error. An error of one profile is told and does not stop the others.
func (t *Terminal) Each(args []string, work func(dir string) (int, error)) error {
	dirs, err := t.Profiles(args)
	if err != nil {
		return err
	}
	return t.EachOf(dirs, work)
}

// EachOf does what Each does, for profiles that were found already.
func (t *Terminal) EachOf(dirs []string, work func(dir string) (int, error)) error {
	code := ExitDone
	t.Answer.Profiles = []any{}
	for i, dir := range dirs {
		c, err := work(dir)
		if err != nil {
			said := MessageOf(err)
			stopped := errors.Is(err, context.Canceled) // the profiles before it are done, and the others as they were
			if stopped && len(dirs) > 1 {
				said += fmt.Sprintf("; %d of %d profiles were done", i, len(dirs))
			}
			t.Fail(Notice{Code: CodeOfError(err), Profile: dir, Message: said})
			if stopped {
				return ExitCode(ExitInterrupted)
			}
			c = ExitError
		}
		code = Worst(code, c)
	}
	if code != ExitDone {
		return ExitCode(code)
	}
	return nil
}
