package scan

import (
	"fmt"
	"strings"
	"testing"
)

// scanHostile are inputs that make parsers slow; each makes about n bytes.
var scanHostile = []struct {
	name string
	make func(n int) string
}{
	{"emphasis of two kinds", scanRepeat("*a_ ")},
	{"emphasis openers", scanRepeat("*a **a ")},
	{"emphasis closers", scanRepeat("a* a** ")},
	{"emphasis mod 3", scanRepeat("a**b*c***d ")},
	{"underscores", scanRepeat("_a __b ")},
	{"one run", scanRepeat("*")},
	{"nested emphasis", func(n int) string { return strings.Repeat("*a ", n/6) + strings.Repeat("b* ", n/6) }},
	{"tildes", scanRepeat("~a ~~b~ c~~ ")},
	{"open brackets", scanRepeat("[")},
	{"image brackets", scanRepeat("![")},
	{"nested brackets", func(n int) string { return strings.Repeat("[", n/2) + strings.Repeat("]", n/2) }},
	{"brackets and labels", scanRepeat("[a][")},
	{"inline targets", scanRepeat("[a](")},
	{"inline targets with titles", scanRepeat("[a](b \"c")},
	{"inline targets with parentheses", scanRepeat("[a](b(c")},
	{"inline targets in angles", scanRepeat("[a](<b")},
	{"links in images", func(n int) string { return strings.Repeat("![", n/4) + strings.Repeat("[a](b)", n/12) }},
	{"links with emphasis", func(n int) string { return strings.Repeat("*[a *b](c)", n/10) }},
	{"images in images", func(n int) string { return strings.Repeat("![*a ", n/8) + strings.Repeat("](b)", n/8) }},
	{"tags", scanRepeat("<a ")},
	{"tags with quotes", scanRepeat("<a b=\"c ")},
	{"tags with attributes", scanRepeat("<a b c d ")},
	{"tags in both quotes", scanRepeat("<a q=\"<a r='\" s='\" ")},
	{"comments", scanRepeat("<!-- a ")},
	{"instructions", scanRepeat("<? a ")},
	{"declarations", scanRepeat("<!A ")},
	{"CDATA", scanRepeat("<![CDATA[ ")},
	{"angles", scanRepeat("<")},
	{"autolinks", scanRepeat("<ab:c")},
	{"angle mails", scanRepeat("<a@b.")},
	{"one angle mail", func(n int) string { return "<" + strings.Repeat("a", n) }},
	{"backtick runs", func(n int) string {
		var b strings.Builder
		for i := 1; b.Len() < n; i++ {
			b.WriteString("a" + strings.Repeat("`", i))
		}
		return b.String()
	}},
	{"single backticks", scanRepeat("`a ``b ")},
	{"escaped backticks", scanRepeat("\\``a")},
	{"ampersands", scanRepeat("&")},
	{"entities", scanRepeat("&ampersandampersandampersandampersand")},
	{"numeric entities", scanRepeat("&#1234567890")},
	{"backslashes", scanRepeat("\\")},
	{"quotes", scanRepeat(">")},
	{"quotes in lines", func(n int) string {
		return strings.Repeat(">", 100) + "a\n" + strings.Repeat(strings.Repeat(">", 100)+"\n", n/100)
	}},
	{"lazy lines", func(n int) string { return strings.Repeat(">", 100) + "a\n" + strings.Repeat("a\n", n/2) }},
	{"bullets in a line", scanRepeat("- ")},
	{"stars in a line", scanRepeat("* ")},
	{"stars and text", func(n int) string { return strings.Repeat("* ", n/2) + "a" }},
	{"nested lists", func(n int) string {
		var b strings.Builder
		for i := 0; b.Len() < n; i++ {
			b.WriteString(strings.Repeat(" ", i%2000*2) + "- a\n")
		}
		return b.String()
	}},
	{"blank lines in lists", func(n int) string { return strings.Repeat("- ", 100) + "a\n" + strings.Repeat("\n", n) }},
	{"blank lines in quoted lists", func(n int) string {
		return "> " + strings.Repeat("- ", 90) + "a\n" + strings.Repeat(">\n", n/2)
	}},
	{"spaces", func(n int) string { return strings.Repeat(strings.Repeat(" ", 1000)+"\n", n/1000) }},
	{"indented blanks", func(n int) string { return "    a\n" + strings.Repeat("         \n", n/10) + "    b\n" }},
	{"definitions", func(n int) string { return scanLines("[l%d]: /u\n", n) }},
	{"definitions of one label", scanRepeat("[a]: /u\n")},
	{"definitions with titles", scanRepeat("[a]: /u\n\"t\n")},
	{"open definitions", scanRepeat("[a]: /u \"")},
	{"references", func(n int) string { return "[a]: /u\n\n" + strings.Repeat("[a] ", n/4) }},
	{"long labels", scanRepeat("[" + strings.Repeat("a", 990) + "]")},
	{"setext candidates", scanRepeat("a\n=b\n")},
	{"setext headings", scanRepeat("a\n=\n")},
	{"setext under definitions", scanRepeat("[a]: /u\n===\n")},
	{"delimiter rows", scanRepeat("|-|-|\n")},
	{"headers and delimiter rows", scanRepeat("a|b\n|-|\n")},
	{"a wide table", func(n int) string {
		return strings.Repeat("|a", n/8) + "\n" + strings.Repeat("|-", n/8) + "\n" + strings.Repeat("b\n", n/4)
	}},
	{"a wide row", func(n int) string { return "|a|\n|-|\n" + strings.Repeat("|b", n/2) + "\n" }},
	{"escaped pipes", func(n int) string { return "|a|\n|-|\n|" + strings.Repeat("\\|", n/2) + "|\n" }},
	{"fences", scanRepeat("```\n")},
	{"open fences", func(n int) string { return scanLines("````%d`\n", n) }},
	{"HTML blocks", scanRepeat("<div\n")},
	{"open HTML comments", scanRepeat("<!--\n")},
	{"footnotes", func(n int) string { return scanLines("[^%d]: a\n", n) }},
	{"footnote references", func(n int) string { return "[^a]: b\n\n" + strings.Repeat("[^a]", n/4) }},
	{"nested footnotes", scanRepeat("[^a]:")},
	{"open footnotes", scanRepeat("[^a")},
	{"www", scanRepeat("www.a_")},
	{"URLs", scanRepeat("http://a_")},
	{"URL starts", scanRepeat("http://")},
	{"mails", scanRepeat("a@")},
	{"mail dots", scanRepeat("a@b.c@")},
	{"long mails", func(n int) string { return strings.Repeat("a", n/2) + "@" + strings.Repeat("b.", n/4) }},
	{"hard breaks", scanRepeat("a  \n")},
	{"spaces before line ends", scanRepeat("a" + strings.Repeat(" ", 500) + "\n")},
	{"lines in an item", func(n int) string { return "- a\n" + strings.Repeat("  *b* c\n", n/8) }},
	{"front matter", func(n int) string { return "---\n" + strings.Repeat("a\n", n/2) }},
}

// scanRepeat makes n bytes of a piece.
func scanRepeat(piece string) func(int) string {
	return func(n int) string { return strings.Repeat(piece, n/len(piece)) }
}

// scanLines makes n bytes of numbered lines.
func scanLines(format string, n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// scanWork reads everything and returns the steps it took.
func scanWork(src string) int {
	t := Parse(src, Options{Footnotes: true, FrontMatter: true})
	var in Inlines
	for n := range t.Nodes {
		t.Inlines(NodeID(n), &in)
	}
	return t.steps + in.reader.text.steps + in.reader.tokens.steps
}

// TestScanIsLinear holds the work per byte against a constant, and against
// that of inputs a sixteenth and a quarter of the size.
func TestScanIsLinear(t *testing.T) {
	const most = 160 // steps a byte; failed attempts alone may take scanFailFactor
	for _, h := range scanHostile {
		var rates []float64
		for _, size := range []int{1 << 14, 1 << 16, 1 << 18} {
			src := h.make(size)
			rate := float64(scanWork(src)) / float64(len(src))
			if rate > most {
				t.Errorf("%s, %d bytes: %.0f steps a byte", h.name, len(src), rate)
			}
			rates = append(rates, rate)
		}
		if rates[2] > rates[0]*1.3+2 || rates[2] > rates[1]*1.15+2 {
			t.Errorf("%s: steps a byte grow with the size: %.1f", h.name, rates)
		}
	}
}

func BenchmarkScanHostile(b *testing.B) {
	for _, h := range scanHostile {
		for _, size := range []int{1 << 16, 1 << 20} {
			b.Run(fmt.Sprintf("%s/%d", h.name, size), func(b *testing.B) {
				src := h.make(size)
				b.SetBytes(int64(len(src)))
				for b.Loop() {
					scanWork(src)
				}
			})
		}
	}
}
