// Package atomicfile replaces files so that each is whole at any moment: the
// old one or the new one, through a crash, a full disk or a second writer.
//
//   - atomicfile.go: writing one file or several that belong together
//   - folder.go: the calls to the system, as an interface that tests can break
//   - sweep.go: leftovers of writers that were killed
//   - lock*.go: one writer at a time in a folder
//
// A file is written under a temporary name in its own folder, synced and
// renamed, and then the folder is synced. Several files are renamed in the
// order given, after all of them were written and synced: the one moment at
// which some are new and some are old is between two renames, and the caller
// chooses the order so that he recognises that state.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// Prefix begins the name of every temporary file. Names that begin with it,
// followed by two numbers and a hyphen between them, are swept.
const Prefix = ".backstory-tmp-"

// ErrNotRegular says that a link, a folder or a special file stands where a
// file is to be written. It is left alone.
var ErrNotRegular = errors.New("not a regular file")

// newPerm is the mode of a file that did not exist, before the umask.
const newPerm = 0o644

// Target is a file to be written.
type Target struct {
	// Name is the file's name in the folder, without separators.
	Name string
	// Write writes the content. Its error stops the whole group.
	Write func(w io.Writer) error
}

// Bytes is a target with its content at hand.
func Bytes(name string, content []byte) Target {
	return Target{Name: name, Write: func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}}
}

// Write writes files into a folder, all of them before the first gets its
// name. A file that exists keeps its permissions; a new one gets 0644 less the
// umask. With an error that comes before the first rename nothing has changed;
// with a later one the files named so far are new and whole and the others old
// and whole. Temporary files are removed with any error; if that fails too,
// [Sweep] finds them.
func Write(folder Folder, files ...Target) error {
	g := &group{folder: folder}
	err := g.write(files)
	if err == nil {
		return nil
	}
	if left := g.discard(); left != nil {
		return errors.Join(err, left)
	}
	return err
}

// group is a set of files on their way.
type group struct {
	folder Folder
	temps  []string // by target; empty once renamed
	next   int      // number for the next temporary name
}

func (g *group) write(files []Target) error {
	for _, t := range files {
		if err := g.stage(t); err != nil {
			return fmt.Errorf("writing %s: %w", t.Name, err)
		}
	}
	for i, t := range files {
		if err := g.folder.Rename(g.temps[i], t.Name); err != nil {
			return fmt.Errorf("renaming to %s: %w", t.Name, err)
		}
		g.temps[i] = ""
	}
	if err := g.folder.Sync(); err != nil {
		return fmt.Errorf("syncing the folder: %w", err)
	}
	return nil
}

// stage writes the temporary file of a target, ready to be renamed.
func (g *group) stage(t Target) error {
	if t.Name == "." || t.Name == ".." || filepath.Base(t.Name) != t.Name {
		return errors.New("not a name in this folder")
	}
	perm, exists, err := permOf(g.folder, t.Name)
	if err != nil {
		return err
	}
	f, err := g.create(perm)
	if err != nil {
		return err
	}
	if exists {
		// What the umask took away. The file is never more open than the old one.
		err = f.Chmod(perm)
	}
	if err == nil {
		err = t.Write(&fullWriter{f})
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

func permOf(folder Folder, name string) (perm fs.FileMode, exists bool, err error) {
	info, err := folder.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return newPerm, false, nil
	case err != nil:
		return 0, false, err
	case !info.Mode().IsRegular():
		return 0, false, ErrNotRegular
	}
	return info.Mode().Perm(), true, nil
}

// maxAttempts bounds the search for a free temporary name: every name that is
// taken is a leftover that was not swept.
const maxAttempts = 1000

// create opens a temporary file of this process and remembers it.
func (g *group) create(perm fs.FileMode) (File, error) {
	for range maxAttempts {
		name := Prefix + strconv.Itoa(os.Getpid()) + "-" + strconv.Itoa(g.next)
		g.next++
		f, err := g.folder.Create(name, perm)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			g.temps = append(g.temps, name)
		}
		return f, err
	}
	return nil, errors.New("every temporary name is taken")
}

// discard removes what was not renamed.
func (g *group) discard() error {
	var all error
	for _, name := range g.temps {
		if name == "" {
			continue
		}
		if err := g.folder.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			all = errors.Join(all, fmt.Errorf("removing %s: %w", name, err))
		}
	}
	return all
}

// fullWriter makes a write that stored less than it was given an error.
type fullWriter struct{ w io.Writer }

func (f *fullWriter) Write(p []byte) (int, error) {
	n, err := f.w.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	return n, err
}
