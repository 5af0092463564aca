package ingest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/ingest/discover"
)

func hashOf(s string) [sha256.Size]byte { return sha256.Sum256([]byte(s)) }

type readerFunc func(p []byte, off int64) (int, error)

func (f readerFunc) ReadAt(p []byte, off int64) (int, error) { return f(p, off) }

func openTemp(t testing.TB, content string) *os.File {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestSumIsThatOfTheContent(t *testing.T) {
	h := newHasher()
	for _, content := range []string{"", "hello", strings.Repeat("x", hashBuffer), strings.Repeat("y", 3*hashBuffer+1)} {
		f := openTemp(t, content)
		for range 2 { // the place in the file does not matter
			scan, st, err := h.Sum(t.Context(), f)
			if err != nil || scan.Content().Raw != hashOf(content) || st.Size != int64(len(content)) {
				t.Errorf("%d bytes: %d, %v", len(content), st.Size, err)
			}
		}
	}
}

// stats gives one description after the other, the last for ever.
func stats(all ...discover.Stat) func() (discover.Stat, error) {
	return func() (discover.Stat, error) {
		st := all[0]
		if len(all) > 1 {
			all = all[1:]
		}
		return st, nil
	}
}

func TestChangingFileIsReadAgain(t *testing.T) {
	content := strings.NewReader("hello")
	quiet := discover.Stat{Size: 5, ModTime: 9, ChangeTime: 9, Inode: 1}
	for _, tt := range []struct {
		name  string
		stats []discover.Stat
		want  error
	}{
		{"quiet", []discover.Stat{quiet}, nil},
		{"touched once", []discover.Stat{{Size: 5, ModTime: 1}, quiet}, nil},
		{"quiet in the third attempt", []discover.Stat{{Size: 5, ModTime: 1}, {Size: 5, ModTime: 2}, {Size: 5, ModTime: 3}, {Size: 5, ModTime: 4}, quiet}, nil},
		{"never quiet", []discover.Stat{{ModTime: 1}, {ModTime: 2}, {ModTime: 3}, {ModTime: 4}, {ModTime: 5}, {ModTime: 6}, quiet}, ErrChanging},
		{"mtime put back", []discover.Stat{{Size: 5, ChangeTime: 1}, quiet}, nil},
		{"shorter than it says", []discover.Stat{{Size: 6}}, ErrChanging},
		{"growing", []discover.Stat{{Size: 2}, {Size: 3}, {Size: 3}, {Size: 4}, {Size: 4}, {Size: 5}}, ErrChanging},
	} {
		scan, st, err := newHasher().sum(t.Context(), content, stats(tt.stats...))
		if !errors.Is(err, tt.want) {
			t.Errorf("%s: error %v", tt.name, err)
		}
		if tt.want == nil && (scan.Content().Raw != hashOf("hello") || st != quiet) {
			t.Errorf("%s: %+v", tt.name, st)
		}
	}
}

func TestSumReportsErrors(t *testing.T) {
	cause := errors.New("broken disk")
	failing := readerFunc(func([]byte, int64) (int, error) { return 0, cause })
	if _, _, err := newHasher().sum(t.Context(), failing, stats(discover.Stat{Size: 5})); !errors.Is(err, cause) {
		t.Errorf("reading: %v", err)
	}
	refuse := func() (discover.Stat, error) { return discover.Stat{}, cause }
	if _, _, err := newHasher().sum(t.Context(), strings.NewReader(""), refuse); !errors.Is(err, cause) {
		t.Errorf("describing: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	endless := readerFunc(func(p []byte, _ int64) (int, error) { cancel(); return len(p), nil })
	if _, _, err := newHasher().sum(ctx, endless, stats(discover.Stat{Size: 1 << 40})); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	short := readerFunc(func(p []byte, off int64) (int, error) { return 0, io.EOF })
	if _, _, err := newHasher().sum(t.Context(), short, stats(discover.Stat{Size: 1 << 40})); !errors.Is(err, ErrChanging) {
		t.Errorf("cut off: %v", err)
	}
}

func TestHashOfAFileThatDoesNotRest(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(name, []byte("hello"), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	reads := 0
	writing := readerFunc(func(p []byte, off int64) (int, error) {
		if reads++; reads <= 2 {
			if err := os.WriteFile(name, []byte("changed while it is read"), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(name, time.Time{}, time.Unix(int64(reads), 0)); err != nil {
				t.Fatal(err)
			}
		}
		return f.ReadAt(p, off)
	})
	stat := func() (discover.Stat, error) { d, err := discover.StatOf(f); return d.Stat, err }
	scan, st, err := newHasher().sum(context.Background(), writing, stat)
	if err != nil || st.Size != 24 || scan.Content().Raw != hashOf("changed while it is read") {
		t.Errorf("%d bytes, %v", st.Size, err)
	}
}

func BenchmarkOpenAndHash10000(b *testing.B) {
	dir := b.TempDir()
	for i := range 10_000 {
		name := filepath.Join(dir, "backstory", fmt.Sprintf("folder-%04d", i/10), fmt.Sprintf("source-%05d.md", i))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer root.Close()
	inv, err := discover.Discover(b.Context(), root, discover.Options{})
	if err != nil {
		b.Fatal(err)
	}
	h := newHasher()
	opener := discover.NewOpener(root)
	defer opener.Close()
	for b.Loop() {
		for i := range inv.Files {
			f, err := opener.Open(inv.Files[i])
			if err != nil {
				b.Fatal(err)
			}
			if _, _, err := h.Sum(b.Context(), f); err != nil {
				b.Fatal(err)
			}
			f.Close()
		}
	}
}
