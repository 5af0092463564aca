package pipeline_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/text"
	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/atomicfile/atomictest"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// tree writes files below a folder, by path with slashes; an empty path
// removes nothing.
func tree(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// top reads the files that lie directly in a folder.
func top(t testing.TB, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(content)
	}
	return files
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// textBuilder builds text sources, with a cache in a folder, or none.
func textBuilder(t testing.TB, cache string) *pipeline.Builder {
	t.Helper()
	registry, err := converters.NewRegistry(text.New())
	if err != nil {
		t.Fatal(err)
	}
	b := &pipeline.Builder{Registry: registry, Epoch: time.Unix(1_700_000_000, 0).UTC(), Conversion: pipeline.Conversion{Jobs: 2}}
	if cache != "" {
		b.Index, b.Chapters = filepath.Join(cache, "index"), filepath.Join(cache, "chapters")
	}
	return b
}

func run(t testing.TB, b *pipeline.Builder, dir string) (*pipeline.Report, error) {
	t.Helper()
	p, err := profile.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	return b.Build(context.Background(), p)
}

// scenario is a build that is to be broken: how the profile comes to be as it
// is before it, and what is changed for it.
type scenario struct {
	name   string
	cache  bool // the user has a cache, and the first build fills it
	force  bool
	first  map[string]string // sources of a build before; nil for none
	change map[string]string // written for the build that is broken
	remove []string          // likewise removed
	want   []string          // files of the profile's folder afterwards
}

func scenarios() []scenario {
	pair := []string{profile.ManifestFile, profile.OutputFile}
	long := strings.Repeat("Some words in a line.\n", 7_000) // several writes
	adopted := (&manifest.Manifest{Version: 2, Coqui: true, ContentHash: "sha256:00", GeneratedAt: "2024-01-01T00:00:00Z"}).Encode(discover.Compare)
	return []scenario{
		{
			name: "the first build", first: nil,
			change: map[string]string{"backstory/a.txt": "one\n", "backstory/b.txt": long}, want: pair,
		},
		{
			name:  "a change without a cache",
			first: map[string]string{"backstory/a.txt": "one\n", "backstory/b.txt": long, "backstory/c.txt": "three\n"}, want: pair,
			change: map[string]string{"backstory/c.txt": "other\n"},
		},
		{
			name: "a change with a cache", cache: true,
			first: map[string]string{"backstory/a.txt": "one\n", "backstory/b.txt": long, "backstory/c.txt": "three\n"}, want: pair,
			change: map[string]string{"backstory/a.txt": "other\n", "backstory/d.txt": "new\n"},
		},
		{
			name: "the adoption of a manifest of Coqui", first: nil,
			change: map[string]string{"backstory/a.txt": "one\n", profile.OutputFile: "## Backstory\n\nby Coqui\n", profile.ManifestFile: string(adopted)},
			want:   append(slices.Clone(pair), "backstory.md.backup-"),
		},
		{
			name: "a hand-written output that is to be replaced", force: true, first: nil,
			change: map[string]string{"backstory/a.txt": "one\n", profile.OutputFile: "mine\n"},
			want:   append(slices.Clone(pair), "backstory.md.backup-"),
		},
		{
			name:  "the last source goes",
			first: map[string]string{"backstory/a.txt": "one\n"}, remove: []string{"backstory/a.txt"}, want: nil,
		},
	}
}

// prepare makes the profile of a scenario as it is before the build that is
// to be broken.
func (s scenario) prepare(t testing.TB) (dir string, b *pipeline.Builder) {
	t.Helper()
	dir = t.TempDir()
	cache := ""
	if s.cache {
		cache = t.TempDir()
	}
	b = textBuilder(t, cache)
	b.Force = s.force
	tree(t, dir, map[string]string{"soul.md": "# S\n"})
	if s.first != nil {
		tree(t, dir, s.first)
		old := time.Now().Add(-time.Hour)
		for name := range s.first {
			if err := os.Chtimes(filepath.Join(dir, filepath.FromSlash(name)), old, old); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := run(t, b, dir); err != nil {
			t.Fatal(err)
		}
	}
	tree(t, dir, s.change)
	for _, name := range s.remove {
		if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
	return dir, b
}

// TestEveryFaultOfABuildLeavesWholeFiles breaks each call of the write path of
// whole builds in each way. Afterwards each file is the old one or the new
// one, the error names the file, nothing is left over (but by a kill), and the
// next build ends as if nothing had been.
func TestEveryFaultOfABuildLeavesWholeFiles(t *testing.T) {
	var tried atomic.Int64
	t.Cleanup(func() { t.Logf("%d faults were tried", tried.Load()) })
	for _, s := range scenarios() {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel() // it waits for the disk
			dir, b := s.prepare(t)
			before := top(t, dir)
			if _, err := run(t, b, dir); err != nil {
				t.Fatal(err)
			}
			after := top(t, dir)
			s.checkNames(t, "without a fault", after)
			for _, f := range atomictest.Faults() {
				if testing.Short() && f.Name != "ENOSPC" && !f.Crash {
					continue
				}
				for at := 0; s.broken(t, f, at, before, after); at++ {
					tried.Add(1)
				}
			}
		})
	}
}

// broken runs a scenario with a fault at one call. It returns false where the
// build has no such call.
func (s scenario) broken(t *testing.T, f atomictest.Fault, at int, before, after map[string]string) bool {
	t.Helper()
	dir, b := s.prepare(t)
	var folder *atomictest.Folder
	b.Through(func(l atomicfile.Lister) atomicfile.Lister {
		if folder == nil {
			folder = &atomictest.Folder{Fault: f, At: at}
		}
		folder.Lister = l
		return folder
	})
	_, err := run(t, b, dir)
	if folder == nil || folder.Hit() == "" {
		if err != nil {
			t.Fatalf("%s: error %v without a fault", f.Name, err)
		}
		return false
	}
	where := fmt.Sprintf("%s at call %d of %v", f.Name, at, folder.Calls)
	checkError(t, where, folder, err)
	checkWhole(t, where, top(t, dir), before, after)
	if left := leftovers(top(t, dir)); len(left) > 0 && !f.Crash && folder.Hit() != "remove" && !between(folder) {
		t.Errorf("%s: %v is left over", where, left)
	}
	b.Through(nil)
	if _, err := run(t, b, dir); err != nil {
		t.Errorf("%s: the next build: %v", where, err)
	}
	if diff := cmp.Diff(after, top(t, dir)); diff != "" {
		t.Errorf("%s: after the next build (-want +got):\n%s", where, diff)
	}
	return true
}

func checkError(t *testing.T, where string, b *atomictest.Folder, err error) {
	t.Helper()
	if b.Hit() != "write" && b.Fault.Err == nil {
		return // a short write is not a fault of another call
	}
	if err == nil || b.Fault.Err != nil && !errors.Is(err, b.Fault.Err) {
		t.Errorf("%s: error %v", where, err)
		return
	}
	names := []string{profile.OutputFile, profile.ManifestFile, "the folder", atomicfile.Prefix}
	if !slices.ContainsFunc(names, func(name string) bool { return strings.Contains(err.Error(), name) }) {
		t.Errorf("%s: the error names no file: %v", where, err)
	}
}

// checkWhole fails for a file that is neither the old nor the new one, and for
// an output that is newer than its manifest.
func checkWhole(t *testing.T, where string, got, before, after map[string]string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if strings.HasPrefix(name, atomicfile.Prefix) {
			continue
		}
		if got[name] != before[name] && got[name] != after[name] {
			t.Errorf("%s: %s holds %.60q", where, name, got[name])
		}
	}
	for name := range before {
		if _, stays := after[name]; stays && got[name] == "" {
			t.Errorf("%s: %s is gone", where, name)
		}
	}
	newOutput := got[profile.OutputFile] != before[profile.OutputFile] && got[profile.OutputFile] != ""
	if newOutput && got[profile.ManifestFile] != after[profile.ManifestFile] {
		t.Errorf("%s: the output is newer than its manifest", where)
	}
}

// between reports whether a fault stopped a commit between the manifest and the
// output, which then waits under its temporary name for the next run.
func between(folder *atomictest.Folder) bool {
	at := folder.At
	return folder.Hit() == "rename" && at > 0 && folder.Calls[at-1] == "rename"
}

func leftovers(files map[string]string) (names []string) {
	for name := range files {
		if strings.HasPrefix(name, atomicfile.Prefix) {
			names = append(names, name)
		}
	}
	return names
}

// checkNames compares the names of a folder, of which the wanted ones are
// beginnings, with what is wanted beside the soul.
func (s scenario) checkNames(t *testing.T, where string, files map[string]string) {
	t.Helper()
	want := append([]string{"soul.md"}, s.want...)
	slices.Sort(want)
	got := slices.Sorted(maps.Keys(files))
	if len(got) != len(want) {
		t.Fatalf("%s: the folder holds %v, want %v", where, got, want)
	}
	for i := range got {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("%s: the folder holds %v, want %v", where, got, want)
		}
	}
}
