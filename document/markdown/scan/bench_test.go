package scan

import (
	"strconv"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// scanReadme makes a document of n bytes or a little more, like the README of
// a project: prose, headings, lists, code, tables, links.
func scanReadme(n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		k := strconv.Itoa(i)
		b.WriteString("## Section " + k + ": how the *frobnicator* works\n\n" +
			"The frobnicator takes a stream of records and turns it into a table. It was written because the tools\n" +
			"that were there before it needed more memory than a small machine has, and because nobody wanted to\n" +
			"maintain them. See [the design](docs/design-" + k + ".md) and `frob --help` for what it **can** do, and\n" +
			"[issue " + k + "][issues] for what it can't; snake_case names are kept as they are.\n\n" +
			"- Reads `csv`, `tsv` and _fixed width_ files, also those with a byte order mark\n" +
			"- Writes one table per input, sorted by the columns that you name on the command line,\n" +
			"  and never more than it was asked for\n" +
			"  - nested items are indented by two spaces\n" +
			"  - and may hold [links](https://example.org/" + k + " \"a title\") too\n" +
			"- Needs no configuration\n\n" +
			"```go\nfunc main() {\n\tfor _, r := range records(" + k + ") {\n\t\tfmt.Println(r.Name, r.Value*2)\n\t}\n}\n```\n\n" +
			"> Note that the output is not sorted by default. Sorting costs memory, and many people pipe the result\n" +
			"> into another program anyway.\n\n" +
			"| Option | Meaning | Default |\n|---|:--|--:|\n" +
			"| `-n` | number of records | " + k + " |\n| `-o` | where the output goes | standard output |\n\n" +
			"1. Install it: `go install example.org/frob@v1." + k + "`\n2. Run it on a file\n3. Look at the result\n\n" +
			"![a diagram](img/" + k + ".png) More at https://example.org/frob/" + k + " or from <mailto:frob@example.org>. " +
			"It costs &euro;0 &amp; is fast; 2 * 3 = 6, and that is that.\n\n")
	}
	b.WriteString("[issues]: https://example.org/issues\n")
	return b.String()
}

func BenchmarkScanBlocks(b *testing.B) {
	src := scanReadme(1 << 20)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		Parse(src, Options{Footnotes: true})
	}
}

func BenchmarkScanInlines(b *testing.B) {
	src := scanReadme(1 << 20)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		scanWork(src)
	}
}

// BenchmarkScanGoldmark reads the same with the judge.
func BenchmarkScanGoldmark(b *testing.B) {
	src := []byte(scanReadme(1 << 20))
	p := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote)).Parser()
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		p.Parse(text.NewReader(src))
	}
}
