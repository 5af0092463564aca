//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package atomicfile

import (
	"context"
	"os"
	"syscall"
	"testing"
)

// A process that starts children gives each a copy of its open files until the
// child's own program runs. Such a copy must not keep a lock that was released.
func TestACopyOfTheOpenFileKeepsNoLock(t *testing.T) {
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	lock, err := Acquire(t.Context(), root, LockOptions{})
	if err != nil {
		t.Fatal(err)
	}
	copied, err := syscall.Dup(int(lock.file.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(copied)
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	past, cancel := context.WithTimeout(t.Context(), -1)
	defer cancel()
	again, err := Acquire(past, root, LockOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Release(); err != nil {
		t.Error(err)
	}
}
