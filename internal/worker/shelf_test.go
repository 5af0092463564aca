package worker

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

const emptyPage = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj\ntrailer<</Root 1 0 R>>\n"

// reads loads an engine from a cache and opens a document with it.
func reads(t *testing.T, cache string) {
	t.Helper()
	ctx := context.Background()
	engine, err := load(ctx, pdfium.Config{Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close(ctx)
	d, err := engine.Open(ctx, pdfium.Source{Content: io.NewSectionReader(strings.NewReader(emptyPage), 0, int64(len(emptyPage)))})
	if err != nil {
		t.Fatalf("opening a document: %v", err)
	}
	d.Close()
	if left, _ := filepath.Glob(filepath.Join(cache, deskName+"*")); len(left) > 0 {
		t.Errorf("%v was left", left)
	}
}

// onShelf returns the one file of a cache's shelf, and when it was made.
func onShelf(t *testing.T, cache string) (string, os.FileInfo) {
	t.Helper()
	shelf := filepath.Join(cache, shelfName)
	names, err := filesIn(shelf)
	if err != nil || len(names) != 1 {
		t.Fatalf("on the shelf are %q, %v, want one file", names, err)
	}
	path := filepath.Join(shelf, names[0])
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, info
}

func TestCodeIsCompiledOnceAndThenLoaded(t *testing.T) {
	if testing.Short() {
		t.Skip("compiling PDFium takes seconds")
	}
	cache := t.TempDir()
	reads(t, cache)
	path, first := onShelf(t, cache)
	if first.Size() < 4<<20 {
		t.Errorf("the code has %d bytes: it is that of a module without bodies", first.Size())
	}
	reads(t, cache)
	if _, again := onShelf(t, cache); !os.SameFile(first, again) {
		t.Error("the code was compiled anew")
	}
	t.Chdir(filepath.Dir(cache))
	reads(t, filepath.Base(cache))
	if _, again := onShelf(t, cache); !os.SameFile(first, again) {
		t.Error("the code was compiled anew where the name of the cache is relative")
	}
	// What another program left there is not run, and stays.
	spoiled := filepath.Join(filepath.Dir(path), "0123")
	if err := os.WriteFile(spoiled, []byte("of another processor"), 0o600); err != nil {
		t.Fatal(err)
	}
	reads(t, cache)
	if err := os.Remove(spoiled); err != nil {
		t.Fatal(err)
	}
	// Code that is of no use any more is replaced.
	code, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	code[8]++ // the version
	if err := os.WriteFile(path, code, 0o600); err != nil {
		t.Fatal(err)
	}
	reads(t, cache)
	if _, now := onShelf(t, cache); now.Size() != first.Size() {
		t.Errorf("the code has %d bytes, it had %d", now.Size(), first.Size())
	}
	reads(t, cache)
}

func TestDesksOfKilledProgramsAreSwept(t *testing.T) {
	cache := t.TempDir()
	old, young := filepath.Join(cache, deskName+"1"), filepath.Join(cache, deskName+"2")
	for _, desk := range []string{old, young} {
		if err := os.MkdirAll(filepath.Join(desk, "sub"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	before := time.Now().Add(-2 * deskLong)
	if err := os.Chtimes(old, before, before); err != nil {
		t.Fatal(err)
	}
	shelf{filepath.Join(cache, shelfName)}.sweep()
	if _, err := os.Stat(old); err == nil {
		t.Error("an old desk is still there")
	}
	if _, err := os.Stat(young); err != nil {
		t.Error("a desk that may be in use is gone")
	}
}
