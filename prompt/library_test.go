package prompt_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

func libraryOf(t *testing.T, chapters ...compose.Chapter) (*prompt.Library, *profile.Identity) {
	t.Helper()
	text, raw := built("Papers", chapters...)
	i := caelum(t, map[string]string{"backstory.md": text, manifest.Name: raw})
	return prompt.NewLibrary(i), i
}

// TestAnIDHoldsAfterARebuild: other sources come, go and change place; the
// text that the id is of is found. When that text changes, the id is gone and
// its path has another.
func TestAnIDHoldsAfterARebuild(t *testing.T) {
	long := compose.Chapter{Path: "b.md", Text: "#### One\n\n" + strings.Repeat("first ", 300) + "\n\n#### Two\n\n" + strings.Repeat("second ", 300)}
	_, before := libraryOf(t, compose.Chapter{Path: "a.md", Text: strings.Repeat("a ", 50)}, long)
	e := composed(t, prompt.Inputs{Identity: before, Budget: prompt.Budget{Cap: 750}})
	if len(e.Omitted) == 0 {
		t.Fatalf("nothing is left out: %d tokens", e.Tokens)
	}
	gone := e.Omitted[len(e.Omitted)-1]
	after, _ := libraryOf(t, long, compose.Chapter{Path: "c.md", Text: "new"})
	r, err := after.Read(gone.Ref, 5000)
	if err != nil || r.Path != "/b.md" || !strings.Contains(r.Text, "second") {
		t.Errorf("%s: %+v, %v", gone.Ref, r, err)
	}
	changed, _ := libraryOf(t, compose.Chapter{Path: "b.md", Text: "other"})
	if _, err := changed.Read(gone.Ref, 5000); !errors.Is(err, prompt.ErrNoSegment) {
		t.Errorf("%v", err)
	}
	if found := changed.Find(gone.Path); len(found) != 1 {
		t.Errorf("%s is now %v", gone.Path, found)
	}
}

func TestALibraryIsReadInPages(t *testing.T) {
	text := "#### One\n\n" + strings.Repeat("a line of words\n\n", 200) + "#### Two\n\nshort"
	library, _ := libraryOf(t, compose.Chapter{Path: "a.md", Text: text}, compose.Chapter{Path: "b.md", Text: "b"})
	list, err := library.Read(prompt.ListRef, 1000)
	if err != nil || !strings.Contains(list.Text, "/a.md") || !strings.Contains(list.Text, "/b.md") {
		t.Fatalf("%+v, %v", list, err)
	}
	id := library.Find("/a.md")[0]
	contents, err := library.Read(id, 100)
	if err != nil || !strings.Contains(contents.Text, id+"/1") || !strings.Contains(contents.Text, "Two, ") {
		t.Fatalf("%+v, %v", contents, err)
	}
	var all string
	pages := 0
	for next := id + "/1"; next != ""; pages++ {
		r, err := library.Read(next, 100)
		if err != nil {
			t.Fatal(err)
		}
		if r.Tokens > 100 {
			t.Errorf("%s has %d tokens", next, r.Tokens)
		}
		all += r.Text + "\n\n"
		next = r.Next
	}
	if pages < 5 || strings.Count(all, "a line of words") != 200 {
		t.Errorf("%d pages, %d lines", pages, strings.Count(all, "a line of words"))
	}
	for _, bad := range []string{"", "x", id + "/0", id + "/99", id + "/x", id + "+x", id + "+99999999", "list+9999999"} {
		if _, err := library.Read(bad, 100); !errors.Is(err, prompt.ErrNoSegment) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// TestALineThatIsTooLongIsCutBetweenCharacters, and only there.
func TestALineThatIsTooLongIsCutBetweenCharacters(t *testing.T) {
	line := strings.Repeat("äöü日本", 900)
	library, _ := libraryOf(t, compose.Chapter{Path: "a.md", Text: line})
	var all string
	for next := library.Find("/a.md")[0]; next != ""; {
		r, err := library.Read(next, 150)
		if err != nil || r.Tokens > 150 {
			t.Fatal(r.Tokens, err)
		}
		all += r.Text
		next = r.Next
	}
	if all != line {
		t.Error("the pages are not the line")
	}
}

// TestPartsAreCutOnce: a chapter is not read again for each of its parts.
func TestPartsAreCutOnce(t *testing.T) {
	i := hundredSources(t, 50_000)
	e := composed(t, prompt.Inputs{Identity: i, Budget: prompt.Budget{Window: 32_000}})
	l := prompt.NewLibrary(i)
	var parts []prompt.Omission
	for _, o := range e.Omitted {
		if strings.Contains(o.Ref, "/") {
			parts = append(parts, o)
		}
	}
	if len(parts) < 5 {
		t.Fatalf("only %d parts of a chapter are left out", len(parts))
	}
	one := testing.AllocsPerRun(1, func() { l.Lacks(parts[:1]) })
	all := testing.AllocsPerRun(1, func() { l.Lacks(parts) })
	if all > one+5*float64(len(parts)) {
		t.Errorf("%d parts of a chapter take %.0f allocations, one takes %.0f", len(parts), all, one)
	}
}
