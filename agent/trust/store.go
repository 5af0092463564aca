package trust

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/internal/atomicfile"
)

// Name is the name of the file of what is trusted, in the folder of the user's
// configuration.
const Name = "trust.json"

// maxStore is how large the file may be, in bytes, and maxEntries how many
// workspaces it may name.
const (
	maxStore   = 4 << 20
	maxEntries = 10_000
)

// State says whether a workspace is trusted.
type State string

// The states of a workspace.
const (
	Empty   State = "empty"   // it asks for nothing
	Unknown State = "unknown" // the user has not been asked
	Changed State = "changed" // it is not what they trusted
	Trusted State = "trusted"
)

// Entry is a workspace that the user has trusted.
type Entry struct {
	Dir    string    `json:"dir"`
	Kind   string    `json:"kind,omitempty"` // see [Workspace.Kind]
	Digest string    `json:"sha256"`
	Since  time.Time `json:"since"`
}

// Store is what a user has trusted.
type Store struct{ dir string }

// Open returns the store in a folder: that of the user's configuration where
// none is named. The folder need not be there.
func Open(dir string) (*Store, error) {
	if dir != "" {
		return &Store{dir}, nil
	}
	dir, err := catalog.Folder()
	return &Store{dir}, err
}

// kept is the file.
type kept struct {
	Version int     `json:"version"`
	Trusted []Entry `json:"trusted"`
}

// List returns what is trusted, sorted by folder.
func (s *Store) List() ([]Entry, error) {
	path := filepath.Join(s.dir, Name)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || runtime.GOOS != "windows" && info.Mode().Perm()&0o022 != 0 {
		return nil, fmt.Errorf("%s is not a file that its owner alone can write: nothing is trusted", path)
	}
	content, err := io.ReadAll(io.LimitReader(f, maxStore+1))
	if err != nil {
		return nil, err
	}
	list, err := parse(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: nothing is trusted; remove the file to begin again", path, err)
	}
	return list, nil
}

// parse reads the file. An empty one was made and not yet written.
func parse(content []byte) ([]Entry, error) {
	if len(content) == 0 {
		return nil, nil
	}
	var k kept
	d := json.NewDecoder(bytes.NewReader(content))
	d.DisallowUnknownFields()
	switch err := d.Decode(&k); {
	case err != nil:
		return nil, err
	case k.Version != 1 || len(content) > maxStore || len(k.Trusted) > maxEntries:
		return nil, errors.New("it is of another version, or too large")
	}
	return k.Trusted, nil
}

// State says whether a workspace is trusted, and since when it or what it was
// has been. A nil one asks for nothing.
func (s *Store) State(w *Workspace) (State, time.Time, error) {
	if w == nil {
		return Empty, time.Time{}, nil
	}
	list, err := s.List()
	if err != nil {
		return Unknown, time.Time{}, err
	}
	for _, e := range list {
		switch {
		case e.Dir != w.Dir || e.Kind != w.Kind:
		case e.Digest == w.Digest:
			return Trusted, e.Since, nil
		default:
			return Changed, e.Since, nil
		}
	}
	return Unknown, time.Time{}, nil
}

// Settings returns what the workspace in a folder asks for if it is trusted,
// and nil where it is not, with a line for the user that says so. A folder that
// asks for nothing has neither.
func (s *Store) Settings(dir string) (*catalog.Settings, string, error) {
	w, err := Read(dir)
	if err != nil {
		return nil, "", err
	}
	switch state, _, err := s.State(w); {
	case err != nil:
		return nil, "", err
	case state == Trusted:
		return &w.Settings, "", nil
	case state == Changed:
		return nil, "the providers and servers of this workspace have changed since they were trusted and are not used: see backstory trust", nil
	case state == Unknown:
		return nil, "the providers and servers of this workspace are not used until they are trusted: see backstory trust", nil
	}
	return nil, "", nil
}

// Add says that a workspace is trusted as it is.
func (s *Store) Add(ctx context.Context, w *Workspace) error {
	return s.change(ctx, func(list []Entry) []Entry {
		list = slices.DeleteFunc(list, func(e Entry) bool { return e.Dir == w.Dir && e.Kind == w.Kind })
		return append(list, Entry{w.Dir, w.Kind, w.Digest, time.Now().UTC().Truncate(time.Second)})
	})
}

// Remove says that the workspace in a folder is trusted no more. It reports
// whether it was; the folder itself need not be there.
func (s *Store) Remove(ctx context.Context, dir string) (bool, error) {
	if found, err := real(dir); err == nil {
		dir = found
	} else if dir, err = filepath.Abs(dir); err != nil {
		return false, err
	}
	was := false
	err := s.change(ctx, func(list []Entry) []Entry {
		had := len(list)
		rest := slices.DeleteFunc(list, func(e Entry) bool { return e.Dir == dir })
		was = len(rest) < had
		return rest
	})
	return was, err
}

// change reads the file, changes it and writes it, while no other process does.
func (s *Store) change(ctx context.Context, f func([]Entry) []Entry) error {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return fmt.Errorf("keeping what is trusted: %w", err)
	}
	root, err := os.OpenRoot(s.dir)
	if err != nil {
		return fmt.Errorf("keeping what is trusted: %w", err)
	}
	defer root.Close()
	lock, err := atomicfile.Acquire(ctx, root, atomicfile.LockOptions{Command: "trust"})
	if err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return fmt.Errorf("keeping what is trusted: %w", err)
	}
	if lock != nil {
		defer lock.Release()
	}
	list, err := s.List()
	if err != nil {
		return err
	}
	list = f(list)
	slices.SortFunc(list, func(a, b Entry) int { return cmp.Or(strings.Compare(a.Dir, b.Dir), strings.Compare(a.Kind, b.Kind)) })
	content, err := json.MarshalIndent(kept{1, list}, "", "  ")
	if err != nil {
		return err
	}
	return write(root, append(content, '\n'))
}

// write writes the file, which nobody else may read: it tells where somebody
// works.
func write(root *os.Root, content []byte) error {
	made, err := root.OpenFile(Name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	switch {
	case err == nil:
		err = made.Close()
	case errors.Is(err, fs.ErrExist):
		err = root.Chmod(Name, 0o600)
	}
	if err == nil {
		err = atomicfile.Write(atomicfile.In(root), atomicfile.Bytes(Name, content))
	}
	if err != nil {
		return fmt.Errorf("keeping what is trusted: %w", err)
	}
	return nil
}
