package prompt_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/internal/tokens"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// hundredSources makes a profile with a backstory of 100 sources of a size in
// bytes.
func hundredSources(b testing.TB, size int) *profile.Identity {
	var chapters []compose.Chapter
	for n := range 100 {
		unit := fmt.Sprintf("#### Part of %d\n\nThe wind was in the **north-west** for a week, and `glass` 29.%d stood low.\n\n| a | b |\n|---|---|\n| %d | 2 |\n\n", n, n, n)
		chapters = append(chapters, compose.Chapter{Path: fmt.Sprintf("%03d.md", n), Text: strings.TrimSpace(strings.Repeat(unit, size/len(unit)+1))})
	}
	text, raw := built("Papers", chapters...)
	return caelum(b, map[string]string{"backstory.md": text, manifest.Name: raw})
}

// BenchmarkCompose composes a prompt with a backstory of 100 sources that fits,
// and one that has to be cut.
func BenchmarkCompose(b *testing.B) {
	for _, c := range []struct {
		name         string
		size, window int
	}{
		{"100 sources of 1 kB", 1000, 1_000_000},
		{"100 sources of 2 kB", 2000, 1_000_000},
		{"100 sources of 2 kB, cut to 8000 tokens", 2000, 32_000},
		{"100 sources of 50 kB, cut to 8000 tokens", 50_000, 32_000},
	} {
		b.Run(c.name, func(b *testing.B) {
			i := hundredSources(b, c.size)
			b.SetBytes(int64(len(i.Backstory.Text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := prompt.Compose(prompt.Inputs{Identity: i, Budget: prompt.Budget{Window: c.window}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestOneHundredCompositionsHaveOneHash: maps, orders of lists that have none,
// and earlier compositions change nothing.
func TestOneHundredCompositionsHaveOneHash(t *testing.T) {
	i := hundredSources(t, 300)
	tools := []prompt.Tool{{Name: "b", Schema: `{"name":"b"}`}, {Name: "a", Schema: `{"name":"a"}`}, {Name: "c", Schema: "{}"}}
	var first *prompt.Epoch
	for n := range 100 {
		tools[n%3], tools[(n+1)%3] = tools[(n+1)%3], tools[n%3]
		e := composed(t, prompt.Inputs{Identity: i, Tools: tools, Deferred: tools, Budget: prompt.Budget{Cap: 3000}})
		if first == nil {
			first = e
		}
		if e.Hash != first.Hash || !e.Verify() || len(prompt.Compare(first, e)) > 0 {
			t.Fatalf("composition %d differs: %s", n, prompt.Describe(prompt.Compare(first, e)))
		}
	}
	if first.Tools != `[{"name":"a"},{"name":"b"},{}]` {
		t.Errorf("the tools are %s", first.Tools)
	}
}

// BenchmarkPeer hashes and counts the same text once, for ratios in one run.
func BenchmarkPeer(b *testing.B) {
	text := hundredSources(b, 2000).Backstory.Text
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		_ = digest(text)
		_ = tokens.Estimate(text)
	}
}
