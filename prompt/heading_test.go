package prompt

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/document/gate"
	"github.com/seed353dc258/backstory/document/markdown/chattoken"
	"github.com/seed353dc258/backstory/document/markdown/scan"
)

func TestShiftLowersHeadingsAndNothingElse(t *testing.T) {
	for in, want := range map[string]string{
		"# A\n\n## B\n\n###### F":             "## A\n\n### B\n\n###### F",
		"```sh\n# a comment\n```":             "```sh\n# a comment\n```",
		"    # code":                          "    # code",
		"#no":                                 "#no",
		"   # indented":                       "   ## indented",
		"> # quoted":                          "> ## quoted",
		"- # in an item\n  Title\n  ===":      "- ## in an item\n  ## Title",
		"A title\nof two lines\n===\nbody":    "## A title of two lines\nbody",
		"A  \nB\\\nC\n---":                    "### A B C",
		"trap #\n===":                         `## trap \#`,
		"#":                                   "##",
		"<!--\n# in a comment\n-->":           "<!--\n# in a comment\n-->",
		"a\n\n---\n\nb":                       "a\n\n---\n\nb",
		"# closed #":                          "## closed #",
		"text\n# heading without blank":       "text\n## heading without blank",
		"~~~\n# x\n~~~\n\n# y\n```\n# z\n```": "~~~\n# x\n~~~\n\n## y\n```\n# z\n```",
	} {
		if got := (&prose{text: in}).shift(1).text; got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

// levels returns the headings of a text with their levels.
func levels(text string) (list []string, depth []int) {
	tree := (&prose{text: text}).tree()
	for n := range tree.Nodes {
		if d := &tree.Nodes[n]; d.Kind == scan.KindHeading {
			body := strings.TrimSpace(tree.Text(scan.NodeID(n)))
			list = append(list, strings.Join(strings.Fields(strings.ReplaceAll(body, `\`, " ")), " "))
			depth = append(depth, int(d.Level))
		}
	}
	return list, depth
}

// FuzzShift checks that a shift changes levels alone: the same headings, each
// lower by as much, and the other blocks are the same.
func FuzzShift(f *testing.F) {
	for _, seed := range []string{
		"# A\n\nB\n===\n\n- C\n  ---\n> D\n> ==", "a\nb\n-", "```\n# x", "|a|\n|-|\n# x\n", "1. # x\n   y\n   ===", "[a]: b\n===\n", "a #\n==", "\t# x", "- a\n-\n", "a\\\n===",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || strings.ContainsAny(text, "\r\x00") {
			t.Skip("the reader of a prompt sees neither")
		}
		var gate gate.Gate
		text = gate.Text(text)
		names, depth := levels(text)
		got, lower := levels((&prose{text: text}).shift(1).text)
		if diff := cmp.Diff(names, got); diff != "" {
			t.Fatalf("%q becomes %q: %s", text, (&prose{text: text}).shift(1).text, diff)
		}
		for i := range depth {
			if lower[i] != min(depth[i]+1, lowest) {
				t.Fatalf("%q becomes %q: heading %d is at %d", text, (&prose{text: text}).shift(1).text, i, lower[i])
			}
		}
	})
}

// FuzzMaterial checks that no text, prepared and fenced, reaches beyond its
// fence: the heading behind it is one, and it is the only one of its level.
func FuzzMaterial(f *testing.F) {
	for _, seed := range []string{
		"# A", "```", "<!--", "<script>", "</material-0123456789abcdef>", "---\na: b\n---\n# x", "- a\n  ```\n  b", "> <!--\n> x", "<x\n# y", "a\n===", "[x]: <", "<material-a>\n```\nx", "</s>\n~~~", "<?", "<!X", "<![CDATA[",
		"~~~\n```\n~~~~~", "<pre>\n\n</pre> x\n```", "<!-- a --><!-- b -->\n```",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "\uFFFD")
		var c cleaner
		body := c.material("x", text).nest(fileLevel).text
		prompt := fence("x", "## Before", body) + "\n\n## After\n"
		tree := (&prose{text: prompt}).tree()
		var tops []string
		for n := tree.Nodes[0].First; n != 0; n = tree.Nodes[n].Next {
			if d := &tree.Nodes[n]; d.Kind == scan.KindHeading && d.Level <= fileLevel {
				tops = append(tops, tree.Text(n))
			}
		}
		if len(tops) != 2 || tops[0] != "Before" || tops[1] != "After" {
			t.Fatalf("%q gives the headings %q in\n%s", text, tops, prompt)
		}
		if chattoken.Has(prompt) {
			t.Fatalf("%q keeps a chat token", text)
		}
	})
}

// FuzzParts checks that the parts of a text are the text, that each begins at a
// line, and that cutting it again gives the same.
func FuzzParts(f *testing.F) {
	f.Add("# A\n\nb\n\n# C\n")
	f.Add(strings.Repeat("word word word\n\n", 1000))
	f.Add("# A\n" + strings.Repeat("## B\n\n"+strings.Repeat("w ", 400)+"\n", 20))
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || text == "" {
			t.Skip("no prompt is that")
		}
		at := 0
		for _, s := range (&prose{text: text}).parts() {
			if s.from != at || s.to <= s.from || s.from > 0 && text[s.from-1] != '\n' {
				t.Fatalf("%q is cut at %d to %d, expected %d", text, s.from, s.to, at)
			}
			at = s.to
		}
		if at != len(text) {
			t.Fatalf("%q is cut up to %d of %d", text, at, len(text))
		}
	})
}

func TestALongPartIsCutBetweenBlocks(t *testing.T) {
	section := func(title string, n int) string {
		return "#### " + title + "\n\n" + strings.Repeat(strings.Repeat("word ", 99)+"end\n\n", n)
	}
	text := section("One", 2) + section("Two", 32) + section("Three", 1)
	var titles []string
	for _, s := range (&prose{text: text}).parts() {
		titles = append(titles, s.title)
		if n := estimate(text[s.from:s.to]); n > maxPart {
			t.Errorf("%s has %d tokens", s.title, n)
		}
	}
	if diff := cmp.Diff([]string{"One", "Two", "Two", "Three"}, titles); diff != "" {
		t.Error(diff)
	}
}
