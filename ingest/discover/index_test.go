package discover_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/lineend"
)

// found lists the files of a profile.
func found(t testing.TB, dir string) []*discover.File {
	t.Helper()
	_, files := walk(t, dir, &discover.Index{})
	return files
}

// walk looks at the files of a profile with what an index knows of them.
func walk(t testing.TB, dir string, known *discover.Index) (*discover.Walk, []*discover.File) {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	walk, err := discover.NewWalk(context.Background(), root, discover.Options{Claims: func(string) bool { return true }}, known)
	if err != nil {
		t.Fatal(err)
	}
	inventory, err := walk.Inventory()
	if err != nil {
		t.Fatal(err)
	}
	return walk, inventory.Files
}

// take returns an index of files as if it were taken some time from now.
func take(t testing.TB, dir string, files []*discover.File, later time.Duration) *discover.Index {
	t.Helper()
	return readBack(t, taken(t, dir, files, later))
}

// taken is take of an index that was not saved yet. The fourth file is whole.
func taken(t testing.TB, dir string, files []*discover.File, later time.Duration) *discover.Index {
	t.Helper()
	x := &discover.Index{Taken: time.Now().Add(later).UnixNano()}
	for i, f := range files {
		x.Add(f, contentIn(t, dir, f), i == 3)
	}
	return x
}

func contentIn(t testing.TB, dir string, f *discover.File) lineend.Content {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, "backstory", filepath.FromSlash(f.Path)))
	if err != nil {
		t.Fatal(err)
	}
	return contentOf(content)
}

// readBack saves an index and loads it.
func readBack(t testing.TB, x *discover.Index) *discover.Index {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.index")
	if err := x.Save(path); err != nil {
		t.Fatal(err)
	}
	return discover.LoadIndex(path)
}

func sourcesOf(t testing.TB, n int) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "backstory"), 0o755); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if err := os.WriteFile(source(dir, i), []byte(fmt.Sprintf("before %06d", i)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func source(dir string, i int) string {
	return filepath.Join(dir, "backstory", fmt.Sprintf("f%06d.txt", i))
}

func TestAnIndexReadsBackAndKnowsUnchangedFiles(t *testing.T) {
	dir := sourcesOf(t, 10)
	files := found(t, dir)
	x := taken(t, dir, files, time.Hour)
	x.Skew, x.Settings, x.Brief = -5, sha256.Sum256([]byte("s")), []byte("brief")
	x.Manifest, x.Output = files[0].Stat, files[1].Stat
	x.ManifestSum, x.OutputSum = sha256.Sum256([]byte("m")), sha256.Sum256([]byte("o"))
	y := readBack(t, x)
	if y.Taken != x.Taken || y.Skew != -5 || y.Settings != x.Settings || !bytes.Equal(y.Brief, x.Brief) || y.Manifest != x.Manifest || y.Output != x.Output ||
		y.ManifestSum != x.ManifestSum || y.OutputSum != x.OutputSum {
		t.Errorf("read back as %+v", y)
	}
	if !y.Covers(found(t, dir)) {
		t.Error("unchanged files are not covered")
	}
	if f := y.Find(files[3]); f == nil || f.Content != contentIn(t, dir, files[3]) || !f.Whole {
		t.Errorf("an unchanged file is known as %+v", f)
	}
	y.Forget()
	for _, i := range []int{9, 0, 5, 4, 6} {
		if f := y.Find(files[i]); f == nil || f.Content != contentIn(t, dir, files[i]) || f.Whole != (i == 3) {
			t.Errorf("out of order, file %d is known as %+v", i, f)
		}
	}
	if f := y.Find(&discover.File{Path: "new.txt"}); f != nil {
		t.Errorf("a new file is known as %+v", f)
	}
	if err := os.Remove(source(dir, 3)); err != nil {
		t.Fatal(err)
	}
	if y.Covers(found(t, dir)) {
		t.Error("a removed file is not seen")
	}
}

func TestATornIndexKnowsNothing(t *testing.T) {
	dir := sourcesOf(t, 3)
	files := found(t, dir)
	x := taken(t, dir, files, time.Hour)
	path := filepath.Join(t.TempDir(), "x.index")
	if err := x.Save(path); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		damaged := bytes.Clone(whole)
		damaged[i] ^= 0x20
		for _, content := range [][]byte{damaged, whole[:i]} {
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			y := discover.LoadIndex(path)
			if y.Taken != 0 && y.Taken != x.Taken {
				t.Fatalf("byte %d: a damaged begin is believed", i)
			}
			if y.Covers(files) || y.Find(files[1]) != nil {
				t.Fatalf("byte %d: a damaged index is believed", i)
			}
		}
	}
}

// canCompare says whether a folder can be compared as it is read.
const canCompare = runtime.GOOS == "linux"

var edits = flag.Int("edits", 500, "how many files are edited in each of the ways that hide it")

// TestEditsThatHideAreSeen edits files in each of the ways that leave size and
// time as they were.
func TestEditsThatHideAreSeen(t *testing.T) {
	n := *edits
	for name, edit := range map[string]func(t *testing.T, path string, info os.FileInfo, i int){
		"same size and time put back": func(t *testing.T, path string, info os.FileInfo, i int) {
			rewrite(t, path, i)
			if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
				t.Fatal(err)
			}
		},
		"moved over": func(t *testing.T, path string, info os.FileInfo, i int) {
			other := path + ".new"
			rewrite(t, other, i)
			if err := os.Chtimes(other, info.ModTime(), info.ModTime()); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(other, path); err != nil {
				t.Fatal(err)
			}
		},
		"written through a mapping": func(t *testing.T, path string, _ os.FileInfo, i int) { mapped(t, path, after(i)) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := sourcesOf(t, n)
			// As if the files had lain there for long when the index was taken.
			looked, files := walk(t, dir, &discover.Index{})
			x := take(t, dir, files, time.Hour)
			x.Listing = looked.Listing()
			if again, _ := walk(t, dir, x); canCompare && !again.Unchanged() {
				t.Fatal("files that nobody edited are not known")
			}
			for i := range n {
				info, err := os.Stat(source(dir, i))
				if err != nil {
					t.Fatal(err)
				}
				edit(t, source(dir, i), info, i)
			}
			missed(t, x, found(t, dir))
			again, files := walk(t, dir, x)
			if again.Unchanged() {
				t.Error("a walk that knows the folder sees none of the edits")
			}
			missed(t, x, files)
		})
	}
}

// TestAnEditInTheSameTickIsSeen edits files right after the index was taken,
// without anything that could show it: the index must not believe them.
func TestAnEditInTheSameTickIsSeen(t *testing.T) {
	dir := sourcesOf(t, *edits)
	x := &discover.Index{Taken: time.Now().UnixNano()}
	before := found(t, dir)
	contents := make([]lineend.Content, len(before))
	for i, f := range before {
		contents[i] = contentIn(t, dir, f)
	}
	for i := range *edits {
		rewrite(t, source(dir, i), i)
	}
	files := found(t, dir)
	for i := range files {
		x.Add(files[i], contents[i], false) // by a clock that did not move
	}
	missed(t, readBack(t, x), files)
}

// missed fails for files whose old digest is still believed.
func missed(t *testing.T, x *discover.Index, files []*discover.File) {
	t.Helper()
	n := 0
	for i := range files {
		if x.Find(files[i]) != nil {
			n++
		}
	}
	if n > 0 || x.Covers(files) {
		t.Errorf("%d of %d edits are missed", n, len(files))
	}
}

func after(i int) []byte { return []byte(fmt.Sprintf("AFTER! %06d", i))[:13] }

func rewrite(t *testing.T, path string, i int) {
	t.Helper()
	if err := os.WriteFile(path, after(i), 0o644); err != nil {
		t.Fatal(err)
	}
}

func contentOf(raw []byte) lineend.Content {
	c, _ := lineend.ContentOf(raw)
	return c
}
