package compose_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/document/markdown"
)

func write(t *testing.T, label string, chapters ...compose.Chapter) (string, []compose.Part) {
	t.Helper()
	var b strings.Builder
	w := compose.NewWriter(&b, label)
	var parts []compose.Part
	for _, c := range chapters {
		part, err := w.Add(c)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, part)
	}
	if err := w.Flush(); err != nil || w.Length != int64(b.Len()) {
		t.Fatalf("%d bytes written, %d said, %v", b.Len(), w.Length, err)
	}
	return b.String(), parts
}

func TestLayoutIsCoquis(t *testing.T) {
	got, parts := write(t, "Lore",
		compose.Chapter{Path: "01-origin.md", Text: "#### Origin\n\nBorn.\n"},
		compose.Chapter{Path: "nothing.md", Text: ""},
		compose.Chapter{Path: "sub/data.csv", Text: "|a|\n|-|\n|1|\n"},
	)
	want := `## Lore

### File: /01-origin.md

#### Origin

Born.

### File: /nothing.md

### File: /sub/data.csv

|a|
|-|
|1|
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for i, text := range []string{"#### Origin\n\nBorn.", "", "|a|\n|-|\n|1|"} {
		located := slices.Clone(parts)
		for j := range located {
			located[j].Offset = 0
		}
		if compose.Locate("Lore", located); located[i] != parts[i] {
			t.Errorf("part %d is located at %+v, not %+v", i, located[i], parts[i])
		}
		if p := parts[i]; got[p.Offset:p.Offset+p.Length] != text {
			t.Errorf("part %d is %q", i, got[p.Offset:p.Offset+p.Length])
		}
	}
}

func TestNoChapterIsAHeadingAlone(t *testing.T) {
	if got, _ := write(t, "Backstory"); got != "## Backstory\n\n" {
		t.Errorf("%q", got)
	}
}

func TestNamesAndLabelsForgeNothing(t *testing.T) {
	got, _ := write(t, "a\n# b", compose.Chapter{Path: "x\n\n### File: /y`*_[z](http://a)<b>.md", Text: "t\n"})
	lines := 0
	for line := range strings.Lines(got) {
		if strings.HasPrefix(line, "#") {
			lines++
		}
	}
	if lines != 2 {
		t.Errorf("%d headings in\n%s", lines, got)
	}
}

func TestEqualSourcesKeepTheirOwnNotes(t *testing.T) {
	c := compose.Chapter{Path: "a.md", Text: "x[^abc123-1]\n\n[^abc123-1]: note\n", NotePrefix: "abc123", Notes: 1}
	second := c
	second.Path = "b.md"
	got, _ := write(t, "L", c, second)
	if strings.Count(got, "[^abc123-1]") != 2 || strings.Count(got, "[^") != 4 {
		t.Error(got)
	}
}

type long string

func (l long) Size() int64       { return int64(len(l)) }
func (l long) Reader() io.Reader { return strings.NewReader(string(l)) }

func TestALongTextIsWrittenAsAShortOne(t *testing.T) {
	text := strings.Repeat("x[^abc123-1] and more\n", 20_000) + "\n[^abc123-1]: note"
	short := compose.Chapter{Path: "a.md", Text: text, NotePrefix: "abc123", Notes: 1}
	held := compose.Chapter{Path: "a.md", Long: long(text), NotePrefix: "abc123", Notes: 1}
	want, parts := write(t, "L", short, short, short)
	got, also := write(t, "L", held, short, held)
	if want != got {
		t.Error("the texts differ")
	}
	if diff := cmp.Diff(parts, also); diff != "" {
		t.Error(diff)
	}
	for i, p := range parts {
		sum := sha256.Sum256([]byte(want[p.Offset:][:p.Length]))
		if isOwn := i == 0; isOwn != (p.Sum == "") || !isOwn && p.Sum != hex.EncodeToString(sum[:]) {
			t.Errorf("part %d has another digest", i)
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestAnErrorOfTheWriterIsReturned(t *testing.T) {
	w := compose.NewWriter(fullDisk{}, "L")
	if _, err := w.Add(compose.Chapter{Path: "a.md", Text: strings.Repeat("x", 1<<20)}); err == nil {
		t.Error("no error of a chapter that does not fit a buffer")
	}
	if err := w.Flush(); err == nil {
		t.Error("the error is forgotten")
	}
}

// TestKeptChaptersStandAsTheyStood takes all runs of chapters from one
// backstory to another, between chapters that are new.
func TestKeptChaptersStandAsTheyStood(t *testing.T) {
	all := []compose.Chapter{
		{Path: "a.md", Text: "one"},
		{Path: "b.md"},
		{Path: "c d.md", Text: "three\n\nand more"},
		{Path: "e.md", Text: strings.Repeat("long ", 100_000)},
		{Path: "f.md"},
	}
	old, places := write(t, "L", all...)
	for from := range all {
		for to := from + 1; to <= len(all); to++ {
			var b strings.Builder
			w := compose.NewWriter(&b, "L")
			news := []compose.Chapter{{Path: "0.md", Text: "first"}}
			if _, err := w.Add(news[0]); err != nil {
				t.Fatal(err)
			}
			offset, length := compose.Span(places[from:to])
			if err := w.Keep(places[from:to], strings.NewReader(old[offset:][:length])); err != nil {
				t.Fatal(err)
			}
			last, err := w.Add(compose.Chapter{Path: "z.md", Text: "last"})
			if err != nil {
				t.Fatal(err)
			}
			want, parts := write(t, "L", append(append(news, all[from:to]...), compose.Chapter{Path: "z.md", Text: "last"})...)
			if err := w.Flush(); err != nil || b.String() != want {
				t.Fatalf("%d to %d: %q, %v", from, to, b.String(), err)
			}
			if diff := cmp.Diff(parts[len(parts)-1], last); diff != "" || w.Length != int64(len(want)) {
				t.Fatalf("%d to %d: %d bytes, %s", from, to, w.Length, diff)
			}
		}
	}
	for _, text := range []string{"shor", "longer than it is"} {
		w := compose.NewWriter(&strings.Builder{}, "L")
		if err := w.Keep([]compose.Part{{Path: "d.md", Length: 5}}, strings.NewReader(text)); err == nil {
			t.Errorf("%q is not an error", text)
		}
	}
}

// TestPlainNamesNeedNoEscapes compares the short way of a heading with the
// writer's.
func TestPlainNamesNeedNoEscapes(t *testing.T) {
	const letters = "aZ09/-./-.w"
	random := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		name := make([]byte, random.IntN(12))
		for i := range name {
			name[i] = letters[random.IntN(len(letters))]
		}
		got, want := markdown.FileHeading(3, "/"+string(name)), markdown.HeadingLine(3, "File: /"+string(name))
		if got != want {
			t.Fatalf("%q: %q, not %q", name, got, want)
		}
	}
}
