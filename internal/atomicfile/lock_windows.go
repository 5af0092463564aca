package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/windows"
)

// tryLock takes an exclusive lock on an open file without waiting. The system
// frees it when its holder dies.
func tryLock(f *os.File) (free bool, err error) {
	const how = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err = windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, &windows.Overlapped{})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return false, nil
	}
	return err == nil, err
}

// unlock frees the lock of an open file. Closing it frees the lock "depending
// on available system resources" (LockFileEx).
func unlock(f *os.File) error {
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, &windows.Overlapped{})
}

// canLock is false: Windows locks files, not folders.
func canLock(*os.File) bool { return false }

// ownTemp is the user's own folder for temporary files.
func ownTemp() string { return filepath.Join(os.TempDir(), "backstory") }

// folderID is the folder's path: an inode is not to be had from its
// description.
func folderID(_ fs.FileInfo, name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		name = abs
	}
	return strings.ToLower(filepath.Clean(name))
}
