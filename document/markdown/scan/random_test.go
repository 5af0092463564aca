package scan

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var scanN = flag.Int("scan.n", 100_000, "number of random documents compared with goldmark")

// scanBlockStarts are what lines begin with, containers mostly.
var scanLineStarts = []string{
	"", "", "", "", "", "> ", ">", "- ", "-", "* ", "+ ", "1. ", "2) ", "1) ", "  ", "    ", "\t", " ", "   ", "      ",
	"-   ", "-     ", "-\t", ">\t", "10. ", "123456789. ", "1234567890. ",
}

// scanLines are what follows on a line.
var scanLineRests = []string{
	"a", "b c", "# h", "## h ##", "#", "####### x", "#x", "---", "***", "___", "* * *", "- - -", "===", "=", "--", "-",
	"```", "```` x", "~~~", "~~~ y `", "``", "`` ` ``", "<div>", "</div>", "<pre>", "<!-- c", "-->", "<?p", "?>",
	"<!D", ">", "<![CDATA[", "]]>", "<x y>", "</x>", "<b>", "<script>", "</script> z",
	"[r]: /u", "[r]: /u 't'", "[s]:", "/v", "\"t", "t\"", "[r]", "[R] [s][]", "[t]: <> (x)", "[r]: a b", "[s]: <u v>",
	"a  ", "a\\", "    code", "\tcode", "a\tb", "0. z", "1. one", "2. two", "*", "&amp; x", "\\> q", "\\# n",
}

// scanInlineParts are what text is made of.
var scanInlineParts = []string{
	"*", "*", "**", "***", "_", "__", "_", "`", "``", "a", "b", "c d", " ", " ", " ", "\n", "\\", "\\*", "\\`", "[", "]", "[", "]", "![",
	"(", ")", "](", "](u)", "](/u \"t\")", "](<u v>)", "](u", "[r]", "[r]", "[]", "][r]", "[s]", "<a>", "<b c='d'>", "</a>", "<a", "<", ">",
	"<!-- -->", "<!--", "-->", "<?", "?>", "<!X", "<![CDATA[", "]]>", "<http://a.b>", "<c@d.e>", "&amp;", "&copy;", "&#65;", "&x;", "&",
	"  \n", "\\\n", "!", "\"", "'", "é", "“", "€", "\u00a0", ".", ",", "{", "1", "#", "+", "-", "x_y", "*a*", "_b_",
}

// scanGitHubRests are lines of task items and footnotes.
var scanGitHubRests = []string{
	"x", "[ ] t", "[x] t", "[X]  t", "[ ] [x] t", "> q", "- i", "    code", "# h", "~~~", "[ ] *t*", "- [ ] u",
	"[^a]: note", "[^b]: *n*", "[^a] r", "[^b][^a]", "[^c] x", "    more", "[r]: /u", "<b>", "~~d~~", "-", "---", "===", "2. two",
}

// scanGitHubParts are parts of text with strikethrough, footnotes and pipes.
var scanGitHubParts = []string{
	"~~", "~~", "*", "**", "_", "`", "a", "b c", " ", " ", " ", "\n", "[^a]", "[^a]", "![^a]", "[^b]", "[^", "]", "[", "](u)", "[r]", "\\~", "~~~",
	"<b>", "é", ".", "(", ")", "|", "\\|", "a~~b", "~~c d~~",
}

// scanCells are the cells of tables.
var scanCells = []string{
	"a", "b c", "*d*", "`e`", "\\|", "`x \\| y`", "~~f~~", "[r]", "", " ", "é", "[g](h)", "**", "<i>", "&amp;", "x \\| y", "`", "[^a]",
}

// scanPick returns one of choices.
func scanPick(r *rand.Rand, choices []string) string { return choices[r.IntN(len(choices))] }

// scanRandomBlocks makes a document of lines.
func scanRandomBlocks(r *rand.Rand, rests []string) string {
	var b strings.Builder
	for range 1 + r.IntN(9) {
		if r.IntN(5) == 0 {
			b.WriteString(scanPick(r, []string{"", "", "", ">", "> >", "  "}) + "\n")
			continue
		}
		for range r.IntN(4) {
			b.WriteString(scanPick(r, scanLineStarts))
		}
		b.WriteString(scanPick(r, rests))
		b.WriteString("\n")
	}
	return b.String()
}

// scanRandomInlines makes a paragraph, perhaps in a container, and the
// definitions that its links may mean.
func scanRandomInlines(r *rand.Rand, parts []string) string {
	var b strings.Builder
	b.WriteString(scanPick(r, []string{"", "", "", "> ", "- ", "# "}))
	for range 1 + r.IntN(14) {
		b.WriteString(scanPick(r, parts))
	}
	b.WriteString("\n")
	if r.IntN(2) == 0 {
		b.WriteString("\n[r]: /ref 'R'\n[s]: <s>\n")
	}
	return b.String()
}

// scanRandomTable makes a table, perhaps in a container and behind text.
func scanRandomTable(r *rand.Rand) string {
	first := scanPick(r, []string{"", "", "> ", "- ", "> > ", "1. "})
	rest := strings.NewReplacer("- ", "  ", "1. ", "   ").Replace(first)
	var b strings.Builder
	b.WriteString(first)
	for range r.IntN(3) {
		b.WriteString(scanPick(r, []string{"text", "*more*"}) + "\n" + rest)
	}
	n := 1 + r.IntN(3)
	scanRandomRow(r, &b, scanCells, n)
	b.WriteString(rest)
	scanRandomRow(r, &b, []string{"-", "---", ":-", "-:", ":--:", "--"}, n+r.IntN(8)/7*-1)
	for range r.IntN(4) {
		b.WriteString(rest)
		scanRandomRow(r, &b, scanCells, 1+r.IntN(n+1))
	}
	b.WriteString("\n")
	b.WriteString(rest)
	b.WriteString("end[^a]\n\n[r]: /ref 'R'\n[^a]: note\n")
	return b.String()
}

// scanRandomRow writes a row of n cells.
func scanRandomRow(r *rand.Rand, b *strings.Builder, cells []string, n int) {
	space := scanPick(r, []string{"", " ", "  "})
	for i := range max(n, 1) {
		cell := scanPick(r, cells)
		if i == n-1 && (cell == "" || strings.HasSuffix(cell, "|")) {
			cell = "z"
		}
		b.WriteString("|" + space + cell + space)
	}
	b.WriteString(scanPick(r, []string{"|", "|", "| "}) + "\n")
}

// scanRandomCases are the kinds of documents that are compared.
var scanRandomCases = []struct {
	name       string
	commonMark bool
	make       func(*rand.Rand) string
}{
	{"blocks", true, func(r *rand.Rand) string { return scanRandomBlocks(r, scanLineRests) }},
	{"inlines", true, func(r *rand.Rand) string { return scanRandomInlines(r, scanInlineParts) }},
	{"tasks and footnotes", false, func(r *rand.Rand) string { return scanRandomBlocks(r, scanGitHubRests) }},
	{"tables", false, scanRandomTable},
	{"strikethrough", false, func(r *rand.Rand) string {
		return scanRandomInlines(r, scanGitHubParts) + "[^a]: note\n[^b]: other\n"
	}},
}

func TestScanEqualsGoldmarkOnRandomDocuments(t *testing.T) {
	for _, c := range scanRandomCases {
		t.Run(c.name, func(t *testing.T) {
			r := scanRand()
			md := scanGoldmark(c.commonMark)
			opts := Options{CommonMark: c.commonMark, Footnotes: !c.commonMark}
			skipped, failed := 0, 0
			n := *scanN / len(scanRandomCases)
			for range n {
				// Goldmark counts the columns of tabs in containers wrongly; the
				// specification's examples cover tabs.
				src := strings.ReplaceAll(c.make(r), "\t", "    ")
				if scanFaulty(src, !c.commonMark) {
					skipped++
					continue
				}
				if d := cmp.Diff(scanJudge(t, md, src), scanHTML(Parse(src, opts))); d != "" {
					t.Errorf("%q\n%s", src, d)
					if failed++; failed == 10 {
						t.FailNow()
					}
				}
			}
			if skipped > n*2/5 {
				t.Errorf("%d of %d documents were not compared", skipped, n)
			}
		})
	}
}

// scanRand returns a source of the same random numbers each time.
func scanRand() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
