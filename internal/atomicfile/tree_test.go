package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestATreeIsSynced both ways; what cannot be synced is an error.
func TestATreeIsSynced(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b/c", "b/d/e"} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(name), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := SyncTree(root); err != nil {
		t.Error(err)
	}
	if err := syncEach(root); err != nil {
		t.Error(err)
	}
	if err := root.Close(); err != nil {
		t.Fatal(err)
	}
	if err := SyncTree(root); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("a folder that is closed: %v", err)
	}
	if err := syncEach(root); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("a folder that is closed, one after the other: %v", err)
	}
}
