package atomicfile_test

import (
	"errors"
	"testing"

	"github.com/seed353dc258/backstory/internal/atomicfile"
)

// Folders cannot be locked here, and whoever builds without a cache must not
// build twice at once for that.
func TestAFolderIsLockedWithoutACache(t *testing.T) {
	_, root := folder(t, nil)
	first, err := atomicfile.Acquire(t.Context(), root, atomicfile.LockOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := atomicfile.Acquire(noWait(), root, atomicfile.LockOptions{}); !errors.Is(err, atomicfile.ErrLocked) {
		t.Errorf("a second lock gives %v", err)
	}
	if err := first.Release(); err != nil {
		t.Fatal(err)
	}
}
