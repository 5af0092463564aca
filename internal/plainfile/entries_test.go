package plainfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/seed353dc258/backstory/internal/plainfile"
)

// What lies beside what is looked for costs itself, and is said once.
func TestStraysAreLeftOut(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links and odd names cannot be made here")
	}
	dir, outside := t.TempDir(), t.TempDir()
	for name, content := range map[string]string{
		"in/ada/a.md": "a", "in/ada/deep/b.md": "b", "in/.DS_Store": "x", "in/notes.txt": "x", "in/b\xff/c.md": "c", "in/ada/c\xff.md": "c",
	} {
		for _, err := range []error{os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755), os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644)} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, target := range map[string]string{"in/out": outside, "in/gone": "nothing", "in/.#lock": "me@host:1", "in/same": "ada", "in/ada/link.md": "a.md", "in/file": "notes.txt"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	names, left := plainfile.Folders(root, "in")
	if !slices.Equal(names, []string{"ada", "same"}) || !slices.Equal(paths(left), []string{"in/b\xff", "in/gone", "in/out"}) {
		t.Errorf("%q, left %v", names, left)
	}
	var files []string
	left = plainfile.Files(root, "in/ada", func(name string) error {
		files = append(files, name)
		if name == "in/ada/deep/b.md" {
			return &os.PathError{Op: "open", Path: name, Err: errors.New("refused")}
		}
		return nil
	})
	if !slices.Equal(files, []string{"in/ada/a.md", "in/ada/deep/b.md"}) || len(left) != 2 || left[1].String() != `"in/ada/deep/b.md" is left out: refused` {
		t.Errorf("%q, left %v", files, left)
	}
	if names, left := plainfile.Folders(root, "nothing"); names != nil || left != nil {
		t.Errorf("what is not there has %q, %v", names, left)
	}
	if names, left := plainfile.Folders(root, "in/notes.txt"); names != nil || len(left) != 1 {
		t.Errorf("a file has %q, %v", names, left)
	}
}

func paths(left []plainfile.Left) (all []string) {
	for _, l := range left {
		all = append(all, l.Path)
	}
	return all
}
