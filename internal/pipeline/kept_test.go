package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/atomicfile/atomictest"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// settled is long enough for what was written before it to be believed
// unchanged.
const settled = 2100 * time.Millisecond

// built makes a profile of n sources that was built and has settled, and the
// builder with its index and without a cache: what does not come from the
// sources comes from the last output.
func built(t *testing.T, n int) (dir string, b *pipeline.Builder) {
	t.Helper()
	dir, b = t.TempDir(), textBuilder(t, t.TempDir())
	b.Chapters = ""
	files := map[string]string{"soul.md": "# S\n"}
	for i := range n {
		files[fmt.Sprintf("backstory/d%d/f%03d.txt", i%3, i)] = fmt.Sprintf("Text %d.\n\nAnd more of it.\n", i)
	}
	tree(t, dir, files)
	time.Sleep(settled)
	if _, err := run(t, b, dir); err != nil {
		t.Fatal(err)
	}
	return dir, b
}

// fresh fails if a build from the sources alone gives other bytes.
func fresh(t *testing.T, where, dir string) {
	t.Helper()
	p, err := profile.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	v, err := textBuilder(t, "").Check(context.Background(), p, pipeline.CheckOptions{Rebuild: true, Diff: true})
	if err != nil || !v.Fresh {
		t.Fatalf("%s: %v, %+v:\n%s", where, err, v.Reasons, v.Diff)
	}
}

// TestKeptChaptersGiveTheBytesOfTheirSources edits, adds and removes sources
// at random. What was not touched is taken from the last output, and the
// result is what a build from the sources gives.
func TestKeptChaptersGiveTheBytesOfTheirSources(t *testing.T) {
	t.Parallel() // it sleeps
	dir, b := built(t, 60)
	random := rand.New(rand.NewPCG(8, 9))
	kept := 0
	for round := range 25 {
		for range 1 + random.IntN(3) {
			name := fmt.Sprintf("backstory/d%d/f%03d.txt", random.IntN(4), random.IntN(80))
			switch path := filepath.Join(dir, filepath.FromSlash(name)); random.IntN(3) {
			case 0:
				os.Remove(path) // or it was not there
			default:
				tree(t, dir, map[string]string{name: strings.Repeat(fmt.Sprintf("Round %d.\n\n", round), random.IntN(4))})
			}
		}
		report, err := run(t, b, dir)
		if err != nil {
			t.Fatal(err)
		}
		kept += report.Cached
		fresh(t, fmt.Sprint("round ", round), dir)
	}
	if kept < 25*30 {
		t.Errorf("only %d chapters were kept", kept)
	}
}

// TestFaultsWhileChaptersAreKept breaks builds that take most of their
// chapters from the last output.
func TestFaultsWhileChaptersAreKept(t *testing.T) {
	t.Parallel() // it sleeps
	dir, b := built(t, 12)
	tried := 0
	for _, f := range atomictest.Faults() {
		for at := 0; ; at++ {
			tree(t, dir, map[string]string{"backstory/d0/f003.txt": fmt.Sprintf("%s, %d\n", f.Name, at)})
			before := top(t, dir)
			var folder *atomictest.Folder
			b.Through(func(l atomicfile.Lister) atomicfile.Lister {
				if folder == nil {
					folder = &atomictest.Folder{Lister: l, Fault: f, At: at}
				}
				return folder
			})
			_, err := run(t, b, dir)
			where := fmt.Sprintf("%s at call %d of %v", f.Name, at, folder.Calls)
			if folder.Hit() == "" {
				if err != nil {
					t.Fatal(where, err)
				}
				break
			}
			tried++
			checkError(t, where, folder, err)
			got := top(t, dir)
			if left := leftovers(got); len(left) > 0 && !f.Crash && folder.Hit() != "remove" && !between(folder) {
				t.Errorf("%s: %v is left over", where, left)
			}
			b.Through(nil)
			report, err := run(t, b, dir)
			if err != nil || got[profile.ManifestFile] == before[profile.ManifestFile] && report.Cached < 11 {
				t.Fatalf("%s: the next build: %+v, %v", where, report, err)
			}
			after := top(t, dir)
			checkWhole(t, where, got, before, after)
			if len(leftovers(after)) > 0 {
				t.Errorf("%s: the next build leaves %v", where, leftovers(after))
			}
			fresh(t, where, dir)
		}
	}
	t.Logf("%d faults were tried", tried)
}

// An output that was edited is not believed, even if the manifest was not.
func TestAnEditedOutputIsNotTakenFrom(t *testing.T) {
	t.Parallel() // it sleeps
	dir, b := built(t, 6)
	output := filepath.Join(dir, profile.OutputFile)
	content, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	edited := strings.Replace(string(content), "Text 4.", "Text 5.", 1)
	tree(t, dir, map[string]string{profile.OutputFile: edited, "backstory/d0/f000.txt": "other\n"})
	if _, err := run(t, b, dir); !errors.Is(err, pipeline.ErrNotOurs) {
		t.Errorf("error %v", err)
	}
	if got := top(t, dir); got[profile.OutputFile] != edited || len(leftovers(got)) > 0 {
		t.Errorf("the folder holds %v", got)
	}
}

// Digests that were edited together say that the output is ours. Its text is
// made from the sources all the same.
func TestAManifestThatVouchesForAnotherTextIsNotBelieved(t *testing.T) {
	t.Parallel() // it sleeps
	for _, change := range []bool{true, false} {
		dir, b := built(t, 6)
		files := top(t, dir)
		forged := strings.Replace(files[profile.OutputFile], "Text 4.", "Obey.  ", 1)
		m, err := manifest.Load([]byte(files[profile.ManifestFile]))
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(m.Files, func(e manifest.Entry) bool { return strings.HasSuffix(e.Path, "f004.txt") })
		m.Files[at].Chapter.Digest = digest("Obey.  \n\nAnd more of it.")
		tree(t, dir, map[string]string{profile.OutputFile: forged, profile.ManifestFile: string(m.Encode(discover.Compare))})
		if change {
			tree(t, dir, map[string]string{"backstory/d0/f000.txt": "other\n"})
		}
		report, err := run(t, b, dir)
		if err != nil || report.State != pipeline.StateBuilt || report.Cached > 0 {
			t.Fatalf("%+v, %v", report, err)
		}
		fresh(t, "after the forgery", dir)
		if got := top(t, dir)[profile.OutputFile]; strings.Contains(got, "Obey") {
			t.Errorf("the forged text is kept:\n%s", got)
		}
	}
}

// A manifest that says something else of where chapters are is not believed
// either.
func TestAManifestThatMovesChaptersIsNotBelieved(t *testing.T) {
	t.Parallel() // it sleeps
	dir, b := built(t, 6)
	m, err := manifest.Load([]byte(top(t, dir)[profile.ManifestFile]))
	if err != nil {
		t.Fatal(err)
	}
	m.Files[1].Chapter.Length += 3
	tree(t, dir, map[string]string{profile.ManifestFile: string(m.Encode(discover.Compare)), "backstory/d0/f000.txt": "other\n"})
	if report, err := run(t, b, dir); err != nil || report.Cached > 0 {
		t.Fatalf("%+v, %v", report, err)
	}
	fresh(t, "after the forgery", dir)
}

// TestAnOutputThatStaysIsNotWritten builds with other options and without a
// cache: what is the same is not written, be it at the start or everywhere.
func TestAnOutputThatStaysIsNotWritten(t *testing.T) {
	t.Parallel() // it sleeps
	dir, _ := built(t, 20)
	info := func() os.FileInfo {
		t.Helper()
		info, err := os.Stat(filepath.Join(dir, profile.OutputFile))
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	before := info()
	var folder *atomictest.Folder
	b := textBuilder(t, "")
	b.Through(func(l atomicfile.Lister) atomicfile.Lister {
		folder = &atomictest.Folder{Lister: l, At: -1}
		return folder
	})
	if report, err := run(t, b, dir); err != nil || report.State != pipeline.StateCurrent || len(folder.Calls) > 0 {
		t.Errorf("%+v, %v, calls %v", report, err, folder.Calls)
	}
	if !os.SameFile(before, info()) {
		t.Error("the output was replaced")
	}
	// The last output is longer, and its start is the new one.
	if err := os.Remove(filepath.Join(dir, "backstory/d2/f017.txt")); err != nil {
		t.Fatal(err)
	}
	if report, err := run(t, b, dir); err != nil || report.State != pipeline.StateBuilt {
		t.Errorf("%+v, %v", report, err)
	}
	fresh(t, "without the last", dir)
}

// TestAClockThatJumps builds with an index that was taken at a time that is
// yet to come, or long ago, while a file changed without anything to show it.
func TestAClockThatJumps(t *testing.T) {
	t.Parallel() // it sleeps
	for name, jump := range map[string]time.Duration{"forth and back": time.Hour, "back": -time.Hour, "a little forth": time.Minute} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, b := built(t, 5)
			path := discover.IndexPath(b.Index, dir)
			x := discover.LoadIndex(path)
			files := discovered(t, dir)
			if x.Taken == 0 || !x.Covers(files) {
				t.Fatal("there is no index")
			}
			tree(t, dir, map[string]string{"backstory/d1/f001.txt": "Tixt 1.\n\nAnd more of it.\n"})
			if x.Find(files[0]) == nil {
				t.Fatal("an unchanged file is not found")
			}
			y := *x
			for i, f := range discovered(t, dir) {
				known := x.Find(files[i])
				if known == nil {
					t.Fatal("a file is not known as it was")
				}
				y.Add(f, known.Content, known.Whole) // as if the clock had stood still
			}
			y.Taken += int64(jump)
			if err := y.Save(path); err != nil {
				t.Fatal(err)
			}
			if _, err := run(t, b, dir); err != nil {
				t.Fatal(err)
			}
			fresh(t, "after the jump", dir)
			if y := discover.LoadIndex(path); y.Taken > time.Now().UnixNano() {
				t.Error("the index is still taken in the future")
			}
		})
	}
}

func discovered(t *testing.T, dir string) []*discover.File {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	inventory, err := discover.Discover(context.Background(), root, discover.Options{
		Claims: func(name string) bool { return strings.HasSuffix(name, ".txt") },
	})
	if err != nil {
		t.Fatal(err)
	}
	return inventory.Files
}

// The limit is of characters, and an output may have more bytes than that.
func TestTheLimitIsOfCharacters(t *testing.T) {
	for _, tt := range []struct {
		limit int
		cache bool
		fails bool
	}{{4000, false, false}, {4000, true, false}, {3000, false, true}, {1000, true, true}} {
		dir, cache := t.TempDir(), ""
		if tt.cache {
			cache = t.TempDir()
		}
		tree(t, dir, map[string]string{
			"soul.md": "# S\n", "backstory/a.txt": strings.Repeat("漢字 and more.\n", 250), // 3,250 characters, 4,500 bytes
			"backstory/.backstory.json": fmt.Sprintf(`{"limits": {"backstory": %d}}`, tt.limit),
		})
		_, err := run(t, textBuilder(t, cache), dir)
		if (err != nil) != tt.fails || tt.fails && !strings.Contains(err.Error(), "a.txt") {
			t.Errorf("%+v: %v", tt, err)
		}
		if got := top(t, dir); len(leftovers(got)) > 0 || (got[profile.OutputFile] == "") != tt.fails {
			t.Errorf("%+v: the folder holds %v", tt, got)
		}
	}
	// Sources that say little of how long the output becomes.
	dir := t.TempDir()
	tree(t, dir, map[string]string{
		"soul.md": "# S\n", "backstory/a.txt": strings.Repeat("*_[\n", 400), // each is escaped
		"backstory/.backstory.json": `{"limits": {"backstory": 1700}}`,
	})
	if _, err := run(t, textBuilder(t, ""), dir); err == nil || !strings.Contains(err.Error(), "a.txt") {
		t.Errorf("error %v", err)
	}
	if diff := cmp.Diff([]string(nil), leftovers(top(t, dir))); diff != "" {
		t.Error(diff)
	}
}
