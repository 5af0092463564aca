package ingest_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/tokens"
)

// long is a format whose sources hold a number: of the rows of a table that is
// made as it is read.
type long struct{ looked func() }

func (long) Format() converters.Format {
	return converters.Format{Name: "long", Version: 1, Extensions: []string{"s"}}
}

func (l long) Convert(_ context.Context, in converters.Input, _ *converters.Env) (*document.Document, error) {
	content, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(string(content))
	return &document.Document{Blocks: []document.Block{&document.Table{Columns: 2, Source: rows{n, l.looked}}}}, err
}

type rows struct {
	n      int
	looked func()
}

func (r rows) Rows() iter.Seq2[document.Row, error] {
	return func(yield func(document.Row, error) bool) {
		cells := make([]document.Cell, 2)
		for i := range r.n {
			if i%100_000 == 0 && r.looked != nil {
				r.looked()
			}
			cells[0].Text, cells[1].Text = strconv.Itoa(i), "a cell with as much text as stands in some, and é"
			if !yield(document.Row{Cells: cells, Pos: document.Pos{Rows: document.SpanOf(i+1, i+1)}}, nil) {
				return
			}
		}
	}
}

// longSettings converts long chapters with limits that let them.
func longSettings(t *testing.T, sources []ingest.Source, looked func()) ingest.Settings {
	t.Helper()
	for i := range sources {
		sources[i].Terms = &ingest.Terms{Limits: converters.Limits{Text: 1 << 40}}
	}
	s := settings(t, long{looked})
	s.Spool = t.TempDir()
	return s
}

// textOf returns the text of a chapter, wherever it is.
func textOf(t *testing.T, c *ingest.Chapter) string {
	t.Helper()
	if c.Long == nil {
		return c.Text
	}
	text, err := io.ReadAll(c.Long.Reader())
	if err != nil || c.Text != "" || int64(len(text)) != c.Long.Size() {
		t.Fatalf("%d bytes of %d, %v", len(text), c.Long.Size(), err)
	}
	return string(text)
}

func TestALongChapterIsTheSameAsAShortOne(t *testing.T) {
	for _, n := range []int{1, 65_000, 75_000, 200_000} {
		sources := folder(t, strconv.Itoa(n))
		s := longSettings(t, sources, nil)
		outcomes, err := ingest.Convert(t.Context(), sources, s)
		if err != nil || outcomes[0].Err != nil {
			t.Fatal(err, outcomes[0].Err)
		}
		c := outcomes[0].Chapter
		text := textOf(t, c)
		if strings.Count(text, "\n") != n+1 || strings.HasSuffix(text, "\n") || c.Length != int64(len(text))+1 {
			t.Errorf("%d rows: %d lines, %d bytes of %d", n, strings.Count(text, "\n"), len(text), c.Length)
		}
		if c.Digest != sha256.Sum256([]byte(text)) || c.Coqui != tokens.Coqui(text) {
			t.Errorf("%d rows: %x, %d tokens", n, c.Digest, c.Coqui)
		}
		if isLong := n > 70_000; isLong != (c.Long != nil) {
			t.Errorf("%d rows: long is %v", n, c.Long != nil)
		}
		c.Long.Close()
		if names, _ := os.ReadDir(s.Spool); len(names) > 0 {
			t.Errorf("left behind: %v", names)
		}
	}
}

// TestALongChapterIsNotHeld looks at the memory in use while rows are written
// and when the chapter is delivered.
func TestALongChapterIsNotHeld(t *testing.T) {
	const rows, most = 1_000_000, 16 << 20 // of 60 MB
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	held := int64(0)
	look := func() {
		runtime.GC()
		runtime.ReadMemStats(&now)
		held = max(held, int64(now.HeapAlloc)-int64(before.HeapAlloc))
	}
	sources := folder(t, strconv.Itoa(rows))
	s := longSettings(t, sources, look)
	size := int64(0)
	s.Deliver = func(_ int, o *ingest.Outcome) error {
		look()
		if o.Err == nil {
			size = o.Chapter.Long.Size()
		}
		return o.Err
	}
	if _, err := ingest.Convert(t.Context(), sources, s); err != nil {
		t.Fatal(err)
	}
	if held > most || size < 3*most {
		t.Errorf("%d bytes of memory for a text of %d", held, size)
	}
}

func TestALongChapterComesBackFromTheCache(t *testing.T) {
	sources := folder(t, "150000", "3")
	s := longSettings(t, sources, nil)
	dir := t.TempDir()
	all := func(cached bool) (chapters []*ingest.Chapter, texts []string) {
		cache := openCache(t, dir, 0)
		defer closeCache(t, cache)
		s.Cache = cache
		s.Deliver = func(_ int, o *ingest.Outcome) error {
			if o.Cached != cached || o.Err != nil {
				return fmt.Errorf("cached is %v, %w", o.Cached, o.Err)
			}
			c := *o.Chapter
			texts = append(texts, textOf(t, &c))
			chapters = append(chapters, &c)
			return nil
		}
		if _, err := ingest.Convert(t.Context(), sources, s); err != nil {
			t.Fatal(err)
		}
		return chapters, texts
	}
	want, texts := all(false)
	got, again := all(true)
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(ingest.Chapter{}, "Long")); diff != "" {
		t.Error(diff)
	}
	if texts[0] != again[0] || texts[1] != again[1] {
		t.Error("other texts come back")
	}
	if got[0].Long == nil {
		t.Error("a long text is held")
	}
	// A bit that changed in it is noticed before any of it is used.
	packs, _ := filepath.Glob(filepath.Join(dir, "*.pack"))
	content, err := os.ReadFile(packs[0])
	if err != nil {
		t.Fatal(err)
	}
	content[bytes.LastIndex(content, []byte("as much text"))] ^= 1
	if err := os.WriteFile(packs[0], content, 0o600); err != nil {
		t.Fatal(err)
	}
	cache := openCache(t, dir, 0)
	defer closeCache(t, cache)
	if state := cache.State(true); state.Damaged != 1 || state.Chapters != 2 {
		t.Errorf("%+v", state)
	}
}

func TestPacksOfLongChaptersAreJoined(t *testing.T) {
	dir := t.TempDir()
	sources := folder(t, "150000")
	s := longSettings(t, sources, nil)
	outcomes, err := ingest.Convert(t.Context(), sources, s)
	if err != nil || outcomes[0].Err != nil {
		t.Fatal(err, outcomes[0].Err)
	}
	want := textOf(t, outcomes[0].Chapter)
	for i := range 18 {
		c := openCache(t, dir, 0)
		if i == 2 {
			c.Put(keyOf(i), outcomes[0].Chapter)
		} else {
			c.Put(keyOf(i), sample("x"))
		}
		closeCache(t, c)
	}
	c := openCache(t, dir, 0)
	defer closeCache(t, c)
	got, ok := c.Get(keyOf(2))
	if s := c.State(true); s.Packs > 4 || s.Chapters != 18 || s.Damaged > 0 || !ok || textOf(t, got) != want {
		t.Errorf("%+v, found %v", s, ok)
	}
}

// There being no place for a long text is not a property of its source: the run
// ends.
func TestNoPlaceForALongTextEndsTheRun(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none")
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, none)
	}
	sources := folder(t, "1", "150000", "2")
	s := longSettings(t, sources, nil)
	s.Spool = none
	s.Deliver = func(int, *ingest.Outcome) error { return nil }
	_, err := ingest.Convert(t.Context(), sources, s)
	if spool := new(ingest.SpoolError); !errors.As(err, &spool) || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the run ends with %v", err)
	}
	sources = folder(t, "1", "2")
	if _, err := ingest.Convert(t.Context(), sources, s); err != nil {
		t.Errorf("short texts need no place: %v", err)
	}
}
