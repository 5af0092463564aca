package pipeline_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

// TestTracerConvertsASourceOnce waits until a source is old enough to be told by what the
// file system says of it.
func TestTracerConvertsASourceOnce(t *testing.T) {
	dir, b := t.TempDir(), textBuilder(t, "")
	tree(t, dir, map[string]string{"soul.md": "# S\n", "backstory/a.txt": "One.\n\nTwo.\n"})
	report, err := run(t, b, dir)
	if err != nil {
		t.Fatal(err)
	}
	p, err := profile.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	root, folder := p.Documents()
	for discover.Settled(root, []string{filepath.Join(folder, "a.txt")}) == "" {
		time.Sleep(50 * time.Millisecond)
	}
	digest := ""
	for e := range report.Manifest.All() {
		digest = string([]byte(e.SHA256)) // those of an entry are valid until the next one
	}
	converted := 0
	b.Progress = func(int, int) { converted++ }
	tracer := b.Tracer()
	trace := func(text string, want pipeline.Origin, after int) {
		t.Helper()
		got, err := tracer(t.Context(), p, []pipeline.Quote{{Source: "a.txt", Text: text}}, []pipeline.Known{{Source: "a.txt", Format: "text", Digest: digest, Text: "One.\n\nTwo."}})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]pipeline.Origin{want}, got); diff != "" || converted != after {
			t.Errorf("%q after %d conversions, want %d: %s", text, converted, after, diff)
		}
	}
	line := func(n int) pipeline.Origin { return pipeline.Origin{Format: "text", Pos: document.LineSpan(n, n)} }
	trace("Two.", line(3), 1)
	trace("One.", line(1), 1)
	if err := os.WriteFile(filepath.Join(dir, "backstory", "a.txt"), []byte("Two.\n\nOne.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	trace("One.", pipeline.Origin{}, 2)
	trace("One.", pipeline.Origin{}, 3)
}
