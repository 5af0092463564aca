//go:build unix

package cluster

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// What a process that was killed left behind goes; what others have, and what is of
// somebody else, stays.
func TestWhatKilledWorkersLeaveIsSwept(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	mine, err := newScratch()
	if err != nil {
		t.Fatal(err)
	}
	killed, err := newScratch()
	if err != nil {
		t.Fatal(err)
	}
	if err := killed.lock.Release(); err != nil { // as the system does
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(killed.dir, "chunk"), []byte("left"), 0o600); err != nil {
		t.Fatal(err)
	}
	others := filepath.Join(os.TempDir(), scratchName+"link")
	if err := os.Symlink(t.TempDir(), others); err != nil {
		t.Fatal(err)
	}
	has := func(want ...string) {
		t.Helper()
		got, err := filepath.Glob(filepath.Join(os.TempDir(), "*"))
		slices.Sort(want)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%v, %v, want %v", got, err, want)
		}
	}
	sweep(time.Now().Add(-time.Minute))
	has(mine.dir, killed.dir, others)
	sweep(time.Now().Add(time.Minute))
	has(mine.dir, others)
	if err := mine.remove(); err != nil {
		t.Error(err)
	}
	has(others)
}
