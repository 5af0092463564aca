package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/internal/soak"
	"github.com/seed353dc258/backstory/profile"
)

// edit does something every few milliseconds, until the test ends.
func edit(t *testing.T, every time.Duration, save func(n int) error) {
	t.Helper()
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			case <-time.After(every):
			}
			if err := save(n); err != nil {
				t.Error(err)
				return
			}
		}
	}()
	t.Cleanup(func() { close(stop); <-stopped })
}

// TestSoakEditorThatSavesByRename builds beside an editor that renames a new
// file to a source's name, every 5 ms. No source may ever be left out.
func TestSoakEditorThatSavesByRename(t *testing.T) {
	dir := t.TempDir()
	const sources = 40
	content := map[string]string{}
	for i := range sources {
		content[fmt.Sprintf("backstory/f%02d/s%02d.txt", i%4, i)] = fmt.Sprintf("the text of source %d\n", i)
	}
	tree(t, dir, content)
	edit(t, 5*time.Millisecond, func(n int) error {
		name := filepath.Join(dir, "backstory", fmt.Sprintf("f%02d", n%4), fmt.Sprintf("s%02d.txt", n%4))
		text := fmt.Sprintf("the text of source %d\nsaved %d times\n", n%4, n)
		err := errors.Join(os.WriteFile(name+"~", []byte(text), 0o644), os.Rename(name+"~", name))
		if runtime.GOOS == "windows" && errors.Is(err, fs.ErrPermission) {
			return nil // which replaces no file that is read: the editor saves again
		}
		return err
	})
	cached, plain := textBuilder(t, t.TempDir()), textBuilder(t, "")
	for n := range soak.Size(t, 500) {
		b := cached
		if n%2 == 0 {
			b = plain
		}
		if _, err := run(t, b, dir); err != nil {
			t.Fatalf("build %d: %v", n, err)
		}
		output, err := os.ReadFile(filepath.Join(dir, profile.OutputFile))
		if err != nil {
			t.Fatal(err)
		}
		for i := range sources {
			if !strings.Contains(string(output), fmt.Sprintf("the text of source %d\n", i)) {
				t.Fatalf("build %d: source %d is missing", n, i)
			}
		}
		if p, err := profile.Open(dir); err != nil {
			t.Fatal(err)
		} else if _, err := b.Check(context.Background(), p, pipeline.CheckOptions{Rebuild: n%4 == 0}); err != nil {
			t.Fatalf("check %d: %v", n, err)
		} else {
			p.Close()
		}
	}
}

// TestSoakEditorThatSavesInPlace builds beside an editor that empties a file
// before it writes it. The source is whole, or as it was, or nothing is written.
func TestSoakEditorThatSavesInPlace(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]string{"backstory/a.txt": "one\n", "backstory/b.txt": "two\n"})
	b := textBuilder(t, "")
	if _, err := run(t, b, dir); err != nil {
		t.Fatal(err)
	}
	var longest, saves atomic.Int64 // that the file was empty
	edit(t, 5*time.Millisecond, func(n int) error {
		began := time.Now()
		err := os.WriteFile(filepath.Join(dir, "backstory", "b.txt"), []byte(strings.Repeat("x", 1+n%1000)), 0o644)
		longest.Store(max(longest.Load(), int64(time.Since(began))))
		saves.Add(1)
		return err
	})
	for n := range soak.Size(t, 500) {
		before := top(t, dir)
		_, err := run(t, b, dir)
		if err != nil && (!errors.Is(err, ingest.ErrChanging) || !strings.Contains(err.Error(), "b.txt: ")) {
			t.Fatalf("build %d: %v", n, err)
		}
		after := top(t, dir)
		if err != nil && after[profile.OutputFile] != before[profile.OutputFile] {
			t.Fatalf("build %d: %v, and the output changed", n, err)
		}
		for done := saves.Load(); saves.Load() == done; { // the save that may be going on
			time.Sleep(time.Millisecond)
		}
		if time.Duration(longest.Swap(0)) > 30*time.Millisecond {
			continue // this machine is too busy to save a file
		}
		if !strings.Contains(after[profile.OutputFile], "### File: /b.txt") {
			t.Fatalf("build %d: the source is missing (%v)", n, err)
		}
	}
}
