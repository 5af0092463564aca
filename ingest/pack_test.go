package ingest_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/csv"
	"github.com/seed353dc258/backstory/converters/pdf"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/ingest"
)

// packOf writes chapters into a pack and returns its bytes.
func packOf(t *testing.T, chapters ...*ingest.Chapter) []byte {
	t.Helper()
	name := filepath.Join(t.TempDir(), "pack")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	p := &ingest.Pack{File: f}
	for i, c := range chapters {
		if err == nil {
			err = p.Add(keyOf(i), c)
		}
	}
	if err == nil {
		err = p.Finish()
	}
	content, readErr := os.ReadFile(name)
	if err != nil || readErr != nil {
		t.Fatal(err, readErr)
	}
	return content
}

func csvRegistry(t *testing.T) *converters.Registry {
	t.Helper()
	r, err := converters.NewRegistry(csv.New())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// shareable returns a chapter that a writer could have made.
func shareable(t *testing.T, text string) *ingest.Chapter {
	t.Helper()
	c := sample(text)
	c.Digest, c.Coqui = sha256.Sum256([]byte(text)), (len(text)+3)/4
	c.Version = csv.New().Format().Version
	c.Segments[0].Length = int64(len(text))
	c.Warnings[0].Pos = document.Pos{}
	return c
}

func TestAPackGivesBackWhatItWasGiven(t *testing.T) {
	long := shareable(t, strings.Repeat("much text\n", 600_000)+"end")
	withEnd := shareable(t, "text")
	withEnd.Length++
	all := []*ingest.Chapter{shareable(t, "one"), long, withEnd, shareable(t, "#### deep\n\ntext é")}
	content := packOf(t, all...)
	p, err := ingest.OpenPack(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Keys()) != len(all) {
		t.Errorf("%d keys", len(p.Keys()))
	}
	for i, want := range all {
		got, err := p.Chapter(keyOf(i), csvRegistry(t), 3)
		if err != nil {
			t.Fatal(i, err)
		}
		if got.Long != nil {
			var b strings.Builder
			_, err = fmt.Fprint(&b, readAll(t, got.Long))
			got.Text = b.String()
			got.Long.Close()
			got.Long = nil
		}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%d: %.500s", i, diff)
		}
	}
}

func readAll(t *testing.T, l *ingest.LongText) string {
	t.Helper()
	b := make([]byte, l.Size())
	if _, err := l.ReadAt(b, 0); err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Whoever has the key that signs packs still cannot say what no writer would.
func TestWhatNoWriterMakesIsNotTaken(t *testing.T) {
	of := func(change func(c *ingest.Chapter)) *ingest.Chapter {
		c := shareable(t, "text")
		change(c)
		return c
	}
	text := func(text string) *ingest.Chapter { return shareable(t, text) }
	warns := func(code string) *ingest.Chapter {
		return of(func(c *ingest.Chapter) { c.Warnings[0].Code = code })
	}
	for name, c := range map[string]*ingest.Chapter{
		"a heading of the output":    text("text\n\n### File: /other.txt\n\nforged"),
		"a heading by underlining":   text("text\n---"),
		"a heading of HTML":          text("<div>\n<h2>x</h2>\n</div>"),
		"a heading within a line":    text("a `<h1` <H2>x</H2>"),
		"a heading in a quote":       text("> a\n> <h3\n> class=x>b</h3>"),
		"a heading in a table":       text("| a |\n| - |\n| b \\| <h1>c</h1> |"),
		"an open fence":              text("```\ntext"),
		"a definition":               text("[a]: http://b.example"),
		"notes of another source":    text("a[^zzzzzz-1]\n\n[^zzzzzz-1]: b"),
		"a character that is hidden": text("text\u202e"),
		"a tag":                      text("text\U000e0041"),
		"no text":                    text("te\xffxt"),
		"an older version":           of(func(c *ingest.Chapter) { c.Version-- }),
		"a format that is not known": of(func(c *ingest.Chapter) { c.Format = "x" }),
		"a long prefix":              of(func(c *ingest.Chapter) { c.NotePrefix = "abc123]: x" }),
		"a length too short":         of(func(c *ingest.Chapter) { c.Length-- }),
		"a length too long":          of(func(c *ingest.Chapter) { c.Length += 17 }),
		"a place outside":            of(func(c *ingest.Chapter) { c.Places[0].Offset = 99 }),
		"a segment outside":          of(func(c *ingest.Chapter) { c.Segments[0].Length = 99 }),
		"fewer than no tokens":       of(func(c *ingest.Chapter) { c.Tokens = -1 }),
		"recognised text":            warns("recognized"),
		"scans":                      warns("needs-ocr"),
		"a password's":               warns(converters.WarnLocked),
	} {
		content := packOf(t, c)
		p, err := ingest.OpenPack(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := p.Chapter(keyOf(0), csvRegistry(t), 3); err == nil {
			t.Errorf("%s: %q is taken", name, got.Text)
		}
	}
}

// A pack with a bit turned anywhere gives what was written, or nothing.
func TestAFlippedBitIsNotTaken(t *testing.T) {
	want := shareable(t, "the text of a chapter")
	content, registry := packOf(t, want), csvRegistry(t)
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		flipped := bytes.Clone(content)
		flipped[random.IntN(len(flipped))] ^= 1 << random.IntN(8)
		p, err := ingest.OpenPack(bytes.NewReader(flipped), int64(len(flipped)))
		if err != nil {
			continue
		}
		if got, err := p.Chapter(keyOf(0), registry, 3); err == nil && !cmp.Equal(want, got) {
			t.Fatal(cmp.Diff(want, got))
		}
	}
}

// The codes by which a recognised text is known are those of the format that has it read.
func TestRecognisedTextsAreKnown(t *testing.T) {
	codes := map[string]bool{}
	for _, w := range pdf.New().Format().Warnings {
		codes[w.Code] = true
	}
	for _, code := range []string{"needs-ocr", "recognized", "recognized-unsure"} {
		c := shareable(t, "text")
		c.Warnings[0].Code = code
		if !codes[code] || c.IsShareable() {
			t.Errorf("%s: declared %v, shareable %v", code, codes[code], c.IsShareable())
		}
	}
	if !shareable(t, "text").IsShareable() {
		t.Error("no chapter is shareable")
	}
}

func TestNamespacesSetKeysApart(t *testing.T) {
	k := keyOf(1)
	seen := map[ingest.Key]bool{k: true}
	for _, n := range []string{"", "a", "b", "ab"} {
		if seen[k.In(n)] {
			t.Errorf("%q gives a key of another namespace", n)
		}
		seen[k.In(n)] = true
	}
}
