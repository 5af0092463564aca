package pipeline_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

func TestQuotesAreTracedAsFarAsTheirPlaceIsKnown(t *testing.T) {
	dir, b := t.TempDir(), textBuilder(t, "")
	long := "Few words.\n" + strings.Repeat("\n", 12<<20)
	tree(t, dir, map[string]string{
		"soul.md":               "# S\n",
		"backstory/a.txt":       "One.\n\nTwo of a.\n\nTwo of a, again.\n",
		"backstory/b.txt":       "One.\n\nTwo of b.\n",
		"backstory/changed.txt": "One of changed.\n",
		"backstory/long1.txt":   long,
		"backstory/long2.txt":   long,
		"backstory/long3.txt":   long,
	})
	if _, err := run(t, b, dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "backstory", "changed.txt"), []byte("More.\n\nOne of changed.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	line := func(n int) pipeline.Origin { return pipeline.Origin{Format: "text", Pos: document.LineSpan(n, n)} }
	var quotes []pipeline.Quote
	var want []pipeline.Origin
	for _, c := range []struct {
		source, text string
		want         pipeline.Origin
	}{
		{"b.txt", "Two of b.", line(3)},
		{"a.txt", "Two of a", line(3)}, // the first of two
		{"a.txt", "Two of a, again.", line(5)},
		{"a.txt", "Two of b.", pipeline.Origin{}},
		{"a.txt", "", pipeline.Origin{}},
		{"none.txt", "One.", pipeline.Origin{}},
		{"changed.txt", "One of changed.", pipeline.Origin{}},
		{"changed.txt", "One of changed.", pipeline.Origin{}},
		{"long1.txt", "Few words.", line(1)},
		{"long2.txt", "Few words.", line(1)},
		{"long3.txt", "Few words.", pipeline.Origin{}}, // over the budget
		{"long2.txt", "Few words.", line(1)},
		{"b.txt", "One.", line(1)},
	} {
		quotes, want = append(quotes, pipeline.Quote{Source: c.source, Text: c.text}), append(want, c.want)
	}
	quotes, want = append(quotes, // the text around it tells the second from the first
		pipeline.Quote{Source: "a.txt", Text: "Two of a", Within: "Two of a, again."},
		pipeline.Quote{Source: "a.txt", Text: "Two of a", Within: "Two of a, and no such text."},
	), append(want, line(5), line(3))
	got, err := b.Trace(t.Context(), p, quotes)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
