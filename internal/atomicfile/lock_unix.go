//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// tryLock takes an exclusive lock on an open file without waiting.
func tryLock(f *os.File) (free bool, err error) {
	err = flock(f, syscall.LOCK_EX)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// unlock frees the lock of an open file and of all its copies.
func unlock(f *os.File) error { return flock(f, syscall.LOCK_UN) }

// canLock reports whether the file system can lock a folder. NFS wants it open
// for writing (EBADF); others have no locks at all. The attempt may succeed
// and is then kept: a lock may be asked for again by the file that has it.
func canLock(dir *os.File) bool {
	err := flock(dir, syscall.LOCK_EX)
	return err == nil || errors.Is(err, syscall.EWOULDBLOCK)
}

func flock(f *os.File, how int) error {
	for {
		err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

// ownTemp is empty: the folder for temporary files is everybody's.
func ownTemp() string { return "" }

// folderID is the folder's device and inode.
func folderID(info fs.FileInfo, name string) string {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprintf("%d:%d", st.Dev, st.Ino)
	}
	return name
}
