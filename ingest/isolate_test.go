package ingest_test

import (
	"context"
	"crypto/sha256"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/text"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/ingest"
)

// TestChapterOfAnotherProcessIsChecked changes a good chapter as a process
// that was taken over could.
func TestChapterOfAnotherProcessIsChecked(t *testing.T) {
	r, err := converters.NewRegistry(text.New())
	if err != nil {
		t.Fatal(err)
	}
	const content = "A line.\n\nAnother one, with שלום and 👨‍👩‍👧.\n"
	good := func() *ingest.Chapter {
		c, err := ingest.Run(context.Background(), r, ingest.Job{Name: "a.txt", Content: io.NewSectionReader(strings.NewReader(content), 0, int64(len(content)))})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	receive := func(c *ingest.Chapter, behind string) (*ingest.Chapter, error) {
		received := ingest.Receive("", converters.Limits{Text: 1000})
		defer received.Close()
		if _, err := received.Write([]byte(c.Text + "\n")); err != nil {
			return nil, err
		}
		said := *c
		said.Text = ""
		return received.Chapter(append(ingest.EncodeChapter(&said), behind...))
	}
	got, err := receive(good(), "")
	if err != nil {
		t.Fatalf("a good chapter: %v", err)
	}
	if diff := cmp.Diff(good(), got); diff != "" {
		t.Error(diff)
	}
	with := func(s string) func(*ingest.Chapter) {
		return func(c *ingest.Chapter) { c.Text, c.Length = c.Text+s, c.Length+int64(len(s)) }
	}
	for name, change := range map[string]func(*ingest.Chapter){
		"another text":        func(c *ingest.Chapter) { c.Text += "x" },
		"tags":                with("\U000E0041\U000E0042"),
		"an override":         with("\u202e"),
		"an escape":           with("\x1b[2J"),
		"no UTF-8":            with("\xff"),
		"too much text":       with(strings.Repeat("x", 3000)),
		"places outside":      func(c *ingest.Chapter) { c.Places = append(c.Places, markdown.Place{Offset: 1 << 40}) },
		"segments outside":    func(c *ingest.Chapter) { c.Segments = append(c.Segments, markdown.Segment{Length: 1 << 40}) },
		"a segment too long":  func(c *ingest.Chapter) { c.Segments = []markdown.Segment{{Offset: 1, Length: math.MaxInt64}} },
		"tokens below zero":   func(c *ingest.Chapter) { c.Tokens = -1 },
		"segments below zero": func(c *ingest.Chapter) { c.Segments = append(c.Segments, markdown.Segment{Offset: -5}) },
	} {
		c := good()
		change(c)
		if _, err := receive(c, ""); err == nil {
			t.Errorf("%s: the chapter is taken", name)
		}
	}
	// What can be computed of the text is not asked for.
	c := good()
	c.Coqui, c.Digest = 1, [sha256.Size]byte{}
	if got, err := receive(c, ""); err != nil || got.Coqui != good().Coqui || got.Digest != good().Digest {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := receive(good(), "x"); err == nil {
		t.Error("a chapter with a second text is taken")
	}
}

// slow converts in its own time.
type slow struct {
	registry *converters.Registry
	takes    time.Duration
}

func (slow) Isolates(converters.Format) bool { return true }

func (s slow) Convert(ctx context.Context, job ingest.Job) (*ingest.Chapter, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(s.takes):
	}
	return ingest.Run(ctx, s.registry, job)
}

// What is in another process has a deadline there: the watchdog, which is
// shorter, leaves it alone.
func TestTheWatchdogLeavesOtherProcessesAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // whose clock goes on when all wait
		r, err := converters.NewRegistry(text.New())
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "a.txt")
		if err := os.WriteFile(path, []byte("text\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		sources := []ingest.Source{{Path: "a.txt", Open: func() (*os.File, error) { return os.Open(path) }}}
		outcomes, err := ingest.Convert(t.Context(), sources, ingest.Settings{
			Registry: r, Watchdog: 10 * time.Millisecond, Isolator: slow{r, 100 * time.Millisecond},
		})
		if err != nil || outcomes[0].Err != nil || outcomes[0].Chapter == nil {
			t.Errorf("%+v, %v", outcomes, err)
		}
	})
}

// sniffed is a format that its first byte says.
type sniffed struct {
	name, mark string
	isolated   bool
}

func (s sniffed) Format() converters.Format {
	return converters.Format{Name: s.name, Title: s.name, Version: 1, Extensions: []string{s.name}, Isolated: s.isolated}
}

func (s sniffed) Sniff(content *io.SectionReader) bool {
	b := make([]byte, 1)
	_, err := content.ReadAt(b, 0)
	return err == nil && string(b) == s.mark
}

func (s sniffed) Convert(context.Context, converters.Input, *converters.Env) (*document.Document, error) {
	return &document.Document{}, nil
}

// asked isolates what asks for it.
type asked struct{ slow }

func (asked) Isolates(f converters.Format) bool { return f.Isolated }

// A name does not take a source out of its isolation.
func TestContentDecidesWhatIsIsolated(t *testing.T) {
	r, err := converters.NewRegistry(text.New(), sniffed{"pages", "%", true}, sniffed{"package", "P", false})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, content string
		want          bool
	}{
		{"a.pages", "%", true},
		{"a.pages", "P", true},
		{"a.package", "P", false},
		{"a.package", "%", true},
		{"a.txt", "%", false},
	} {
		named, _ := r.ForName(c.name)
		content := io.NewSectionReader(strings.NewReader(c.content), 0, int64(len(c.content)))
		if got := ingest.Isolates(asked{}, r, named, content); got != c.want {
			t.Errorf("%s with %q: %v, want %v", c.name, c.content, got, c.want)
		}
		if ingest.Isolates(nil, r, named, content) {
			t.Errorf("%s is isolated by nobody", c.name)
		}
	}
}
