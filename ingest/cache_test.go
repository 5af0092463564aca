package ingest_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/ingest"
)

func sample(text string) *ingest.Chapter {
	c := &ingest.Chapter{Text: text, NotePrefix: "abc123", Format: "csv", Version: 3}
	c.Keywords = "lamp, oil"
	c.Length, c.Tokens, c.Notes = int64(len(text)), 7, 1
	c.Places = []markdown.Place{{Offset: 1, Pos: document.Pos{Part: "s", Page: 2, Box: document.Rect{X0: 1.5, Y1: -3}, Rows: document.Span{First: 1, Last: 9}, Lines: document.Span{First: 4, Last: 4}}}}
	c.Segments = []markdown.Segment{{Offset: 0, Length: 5, Title: "T", Tokens: 2}}
	c.Warnings = []document.Warning{{Code: "c", Message: "m", Count: 2, Pos: document.LineSpan(1, 2)}}
	return c
}

func keyOf(n int) ingest.Key {
	var k ingest.Key
	copy(k[:], fmt.Sprintf("key %d", n))
	return k
}

func openCache(t *testing.T, dir string, most int64) *ingest.ChapterCache {
	t.Helper()
	c, err := ingest.OpenCache(dir, most)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func closeCache(t *testing.T, c *ingest.ChapterCache) {
	t.Helper()
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestTheCacheGivesBackWhatItWasGiven(t *testing.T) {
	dir := t.TempDir()
	c := openCache(t, dir, 0)
	for i := range 100 {
		c.Put(keyOf(i), sample(fmt.Sprint("text ", i)))
	}
	closeCache(t, c)
	c = openCache(t, dir, 0)
	defer closeCache(t, c)
	for i := range 100 {
		got, ok := c.Get(keyOf(i))
		if !ok {
			t.Fatalf("chapter %d is gone", i)
		}
		if diff := cmp.Diff(sample(fmt.Sprint("text ", i)), got); diff != "" {
			t.Fatal(diff)
		}
	}
	if _, ok := c.Get(keyOf(1000)); ok {
		t.Error("a chapter that was never there is found")
	}
	if s := c.State(true); s.Chapters != 100 || s.Packs != 1 || s.Damaged != 0 || s.Bytes == 0 {
		t.Errorf("%+v", s)
	}
}

// What a run has converted is there for the rest of the run: many profiles have the same
// document.
func TestTheCacheGivesBackWhatItHasNotFinished(t *testing.T) {
	dir := t.TempDir()
	c := openCache(t, dir, 0)
	long := strings.Repeat("much text ", 20_000)
	for i := range 100 {
		c.Put(keyOf(i), sample(fmt.Sprint(long[:i*1000], i)))
		for _, k := range []int{i, i / 2} {
			got, ok := c.Get(keyOf(k))
			if diff := cmp.Diff(sample(fmt.Sprint(long[:k*1000], k)), got); !ok || diff != "" {
				t.Fatalf("chapter %d of %d: %v %s", k, i, ok, diff)
			}
		}
	}
	closeCache(t, c)
	c = openCache(t, dir, 0)
	defer closeCache(t, c)
	if s := c.State(true); s.Packs != 1 || s.Chapters != 100 || s.Damaged > 0 {
		t.Errorf("%+v", s)
	}
}

// A conversion that was left behind may end after its build.
func TestAClosedCacheTakesNoChapter(t *testing.T) {
	dir := t.TempDir()
	c := openCache(t, dir, 0)
	closeCache(t, c)
	c.Put(keyOf(1), sample("late"))
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
	if _, ok := c.Get(keyOf(1)); ok {
		t.Error("it is found")
	}
}

// TestEveryDamageIsAMiss changes each byte of a pack, and cuts it at each
// length: what is read is what was written, or nothing.
func TestEveryDamageIsAMiss(t *testing.T) {
	dir := t.TempDir()
	c := openCache(t, dir, 0)
	c.Put(keyOf(1), sample("text"))
	closeCache(t, c)
	packs, _ := filepath.Glob(filepath.Join(dir, "*.pack"))
	whole, err := os.ReadFile(packs[0])
	if err != nil {
		t.Fatal(err)
	}
	try := func(what string, content []byte) {
		if err := os.WriteFile(packs[0], content, 0o600); err != nil {
			t.Fatal(err)
		}
		c := openCache(t, dir, 0)
		defer closeCache(t, c)
		if got, ok := c.Get(keyOf(1)); ok && !cmp.Equal(got, sample("text")) {
			t.Fatalf("%s: other text is read", what)
		}
	}
	for i := range whole {
		damaged := bytes.Clone(whole)
		damaged[i] ^= 0x41
		try(fmt.Sprint("byte ", i), damaged)
		try(fmt.Sprint("length ", i), whole[:i])
	}
}

func TestTheOldestUseGoesFirst(t *testing.T) {
	dir := t.TempDir()
	text := strings.Repeat("x", 1000)
	for i := range 20 {
		c := openCache(t, dir, 10_000)
		c.Put(keyOf(i), sample(text))
		closeCache(t, c)
	}
	c := openCache(t, dir, 10_000)
	defer closeCache(t, c)
	if s := c.State(false); s.Bytes > 10_000 {
		t.Errorf("the cache has %d bytes", s.Bytes)
	}
	if _, ok := c.Get(keyOf(0)); ok {
		t.Error("the first is still there")
	}
	if _, ok := c.Get(keyOf(19)); !ok {
		t.Error("the last is gone")
	}
}

func TestManyPacksAreJoined(t *testing.T) {
	dir := t.TempDir()
	for i := range 40 {
		c := openCache(t, dir, 0)
		c.Put(keyOf(i), sample("x"))
		closeCache(t, c)
	}
	c := openCache(t, dir, 0)
	defer closeCache(t, c)
	if s := c.State(true); s.Packs > 20 || s.Chapters != 40 || s.Damaged > 0 {
		t.Errorf("%+v", s)
	}
}

func TestSeveralProcessesShareAFolder(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for p := range 8 {
		all.Go(func() {
			for round := range 10 {
				c, err := ingest.OpenCache(dir, 0)
				if err != nil {
					t.Error(err)
					return
				}
				for i := range 20 {
					if got, ok := c.Get(keyOf(i)); ok && got.Text != fmt.Sprint("text ", i) {
						t.Errorf("chapter %d is %q", i, got.Text)
					}
					c.Put(keyOf(i), sample(fmt.Sprint("text ", i)))
				}
				if round%3 == p%3 {
					os.RemoveAll(filepath.Join(dir, "nothing"))
				}
				if err := c.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

func TestACacheThatCannotBeWrittenSaysSoAndReads(t *testing.T) {
	dir := t.TempDir()
	c := openCache(t, dir, 0)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	c.Put(keyOf(1), sample("x"))
	if _, ok := c.Get(keyOf(1)); ok {
		t.Error("a chapter that was not kept is found")
	}
	if err := c.Close(); err == nil {
		t.Error("no error")
	}
}

func FuzzReadPack(f *testing.F) {
	dir := f.TempDir()
	c, err := ingest.OpenCache(dir, 0)
	if err != nil {
		f.Fatal(err)
	}
	c.Put(keyOf(1), sample("text"))
	c.Close()
	packs, _ := filepath.Glob(filepath.Join(dir, "*.pack"))
	whole, err := os.ReadFile(packs[0])
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Fuzz(func(t *testing.T, content []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "1-1.pack"), content, 0o600); err != nil {
			t.Fatal(err)
		}
		c := openCache(t, dir, 0)
		c.Get(keyOf(1))
		c.State(true)
		closeCache(t, c)
	})
}
