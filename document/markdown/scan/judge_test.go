package scan

import (
	"bytes"
	"fmt"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// scanGoldmark is the judge: goldmark with CommonMark alone, or with GitHub's
// extensions and footnotes, but without bare links, of which it has rules of
// its own.
func scanGoldmark(commonMark bool) goldmark.Markdown {
	var extensions []goldmark.Extender
	if !commonMark {
		extensions = []goldmark.Extender{
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
			extension.Strikethrough, extension.TaskList, extension.Footnote,
		}
	}
	return goldmark.New(
		goldmark.WithExtensions(extensions...),
		goldmark.WithRendererOptions(
			html.WithUnsafe(), html.WithXHTML(),
			renderer.WithNodeRenderers(util.Prioritized(scanNotes{}, 1)),
		),
	)
}

// scanNotes renders goldmark's footnotes by label and not by number, and the
// list of them not at all: scanJudge does that.
type scanNotes struct{}

func (scanNotes) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	nothing := func(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) {
		return ast.WalkSkipChildren, nil
	}
	r.Register(extast.KindFootnoteList, nothing)
	r.Register(extast.KindFootnoteBacklink, nothing)
	r.Register(extast.KindFootnoteLink, func(w util.BufWriter, _ []byte, n ast.Node, in bool) (ast.WalkStatus, error) {
		if in {
			label, _ := n.AttributeString("label")
			fmt.Fprintf(w, "<ref %s>", label)
		}
		return ast.WalkContinue, nil
	})
}

// scanBreakInAlt finds the tags that goldmark leaves in an image's text.
var scanBreakInAlt = regexp.MustCompile(`alt="[^"]*<br />[^"]*"`)

// scanJudge renders src with goldmark in the form of scanHTML.
func scanJudge(tb testing.TB, md goldmark.Markdown, src string) string {
	tb.Helper()
	doc := md.Parser().Parse(text.NewReader([]byte(src)))
	labels := map[int]string{}
	var notes []*extast.Footnote
	walk := func(visit func(ast.Node)) {
		_ = ast.Walk(doc, func(n ast.Node, in bool) (ast.WalkStatus, error) {
			if in {
				visit(n)
			}
			return ast.WalkContinue, nil
		})
	}
	walk(func(n ast.Node) {
		if f, ok := n.(*extast.Footnote); ok {
			labels[f.Index] = string(f.Ref)
			notes = append(notes, f)
		}
	})
	walk(func(n ast.Node) {
		if f, ok := n.(*extast.FootnoteLink); ok {
			f.SetAttributeString("label", labels[f.Index])
		}
	})
	var b bytes.Buffer
	render := func(n ast.Node) {
		if err := md.Renderer().Render(&b, []byte(src), n); err != nil {
			tb.Fatal(err)
		}
	}
	render(doc)
	sort.Slice(notes, func(i, j int) bool { return string(notes[i].Ref) < string(notes[j].Ref) })
	for _, f := range notes {
		fmt.Fprintf(&b, "<note %s>\n", f.Ref)
		for c := f.FirstChild(); c != nil; c = c.NextSibling() {
			render(c)
		}
		b.WriteString("</note>\n")
	}
	return scanBreakInAlt.ReplaceAllStringFunc(scanCanonical(b.String()), func(alt string) string {
		return strings.ReplaceAll(alt, "<br />", "")
	})
}
