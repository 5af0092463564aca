package plainfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/seed353dc258/backstory/internal/plainfile"
)

// TC-15: what is refused says why in one word, and a name is refused before
// anything is opened.
func TestRefusalsHaveACode(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	const limit = 10 << 20
	for _, err := range []error{
		os.WriteFile(filepath.Join(outside, "secret"), []byte("x"), 0o644), os.Mkdir(filepath.Join(dir, "folder"), 0o755),
		os.Symlink(filepath.Join(outside, "secret"), filepath.Join(dir, "out")), os.Symlink("../up", filepath.Join(dir, "up")),
		os.Symlink("/dev/zero", filepath.Join(dir, "zero")), os.Symlink("/proc/self/environ", filepath.Join(dir, "environ")),
		os.Symlink(outside, filepath.Join(dir, "away")), os.Symlink("loop", filepath.Join(dir, "loop")), os.Symlink("small", filepath.Join(dir, "good")),
		syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o644), os.WriteFile(filepath.Join(dir, "small"), make([]byte, limit), 0o644),
		os.WriteFile(filepath.Join(dir, "large"), make([]byte, limit+1), 0o644),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for name, want := range map[string]plainfile.Code{
		"a\x00b": plainfile.NullByte, "/dev/zero": plainfile.SpecialFile, "/proc/self/environ": plainfile.SpecialFile, "/sys": plainfile.SpecialFile,
		"/x/../dev/null": plainfile.SpecialFile, "../secret": plainfile.Traversal, "folder/../../secret": plainfile.Traversal,
		"/etc/passwd": plainfile.Traversal, "/devices": plainfile.Traversal, "out": plainfile.Traversal, "up": plainfile.Traversal,
		"away/secret": plainfile.Traversal, "loop": plainfile.Traversal, "zero": plainfile.SpecialFile, "environ": plainfile.SpecialFile,
		"pipe": plainfile.SpecialFile, "folder": plainfile.SpecialFile, "large": plainfile.TooLarge, "small": "", "good": "",
	} {
		content, err := plainfile.Read(root, name, limit)
		var refused *plainfile.Refusal
		switch {
		case want == "" && (err != nil || len(content) != limit):
			t.Errorf("%q: %v", name, err)
		case want != "" && (!errors.As(err, &refused) || refused.Code != want):
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
	if _, err := plainfile.Read(root, "nothing", limit); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what is not there: %v", err)
	}
}
