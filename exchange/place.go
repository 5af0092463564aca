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
	"strings"
	"syscall"

	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/plainfile"
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
	if i.err == nil && !i.paths.taken[profile.SoulFile] {
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

// Place imports an input as a new profile of the workspace in a folder, and
// returns the name of its folder: the one that is given or, for "", one made of
// the persona's name. The profile is there whole at the end, or not at all.
func Place(ctx context.Context, r Reader, in *Input, workspace *os.Root, name string) (placed string, report Report, err error) {
	if name != "" {
		if err := free(workspace, name); err != nil {
			return "", report, err
		}
	}
	stage, err := makeStage(workspace)
	if err != nil {
		return "", report, fmt.Errorf("making the profile: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, workspace.RemoveAll(stage))
		}
	}()
	root, err := workspace.OpenRoot(stage)
	if err != nil {
		return "", report, fmt.Errorf("making the profile: %w", err)
	}
	defer root.Close()
	report, err = readInto(ctx, r, in, folder{root})
	if err = errors.Join(err, ctx.Err()); err != nil {
		return "", report, err
	}
	if name == "" {
		name = Slug(report.Name)
		if err = free(workspace, name); err != nil {
			return "", report, err
		}
	}
	if err = publish(workspace, root, stage, name); err != nil {
		return "", report, fmt.Errorf("making the profile: %w", err)
	}
	return name, report, nil
}

// free says why a new profile cannot have a name; nil where it can.
func free(workspace *os.Root, name string) error {
	if Slug(name) != name && !isName(name) {
		return fmt.Errorf("%q is not a name of a profile: give another one (--as)", name)
	}
	to := path.Join(profile.ProfilesFolder, name)
	if _, err := workspace.Lstat(filepath.FromSlash(to)); err == nil {
		return fmt.Errorf("%w: %s: give another one (--as)", ErrTaken, to)
	}
	return nil
}

// publish makes a folder that is whole, and on disk, one of the profiles.
func publish(workspace, root *os.Root, stage, name string) error {
	if err := errors.Join(atomicfile.SyncTree(root), root.Close()); err != nil { // an open folder is not renamed everywhere
		return err
	}
	if err := workspace.Mkdir(profile.ProfilesFolder, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := workspace.Rename(stage, filepath.Join(profile.ProfilesFolder, name)); err != nil {
		return err
	}
	profiles, err := workspace.OpenRoot(profile.ProfilesFolder)
	if err != nil {
		return err
	}
	return errors.Join(atomicfile.In(profiles).Sync(), profiles.Close())
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
	if err := removeLeft(workspace); err != nil {
		return "", err
	}
	for n := range 100 {
		name := stagePrefix + strconv.Itoa(os.Getpid()) + "-" + strconv.Itoa(n)
		if err := workspace.Mkdir(name, 0o755); !errors.Is(err, fs.ErrExist) {
			return name, err
		}
	}
	return "", errors.New("a hundred imports were left unfinished: remove the folders .backstory-import-* of the workspace")
}

// stagePrefix begins the name of such a folder. The number of its process follows.
const stagePrefix = ".backstory-import-"

// maxStages is how many entries of a workspace are looked at for what is left.
const maxStages = 10_000

// removeLeft removes what imports left whose process was killed.
func removeLeft(workspace *os.Root) error {
	entries, err := plainfile.List(workspace, ".", maxStages)
	if err != nil && len(entries) == 0 {
		return fmt.Errorf("looking for what imports left: %w", err)
	}
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name(), stagePrefix)
		number, _, _ := strings.Cut(rest, "-")
		pid, err := strconv.Atoi(number)
		if !ok || !e.IsDir() || err != nil || runs(pid) {
			continue
		}
		if err := workspace.RemoveAll(e.Name()); err != nil {
			return fmt.Errorf("removing what an import left: %w", err)
		}
	}
	return nil
}

// runs reports whether there is a process of a number.
func runs(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false // as Windows says
	}
	defer p.Release()
	err = p.Signal(syscall.Signal(0))
	return !errors.Is(err, os.ErrProcessDone) && !errors.Is(err, syscall.ESRCH)
}

// folder is a target on disk. What it writes is synced as a whole, by [publish].
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
