package cluster

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/internal/atomicfile"
)

// scratch is a folder for what is temporary. It is locked until it is removed, or its
// process ends: so what a process that was killed left behind is known.
type scratch struct {
	dir  string
	lock *atomicfile.Lock // nil where the system cannot lock it
}

// scratchName begins the names of such folders.
const scratchName = "backstory-cluster-"

// scratchAge is how old a folder is that nobody is about to lock.
const scratchAge = time.Minute

// newScratch makes a folder, and removes those whose processes ended.
func newScratch() (*scratch, error) {
	sweep(time.Now().Add(-scratchAge))
	dir, err := os.MkdirTemp("", scratchName)
	if err != nil {
		return nil, err
	}
	lock, _ := lockFolder(dir) // where nobody can lock it, nobody sweeps it
	return &scratch{dir, lock}, nil
}

// lockFolder locks a folder, or fails at once.
func lockFolder(dir string) (*atomicfile.Lock, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	return atomicfile.Acquire(ended, root, atomicfile.LockOptions{})
}

// sweep removes folders from before a time that nobody has locked. What cannot be removed
// is left: it is somebody else's.
func sweep(before time.Time) {
	entries, err := os.ReadDir(os.TempDir())
	if err != nil {
		return
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.IsDir() || !strings.HasPrefix(e.Name(), scratchName) || info.ModTime().After(before) {
			continue
		}
		dir := filepath.Join(os.TempDir(), e.Name())
		lock, err := lockFolder(dir)
		if err != nil {
			continue
		}
		_ = (&scratch{dir, lock}).remove()
	}
}

// remove removes the folder with all that is in it.
func (s *scratch) remove() error {
	err := os.RemoveAll(s.dir)
	if s.lock != nil {
		err = errors.Join(err, s.lock.Release())
	}
	return err
}
