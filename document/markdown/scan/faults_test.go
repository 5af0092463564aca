package scan

import (
	"regexp"
	"testing"
)

// scanFault is a construct that goldmark reads wrongly: documents with the
// pattern are not compared. The case shows what is right, as cmark-gfm
// 0.29.0.gfm.13 and commonmark.js 0.31.2 have it.
type scanFault struct {
	name, pattern  string
	markdown, html string
	github         bool // only where GitHub's extensions are compared
}

var scanFaults = []scanFault{
	{
		name: "the end tag of a raw tag begins an HTML block", pattern: `</pre>`,
		markdown: "</pre>\n", html: "</pre>\n",
	},
	{
		name: "<?> is no processing instruction", pattern: `<\?>`,
		markdown: "a <?>\n", html: "<p>a &lt;?&gt;</p>\n",
	},
	{
		name: "an item may begin with an empty line", pattern: `(?m)([-+*]|\d[.)])[ ]*\n([ >]*\n)*[ >]+\S`,
		markdown: "*\n   - a\n", html: "<ul>\n<li><ul>\n<li>a</li>\n</ul></li>\n</ul>\n",
	},
	{
		name:     "a blank line inside a block does not make a list loose",
		pattern:  `(?m)([-+*]|\d[.)])(?s: .*)(~~~|\x60{3}|<\?p|<!|<script>|<pre>).*\n(.*\n)*[ ]*\n`,
		markdown: "- <script>\n\n- a\n", html: "<ul>\n<li><script></li>\n<li>a</li>\n</ul>\n",
	},
	{
		name: "a definition does not make a list loose", pattern: `(?m)([-+*]|\d[.)])[ \t]+.*\[[rst]\]:`,
		markdown: "- [r]: /u\na\n", html: "<ul>\n<li>a</li>\n</ul>\n",
	},
	{
		name: "parentheses in a destination are balanced", pattern: `\]\(\s*[^)\s]*\(\S*\s`,
		markdown: "[a](u(/u \"t\")\n", html: "<p>[a](u(/u &quot;t&quot;)</p>\n",
	},
	{
		name: "a destination in angle brackets has none inside", pattern: `\]\(<[^>\n]*<`,
		markdown: "[a](<b<c>)\n", html: "<p>[a](&lt;b<c>)</p>\n",
	},
	{
		name: "a title has nothing behind it", pattern: `"t\n"t`,
		markdown: "[r]: /u\n\"t\n\"t\n\n[r]\n", html: "<p>&quot;t\n&quot;t</p>\n<p><a href=\"/u\">r</a></p>\n",
	},
	{
		name: "an image's text has that of autolinks", pattern: `!\[[^\x00]*<(http|c@)`,
		markdown: "![<c@d.e>](/u)\n", html: "<p><img src=\"/u\" alt=\"c@d.e\" /></p>\n",
	},
	{
		name: "an image's text has code spans without line ends", pattern: `!\[[^\x00]*\x60[^\x60]*\n`,
		markdown: "![`a\nb`](/u)\n", html: "<p><img src=\"/u\" alt=\"a b\" /></p>\n",
	},
	{
		name: "a backslash before a hard break escapes nothing behind it", pattern: `\\  \n[^\x00]*\\`,
		markdown: "\\  \n\\*a*\n", html: "<p>\\<br />\n*a*</p>\n",
	},
	{
		name: "three backslashes are an escape and a hard break", pattern: `\\\\\\\n`,
		markdown: "a\\\\\\\nb\n", html: "<p>a\\<br />\nb</p>\n",
	},
	{
		name: "a delimiter run at the start of a line closes nothing", pattern: `  \n[> ]*[*_]`,
		markdown: "> __a  \n>__\\*\n", html: "<blockquote>\n<p>__a<br />\n__*</p>\n</blockquote>\n",
	},
	{
		name: "a declaration may be in lower case", pattern: `<![a-z]`,
		markdown: "a <!b>\n", html: "<p>a <!b></p>\n",
	},
	{
		name: "a blank line in fenced code loses the fence's indentation", pattern: `(?m)[ ](~~~|\x60{3})(.*\n)*[ >]* \n`,
		markdown: "  ~~~\n \n~~~\n", html: "<pre><code>\n</code></pre>\n",
	},
	{
		name: "a delimiter row is no lazy line", pattern: `(?m)^[ >]*--[ ]*$`, github: true,
		markdown: "> q\n--\n", html: "<blockquote>\n<p>q\n--</p>\n</blockquote>\n",
	},
	{
		name: "a header has as many cells as its delimiter row", pattern: `(?m)^ *\|?[^|]*\n[-:]+\|`, github: true,
		markdown: "a\n-|-\n", html: "<p>a\n-|-</p>\n",
	},
	{
		name: "a link comes before a footnote reference", pattern: `\[\^[ab]\](\(|\[r)`, github: true,
		markdown: "[^a](u)\n\n[^a]: n\n", html: "<p><a href=\"u\">^a</a></p>\n",
	},
	{
		name: "an escaped tilde is not part of a run", pattern: `\\~~`, github: true,
		markdown: "\\~~~a~~\n", html: "<p>~<del>a</del></p>\n",
	},
	{
		name: "a task item has white space and text behind its box", pattern: `\[[ xX]\]([^ ]|$)`, github: true,
		markdown: "- [x]t\n", html: "<ul>\n<li>[x]t</li>\n</ul>\n",
	},
	{
		name: "tildes are as many on both sides", pattern: `(^|[^~])~([^~]|$)`, github: true,
		markdown: "~~a~\n", html: "<p>~~a~</p>\n",
	},
	{
		name: "a delimiter row is not indented as code is", pattern: `(?m)^ {4,}[-:|]+ *$`, github: true,
		markdown: "x\n    ---\ny\n===\n", html: "<h1>x\n---\ny</h1>\n",
	},
	{
		name: "an escaped pipe may end a row", pattern: `(?m)\\\| *$`, github: true,
		markdown: "|\\|\n|-|\n", html: "<table>\n<thead>\n<tr>\n<th>|</th>\n</tr>\n</thead>\n</table>\n",
	},
	{
		name: "a footnote is a block of its item", pattern: `(?m)(^[ >]+|[-+*.)] +.*)\[\^[ab]\]:`, github: true,
		markdown: "- a\n\n  [^a]: n\n", html: "<ul>\n<li><p>a</p></li>\n</ul>\n",
	},
	{
		name: "a list may begin in the line of a footnote", pattern: `\[\^[ab]\]: -`, github: true,
		markdown: "[^b]\n\n[^b]: - n\n      - x\n",
		html:     "<p><ref b></p>\n<note b>\n<ul>\n<li>n\n<ul>\n<li>x</li>\n</ul></li>\n</ul>\n</note>\n",
	},
	{
		name: "two pipes at the end of a row have a cell between them", pattern: `(?m)\|\| *$`, github: true,
		markdown: "|a||\n|-|\n", html: "<p>|a||\n|-|</p>\n",
	},
	{
		name: "a header may look like a definition", pattern: `\[r\]: /u\n[ >]*\|`, github: true,
		markdown: "[r]: /u\n|:-|\n", html: "<table>\n<thead>\n<tr>\n<th align=\"left\">[r]: /u</th>\n</tr>\n</thead>\n</table>\n",
	},
	{
		name: "any block ends a table", pattern: `(?m)\|\n2\.`, github: true,
		markdown: "|a|\n|-|\n2. b\n",
		html:     "<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n</table>\n<ol start=\"2\">\n<li>b</li>\n</ol>\n",
	},
}

var scanFaultPatterns = func() (ps []*regexp.Regexp) {
	for _, f := range scanFaults {
		ps = append(ps, regexp.MustCompile(f.pattern))
	}
	return ps
}()

// scanFaulty reports whether goldmark is known to read src wrongly.
func scanFaulty(src string, github bool) bool {
	for i, f := range scanFaults {
		if (github || !f.github) && scanFaultPatterns[i].MatchString(src) {
			return true
		}
	}
	return false
}

func TestScanIsRightWhereGoldmarkIsNot(t *testing.T) {
	for _, f := range scanFaults {
		opts := Options{CommonMark: !f.github, Footnotes: f.github}
		if got := scanHTML(Parse(f.markdown, opts)); got != f.html {
			t.Errorf("%s: %q\n got %q\nwant %q", f.name, f.markdown, got, f.html)
		}
		if !scanFaulty(f.markdown, f.github) {
			t.Errorf("%s: the pattern does not match %q", f.name, f.markdown)
		}
		if scanJudge(t, scanGoldmark(!f.github), f.markdown) == f.html {
			t.Errorf("%s: goldmark is right by now", f.name)
		}
	}
}
