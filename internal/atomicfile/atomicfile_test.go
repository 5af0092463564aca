package atomicfile_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/atomicfile/atomictest"
)

// folder returns a new folder with the given files, and the root on it.
func folder(t testing.TB, files map[string]string) (string, *os.Root) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return dir, root
}

// contents reads a whole folder.
func contents(t testing.TB, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(data)
	}
	return files
}

func TestWriteReplacesAndCreates(t *testing.T) {
	dir, root := folder(t, map[string]string{"old": "1", "other": "x"})
	err := atomicfile.Write(atomicfile.In(root), atomicfile.Bytes("old", []byte("2")), atomicfile.Bytes("new", nil))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"old": "2", "new": "", "other": "x"}
	if diff := cmp.Diff(want, contents(t, dir)); diff != "" {
		t.Errorf("folder differs (-want +got):\n%s", diff)
	}
}

func TestWhatIsNoRegularFileIsLeftAlone(t *testing.T) {
	dir, root := folder(t, map[string]string{"target": "1"})
	if err := os.Symlink("target", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "dir"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"link", "dir"} {
		err := atomicfile.Write(atomicfile.In(root), atomicfile.Bytes("fine", nil), atomicfile.Bytes(name, []byte("2")))
		if !errors.Is(err, atomicfile.ErrNotRegular) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	for _, name := range []string{"", ".", "..", "a/b", "/etc/passwd"} {
		if err := atomicfile.Write(atomicfile.In(root), atomicfile.Bytes(name, nil)); err == nil {
			t.Errorf("%q was taken for a name", name)
		}
	}
	names, err := atomicfile.In(root).Names()
	if err != nil || len(names) != 3 {
		t.Errorf("folder holds %v, %v", names, err)
	}
}

func TestErrorOfTheContentStopsTheGroup(t *testing.T) {
	dir, root := folder(t, map[string]string{"a": "1"})
	cause := errors.New("over the limit")
	err := atomicfile.Write(atomicfile.In(root), atomicfile.Bytes("a", []byte("2")), atomicfile.Target{
		Name: "b", Write: func(w io.Writer) error {
			if _, err := io.WriteString(w, "half"); err != nil {
				return err
			}
			return cause
		},
	})
	if !errors.Is(err, cause) {
		t.Errorf("error %v", err)
	}
	if diff := cmp.Diff(map[string]string{"a": "1"}, contents(t, dir)); diff != "" {
		t.Errorf("folder differs (-want +got):\n%s", diff)
	}
}

// Whatever fails, wherever: each file is the old one or the new one, the
// manifest is never older than the output, an error is reported, nothing is
// left over, and what a kill leaves is swept.
func TestEveryFaultLeavesWholeFiles(t *testing.T) {
	before := map[string]string{"manifest": "old manifest", "backstory.md": "old text"}
	after := map[string]string{"manifest": "new manifest", "backstory.md": "new text"}
	seen := map[string]bool{}
	for _, f := range atomictest.Faults() {
		for at := 0; ; at++ {
			dir, root := folder(t, before)
			b := &atomictest.Folder{Lister: atomicfile.In(root), Fault: f, At: at}
			err := writeBoth(b, after)
			where := fmt.Sprintf("%s at call %d of %v", f.Name, at, b.Calls)
			if len(b.Calls) <= at {
				if err != nil {
					t.Fatalf("%s: error %v without a fault", where, err)
				}
				break // every call had its fault
			}
			seen[b.Calls[at]] = true
			checkFault(t, where, b, err)
			checkWhole(t, where, dir, before, after)
			if leftovers(contents(t, dir)) > 0 && !f.Crash && b.Calls[at] != "remove" && b.Calls[at-1] != "rename" {
				t.Errorf("%s: temporary files were left", where)
			}
			if _, err := atomicfile.Sweep(atomicfile.In(root), time.Time{}); err != nil || leftovers(contents(t, dir)) > 0 {
				t.Errorf("%s: the sweep left files (%v)", where, err)
			}
			if err := writeBoth(&atomictest.Folder{Lister: atomicfile.In(root), At: -1}, after); err != nil {
				t.Errorf("%s: the next run: %v", where, err)
			}
			if diff := cmp.Diff(after, contents(t, dir)); diff != "" {
				t.Errorf("%s: after the next run:\n%s", where, diff)
			}
		}
	}
	for _, call := range []string{"lstat", "create", "chmod", "write", "sync", "close", "rename", "sync folder"} {
		if !seen[call] {
			t.Errorf("no fault was tried at %s", call)
		}
	}
}

// writeBoth writes as a build does.
func writeBoth(b *atomictest.Folder, files map[string]string) error {
	return atomicfile.Write(b,
		atomicfile.Bytes("manifest", []byte(files["manifest"])), atomicfile.Bytes("backstory.md", []byte(files["backstory.md"])))
}

func checkFault(t *testing.T, where string, b *atomictest.Folder, err error) {
	t.Helper()
	want := b.Fault.Err
	if want == nil { // a short write that nobody reported
		if b.Calls[b.At] != "write" {
			return
		}
		want = io.ErrShortWrite
	}
	if !errors.Is(err, want) {
		t.Errorf("%s: error %v", where, err)
	}
}

func checkWhole(t *testing.T, where, dir string, before, after map[string]string) {
	t.Helper()
	got := contents(t, dir)
	for name := range before {
		if got[name] != before[name] && got[name] != after[name] {
			t.Errorf("%s: %s holds %q", where, name, got[name])
		}
	}
	if got["backstory.md"] == after["backstory.md"] && got["manifest"] != after["manifest"] {
		t.Errorf("%s: the output is newer than its manifest", where)
	}
}

func leftovers(files map[string]string) (n int) {
	for name := range files {
		if strings.HasPrefix(name, atomicfile.Prefix) {
			n++
		}
	}
	return n
}

// A second fault while cleaning up is reported with the first.
func TestFaultWhileCleaningUp(t *testing.T) {
	dir, root := folder(t, map[string]string{"a": "1"})
	b := &alwaysBroken{atomicfile.In(root)}
	err := atomicfile.Write(b, atomicfile.Bytes("a", []byte("2")))
	if !errors.Is(err, syscall.EXDEV) || !errors.Is(err, syscall.EIO) {
		t.Errorf("error %v", err)
	}
	if got := contents(t, dir); got["a"] != "1" || leftovers(got) != 1 {
		t.Errorf("folder holds %v", got)
	}
}

type alwaysBroken struct{ atomicfile.Lister }

func (alwaysBroken) Rename(string, string) error { return syscall.EXDEV }
func (alwaysBroken) Remove(string) error         { return syscall.EIO }

func TestSweepTakesOnlyOurLeftovers(t *testing.T) {
	p := atomicfile.Prefix
	files := map[string]string{p + "1-0": "", p + "12-34": "x", p + "1-0.md": "", p + "a-1": "", p + "-": "", p + "1": "", "a.md": "", "x" + p + "1-1": ""}
	dir, root := folder(t, files)
	if err := os.Symlink("a.md", filepath.Join(dir, p+"5-5")); err != nil {
		t.Skip(err)
	}
	if err := os.Mkdir(filepath.Join(root.Name(), p+"6-6"), 0o755); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-2 * time.Hour)
	if err := os.Chtimes(filepath.Join(dir, p+"12-34"), old, old); err != nil {
		t.Fatal(err)
	}
	removed, err := atomicfile.Sweep(atomicfile.In(root), time.Now().Add(-time.Hour))
	if diff := cmp.Diff([]string{p + "12-34"}, removed); diff != "" || err != nil {
		t.Errorf("without the lock: %v\n%s", err, diff)
	}
	removed, err = atomicfile.Sweep(atomicfile.In(root), time.Time{})
	if diff := cmp.Diff([]string{p + "1-0"}, removed); diff != "" || err != nil {
		t.Errorf("with the lock: %v\n%s", err, diff)
	}
	names, _ := atomicfile.In(root).Names()
	if len(names) != len(files)-2+2 {
		t.Errorf("left: %v", names)
	}
}

// A writer finds a free name beside the leftovers of one with its number.
func TestTakenTemporaryNames(t *testing.T) {
	pid := os.Getpid()
	taken := map[string]string{}
	for i := range 3 {
		taken[fmt.Sprintf("%s%d-%d", atomicfile.Prefix, pid, i)] = "leftover"
	}
	dir, root := folder(t, taken)
	if err := atomicfile.Write(atomicfile.In(root), atomicfile.Bytes("a", []byte("2"))); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, dir); got["a"] != "2" || leftovers(got) != 3 {
		t.Errorf("folder holds %v", got)
	}
}

func BenchmarkWrite41MB(b *testing.B) {
	_, root := folder(b, nil)
	text := bytes.Repeat([]byte("0123456789abcdef"), 41<<20/16)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if err := atomicfile.Write(atomicfile.In(root), atomicfile.Bytes("backstory.md", text)); err != nil {
			b.Fatal(err)
		}
	}
}

// What can be made again is written whole, and waits for no disk.
func TestUnsyncedWaitsForNoDisk(t *testing.T) {
	dir, root := folder(t, map[string]string{"a": "old"})
	b := &atomictest.Folder{Lister: atomicfile.In(root), At: -1}
	if err := atomicfile.Write(atomicfile.Unsynced(b), atomicfile.Bytes("a", []byte("new"))); err != nil {
		t.Fatal(err)
	}
	if slices.Contains(b.Calls, "sync") || slices.Contains(b.Calls, "sync folder") || !slices.Contains(b.Calls, "rename") {
		t.Errorf("the calls were %v", b.Calls)
	}
	if diff := cmp.Diff(map[string]string{"a": "new"}, contents(t, dir)); diff != "" {
		t.Errorf("folder differs (-want +got):\n%s", diff)
	}
}
