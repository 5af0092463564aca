package docx_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/document/markdown/judge"
)

// texts are what pandoc makes documents of. Where our reading of them differs
// on purpose from pandoc's, they keep away from it: equations are written in
// another way, definitions as lists; pandoc makes items of the paragraphs that
// an item continues.
var texts = map[string]string{
	"headings":   "# One\n\n## Two\n\nText\n\n###### Six\n\n# One again\n",
	"emphasis":   "A **bold** and *italic* and ***both*** word, ~~struck~~, H~2~O and x^2^, `code` and **bold `code`**.\n",
	"lists":      "1. one\n2. two\n\n    - a\n    - b\n\n        1. deep\n        2. deeper\n\n3. three\n\nText\n\n- x\n- y\n",
	"starts":     "7. seven\n8. eight\n\nText\n\n3. three\n4. four\n",
	"quotes":     "> A quote\n>\n> in two paragraphs\n\nText\n",
	"code":       "Text\n\n```\nfunc f() {\n\n\treturn // <b> & *c*\n}\n```\n\nText\n",
	"tables":     "| A | B |\n|---|--:|\n| 1 | **2** |\n| 3 | a \\| b |\n\nText\n\n|   | x |\n|---|---|\n| y |   |\n",
	"links":      "See [a *link*](https://example.com/a?b=c&d=e#f), <https://example.com/>, [mail](mailto:a@example.com) and [below](#below).\n\n# Below\n",
	"notes":      "One[^a] and two[^b].\n\n[^a]: The first.\n\n    Its second paragraph.\n\n[^b]: The *second*.\n",
	"breaks":     "one\\\ntwo\\\nthree\n\nfour\n",
	"characters": "It costs 5 $ and 6 $, a_b_c, \\*stars\\*, 1\\. no list, <b>, AT&T «ü» 東京 😀 \\# no heading\n",
	"images":     "Text ![An old lighthouse](missing.png) text\n",
	"spans":      "H~2~O^2^ and **bold *and italic* again** and *a*b**c**\n",
}

// written are texts of which pandoc reads less than it writes.
var written = map[string]string{
	"rules": "one\n\n* * *\n\ntwo\n",
	"code":  "One:\n\n```\na()\n```\n\n```\nb()\nc()\n```\n",
}

// TestPandocWritesWhatWeRead holds our reading of documents that pandoc writes
// to what it wrote.
func TestPandocWritesWhatWeRead(t *testing.T) {
	if _, err := exec.LookPath("pandoc"); err != nil {
		t.Skip("pandoc is not installed")
	}
	for name, text := range written {
		t.Run(name, func(t *testing.T) {
			compare(t, text, func(string) string { return text })
		})
	}
}

// TestPandocReadsTheSame holds our reading of documents that pandoc writes to
// pandoc's own, block by block.
func TestPandocReadsTheSame(t *testing.T) {
	if _, err := exec.LookPath("pandoc"); err != nil {
		t.Skip("pandoc is not installed")
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			compare(t, text, func(file string) string {
				return pandoc(t, "", "-f", "docx", "-t", "gfm+footnotes", "--wrap=none", file)
			})
		})
	}
}

// compare compares what we read of the document that pandoc makes of a text with
// what it means.
func compare(t *testing.T, text string, meaning func(file string) string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "in.docx")
	pandoc(t, text, "-f", "markdown", "-t", "docx", "-o", file)
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := convert(t, content, converters.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var ours bytes.Buffer
	if _, err := markdown.Write(&ours, doc, markdown.WriteOptions{Anchors: true}); err != nil {
		t.Fatal(err)
	}
	meant := meaning(file)
	if err := judge.Compare(judge.Read(meant), judge.Read(ours.String())); err != nil {
		t.Errorf("%v\nmeant\n%s\nwe read\n%s", err, meant, ours.String())
	}
}

// pandoc runs it and returns what it prints.
func pandoc(t *testing.T, in string, args ...string) string {
	t.Helper()
	cmd := exec.Command("pandoc", args...)
	cmd.Stdin = strings.NewReader(in)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
