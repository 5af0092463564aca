package markdown_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html"
	"github.com/seed353dc258/backstory/converters/markdown"
	"github.com/seed353dc258/backstory/document/documenttest"
	write "github.com/seed353dc258/backstory/document/markdown"
)

// dumped converts a source and returns the document, its text and its warnings.
func dumped(t *testing.T, c converters.Converter, source string) string {
	t.Helper()
	r, err := converters.NewRegistry(c, html.New())
	if err != nil {
		t.Fatal(err)
	}
	env := converters.NewEnv(r, converters.Limits{}, converters.Options{})
	in := converters.Input{Name: "a.md", SectionReader: io.NewSectionReader(strings.NewReader(source), 0, int64(len(source)))}
	d, err := r.Convert(context.Background(), in, env)
	if err != nil {
		return err.Error()
	}
	var text bytes.Buffer
	if _, err := write.Write(&text, d, write.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	codes := ""
	for _, w := range env.Warnings() {
		codes += w.Code + " " + w.Pos.String() + "\n"
	}
	return documenttest.Dump(d) + text.String() + codes
}

// nested makes a document of containers in containers, of which some have to
// change.
func nested(r *rand.Rand) string {
	starts := []string{"- ", "* ", "1. ", "2) ", "> ", "  ", "    ", "", "", "[^a]: "}
	texts := []string{
		"a", "b *c*", "![d](e)", "<b>f</b>", "[g]", "[h](i)", "[^a]", "", "", "---", "===", "# j", "```", "| k | l |", "|---|---|", "|m|![n](o)|",
		"[g]: https://example.org/p", "<div>", "</div>", "[ ] q", "$r$", "    s",
	}
	var b strings.Builder
	for range 1 + r.IntN(30) {
		for range r.IntN(5) {
			b.WriteString(starts[r.IntN(len(starts))])
		}
		b.WriteString(texts[r.IntN(len(texts))] + "\n")
	}
	return b.String()
}

// A long block is read twice and in parts, and becomes what a short one becomes.
func TestPartsMakeTheSameDocument(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 2))
	for range 2000 {
		source := nested(r)
		want, got := dumped(t, markdown.New(), source), dumped(t, markdown.InParts(1+r.IntN(6)), source)
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("%q:\n%s", source, d)
		}
	}
}

// Of many children of one block most are packed, and the text is the same.
func TestPackedPartsMakeTheSameDocument(t *testing.T) {
	for _, line := range []string{
		"> a ![b](c)\n>\n", "- a ![b](c)\n", "- - a ![b](c)\n\n  d\n\n", "> - a ![b](c)\n", "> > a\n> >\n> ![b](c)\n>\n", "1. a\n\n   ![b](c)\n\n",
		"[^n]: a ![b](c)\n\n    d\n\n", "> | a |\n> |---|\n> | ![b](c) |\n>\n", "> a[^n]\n>\n> [^n]: b ![b](c)\n>\n", "a\n\n![b](c)\n\n", "# a\n",
		"> ```\n> ![b](c)\n> ```\n>\n> <b>c</b>\n>\n",
	} {
		for _, first := range []string{"", "- z\n\n", "> z ![b](c)\n>\n", "> | a |\n> |---|\n"} {
			source := first + strings.Repeat(line, 500)
			if d := cmp.Diff(dumped(t, markdown.New(), source), dumped(t, markdown.InParts(64), source)); d != "" {
				t.Fatalf("%q, many times:\n%s", line, d)
			}
		}
	}
	rows := "| a |\n|---|\n" + strings.Repeat("| b ![b](c) |\n", 500)
	got := strings.Replace(dumped(t, markdown.InParts(64), rows), " streamed", "", 1)
	if d := cmp.Diff(dumped(t, markdown.New(), rows), got); d != "" {
		t.Fatal(d)
	}
}

// What the conversion of many small things allocates is no more than some times
// the source, since no tree of it is held.
func TestMemoryIsBounded(t *testing.T) {
	const size = 1 << 20
	for line, most := range map[string]uint64{
		"- a\n": 4, "> a\n>\n": 4, "- - a\n": 4, "a\n\n": 4, "|b|\n": 4, "[a]: b\n": 4, "~~~\n\n~~~\n": 4,
	} {
		source := "|b|\n|-|\n" + strings.Repeat(line, size/len(line))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		convert(t, "a.md", source)
		runtime.ReadMemStats(&after)
		if n := (after.TotalAlloc - before.TotalAlloc) / size; n > most {
			t.Errorf("%q: %d bytes are allocated for each byte of the source, more than %d", line, n, most)
		}
	}
}

// The nodes that are held until the document is written are bounded, of a long
// block, too.
func TestNodesAreCounted(t *testing.T) {
	reg, err := converters.NewRegistry(markdown.New(), html.New())
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range []string{"# a\n\n", "# a\n\nb\n\n", "# a\n\n- b\n\n", "![a](b)\n\n", "[^a]: b\n\n", "<p>a</p>\n\n", "- ![a](b)\n", "> ![a](b)\n>\n", "|![a](b)|\n"} {
		env := converters.NewEnv(reg, converters.Limits{Nodes: 1000}, converters.Options{})
		convert := func(n int) error {
			_, err := reg.Convert(context.Background(), converters.TextInput("a.md", "| |\n|-|\n"+strings.Repeat(block, n)), env)
			return err
		}
		if err := convert(100); err != nil {
			t.Errorf("100 of %q: %v", block, err)
		}
		for _, n := range []int{1100, 5000} { // at once, and in parts
			if limit := (*converters.LimitError)(nil); !errors.As(convert(n), &limit) || limit.Limit != converters.LimitNodes {
				t.Errorf("%d of %q: %v", n, block, err)
			}
		}
	}
}
