package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// errNoNotify says that the system does not tell of changes, or of no more.
var errNoNotify = errors.New("the system does not tell of changes: the folders are looked at again and again")

// notifier adds what is told by the system to what is gathered.
type notifier struct {
	Settings
	*gathered
	w *fsnotify.Watcher
}

// notified tells of changes by what the system tells.
func notified(ctx context.Context, s Settings, g *gathered, queue chan<- Change, ready chan struct{}) error {
	w, err := fsnotify.NewBufferedWatcher(1024)
	if err != nil {
		return fmt.Errorf("%w: %w", errNoNotify, err)
	}
	defer w.Close()
	n := &notifier{s, g, w}
	if err := n.begin(); err != nil {
		return err
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		if g.idle && g.wait() == 0 {
			queue <- g.next()
			g.idle = false
		}
		if d := g.wait(); d >= 0 && g.idle {
			timer.Reset(d)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ready:
			g.idle = true
		case <-timer.C:
		case e := <-w.Events:
			err = n.event(e)
		case failed := <-w.Errors:
			err = n.failed(failed)
		}
		if err != nil {
			return err
		}
	}
}

// begin watches what is there.
func (n *notifier) begin() error {
	for _, dir := range n.Above {
		if err := n.above(dir); err != nil {
			return err
		}
	}
	return n.relist()
}

// relist watches the profiles that are new, and the folders in which some may
// appear.
func (n *notifier) relist() error {
	fresh := n.list(n.Settings)
	var above []string
	for _, f := range n.Files {
		above = append(above, filepath.Dir(f))
	}
	for _, dir := range fresh {
		above = append(above, filepath.Dir(dir))
	}
	slices.Sort(above)
	for _, dir := range slices.Compact(above) {
		if err := n.watch(dir); err != nil {
			return err
		}
	}
	for _, dir := range fresh {
		if err := n.watch(dir); err != nil {
			return err
		}
		for _, name := range slices.Concat(documents[:], own[:]) {
			if err := n.tree(filepath.Join(dir, name), func(string) {}); err != nil {
				return err
			}
		}
	}
	return nil
}

// above watches a folder in which profiles may appear, and the folders in it: one
// of them is a profile when it has what makes it one.
func (n *notifier) above(dir string) error {
	if err := n.watch(dir); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // it may come
	}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			if err := n.watch(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// watch has the system tell of a folder. One that is gone, or may not be read, is left out.
func (n *notifier) watch(dir string) error {
	var err error
	if n.spoil != nil {
		err = n.spoil(dir)
	}
	if err == nil {
		err = n.w.Add(dir)
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return fmt.Errorf("%w: %s: %w", errNoNotify, dir, err)
}

// tree watches a folder and those below, and names the files that are there.
// Each folder is watched before it is listed, so that nothing is missed. Links are
// not followed.
func (n *notifier) tree(dir string, file func(path string)) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil: // it has gone, or may not be read: a build says so
			return nil
		case !d.IsDir():
			file(path)
			return nil
		case path != dir && strings.HasPrefix(d.Name(), "."):
			return filepath.SkipDir
		}
		return n.watch(path)
	})
}

// event takes what the system tells.
func (n *notifier) event(e fsnotify.Event) error {
	if e.Op == fsnotify.Chmod || e.Name == "" {
		return nil
	}
	if slices.Contains(n.Files, e.Name) {
		n.file("", e.Name)
		return nil
	}
	moved := e.Has(fsnotify.Create) || e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename)
	dir, rel, ok := n.profileOf(e.Name)
	switch {
	case n.known[e.Name] && moved: // the folder of a profile itself
		n.gone(e.Name)
		return n.relist()
	case !ok && e.Has(fsnotify.Create):
		return errors.Join(n.appeared(e.Name), n.relist())
	case !ok && moved:
		return n.relist()
	case !ok:
		return nil
	}
	n.add(dir, rel)
	top, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
	if !e.Has(fsnotify.Create) || !slices.Contains(slices.Concat(documents[:], own[:]), top) {
		return nil
	}
	return n.tree(e.Name, func(path string) {
		if rel, err := filepath.Rel(dir, path); err == nil {
			n.add(dir, rel)
		}
	})
}

// appeared watches what may become a profile, or holds some.
func (n *notifier) appeared(name string) error {
	info, err := os.Lstat(name)
	switch {
	case err != nil || !info.IsDir() || strings.HasPrefix(filepath.Base(name), "."):
		return nil
	case slices.Contains(n.Above, name):
		return n.above(name)
	case slices.Contains(n.Above, filepath.Dir(name)):
		return n.watch(name)
	}
	return nil
}

// failed takes an error of the system. Where it told more than was heard,
// everything may have changed.
func (n *notifier) failed(err error) error {
	if !errors.Is(err, fsnotify.ErrEventOverflow) {
		n.Warn(fmt.Errorf("watching: %w", err))
		return nil
	}
	clear(n.known)
	return n.relist()
}
