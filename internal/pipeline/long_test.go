package pipeline_test

import (
	"bufio"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/csv"
	"github.com/seed353dc258/backstory/converters/text"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/internal/soak"
	"github.com/seed353dc258/backstory/profile"
)

// longProfile makes a profile with a table of so many bytes, and a short text
// before and behind it.
func longProfile(t *testing.T, size int64) (string, *pipeline.Builder) {
	t.Helper()
	dir := t.TempDir()
	tree(t, dir, map[string]string{
		"backstory/a.txt": "before\n",
		"backstory/c.txt": "behind\n",
	})
	f, err := os.Create(filepath.Join(dir, "backstory", "b.csv"))
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	fmt.Fprintln(w, "number,name,place,remark")
	for n, at := 0, int64(0); at < size; n++ {
		written, _ := fmt.Fprintf(w, "%d,the name of %d,in a place,\"a remark, and more of it\"\n", n, n*7)
		at += int64(written)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	registry, err := converters.NewRegistry(text.New(), csv.New())
	if err != nil {
		t.Fatal(err)
	}
	b := textBuilder(t, t.TempDir())
	b.Registry = registry
	b.Limits.Command = converters.Limits{Input: 1 << 40, Profile: 1 << 40, Text: 1 << 40, Backstory: 1 << 40, Cells: 1 << 40, Steps: 1 << 50}
	return dir, b
}

// watched is a folder that looks at the memory in use while it is written to.
type watched struct {
	atomicfile.Lister
	look func()
}

type watchedFile struct {
	atomicfile.File
	look func()
	left int
}

func (w watched) Create(name string, perm fs.FileMode) (atomicfile.File, error) {
	f, err := w.Lister.Create(name, perm)
	return &watchedFile{f, w.look, 0}, err
}

func (f *watchedFile) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		f.left = 8 << 20
		f.look()
	}
	return f.File.Write(p)
}

// TestALongSourceIsNotHeldSoak builds from a table of 64 MB, or of a GiB, and
// looks at the memory in use whenever some of the output is written.
func TestALongSourceIsNotHeldSoak(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector takes minutes for 64 MB")
	}
	const most = 12 << 20
	size := int64(max(64<<20, soak.Size(t, 1<<30)))
	dir, b := longProfile(t, size)
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	held, looks := int64(0), 0
	b.Through(func(l atomicfile.Lister) atomicfile.Lister {
		return watched{l, func() {
			runtime.GC()
			runtime.ReadMemStats(&now)
			held = max(held, int64(now.HeapAlloc)-int64(before.HeapAlloc))
			looks++
		}}
	})
	for _, change := range []string{"", "backstory/c.txt"} {
		if change != "" {
			tree(t, dir, map[string]string{change: "other words\n"})
		}
		report, err := run(t, b, dir)
		if err != nil || report.State != pipeline.StateBuilt || report.Bytes < size {
			t.Fatalf("after %q: %+v, %v", change, report, err)
		}
		// All but the source that changed are kept.
		if cached := report.Cached; (change == "") != (cached == 0) {
			t.Errorf("after %q %d chapters were kept", change, cached)
		}
	}
	if held > most || looks < 8 {
		t.Errorf("%d MiB of memory for a text of %d MiB, after %d looks", held>>20, size>>20, looks)
	}
	if report, err := run(t, b, dir); err != nil || report.State != pipeline.StateCurrent {
		t.Errorf("a second build: %+v, %v", report, err)
	}
	text := top(t, dir)[profile.OutputFile]
	at, behind := strings.Index(text, "\n### File: /b.csv\n\n|number|"), strings.Index(text, "|\n\n### File: /c.txt\n\nother words\n")
	if at < 0 || behind < 0 || int64(behind-at) < size {
		t.Errorf("the chapters stand at %d and %d of %d", at, behind, len(text))
	}
	// What is at the end of a long chapter is explained all the same.
	p, err := profile.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	last := strings.LastIndex(text[:behind], "\n|") + 1
	number, _, _ := strings.Cut(text[last+1:behind], "|")
	explained, _, err := b.Explain(t.Context(), p, pipeline.Lines{Grep: text[last : behind+1]})
	if err != nil || len(explained) != 1 || fmt.Sprint(explained[0].Pos.Rows.First) != fmt.Sprint(atoi(t, number)+2) {
		t.Errorf("%.80s: %+v, %v", text[last:], explained, err)
	}
	if b.Chapters == "" {
		return
	}
	entries, err := os.ReadDir(b.Chapters)
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".pack") {
			t.Errorf("left behind: %s, %v", e.Name(), err)
		}
	}
}

func atoi(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A disk that has no room for a long chapter is not a fault of the source: nothing
// is written.
func TestNoPlaceForALongChapterWritesNothing(t *testing.T) {
	dir, b := longProfile(t, 6<<20)
	if _, err := run(t, b, dir); err != nil {
		t.Fatal(err)
	}
	want := top(t, dir)
	tree(t, dir, map[string]string{"backstory/a.txt": "changed\n"})
	none := filepath.Join(t.TempDir(), "none")
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, none)
	}
	b.Index, b.Chapters = "", ""
	if report, err := run(t, b, dir); err == nil || !strings.Contains(err.Error(), "temporary file") {
		t.Errorf("%+v, %v", report, err)
	}
	got := top(t, dir)
	if len(got) != len(want) || got[profile.OutputFile] != want[profile.OutputFile] || got[profile.ManifestFile] != want[profile.ManifestFile] {
		t.Error("something was written")
	}
	p, err := profile.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if v, err := b.Check(context.Background(), p, pipeline.CheckOptions{Rebuild: true}); err == nil {
		t.Errorf("a check that converts says %+v", v)
	}
}
