// Package atomictest breaks the calls by which files are written, one at a
// time, to show that what is left is whole wherever writing ends.
package atomictest

import (
	"errors"
	"io/fs"
	"sync"
	"syscall"

	"github.com/seed353dc258/backstory/internal/atomicfile"
)

// Fault is what goes wrong at one call of the write path.
type Fault struct {
	Name  string
	Err   error
	Short bool // a write stores half, and says so with Err or without
	Crash bool // the process ends here: no call has an effect any more
}

// ErrCrash is what calls return once the process has ended.
var ErrCrash = errors.New("the process was killed")

// Faults returns the faults that a file system may have.
func Faults() []Fault {
	return []Fault{
		{Name: "EIO", Err: syscall.EIO},
		{Name: "ENOSPC", Err: syscall.ENOSPC, Short: true},
		{Name: "EDQUOT", Err: syscall.EDQUOT},
		{Name: "EXDEV", Err: syscall.EXDEV},
		{Name: "short write", Short: true},
		{Name: "kill", Err: ErrCrash, Short: true, Crash: true},
	}
}

// Folder is a folder whose call number At fails with Fault; none where At is
// below zero. Every call of it and of its files that changes something is
// counted.
type Folder struct {
	atomicfile.Lister
	Fault Fault
	At    int
	Calls []string // their names, so far

	mu   sync.Mutex
	dead bool
}

func (b *Folder) call(name string) error {
	_, err := b.hit(name)
	return err
}

// hit counts a call, and reports whether it is the one that fails.
func (b *Folder) hit(name string) (bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.dead {
		return false, ErrCrash
	}
	b.Calls = append(b.Calls, name)
	if len(b.Calls)-1 != b.At {
		return false, nil
	}
	b.dead = b.Fault.Crash
	return true, b.Fault.Err
}

// Hit returns the call that failed, or "" if there were fewer.
func (b *Folder) Hit() string {
	if b.At >= 0 && b.At < len(b.Calls) {
		return b.Calls[b.At]
	}
	return ""
}

// Create creates a file whose calls are counted too.
func (b *Folder) Create(name string, perm fs.FileMode) (atomicfile.File, error) {
	if err := b.call("create"); err != nil {
		return nil, err
	}
	f, err := b.Lister.Create(name, perm)
	if err != nil {
		return nil, err
	}
	return &brokenFile{f, b}, nil
}

// Lstat describes a file.
func (b *Folder) Lstat(name string) (fs.FileInfo, error) {
	if err := b.call("lstat"); err != nil {
		return nil, err
	}
	return b.Lister.Lstat(name)
}

// Rename renames a file.
func (b *Folder) Rename(from, to string) error {
	if err := b.call("rename"); err != nil {
		return err
	}
	return b.Lister.Rename(from, to)
}

// Remove removes a file.
func (b *Folder) Remove(name string) error {
	if err := b.call("remove"); err != nil {
		return err
	}
	return b.Lister.Remove(name)
}

// Sync syncs the folder.
func (b *Folder) Sync() error {
	if err := b.call("sync folder"); err != nil {
		return err
	}
	return b.Lister.Sync()
}

type brokenFile struct {
	atomicfile.File
	b *Folder
}

func (f *brokenFile) Write(p []byte) (n int, err error) {
	hit, err := f.b.hit("write")
	switch {
	case hit && f.b.Fault.Short:
		n, writeErr := f.File.Write(p[:len(p)/2])
		return n, errors.Join(err, writeErr)
	case err != nil:
		return 0, err
	}
	return f.File.Write(p)
}

func (f *brokenFile) Chmod(perm fs.FileMode) error {
	if err := f.b.call("chmod"); err != nil {
		return err
	}
	return f.File.Chmod(perm)
}

func (f *brokenFile) Sync() error {
	if err := f.b.call("sync"); err != nil {
		return err
	}
	return f.File.Sync()
}

// Close closes in any case, as the system does.
func (f *brokenFile) Close() error {
	return errors.Join(f.b.call("close"), f.File.Close())
}
