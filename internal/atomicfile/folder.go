package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"syscall"
)

// Folder is what writing needs of the one folder that it writes in. Names are
// those of files directly in it; no method follows a link in its last part.
type Folder interface {
	// Create opens a new file for writing, and fails with fs.ErrExist if the
	// name is taken, be it by a link to nowhere.
	Create(name string, perm fs.FileMode) (File, error)
	// Lstat describes what has the name.
	Lstat(name string) (fs.FileInfo, error)
	// Rename gives a file a new name, replacing the file that has it.
	Rename(from, to string) error
	// Remove removes a file.
	Remove(name string) error
	// Sync makes new names last through a crash.
	Sync() error
}

// File is a new file of a [Folder].
type File interface {
	io.WriteCloser
	// Chmod sets the permissions, whatever the umask.
	Chmod(perm fs.FileMode) error
	// Sync makes the content last through a crash.
	Sync() error
}

// Lister is a folder that can say what is in it.
type Lister interface {
	Folder
	// Names lists the names in the folder, in any order.
	Names() ([]string, error)
}

// In returns the folder that root is open on. It does not close root.
func In(root *os.Root) Lister { return rootFolder{root} }

type rootFolder struct{ root *os.Root }

func (r rootFolder) Create(name string, perm fs.FileMode) (File, error) {
	f, err := r.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return nil, err // not a nil *os.File in an interface
	}
	return f, nil
}

func (r rootFolder) Lstat(name string) (fs.FileInfo, error) { return r.root.Lstat(name) }

func (r rootFolder) Rename(from, to string) error { return r.root.Rename(from, to) }

func (r rootFolder) Remove(name string) error { return r.root.Remove(name) }

// Sync has no effect where folders cannot be synced: on Windows, and on file
// systems that say so.
func (r rootFolder) Sync() error {
	if runtime.GOOS == "windows" {
		return nil
	}
	dir, err := r.root.Open(".")
	if err != nil {
		return err
	}
	err = dir.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		err = nil
	}
	return errors.Join(err, dir.Close())
}

func (r rootFolder) Names() ([]string, error) {
	dir, err := r.root.Open(".")
	if err != nil {
		return nil, err
	}
	names, err := dir.Readdirnames(-1)
	return names, errors.Join(err, dir.Close())
}

// Unsynced is a folder whose new files are whole, also when a program is killed, and
// need not last through a crash of the machine: for what can be made again.
func Unsynced(f Folder) Folder { return unsynced{f} }

type unsynced struct{ Folder }

func (u unsynced) Create(name string, perm fs.FileMode) (File, error) {
	f, err := u.Folder.Create(name, perm)
	if err != nil {
		return nil, err
	}
	return unsyncedFile{f}, nil
}

func (unsynced) Sync() error { return nil }

type unsyncedFile struct{ File }

func (unsyncedFile) Sync() error { return nil }
