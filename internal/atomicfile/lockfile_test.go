package atomicfile

import (
	"path/filepath"
	"testing"
)

// The file that stands for a folder which cannot be locked excludes as the
// folder does.
func TestLockFile(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "cache")
	note := filepath.Join(cache, "lock-0.json")
	first, err := openLockFile(cache, note)
	if err != nil {
		t.Fatal(err)
	}
	second, err := openLockFile(cache, note)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if free, err := tryLock(first); !free || err != nil {
		t.Fatalf("first: %v, %v", free, err)
	}
	if free, err := tryLock(second); free || err != nil {
		t.Errorf("second: %v, %v", free, err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if free, err := tryLock(second); !free || err != nil {
		t.Errorf("second, after the first is closed: %v, %v", free, err)
	}
	if _, err := openLockFile("", ""); err == nil {
		t.Error("a lock file without a folder for it")
	}
}
