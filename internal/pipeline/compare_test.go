package pipeline_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/diff"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

func checked(t *testing.T, b *pipeline.Builder, dir string, o pipeline.CheckOptions) *pipeline.Verdict {
	t.Helper()
	p, err := profile.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	v, err := b.Check(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// A difference that is found as the output comes is that of both texts at once.
func TestDifferenceIsThatOfTheWholeTexts(t *testing.T) {
	dir, b := t.TempDir(), textBuilder(t, "")
	random := rand.New(rand.NewPCG(3, 4))
	name := func(i int) string { return filepath.Join(dir, "backstory", fmt.Sprintf("f%d.txt", i)) }
	lines := 0
	write := func(i int) {
		var text strings.Builder
		for range random.IntN(30) {
			lines++
			fmt.Fprintf(&text, "Line %d.\n\n", lines)
		}
		tree(t, dir, map[string]string{fmt.Sprintf("backstory/f%d.txt", i): text.String() + fmt.Sprintf("End of %d.\n", lines)})
	}
	output := func() []byte {
		text, err := os.ReadFile(filepath.Join(dir, profile.OutputFile))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return text
	}
	tree(t, dir, map[string]string{"soul.md": "# S\n"})
	for i := range 9 {
		write(i)
	}
	for round := range 40 {
		was := output()
		v := checked(t, b, dir, pipeline.CheckOptions{Diff: true, Rebuild: round%2 == 0})
		if _, err := run(t, b, dir); err != nil {
			t.Fatal(err)
		}
		want := diff.Diff("a/"+profile.OutputFile, was, "b/"+profile.OutputFile, output())
		if d := cmp.Diff(string(want), string(v.Diff)); d != "" || v.Fresh {
			t.Fatalf("round %d: fresh is %t; the difference differs (-want +got):\n%s", round, v.Fresh, d)
		}
		if v := checked(t, b, dir, pipeline.CheckOptions{Diff: true, Rebuild: true}); !v.Fresh || v.Diff != nil {
			t.Fatalf("round %d: after a build: %+v\n%s", round, v.Reasons, v.Diff)
		}
		switch i := random.IntN(10); random.IntN(3) {
		case 0:
			os.Remove(name(i)) // or it was not there
			write((i + 1) % 10)
		default:
			write(i)
		}
	}
}

// An output that is compared is not held.
func TestComparisonHoldsNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("it compares 40 MiB")
	}
	dir, b := t.TempDir(), textBuilder(t, "")
	b.Limits.Command = converters.Limits{Profile: 1 << 40, Backstory: 1 << 40}
	text := strings.Repeat(strings.Repeat("A line of a long text, and another one after it.\n", 200)+"\n", 107)
	files := map[string]string{"soul.md": "# S\n"}
	for i := range 40 {
		files[fmt.Sprintf("backstory/f%d.txt", i)] = text
	}
	tree(t, dir, files)
	if _, err := run(t, b, dir); err != nil {
		t.Fatal(err)
	}
	files, text = nil, ""
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	held := int64(0)
	b.Progress = func(int, int) {
		runtime.GC()
		runtime.ReadMemStats(&now)
		held = max(held, int64(now.HeapAlloc)-int64(before.HeapAlloc))
	}
	if v := checked(t, b, dir, pipeline.CheckOptions{Rebuild: true, Diff: true}); !v.Fresh {
		t.Errorf("it is stale: %+v", v.Reasons)
	}
	t.Logf("%d KiB held", held>>10)
	if size := int64(40 << 20); held == 0 || held > size*2/3 {
		t.Errorf("a check of %d bytes held %d", size, held)
	}
}
