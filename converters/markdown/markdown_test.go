package markdown_test

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/html"
	"github.com/seed353dc258/backstory/converters/markdown"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/documenttest"
)

// big is a manual of about a megabyte with everything in it.
func big() []byte {
	chapter := `# Chapter

Plain text with *emphasis*, **strong**, ` + "`code`" + ` and [a link](https://example.org/ "t"),
wrapped over lines as people do.

- one
- two [reference][r]
  1. nested

| a | b |
|---|---|
| 1 | 2 |

` + "```go\nfunc main() {}\n```" + `

> quoted ![image](x.png) <b>bold</b>

`
	return []byte(strings.Repeat(chapter, 3000) + "[r]: https://example.org/r\n")
}

// coqui: 59, 62
func TestConverter(t *testing.T) {
	convtest.Run(t, markdown.New(), convtest.Big("big.md", big), convtest.With(html.New()))
}

func FuzzConvert(f *testing.F) {
	convtest.Fuzz(f, markdown.New(), convtest.Big("big.md", big), convtest.With(html.New()))
}

func BenchmarkConvert(b *testing.B) {
	convtest.Bench(b, markdown.New(), convtest.Big("big.md", big), convtest.With(html.New()))
}

func convert(t testing.TB, name, source string) *document.Document {
	t.Helper()
	r, err := converters.NewRegistry(markdown.New())
	if err != nil {
		t.Fatal(err)
	}
	env := converters.NewEnv(r, converters.Limits{}, converters.Options{})
	in := converters.Input{Name: name, SectionReader: io.NewSectionReader(bytes.NewReader([]byte(source)), 0, int64(len(source)))}
	d, err := r.Convert(context.Background(), in, env)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return d
}

// TestCleanMarkdownIsOneVerbatim shows that a file in which nothing must change
// comes back byte for byte.
func TestCleanMarkdownIsOneVerbatim(t *testing.T) {
	source := "a *b*\n\n\n* c\n* d\n\n***\n\n    code\n\n| x | y |\n|---|---|\n| 1 | 2 |"
	d := convert(t, "a.md", source+"\n")
	if len(d.Blocks) != 1 || d.Blocks[0].(*document.Verbatim).Text != source {
		t.Errorf("%s", documenttest.Dump(d))
	}
}

// TestHostileMarkdownIsConverted runs what makes other readers quadratic; one that
// is here would not end.
func TestHostileMarkdownIsConverted(t *testing.T) {
	for name, piece := range map[string]string{
		"emphasis":       "*a_ ",
		"brackets":       "[",
		"images":         "![",
		"links":          "[a](",
		"quotes":         "> ",
		"open tags":      "<a ",
		"quoted tags":    `<a "`,
		"bold":           "<b>",
		"code":           "<code>",
		"close tags":     "<b></i>",
		"backticks":      "`a``",
		"lists":          "- ",
		"entities":       "&amp;",
		"escapes":        `\*`,
		"definitions":    "[a]: b\n",
		"footnotes":      "[^a]: b\n",
		"headings":       "# a\n",
		"comments":       "<!--",
		"html blocks":    "<div>\n\n",
		"block tags":     "<div><p>a<",
		"table cells":    "|",
		"inline html":    "a<br>",
		"soft breaks":    "a\n",
		"script":         "<script>",
		"nested strong":  "**a ",
		"hard to finish": "a**b`c[d",
	} {
		t.Run(name, func(t *testing.T) { convert(t, "a.md", strings.Repeat(piece, 50_000)) })
	}
}

func TestCorpus(t *testing.T) {
	for _, file := range convtest.CorpusFiles(t, "md/*.md") {
		convert(t, filepath.Base(file.Path), string(file.Content))
	}
}
