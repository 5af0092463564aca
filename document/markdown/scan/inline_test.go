package scan

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// scanDumpInlines shows the inline nodes of the first leaf, one a line.
func scanDumpInlines(src string, opts Options) string {
	t := Parse(src, opts)
	var in Inlines
	for i := range t.Nodes {
		if t.Inlines(NodeID(i), &in); len(in.Nodes) > 0 {
			break
		}
	}
	var b strings.Builder
	var ends []int32
	for i, n := range in.Nodes {
		for len(ends) > 0 && ends[len(ends)-1] <= int32(i) {
			ends = ends[:len(ends)-1]
		}
		fmt.Fprintf(&b, "%s%s %q", strings.Repeat("  ", len(ends)), n.Kind, src[n.Start:n.End])
		if n.Text != src[n.Start:n.End] {
			fmt.Fprintf(&b, " = %q", n.Text)
		}
		if n.Link >= 0 {
			l := in.Links[n.Link]
			fmt.Fprintf(&b, " → %q", l.Dest)
			if l.HasTitle {
				fmt.Fprintf(&b, " title %q", l.Title)
			}
			if l.Def != 0 {
				fmt.Fprintf(&b, " by %q", l.Label)
			}
			if l.DestAt.End > 0 {
				fmt.Fprintf(&b, " at %q", src[l.DestAt.Start:l.DestAt.End])
			}
		}
		b.WriteString("\n")
		ends = append(ends, n.Skip)
	}
	return b.String()
}

func TestScanInlinesHaveTheirPlaceInTheSource(t *testing.T) {
	src := "> a *b\n>   c* [d **e**\n> f](</g&amp;h> 'i\n> j')\\\n> `k\n> l` &amp;\\* ![m][R]\n\n[r]: /n\n"
	want := `text "a "
emphasis "*b\n>   c*" = ""
  text "b"
  soft break "\n"
  text "c"
text " "
link "[d **e**\n> f](</g&amp;h> 'i\n> j')" = "" → "/g&h" title "i\nj" at "/g&amp;h"
  text "d "
  strong "**e**" = ""
    text "e"
  soft break "\n"
  text "f"
hard break "\\\n" = "\n"
code span "` + "`k\\n> l`" + `" = "k l"
text " "
entity "&amp;" = "&"
escape "\\*" = "*"
text " "
image "![m][R]" = "" → "/n" by "R"
  text "m"
`
	if d := cmp.Diff(want, scanDumpInlines(src, Options{})); d != "" {
		t.Error(d)
	}
}

func TestScanKnowsTheFormsOfLinksAndHTML(t *testing.T) {
	src := "[a](b) [a][r] [r][] [r] ![r] <xx:y> <a@b.c> www.d.e http://f g@h.i <j k='l'></m-n ><!-- o --><?p?><!Q><![CDATA[r]]>\n\n[r]: s\n"
	tree := Parse(src, Options{})
	var in Inlines
	tree.Inlines(1, &in)
	var got []string
	for _, n := range in.Nodes {
		if n.Form != FormNone {
			got = append(got, fmt.Sprintf("%s %d %s", n.Kind, n.Form, n.Tag()))
		}
	}
	want := []string{
		"link 1 ", "link 2 ", "link 3 ", "link 4 ", "image 4 ", "autolink 11 ", "autolink 13 ",
		"bare link 12 ", "bare link 11 ", "bare link 13 ",
		"HTML 5 j", "HTML 6 m-n", "HTML 7 ", "HTML 8 ", "HTML 9 ", "HTML 10 ",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if got := in.Plain(0); got != "a" {
		t.Errorf("the plain text is %q", got)
	}
}

func TestScanFindsBareLinks(t *testing.T) {
	for src, want := range map[string]string{
		"www.a.b":                "http://www.a.b",
		"see (www.a.b/c_(d)).":   "http://www.a.b/c_(d)",
		"http://a.b/c?d=e&amp;":  "http://a.b/c?d=e",
		"x https://é.f/g*, h":    "https://é.f/g",
		"ftp://a":                "ftp://a",
		"HTTP://A.b":             "HTTP://A.b",
		"a.b_c@d-e.f.":           "mailto:a.b_c@d-e.f",
		"mailto:a@b.c":           "mailto:a@b.c",
		"xmpp:a@b.c":             "xmpp:a@b.c",
		"xwww.a.b":               "",
		"www.a_b.c d":            "",
		"www":                    "",
		"http:/a":                "",
		"a@b":                    "",
		"a@b.c-":                 "",
		"a@b.c_ ":                "",
		"@b.c":                   "",
		"gopher://a.b":           "",
		"[www.a.b http://c a@b ": "",
	} {
		tree := Parse(src, Options{})
		var in Inlines
		tree.Inlines(1, &in)
		got := ""
		for _, l := range in.Links {
			got += l.Dest
		}
		if got != want {
			t.Errorf("%q: %q, want %q", src, got, want)
		}
		tree = Parse(src, Options{CommonMark: true})
		if tree.Inlines(1, &in); len(in.Links) > 0 {
			t.Errorf("%q: a bare link in CommonMark", src)
		}
	}
}

func TestScanFootnotesNeedADefinition(t *testing.T) {
	src := "[^A] [^b] ![^a] [^a b] [^a](u)\n\n[^a]: one\n\n    two\n[^A]: again\n"
	want := `footnote reference "[^A]" = "A" → "" by "A"
text " [^b] !"
footnote reference "[^a]" = "a" → "" by "a"
text " [^a b] "
link "[^a](u)" = "" → "u" at "u"
  text "^a"
`
	if d := cmp.Diff(want, scanDumpInlines(src, Options{Footnotes: true})); d != "" {
		t.Error(d)
	}
	tree := Parse(src, Options{Footnotes: true})
	if n := tree.Footnote("a"); n == 0 || tree.Info(n) != "a" || tree.Nodes[n].LastLine != 5 {
		t.Errorf("the footnote is node %d", n)
	}
	if Parse(src, Options{}).Footnote("a") != 0 {
		t.Error("footnotes that were not asked for")
	}
}

func TestScanReferencesExpandToABound(t *testing.T) {
	dest := strings.Repeat("d", 1000)
	tree := Parse("[a]: "+dest+"\n\n"+strings.Repeat("[a] ", 150)+"\n\n"+strings.Repeat("[a] ", 150), Options{})
	links := 0
	var in Inlines
	for i := range tree.Nodes {
		tree.Inlines(NodeID(i), &in)
		links += len(in.Links)
	}
	if links != scanExpandFloor/len(dest) {
		t.Errorf("%d links", links)
	}
}

func TestScanInfoIsDecoded(t *testing.T) {
	tree := Parse("~~~ a\\*b &amp;c \n\td\n~~~~\n", Options{})
	n := tree.Nodes[1]
	if got := tree.Info(1); got != "a*b &c" || n.Mark != '~' || n.Number != 3 || !n.Closed || tree.Text(1) != "\td\n" {
		t.Errorf("%q %+v %q", got, n, tree.Text(1))
	}
}
