//go:build unix

package straytest

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// nobody is a user to whom nothing belongs, on every Unix.
const nobody = 65534

// AsNobody runs the test as another user where it is run as one for whom no mode of a
// file holds, and reports whether it did. The program is copied to where that user may
// run it.
func AsNobody(t *testing.T) bool {
	t.Helper()
	if os.Geteuid() != 0 {
		return false
	}
	if closed := closedAbove(t); closed != "" {
		t.Logf("%s is closed to others: it is run as root, for whom no mode holds", closed)
		return false
	}
	dir, err := os.MkdirTemp("", "nobody-*") // t.TempDir is in a folder of the user's own
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	self, err := os.Executable()
	program := filepath.Join(dir, filepath.Base(self))
	if err == nil {
		err = copyFile(program, self)
	}
	for _, name := range []string{program, dir} {
		if err == nil {
			err = os.Chown(name, nobody, nobody)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), "TMPDIR="+dir, "HOME="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("as user %d: %v", nobody, err)
	}
	t.Logf("as user %d:\n%s", nobody, out)
	return true
}

// closedAbove returns the folder in which the test runs, or one above it, that others may
// not pass; "" where there is none.
func closedAbove(t *testing.T) string {
	t.Helper()
	at, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; at = filepath.Dir(at) {
		if info, err := os.Stat(at); err != nil || info.Mode()&0o005 != 0o005 {
			return at
		}
		if at == filepath.Dir(at) {
			return ""
		}
	}
}

func copyFile(to, from string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o755)
}
