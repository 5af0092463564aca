// Package atomicfile replaces files so that each is whole at any moment: the
// old one or the new one, through a crash, a full disk or a second writer.
//
//   - sweep.go: leftovers of writers that were killed
//   - atomicfile.go: writing one file or several that belong together
//   - folder.go: the calls to the system, as an interface that tests can break
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
	"slices"
	"strconv"
)

// Prefix begins the name of every temporary file. Names that begin with it,
// followed by two numbers and a hyphen between them, are swept.
const Prefix = ".backstory-tmp-"

// ErrNotRegular says that a link, a folder or a special file is where a
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
	g := NewGroup(folder)
	names := make([]string, len(files))
	var err error
	for i, t := range files {
		if names[i] = t.Name; err == nil {
			err = g.Stage(t)
		}
	}
	if err == nil {
		err = g.Commit(names...)
	}
	return errors.Join(err, g.Discard())
}

// Group is a set of files that are replaced together, for a caller who writes
// their content bit by bit. What was not committed has to be discarded.
type Group struct {
	folder Folder
	staged []*Staged
	next   int // number for the next temporary name
	begun  bool
}

// NewGroup returns an empty group of files in a folder.
func NewGroup(folder Folder) *Group { return &Group{folder: folder} }

// Stage writes the whole new content of a file under a temporary name.
func (g *Group) Stage(t Target) error {
	s, err := g.Create(t.Name)
	if err != nil {
		return err
	}
	if err := t.Write(s); err != nil {
		// An error of the file has its name already; the content's has not.
		if s.err == nil {
			err = fmt.Errorf("writing %s: %w", t.Name, err)
		}
		return errors.Join(err, s.close())
	}
	return s.Close()
}

// Create begins the new content of a file. It has to be closed before the
// group is committed.
func (g *Group) Create(name string) (*Staged, error) {
	s, err := g.create(name)
	if err != nil {
		return nil, fmt.Errorf("writing %s: %w", name, err)
	}
	return s, nil
}

func (g *Group) create(name string) (*Staged, error) {
	if name == "." || name == ".." || filepath.Base(name) != name {
		return nil, errors.New("not a name in this folder")
	}
	perm, exists, err := permOf(g.folder, name)
	if err != nil {
		return nil, err
	}
	s, err := g.temporary(name, perm)
	if err != nil {
		return nil, err
	}
	if exists {
		// What the umask took away. The file is never more open than the old one.
		if err := s.file.Chmod(perm); err != nil {
			return nil, errors.Join(err, s.close())
		}
	}
	return s, nil
}

// Commit gives files of the group their names, in the order given, and makes
// that last. Where one of several cannot be renamed, those that are left stay
// under their temporary names, so that the next run can end what this one began.
func (g *Group) Commit(names ...string) error {
	for at, name := range names {
		i := slices.IndexFunc(g.staged, func(s *Staged) bool { return s.name == name && s.temp != "" })
		if i < 0 {
			return fmt.Errorf("renaming to %s: it was not written", name)
		}
		if err := g.folder.Rename(g.staged[i].temp, name); err != nil {
			g.begun = at > 0
			return fmt.Errorf("renaming to %s: %w", name, err)
		}
		g.staged[i].temp = ""
	}
	if err := g.folder.Sync(); err != nil {
		return fmt.Errorf("syncing the folder: %w", err)
	}
	return nil
}

// Discard closes what was not committed, and removes it but where a commit
// stopped between two files. It may be called at any time, and more than once.
func (g *Group) Discard() error {
	var all error
	for _, s := range g.staged {
		if s.temp == "" {
			continue
		}
		all = errors.Join(all, s.close())
		if g.begun {
			continue
		}
		if err := g.folder.Remove(s.temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
			all = errors.Join(all, fmt.Errorf("removing %s: %w", s.temp, err))
		}
		s.temp = ""
	}
	g.staged = nil
	return all
}

// Staged is the new content of a file that does not have its name yet.
type Staged struct {
	name   string
	temp   string // empty once it was renamed or removed
	file   File
	closed bool
	err    error // of the file, the first
}

// Write adds to the content. To write less than all is an error.
func (s *Staged) Write(p []byte) (int, error) {
	n, err := s.file.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	return n, s.named(err)
}

// Close makes the content last and closes the file.
func (s *Staged) Close() error { return s.named(errors.Join(s.file.Sync(), s.close())) }

// close closes the file, once.
func (s *Staged) close() error {
	if s.closed {
		return nil
	}
	s.closed = true
	return s.file.Close()
}

func (s *Staged) named(err error) error {
	if err != nil {
		err = fmt.Errorf("writing %s: %w", s.name, err)
		s.err = err
	}
	return err
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

// temporary opens a temporary file of this process and remembers it.
func (g *Group) temporary(target string, perm fs.FileMode) (*Staged, error) {
	for range maxAttempts {
		name := Prefix + strconv.Itoa(os.Getpid()) + "-" + strconv.Itoa(g.next)
		g.next++
		f, err := g.folder.Create(name, perm)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		s := &Staged{name: target, temp: name, file: f}
		g.staged = append(g.staged, s)
		return s, nil
	}
	return nil, errors.New("every temporary name is taken")
}
