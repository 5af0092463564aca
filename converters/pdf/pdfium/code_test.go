package pdfium

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/internal/pdfiumtest"
)

// reads opens a document with an engine from a cache, in which the code may be.
func reads(t *testing.T, cache string, compiled bool) {
	t.Helper()
	ctx := context.Background()
	e, err := Compile(ctx, Config{Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close(ctx)
	file := page("")
	d, err := e.Open(ctx, Source{Content: io.NewSectionReader(strings.NewReader(file), 0, int64(len(file)))})
	if err != nil {
		t.Fatalf("opening a document: %v", err)
	}
	d.Close()
	maps, err := os.ReadFile("/proc/self/maps")
	if path, _ := kept(t, cache); err == nil && compiled && !strings.Contains(string(maps), path) {
		t.Error("the code is not mapped from its file")
	}
}

// kept returns the one file in a cache.
func kept(t *testing.T, cache string) (string, os.FileInfo) {
	t.Helper()
	entries, err := os.ReadDir(cache)
	if err != nil || len(entries) != 1 {
		t.Fatalf("in the cache are %v, %v, want one file", entries, err)
	}
	info, err := entries[0].Info()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(cache, info.Name()), info
}

func TestCodeIsCompiledOnceAndThenLoaded(t *testing.T) {
	pdfiumtest.Skip(t)
	cache := t.TempDir()
	reads(t, cache, false)
	path, first := kept(t, cache)
	if first.Size() < 4<<20 {
		t.Errorf("the code has %d bytes: it is that of a module without bodies", first.Size())
	}
	reads(t, cache, true)
	if _, again := kept(t, cache); !os.SameFile(first, again) || !first.ModTime().Equal(again.ModTime()) {
		t.Error("the code was compiled anew")
	}
	code, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for what, spoil := range map[string]func(f *os.File) error{
		"another version": func(f *os.File) error { return overwrite(f, codeAligned(t, f)+8) },
		"other code":      func(f *os.File) error { return overwrite(f, first.Size()/2) },
		"a part":          func(f *os.File) error { return f.Truncate(first.Size() / 2) },
	} {
		cache := t.TempDir()
		path := filepath.Join(cache, filepath.Base(path))
		if err := os.WriteFile(path, code, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := spoil(f); err != nil {
			t.Fatal(err)
		}
		f.Close()
		if what != "a part" { // that it is not loaded says that it is compiled, which takes seconds
			c := &codeCache{folder: cache}
			e, err := compile(context.Background(), Config{Cache: cache}, bareModule, c)
			if err == nil {
				e.Close(context.Background())
			}
			if loaded := err == nil && c.hit; loaded || err != nil && !c.hit {
				t.Errorf("%s: loaded %v, %v", what, loaded, err)
			}
			continue
		}
		reads(t, cache, false)
		// A new file may have the number of the one that was removed.
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, code) {
			t.Errorf("%s is kept instead of the code: %d bytes of %d, %v", what, len(now), len(code), err)
		}
	}
}

// codeAligned returns where what wazero keeps starts.
func codeAligned(t *testing.T, f *os.File) int64 {
	t.Helper()
	var head [8]byte
	if _, err := f.ReadAt(head[:], 0); err != nil {
		t.Fatal(err)
	}
	start := int64(head[0]) | int64(head[1])<<8 | int64(head[2])<<16
	name := make([]byte, 6)
	if _, err := f.ReadAt(name, start); err != nil || string(name) != "WAZEVO" {
		t.Fatalf("at %d is %q, %v", start, name, err)
	}
	return start
}

// overwrite changes a byte of a file.
func overwrite(f *os.File, at int64) error {
	var b [1]byte
	if _, err := f.ReadAt(b[:], at); err != nil {
		return err
	}
	b[0] ^= 0xff
	_, err := f.WriteAt(b[:], at)
	return err
}

func TestWhatIsNoCodeIsNotRead(t *testing.T) {
	c := &codeCache{folder: t.TempDir()}
	for _, content := range []string{"", "abc", "\xff\xff\xff\xff\xff\xff\xff\xff", "\x00\x00\x00\x01\x00\x00\x00\x00 far away"} {
		if err := os.WriteFile(c.path(), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, ok, err := c.Get(c.key); ok || err != nil {
			t.Errorf("%q is code: %v, %v", content, ok, err)
		}
	}
}

func TestPartsOfKilledProgramsAreSwept(t *testing.T) {
	c := &codeCache{folder: t.TempDir()}
	old, young := filepath.Join(c.folder, codePart+"1"), filepath.Join(c.folder, codePart+"2")
	for _, part := range []string{old, young} {
		if err := os.WriteFile(part, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before := time.Now().Add(-2 * partAge)
	if err := os.Chtimes(old, before, before); err != nil {
		t.Fatal(err)
	}
	c.sweep()
	if _, err := os.Stat(old); err == nil {
		t.Error("an old part is still there")
	}
	if _, err := os.Stat(young); err != nil {
		t.Error("a part that may be written is gone")
	}
}
