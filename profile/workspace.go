package profile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/internal/suggest"
)

// ErrNoWorkspace says that no workspace was found.
var ErrNoWorkspace = errors.New("no workspace found")

// ErrUnknown says that a workspace has no profile of a name.
var ErrUnknown = errors.New("unknown profile")

// Workspace is an open workspace: a folder with profiles, and what they share.
type Workspace struct {
	Dir      string // absolute
	Root     *os.Root
	Config   Config
	Problems []Problem // of the configuration

	below bool // the profiles are directly in the folder: see [OpenBelow]
}

// profiles is the folder that holds the profiles.
func (w *Workspace) profiles() string {
	if w.below {
		return "."
	}
	return ProfilesFolder
}

// FindWorkspace returns the folder of the workspace that a folder is in: the
// nearest one upwards that holds a profiles folder, backstory.json or
// openclaw.json, no further than the repository's root and the home folder;
// else ~/.backstory if it is there.
func FindWorkspace(from string) (string, error) {
	start, err := filepath.Abs(from)
	if err != nil {
		return "", err
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	for dir := start; ; {
		if isWorkspace(dir) && !isOrg(dir) {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil || dir == home || up == dir {
			break
		}
		dir = up
	}
	if dir := filepath.Join(home, ".backstory"); home != "" && isWorkspace(dir) {
		return dir, nil
	}
	return "", fmt.Errorf("%w: neither %s nor a folder above it, nor ~/.backstory, holds %s/ or %s: run backstory init %[3]s/NAME there to make one",
		ErrNoWorkspace, start, ProfilesFolder, ConfigFile)
}

func isWorkspace(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, ProfilesFolder))
	return err == nil && info.IsDir() || isFile(filepath.Join(dir, ConfigFile)) || isFile(filepath.Join(dir, OpenClawFile))
}

// isOrg reports whether a folder is that of an organisation in a workspace.
func isOrg(dir string) bool {
	up := filepath.Dir(dir)
	return filepath.Base(up) == OrgsFolder && isWorkspace(filepath.Dir(up))
}

// In opens the folder of an organisation, which holds profiles as a workspace
// does.
func (w *Workspace) In(org string) (*Workspace, error) {
	at := filepath.Join(OrgsFolder, org)
	root, err := plainfile.OpenRootIn(w.Root, at)
	if err != nil {
		return nil, err
	}
	in := &Workspace{Dir: filepath.Join(w.Dir, at), Root: root}
	in.configure()
	return in, nil
}

// OpenWorkspace opens the workspace in a folder. What is wrong with its
// configuration is in Problems.
func OpenWorkspace(dir string) (*Workspace, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	root, err := plainfile.OpenRoot(abs)
	if err != nil {
		return nil, err
	}
	w := &Workspace{Dir: abs, Root: root}
	w.configure()
	return w, nil
}

// OpenBelow opens a folder that is not a workspace, and holds profiles directly: as
// one without organisations. Without a profile there it is [ErrNoWorkspace]. It is
// for reading; what is written belongs into a profiles folder.
func OpenBelow(dir string) (*Workspace, error) {
	w, err := OpenWorkspace(dir)
	if err != nil {
		return nil, err
	}
	w.below = true
	found, err := w.Folders()
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("%w: no folder in %s holds a %s", ErrNoWorkspace, dir, SoulFile)
	}
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// Reread returns the workspace with its configuration as it is now. It is closed
// with the one that it was made of.
func (w *Workspace) Reread() *Workspace {
	now := &Workspace{Dir: w.Dir, Root: w.Root, below: w.below}
	now.configure()
	return now
}

// WorkspaceOf opens the workspace that a profile's folder belongs to, which
// holds it in its profiles folder, and returns the profile's name in it. It is
// nil for a profile that stands alone.
func WorkspaceOf(dir string) (w *Workspace, name string, err error) {
	abs, err := filepath.Abs(dir)
	if err != nil || filepath.Base(filepath.Dir(abs)) != ProfilesFolder {
		return nil, "", err
	}
	w, err = OpenWorkspace(filepath.Dir(filepath.Dir(abs)))
	return w, filepath.Base(abs), err
}

// Close releases the workspace's folder.
func (w *Workspace) Close() error { return w.Root.Close() }

// Folder returns the name of the folder in which a profile lies, by its name
// in any case. A name that several folders have is an error, as is one that
// none has ([ErrUnknown]).
func (w *Workspace) Folder(name string) (string, error) {
	if !isName(name) {
		return "", fmt.Errorf("%w: %q is not a name", ErrUnknown, name)
	}
	if root := w.named(name); root != nil {
		return name, root.Close()
	}
	names, err := w.folders()
	if err != nil {
		return "", err
	}
	var found []string
	for _, n := range names {
		if strings.EqualFold(n, name) && w.hasSoul(n) {
			found = append(found, n)
		}
	}
	switch len(found) {
	case 0:
		if err := w.noSoul(names, name); err != nil {
			return "", err
		}
		return "", fmt.Errorf("%w: %q: %s holds no folder of that name with a %s%s", ErrUnknown, name, path.Join(w.Dir, w.profiles()), SoulFile,
			suggest.Question(name, slices.DeleteFunc(names, func(n string) bool { return !w.hasSoul(n) })))
	case 1:
		return found[0], nil
	}
	if slices.Contains(found, name) {
		return name, nil
	}
	return "", fmt.Errorf("profile %q: the folders %s differ by case alone: rename one", name, strings.Join(found, ", "))
}

func isName(name string) bool {
	return name != "" && !strings.ContainsAny(name, `/\`) && name != "." && name != ".."
}

// Open opens a profile of the workspace by its name, in any case.
func (w *Workspace) Open(name string) (*Profile, error) {
	if isName(name) {
		if root := w.named(name); root != nil {
			return &Profile{Dir: filepath.Join(w.Dir, w.profiles(), name), Root: root}, nil
		}
	}
	folder, err := w.Folder(name)
	if err != nil {
		return nil, err
	}
	root, err := plainfile.OpenRootIn(w.Root, filepath.Join(w.profiles(), folder))
	if err != nil {
		return nil, err
	}
	return &Profile{Dir: filepath.Join(w.Dir, w.profiles(), folder), Root: root}, nil
}

// Folders returns the folders of the profiles, absolute and sorted: those that
// hold a soul.md.
func (w *Workspace) Folders() ([]string, error) {
	names, err := w.folders()
	var dirs []string
	for _, n := range names {
		if w.hasSoul(n) {
			dirs = append(dirs, filepath.Join(w.Dir, w.profiles(), n))
		}
	}
	return dirs, err
}

// folders returns the names of the folders in profiles/, sorted. A workspace
// without the folder has none.
func (w *Workspace) folders() ([]string, error) {
	entries, err := plainfile.List(w.Root, w.profiles(), maxFound)
	if err != nil && len(entries) == 0 {
		return nil, fmt.Errorf("listing the profiles: %w", err)
	}
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		if e.IsDir() || e.Type()&fs.ModeSymlink != 0 {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// named opens the folder of a profile that has just this name; it is nil where that cannot
// be told without a look at all names, as where the system finds it in another case, too.
func (w *Workspace) named(name string) *os.Root {
	root, err := plainfile.OpenRootIn(w.Root, filepath.Join(w.profiles(), name))
	if err != nil {
		return nil
	}
	if soul, err := root.Stat(at(root, "", SoulFile)); err != nil || !soul.Mode().IsRegular() || w.hasOtherCase(root, name) {
		_ = root.Close() // it was only looked at
		return nil
	}
	return root
}

// hasOtherCase reports whether a folder of the profiles is found in another case than its name
// has, too.
func (w *Workspace) hasOtherCase(root *os.Root, name string) bool {
	other := strings.ToUpper(name)
	if other == name {
		other = strings.ToLower(name)
	}
	if other == name { // no letter in it
		return false
	}
	info, err := w.Root.Stat(filepath.Join(w.profiles(), other))
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	exact, err := root.Stat(".")
	return err != nil || os.SameFile(exact, info)
}

// noSoul says why the soul of a profile that is there cannot be read.
func (w *Workspace) noSoul(names []string, name string) error {
	for _, n := range names {
		if !strings.EqualFold(n, name) {
			continue
		}
		in := path.Join(w.profiles(), n)
		soul := path.Join(in, at(w.Root, in, SoulFile))
		f, _, err := plainfile.Open(w.Root, filepath.FromSlash(soul))
		if err == nil {
			err = f.Close()
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("reading %s: %w", soul, err)
		}
	}
	return nil
}

func (w *Workspace) hasSoul(folder string) bool {
	in := path.Join(w.profiles(), folder)
	info, err := w.Root.Stat(inFolder(in, at(w.Root, in, SoulFile)))
	return err == nil && info.Mode().IsRegular()
}

// configure reads the configuration files; backstory.json comes first, and
// what it says holds.
func (w *Workspace) configure() {
	for _, name := range []string{ConfigFile, OpenClawFile} {
		content, err := readFile(w.Root, name, maxConfig)
		if err != nil {
			w.Problems = append(w.Problems, Problem{File: name, Message: err.Error()})
		}
		if content == nil {
			continue
		}
		c, problems := ParseConfig(name, content)
		w.Problems = append(w.Problems, problems...)
		w.Config = w.Config.over(c)
	}
}
