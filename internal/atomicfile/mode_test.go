//go:build unix

package atomicfile_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/seed353dc258/backstory/internal/atomicfile"
)

func TestModeOfAnExistingFileIsKept(t *testing.T) {
	dir, root := folder(t, map[string]string{"private": "1", "open": "1"})
	modes := map[string]fs.FileMode{"private": 0o600, "open": 0o666}
	for name, mode := range modes {
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	old := syscall.Umask(0o027)
	defer syscall.Umask(old)
	modes["new"] = 0o640
	for name, want := range modes {
		if err := atomicfile.Write(atomicfile.In(root), atomicfile.Bytes(name, []byte("2"))); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %o, want %o", name, got, want)
		}
	}
}
