//go:build linux

package pipeline_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

// disk is a small file system of its own.
type disk struct {
	t   *testing.T
	dir string
}

// mount mounts a file system of so many KiB, or skips the test where this user
// may not.
func mount(t *testing.T, kib int) disk {
	t.Helper()
	d := disk{t, t.TempDir()}
	err := unix.Mount("tmpfs", d.dir, "tmpfs", 0, fmt.Sprintf("size=%dk", kib))
	if errors.Is(err, unix.EPERM) || errors.Is(err, unix.EACCES) {
		t.Skip("this user may not mount a file system: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(d.dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return d
}

func (d disk) again(flags uintptr, kib int) {
	d.t.Helper()
	if err := unix.Mount("tmpfs", d.dir, "tmpfs", unix.MS_REMOUNT|flags, fmt.Sprintf("size=%dk", kib)); err != nil {
		d.t.Fatal(err)
	}
}

// words returns a text of so many KiB.
func words(kib int) string { return strings.Repeat("Fifteen letters\n", kib<<10/16) }

func TestAFullDiskLeavesTheOldFiles(t *testing.T) {
	for _, cached := range []bool{false, true} {
		d := mount(t, 500)
		cache := ""
		if cached {
			cache = t.TempDir()
		}
		b := textBuilder(t, cache)
		tree(t, d.dir, map[string]string{"soul.md": "# S\n", "backstory/a.txt": words(100)})
		if _, err := run(t, b, d.dir); err != nil {
			t.Fatal(err)
		}
		before := top(t, d.dir)
		tree(t, d.dir, map[string]string{"backstory/b.txt": words(120)})
		_, err := run(t, b, d.dir)
		if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), profile.OutputFile) {
			t.Fatalf("error %v", err)
		}
		checkWhole(t, "with a full disk", top(t, d.dir), before, before)
		if left := leftovers(top(t, d.dir)); len(left) > 0 {
			t.Errorf("%v is left over", left)
		}
		d.again(0, 5000)
		if _, err := run(t, b, d.dir); err != nil {
			t.Error(err)
		}
		fresh(t, "with room again", d.dir)
	}
}

func TestAReadOnlyProfileIsBuiltWhereNothingIsToBeWritten(t *testing.T) {
	for _, cached := range []bool{false, true} {
		d := mount(t, 5000)
		cache := ""
		if cached {
			cache = t.TempDir()
		}
		b := textBuilder(t, cache)
		tree(t, d.dir, map[string]string{"soul.md": "# S\n", "backstory/a.txt": words(1), "backstory/b.txt": words(2)})
		if _, err := run(t, b, d.dir); err != nil {
			t.Fatal(err)
		}
		before := top(t, d.dir)
		d.again(unix.MS_RDONLY, 5000)
		for range 2 {
			if report, err := run(t, b, d.dir); err != nil || report.State != pipeline.StateCurrent {
				t.Errorf("cached %v: %+v, %v", cached, report, err)
			}
		}
		d.again(0, 5000)
		tree(t, d.dir, map[string]string{"backstory/b.txt": words(3)})
		d.again(unix.MS_RDONLY, 5000)
		if _, err := run(t, b, d.dir); !errors.Is(err, syscall.EROFS) || !strings.Contains(err.Error(), profile.OutputFile) {
			t.Errorf("error %v", err)
		}
		checkWhole(t, "read-only", top(t, d.dir), before, before)
		d.again(0, 5000)
		if _, err := run(t, b, d.dir); err != nil {
			t.Error(err)
		}
		fresh(t, "writable again", d.dir)
	}
}

// builds makes a profile with some sources and builds it with a cache that is
// no good: the result is the same, and a note says so.
func builds(t *testing.T, cache string, spoil func(done int)) *pipeline.Report {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{"soul.md": "# S\n"}
	for i := range 40 {
		files[fmt.Sprintf("backstory/f%02d.txt", i)] = fmt.Sprintf("%d\n\n%s", i, words(8))
	}
	tree(t, dir, files)
	b := textBuilder(t, cache)
	b.Lock.Holders = filepath.Join(cache, "locks")
	b.Progress = func(done, _ int) { spoil(done) }
	report, err := run(t, b, dir)
	if err != nil || report.State != pipeline.StateBuilt {
		t.Fatalf("%+v, %v", report, err)
	}
	fresh(t, "with a cache that is not a good", dir)
	b.Progress = nil
	tree(t, dir, map[string]string{"backstory/f07.txt": "other\n"})
	if _, err := run(t, b, dir); err != nil {
		t.Error(err)
	}
	fresh(t, "with a cache that is not a good, again", dir)
	return report
}

func TestAFullCacheCostsTimeAlone(t *testing.T) {
	d := mount(t, 64)
	if report := builds(t, d.dir, func(int) {}); len(report.Notes) == 0 {
		t.Error("nothing is said of it")
	}
}

func TestAReadOnlyCacheCostsTimeAlone(t *testing.T) {
	d := mount(t, 64)
	d.again(unix.MS_RDONLY, 64)
	if report := builds(t, d.dir, func(int) {}); len(report.Notes) == 0 {
		t.Error("nothing is said of it")
	}
}

func TestACacheThatBecomesReadOnlyCostsTimeAlone(t *testing.T) {
	d := mount(t, 5000)
	builds(t, d.dir, func(done int) {
		if done == 20 { // a file is open for writing: this may be refused
			_ = unix.Mount("tmpfs", d.dir, "tmpfs", unix.MS_REMOUNT|unix.MS_RDONLY, "size=5000k")
		}
	})
}

func TestACacheThatVanishesCostsTimeAlone(t *testing.T) {
	for _, at := range []int{1, 20, 40} {
		cache := t.TempDir()
		builds(t, cache, func(done int) {
			if done == at {
				_ = os.RemoveAll(cache) // something may be written there just now
			}
		})
	}
}

func TestAFileInPlaceOfTheCacheCostsTimeAlone(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "cache")
	if err := os.WriteFile(cache, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if report := builds(t, cache, func(int) {}); len(report.Notes) == 0 {
		t.Error("nothing is said of it")
	}
}
