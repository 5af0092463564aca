package scan

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// scanDump shows the blocks of a tree, one a line, with their source.
func scanDump(t *Tree) string {
	var b strings.Builder
	depth := make([]int, len(t.Nodes))
	for i, n := range t.Nodes {
		if i > 0 {
			depth[i] = depth[n.Parent] + 1
		}
		fmt.Fprintf(&b, "%s%s %d–%d %q\n", strings.Repeat("  ", depth[i]), n.Kind, n.Line, n.LastLine, t.Source[n.Start:n.End])
	}
	return b.String()
}

func TestScanBlocksHaveTheirPlaceInTheSource(t *testing.T) {
	src := "# H #\n\n> - a\n>   b\n>\n>   ~~~ x\n>   c\n\nt\n===\n\n|a|\n|-|\n|b|\n\n[r]: /u\n 't'\n\n    c\n\n"
	want := `document 1–20 "# H #\n\n> - a\n>   b\n>\n>   ~~~ x\n>   c\n\nt\n===\n\n|a|\n|-|\n|b|\n\n[r]: /u\n 't'\n\n    c\n\n"
  heading 1–1 "# H #"
  block quote 3–7 "> - a\n>   b\n>\n>   ~~~ x\n>   c"
    list 3–7 "- a\n>   b\n>\n>   ~~~ x\n>   c"
      item 3–7 "- a\n>   b\n>\n>   ~~~ x\n>   c"
        paragraph 3–4 "a\n>   b"
        code block 6–7 "~~~ x\n>   c"
  heading 9–10 "t\n==="
  table 12–14 "|a|\n|-|\n|b|"
    table row 12–12 "|a|"
      table cell 12–12 "a"
    table row 14–14 "|b|"
      table cell 14–14 "b"
  definition 16–17 "[r]: /u\n 't'"
  code block 19–19 "c"
`
	if d := cmp.Diff(want, scanDump(Parse(src, Options{}))); d != "" {
		t.Error(d)
	}
}

func TestScanTakesFrontMatterOnlyAtTheStart(t *testing.T) {
	for _, c := range []struct {
		src, text string
		mark      byte
	}{
		{"---\na: b\nc: d\n---\nx\n", "a: b\nc: d\n", '-'},
		{"---  \na: b\n...\n", "a: b\n", '-'},
		{"+++\na = 1\n+++", "a = 1\n", '+'},
		{"---\n---\n", "", '-'},
		{"---\n\na\n---\n", "", 0},
		{"---\na: b\n", "", 0},
		{"\n---\na: b\n---\n", "", 0},
		{"----\na: b\n----\n", "", 0},
		{"---", "", 0},
	} {
		tree := Parse(c.src, Options{FrontMatter: true})
		n := tree.Nodes[1]
		if got := n.Kind == KindFrontMatter; got != (c.mark != 0) {
			t.Errorf("%q: front matter %t", c.src, got)
		} else if got && (n.Mark != c.mark || tree.Text(1) != c.text || !n.Closed) {
			t.Errorf("%q: %q %q", c.src, n.Mark, tree.Text(1))
		}
		if Parse(c.src, Options{}).Nodes[1].Kind == KindFrontMatter {
			t.Errorf("%q: front matter that was not asked for", c.src)
		}
	}
}

func TestScanLeavesMarkersBeyondTheDepthInTheText(t *testing.T) {
	tree := Parse("> - > a\n> b\n", Options{MaxDepth: 2})
	want := "document 1–2 \"> - > a\\n> b\\n\"\n  block quote 1–2 \"> - > a\\n> b\"\n    list 1–2 \"- > a\\n> b\"\n" +
		"      item 1–2 \"- > a\\n> b\"\n        paragraph 1–2 \"> a\\n> b\"\n"
	if d := cmp.Diff(want, scanDump(tree)); d != "" || !tree.Truncated {
		t.Error(tree.Truncated, d)
	}
	if Parse("- - a\n- b\n", Options{MaxDepth: 2}).Truncated {
		t.Error("truncated at the depth that is allowed")
	}
	if deep := Parse(strings.Repeat("> ", 5000)+"a", Options{}); len(deep.Nodes) != DefaultMaxDepth+2 || !deep.Truncated {
		t.Errorf("%d nodes", len(deep.Nodes))
	}
}

// The expected structures are those of commonmark.js 0.31.2, which counts
// columns as the specification has it where goldmark does not.
func TestScanCountsColumnsOfTabsInContainers(t *testing.T) {
	for src, want := range map[string]string{
		"- -\t\ta\n":            "<ul>\n<li><ul>\n<li><pre><code>a\n</code></pre></li>\n</ul></li>\n</ul>\n",
		">\t-\t  a\n":           "<blockquote>\n<ul>\n<li><pre><code>a\n</code></pre></li>\n</ul>\n</blockquote>\n",
		">1) \ta\n":             "<blockquote>\n<ol>\n<li><pre><code>a\n</code></pre></li>\n</ol>\n</blockquote>\n",
		">\t> \t<div>\n":        "<blockquote>\n<blockquote>\n\t<div>\n</blockquote>\n</blockquote>\n",
		">-\t    a\n":           "<blockquote>\n<ul>\n<li><pre><code> a\n</code></pre></li>\n</ul>\n</blockquote>\n",
		">\t<div>\n":            "<blockquote>\n  <div>\n</blockquote>\n",
		"1) -   a\n   \t2. b\n": "<ol>\n<li><ul>\n<li>a</li>\n</ul>\n<ol start=\"2\">\n<li>b</li>\n</ol></li>\n</ol>\n",
		"* -\n\t*\n":            "<ul>\n<li><ul>\n<li><ul>\n<li></li>\n</ul></li>\n</ul></li>\n</ul>\n",
	} {
		if d := cmp.Diff(want, scanHTML(Parse(src, Options{CommonMark: true}))); d != "" {
			t.Errorf("%q\n%s", src, d)
		}
	}
}

func TestScanListsKnowTheirMarkers(t *testing.T) {
	tree := Parse("7) a\n3) [ ] b\n\n- [X] c\n- d\n", Options{})
	type item struct {
		mark   byte
		number int32
		task   Task
		tight  bool
	}
	var got []item
	for _, n := range tree.Nodes {
		if n.Kind == KindList || n.Kind == KindItem {
			got = append(got, item{n.Mark, n.Number, n.Task, n.Tight})
		}
	}
	want := []item{
		{')', 7, TaskNone, true},
		{')', 7, TaskNone, false},
		{')', 3, TaskOpen, false},
		{'-', 0, TaskNone, true},
		{'-', 0, TaskDone, false},
		{'-', 0, TaskNone, false},
	}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(item{})); d != "" {
		t.Error(d)
	}
}

func TestScanFindsDefinitionsInAnyCase(t *testing.T) {
	tree := Parse("[Straße  ΑΓΩ]: </a b> \"\"\n[a&amp;b]: c&amp;d\\* 'e\nf'\n[STRASSE αγω]: /second\n", Options{})
	d, ok := tree.Lookup("strasse\n\tαγω ")
	if !ok || d.Dest != "/a b" || !d.HasTitle || d.Title != "" || !d.Used {
		t.Errorf("%+v %t", d, ok)
	}
	d, ok = tree.Lookup("A&AMP;B")
	if !ok || d.Dest != "c&d*" || d.Title != "e\nf" || tree.defs[tree.Nodes[d.Node].Number] != d {
		t.Errorf("%+v %t", d, ok)
	}
	if last := tree.defs[tree.Nodes[3].Number]; last.Used || last.Dest != "/second" {
		t.Errorf("%+v", last)
	}
	if _, ok := tree.Lookup("none"); ok {
		t.Error("found what is not defined")
	}
}

func TestScanCellsLoseTheBackslashBeforePipes(t *testing.T) {
	tree := Parse("|a|b|\n|:-|-:|\n|x \\| y|`\\|`|z|\n|w\n", Options{})
	var cells []string
	for i, n := range tree.Nodes {
		switch n.Kind {
		case KindTableRow:
			cells = append(cells, fmt.Sprint("row ", n.Header, n.Excess))
		case KindTableCell:
			cells = append(cells, fmt.Sprint(n.Align, " ", tree.Text(NodeID(i))))
		}
	}
	want := []string{"row true false", "1 a", "3 b", "row false true", "1 x | y", "3 `|`", "row false false", "1 w"}
	if d := cmp.Diff(want, cells); d != "" {
		t.Error(d)
	}
}

func TestScanEqualsGoldmarkOnTheCorpus(t *testing.T) {
	dir := os.Getenv("BACKSTORY_CORPUS")
	if dir == "" {
		t.Skip("BACKSTORY_CORPUS is not set")
	}
	files, err := filepath.Glob(filepath.Join(dir, "md", "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", dir, err)
	}
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		src := strings.ReplaceAll(strings.ToValidUTF8(string(raw), "\ufffd"), "\r\n", "\n")
		scanCheck(t, src, Options{Footnotes: true, FrontMatter: true})
		got := scanHTML(Parse(src, Options{CommonMark: true}))
		if d := cmp.Diff(scanJudge(t, scanGoldmark(true), src), got); d != "" {
			t.Errorf("%s, CommonMark:\n%s", f, d)
		}
		r := &scanRenderer{t: Parse(src, Options{Footnotes: true}), notes: map[NodeID]bool{}, plain: true}
		if d := cmp.Diff(scanJudge(t, scanGoldmark(false), src), r.render()); d != "" {
			t.Errorf("%s, GitHub:\n%s", f, d)
		}
	}
}
