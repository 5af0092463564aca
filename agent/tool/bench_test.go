package tool_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// BenchmarkFirstSearch is the time from a profile with a backstory of 1 MiB to
// the first passage that is found in it.
func BenchmarkFirstSearch(b *testing.B) {
	var text strings.Builder
	text.WriteString("# Backstory\n\n")
	for n := 0; text.Len() < 1<<20; n++ {
		fmt.Fprintf(&text, "## Part %d\n\nThe watch of day %d saw fog over the sound, and %s.\n\n", n, n, strings.Repeat("a sail far out ", n%40))
	}
	text.WriteString("The keeper of the lamp was Ingrid.\n")
	i := &profile.Identity{Name: "caelum", Backstory: profile.File{Name: "backstory.md", Found: true, Text: text.String()}}
	b.SetBytes(int64(text.Len()))
	b.Run("library", func(b *testing.B) {
		for b.Loop() {
			prompt.NewLibrary(i)
		}
	})
	b.Run("search", func(b *testing.B) {
		l := prompt.NewLibrary(i)
		for b.Loop() {
			found(b, l)
		}
	})
}

func found(b *testing.B, l *prompt.Library) {
	b.Helper()
	r, err := tool.NewRegistry(tool.Search(tool.NewSearcher(l, nil))...)
	if err != nil {
		b.Fatal(err)
	}
	f, _ := r.Find("backstory_search")
	got, err := f.Call(b.Context(), tool.At{}, json.RawMessage(`{"query":"Who kept the lamp?"}`))
	if err != nil || !strings.Contains(got, "Ingrid") {
		b.Fatalf("%s, %v", got, err)
	}
}
