package exchange

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"

	"github.com/seed353dc258/backstory/profile"
)

// ErrTaken says that there is a profile of the name already.
var ErrTaken = errors.New("there is a profile of this name")

// Preview reads an input and returns what an import would make of it. Nothing is
// written.
func Preview(ctx context.Context, r Reader, in *Input) (Report, error) {
	return readInto(ctx, r, in, discard{})
}

// readInto reads an input into a target, with the record at the end.
func readInto(ctx context.Context, r Reader, in *Input, target Target) (Report, error) {
	i := NewImport(r.Kind().Name, target)
	i.Set(in.User)
	if err := r.Read(ctx, in, i); err != nil {
		return i.Report, err
	}
	if i.err == nil && !i.taken[profile.SoulFile] {
		i.err = fmt.Errorf("%w: nothing in it says who the persona is", ErrUnknown)
	}
	err := i.finish()
	return i.Report, err
}

// Files reads an input and returns the files that an import would make, by their
// paths.
func Files(ctx context.Context, r Reader, in *Input) (map[string][]byte, Report, error) {
	m := memory{}
	report, err := readInto(ctx, r, in, m)
	return m, report, err
}

// Place imports an input as a new profile of the workspace in a folder. The
// profile is there whole at the end, or not at all.
func Place(ctx context.Context, r Reader, in *Input, workspace *os.Root, name string) (report Report, err error) {
	to := filepath.Join(profile.ProfilesFolder, name)
	if Slug(name) != name && !isName(name) {
		return report, fmt.Errorf("%q is no name of a profile: give another one (--as)", name)
	}
	if _, err := workspace.Lstat(to); err == nil {
		return report, fmt.Errorf("%w: %s: give another one (--as)", ErrTaken, filepath.ToSlash(to))
	}
	if err := workspace.Mkdir(profile.ProfilesFolder, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return report, fmt.Errorf("making the profile: %w", err)
	}
	stage, err := makeStage(workspace)
	if err != nil {
		return report, fmt.Errorf("making the profile: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, workspace.RemoveAll(stage))
		}
	}()
	root, err := workspace.OpenRoot(stage)
	if err != nil {
		return report, fmt.Errorf("making the profile: %w", err)
	}
	report, err = readInto(ctx, r, in, folder{root})
	if err = errors.Join(err, ctx.Err(), root.Close()); err != nil {
		return report, err
	}
	if err = workspace.Rename(stage, to); err != nil {
		return report, fmt.Errorf("making the profile: %w", err)
	}
	return report, nil
}

// isName reports whether a user's name can be that of a folder everywhere.
func isName(name string) bool {
	for _, r := range name {
		if r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return false
		}
	}
	return name != "" && len(name) <= 64 && Slug(name) != "unnamed"
}

// makeStage makes the folder that an import is written in until it is whole. It
// lies in the workspace, so that it can be renamed, and not among the profiles.
func makeStage(workspace *os.Root) (string, error) {
	for n := range 100 {
		name := ".backstory-import-" + strconv.Itoa(os.Getpid()) + "-" + strconv.Itoa(n)
		if err := workspace.Mkdir(name, 0o755); !errors.Is(err, fs.ErrExist) {
			return name, err
		}
	}
	return "", errors.New("a hundred imports were left unfinished: remove the folders .backstory-import-* of the workspace")
}

// folder is a target on disk.
type folder struct{ root *os.Root }

func (f folder) Write(name string, content io.Reader) (n int64, err error) {
	if err := f.root.MkdirAll(filepath.FromSlash(path.Dir(name)), 0o755); err != nil {
		return 0, fmt.Errorf("making the profile: %w", err)
	}
	file, err := f.root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return 0, fmt.Errorf("making the profile: %w", err)
	}
	n, err = io.Copy(file, content)
	if err == nil {
		err = file.Sync()
	}
	return n, errors.Join(err, file.Close())
}

// discard is a target that keeps nothing.
type discard struct{}

func (discard) Write(_ string, content io.Reader) (int64, error) { return io.Copy(io.Discard, content) }

// memory is a target that keeps all.
type memory map[string][]byte

func (m memory) Write(name string, content io.Reader) (int64, error) {
	b, err := io.ReadAll(content)
	m[name] = b
	return int64(len(b)), err
}
