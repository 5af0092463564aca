package markdown

import (
	"flag"
	"math/rand/v2"
	"strings"
)

var scanN = flag.Int("scan.n", 100_000, "number of random documents compared with goldmark")

// scanBlockStarts are what lines begin with, containers mostly.
var scanLineStarts = []string{
	"", "", "", "", "", "> ", ">", "- ", "-", "* ", "+ ", "1. ", "2) ", "1) ", "  ", "    ", "\t", " ", "   ", "      ",
	"-   ", "-     ", "-\t", ">\t", "10. ", "123456789. ", "1234567890. ",
}

// scanLines are what follows on a line.
var scanLineRests = []string{
	"", "", "", "a", "b c", "# h", "## h ##", "#", "####### x", "#x", "---", "***", "___", "* * *", "- - -", "===", "=", "--", "-",
	"```", "```` x", "~~~", "~~~ y `", "``", "`` ` ``", "<div>", "</div>", "<pre>", "</pre>", "<!-- c", "-->", "<?p", "?>",
	"<!D", ">", "<![CDATA[", "]]>", "<x y>", "</x>", "<b>", "<script>", "</script> z",
	"[r]: /u", "[r]: /u 't'", "[s]:", "/v", "\"t", "t\"", "[r]", "[R] [s][]", "[t]: <> (x)", "[r]: a b", "[s]: <u v>",
	"a  ", "a\\", "    code", "\tcode", "a\tb", "0. z", "1. one", "2. two", "+", "*", "1.", "&amp; x", "\\> q", "\\# n",
}

// scanInlineParts are what text is made of.
var scanInlineParts = []string{
	"*", "*", "**", "***", "_", "__", "_", "`", "``", "a", "b", "c d", " ", " ", " ", "\n", "\\", "\\*", "\\`", "[", "]", "[", "]", "![",
	"(", ")", "](", "](u)", "](/u \"t\")", "](<u v>)", "](u", "[r]", "[r]", "[]", "][r]", "[s]", "<a>", "<b c='d'>", "</a>", "<a", "<", ">",
	"<!-- -->", "<!--", "-->", "<?", "?>", "<!X", "<![CDATA[", "]]>", "<http://a.b>", "<c@d.e>", "&amp;", "&copy;", "&#65;", "&x;", "&",
	"  \n", "\\\n", "!", "\"", "'", "é", "“", "€", "\u00a0", ".", ",", "{", "1", "#", "+", "-", "x_y", "*a*", "_b_",
}

// scanGitHubRests are lines of tables, task items and footnotes.
var scanGitHubRests = []string{
	"| a | b |", "|-|-|", "| - | :-: |", "a | b", "-|-", "--|:-", "| c", "|", "||", "| a \\| b | c |", "| `x \\| y` | d", "|:-|", "--:", "|a|",
	"a | b | c", "|-|-|-|", "", "", "x", "[ ] t", "[x] t", "[X]  t", "[x]", "[x]t", "[ ] [x] t", "> q", "- i", "    code", "# h", "~~~",
	"[^a]: note", "[^b]:", "[^a] r", "[^b][^a]", "[^c] x", "    more", "[r]: /u", "<b>", "~~d~~", "~s~", "-", "---", "===", "2. two",
}

// scanGitHubParts are parts of text with strikethrough, footnotes and pipes.
var scanGitHubParts = []string{
	"~~", "~~", "~", "*", "**", "_", "`", "a", "b c", " ", " ", "\n", "[^a]", "[^a]", "![^a]", "[^b]", "[^", "]", "[", "](u)", "[r]", "\\~", "~~~",
	"<b>", "é", ".", "(", ")", "|", "\\|",
}

// scanPick returns one of choices.
func scanPick(r *rand.Rand, choices []string) string { return choices[r.IntN(len(choices))] }

// scanRandomBlocks makes a document of lines.
func scanRandomBlocks(r *rand.Rand, rests []string) string {
	var b strings.Builder
	for range 1 + r.IntN(9) {
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
