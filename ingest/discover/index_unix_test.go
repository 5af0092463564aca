//go:build linux || darwin

package discover_test

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// mapped writes a file through a mapping of it in memory.
func mapped(t *testing.T, path string, content []byte) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	memory, err := unix.Mmap(int(f.Fd()), 0, len(content), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	copy(memory, content)
	if err := unix.Msync(memory, unix.MS_SYNC); err != nil {
		t.Fatal(err)
	}
	if err := unix.Munmap(memory); err != nil {
		t.Fatal(err)
	}
}
