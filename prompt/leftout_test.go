package prompt_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/prompt"
)

// TestWhatIsLeftOutIsNamedBySource: each source is there once, with an id that
// reads it; a long list ends with the number of the others.
func TestWhatIsLeftOutIsNamedBySource(t *testing.T) {
	for _, c := range []struct {
		sources, entries int
		line             string
	}{{29, 26, " sources left out, "}, {300, 101, " sources left out, "}, {1, 0, ""}} {
		var chapters []compose.Chapter
		for n := range c.sources {
			text := fmt.Sprintf("About %d.", n)
			for part := range 40 {
				text += fmt.Sprintf("\n\n#### Part %d\n\n%s", part, strings.Repeat(fmt.Sprintf("Fog number %d at sea. ", n), 5))
			}
			chapters = append(chapters, compose.Chapter{Path: fmt.Sprintf("%03d.md", n), Text: text})
		}
		text, raw := built("Papers", chapters...)
		i := caelum(t, map[string]string{"backstory.md": text, manifest.Name: raw})
		e := composed(t, prompt.Inputs{
			Identity: i, Budget: prompt.Budget{Cap: 8000}, Tools: []prompt.Tool{{Name: "backstory_read", Schema: `{"name":"backstory_read"}`}},
		})
		left := e.LeftOut()
		if left == nil || len(left) != c.entries {
			t.Fatalf("%d sources: %d entries of %d pieces", c.sources, len(left), len(e.Omitted))
		}
		sum, all := 0, 0
		for _, o := range e.Omitted {
			all += o.Tokens
		}
		var refs []string
		library := prompt.NewLibrary(i)
		for _, o := range left {
			refs = append(refs, o.Ref)
			sum += o.Tokens
			if r, err := library.Read(o.Ref, 1<<20); err != nil || r.Path != o.Path {
				t.Errorf("%+v is read as %q: %v", o, r.Path, err)
			}
		}
		if slices.Sort(refs); sum != all || len(slices.Compact(refs)) != len(left) {
			t.Errorf("%d of %d tokens, %q", sum, all, refs)
		}
		line := e.LeftOutLine()
		if (line == "") != (c.entries == 0) || !strings.Contains(line, c.line) || line != "" && !strings.Contains(line, fmt.Sprintf(" %d tokens; the agent looks up", all)) {
			t.Errorf("%q", line)
		}
	}
}

// TestOtherThingsAreLeftOutAsWell: memories and files are counted apart, and
// where the tool is missing nothing is said of it.
func TestOtherThingsAreLeftOutAsWell(t *testing.T) {
	var memories []prompt.Memory
	for n := range 400 {
		memories = append(memories, prompt.Memory{ID: fmt.Sprint(n), Text: fmt.Sprintf("Lamp %d is at mile %d of the coast, and lit at dusk.", n, n)})
	}
	files := map[string]string{"context/a.md": strings.Repeat("long words ", 9000)}
	e := composed(t, prompt.Inputs{Identity: caelum(t, files), Memories: memories, Budget: prompt.Budget{Cap: 3000}})
	line := e.LeftOutLine()
	if !strings.HasPrefix(line, "not all fits into the prompt: 1 source, ") || !strings.Contains(line, " memories left out, ") || strings.Contains(line, "agent") {
		t.Errorf("%q", line)
	}
}
