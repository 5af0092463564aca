package text_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/text"
	"github.com/seed353dc258/backstory/document"
)

// stairs is a text whose every line is indented more than the one before it,
// begun anew where a line would be longer than 200 bytes.
func stairs(n int, start string) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		b.WriteString(strings.Repeat(" ", i%200) + start + "\n")
	}
	return b.String()
}

// BenchmarkHostile shows that no shape of text takes more than linear time:
// compare the MB/s of one shape at its sizes.
func BenchmarkHostile(b *testing.B) {
	registry, err := converters.NewRegistry(text.New())
	if err != nil {
		b.Fatal(err)
	}
	grow := convtest.Growth{Registry: registry, Name: "in.txt", From: 1 << 16}
	for _, shape := range []struct {
		name string
		text func(n int) string
	}{
		{"items", func(n int) string { return strings.Repeat("- a\n", n/4) }},
		{"stairs", func(n int) string { return stairs(n, "- a") }},
		{"stairs of text", func(n int) string { return "- a\n" + stairs(n, "a") }},
		{"down", func(n int) string { return strings.Repeat(stairs(8000, "- a")+"- b\n", n/8000) }},
		{"dashes on a line", func(n int) string { return strings.Repeat("- ", n/2) }},
		{"dashes then text", func(n int) string { return strings.Repeat("- ", n/2) + "a" }},
		{"one paragraph", func(n int) string { return strings.Repeat("a\n", n/2) }},
		{"paragraphs", func(n int) string { return strings.Repeat("a\n\n", n/3) }},
		{"blank lines", func(n int) string { return strings.Repeat(" \n", n/2) + "a" }},
		{"digits", func(n int) string { return strings.Repeat("1", n) }},
		{"numbers", func(n int) string { return strings.Repeat("1. ", n/3) }},
		{"tabs", func(n int) string { return "- a\n" + strings.Repeat("\t", n) + "a" }},
		{"boxes", func(n int) string { return strings.Repeat("- [ ] [ ] \n", n/11) }},
	} {
		grow.Run(b, shape.name, shape.text)
	}
}

// A paragraph without an end is cut: what is written at once is bounded.
func TestLongParagraphsAreCut(t *testing.T) {
	content := strings.Repeat("word\n", 40_000)
	in := converters.Input{Name: "in.txt", SectionReader: io.NewSectionReader(strings.NewReader(content), 0, int64(len(content)))}
	doc, err := text.New().Convert(context.Background(), in, converters.NewEnv(nil, converters.Limits{}, converters.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	words := 0
	for _, b := range doc.Blocks {
		inlines := b.(*document.Paragraph).Inlines
		if len(inlines) > 1<<15 {
			t.Errorf("a paragraph of %d nodes", len(inlines))
		}
		words += strings.Count(document.InlineText(inlines), "word")
	}
	if words != 40_000 {
		t.Errorf("%d words of 40000", words)
	}
}
