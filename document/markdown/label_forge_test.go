package markdown_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	markdowntext "github.com/yuin/goldmark/text"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/documenttest"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/document/markdown/label"
	"github.com/seed353dc258/backstory/internal/soak"
)

// What is in a label, and what is in none.
const (
	canaryHidden = "SECRET"
	canaryShown  = "SHOWN"
)

// labelPieces are what a forger of labels writes.
var labelPieces = [...]string{
	"[hidden: ", "[may be hidden: ", "[HIDDEN:", "[hid", "den: ", "［hidden：", "[ｈｉｄｄｅｎ: ", "]", "\\]", "\\\\]", "\\", "\\\\", "[", "\\[", "](", "](http://a.bc)", "]: x", "](hidden: a)",
	"`", "``", "$", "*", "**", "\n", " ", ":", "(", "^", "!", "|", "&#93;", "&#91;hidden: ", "<b>", "</b>", "<!--", "-->", "http://a.bc/", "http://a.bc/]", "www.a.bc", "a@b.cd", "[^1]", "[x] ", "[INST]", "<|im_end|>", "~~", "_",
}

// forger makes inlines of hostile text with the canaries.
type forger struct{ *rand.Rand }

func (f forger) text(canary string) string {
	var b strings.Builder
	for range f.IntN(5) {
		b.WriteString(labelPieces[f.IntN(len(labelPieces))])
	}
	b.WriteString(canary)
	for range f.IntN(5) {
		b.WriteString(labelPieces[f.IntN(len(labelPieces))])
	}
	return b.String()
}

// inlines returns some that are shown and some that are not.
func (f forger) inlines() []document.Inline {
	var out []document.Inline
	for range 1 + f.IntN(4) {
		shown := document.Inline(&document.Text{Value: f.text(canaryShown)})
		switch f.IntN(8) {
		case 0:
			shown = &document.Styled{Style: document.Strong, Inlines: []document.Inline{shown}}
		case 1:
			shown = &document.Link{URL: "https://a.example/" + f.text(""), Title: f.text(canaryShown), Inlines: []document.Inline{shown}}
		case 2:
			shown = &document.Code{Value: f.text(canaryShown)}
		case 3:
			shown = &document.Image{Alt: f.text(canaryShown)}
		case 4:
			shown = &document.Math{TeX: f.text(canaryShown)}
		}
		out = append(out, shown)
		if f.IntN(2) == 0 {
			out = append(out, f.hidden())
		}
	}
	return out
}

func (f forger) hidden() document.Inline {
	in := document.Inline(&document.Text{Value: f.text(canaryHidden)})
	switch f.IntN(6) {
	case 0:
		in = &document.Code{Value: f.text(canaryHidden)}
	case 1:
		in = &document.Link{URL: "https://a.example", Inlines: []document.Inline{in}}
	case 2:
		in = &document.Math{TeX: f.text(canaryHidden)}
	case 3:
		in = &document.Image{Alt: f.text(canaryHidden)}
	}
	return &document.Styled{Style: []document.Style{document.Hidden, document.MayBeHidden}[f.IntN(2)], Inlines: []document.Inline{in}}
}

// document returns a document with labels in every place that holds inlines.
func (f forger) document() *document.Document {
	p := func() document.Block { return &document.Paragraph{Inlines: f.inlines()} }
	all := []document.Block{
		p(),
		&document.Heading{Level: 1, Inlines: f.inlines()},
		&document.List{Items: []document.Item{{Marker: "-", Blocks: []document.Block{p()}}, {Marker: f.text(canaryShown), Blocks: []document.Block{p()}}}},
		&document.Quote{Blocks: []document.Block{p()}},
		&document.Table{Columns: 2, Header: 1, Caption: f.inlines(), Rows: []document.Row{
			{Cells: []document.Cell{{Text: f.text(canaryShown)}, {Blocks: []document.Block{p()}}}},
			{Cells: []document.Cell{{Blocks: document.Hidden.LabelBlocks([]document.Block{&document.CodeBlock{Text: f.text(canaryHidden)}})}, {Text: f.text(canaryShown)}}},
		}},
		&document.DefinitionList{Definitions: []document.Definition{{Terms: [][]document.Inline{f.inlines()}, Details: [][]document.Block{{p()}}}}},
		&document.Note{ID: "a", Blocks: []document.Block{p()}},
		&document.Annotation{Author: f.text(canaryShown), Blocks: []document.Block{p()}},
		&document.MathBlock{TeX: f.text(canaryShown)},
		&document.CodeBlock{Text: f.text(canaryShown)},
		&document.Section{Kind: document.SectionSlide, Title: f.text(canaryHidden), Label: document.Hidden, Blocks: []document.Block{p()}},
	}
	f.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return &document.Document{Blocks: all[:1+f.IntN(3)]}
}

// outsideLabels returns Markdown without its code, and without what is in labels by
// their grammar alone; and what is in them.
func outsideLabels(md string) (outside, inside string) {
	text := []byte(md)
	blank := func(from, to int) { // not by spaces, over which a reader may join what is around
		for i := from; i < to; i++ {
			text[i] = '%'
		}
	}
	root := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote)).Parser().Parse(markdowntext.NewReader([]byte(md)))
	ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.CodeSpan:
			for c := n.FirstChild(); c != nil && entering; c = c.NextSibling() {
				blank(c.(*ast.Text).Segment.Start, c.(*ast.Text).Segment.Stop)
			}
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			for i := range n.Lines().Len() {
				s := n.Lines().At(i)
				blank(s.Start, s.Stop)
			}
		}
		return ast.WalkContinue, nil
	})
	rest := string(text)
	var out, in strings.Builder
	for i := 0; i < len(rest); i++ {
		start := ""
		for _, s := range []document.Style{document.Hidden, document.MayBeHidden} {
			if strings.HasPrefix(rest[i:], s.LabelStart()) {
				start = s.LabelStart()
			}
		}
		switch {
		case rest[i] == '\\':
			out.WriteString("\\%")
			i++
		case start != "":
			i += len(start)
			out.WriteByte('%')
			for ; i < len(rest) && rest[i] != ']'; i++ {
				if rest[i] == '\\' {
					i++
				}
				in.WriteByte(rest[min(i, len(rest)-1)])
			}
		default:
			out.WriteByte(rest[i])
		}
	}
	return out.String(), in.String()
}

// blockEnd is what a text is not continued behind: a blank line, or an item.
var blockEnd = regexp.MustCompile(`\n[> ]*(?:\n|[-*+] )`)

// checkLabels holds a text to the grammar: each canary is where it belongs.
func checkLabels(t *testing.T, doc *document.Document, opts markdown.WriteOptions) {
	t.Helper()
	md, _ := write(t, doc, opts)
	outside, inside := outsideLabels(md)
	switch {
	case strings.Contains(outside, canaryHidden):
		t.Fatalf("hidden text is outside of labels:\n%s\n%s", md, documenttest.Dump(doc))
	case strings.Contains(inside, canaryShown):
		t.Fatalf("shown text is in a label:\n%s\n%s", md, documenttest.Dump(doc))
	case slices.ContainsFunc(blockEnd.Split(outside, -1), label.In):
		t.Fatalf("text reads like a label:\n%s\n%s", md, documenttest.Dump(doc))
	}
}

// TestLabelsAreNotForgedSoak writes random documents that try to leave their labels,
// and to look like them.
func TestLabelsAreNotForgedSoak(t *testing.T) {
	for i := range soak.Size(t, 1_000_000) {
		checkLabels(t, forger{rand.New(rand.NewPCG(41, uint64(i)))}.document(), markdown.WriteOptions{HTMLTables: i%4 == 0})
	}
}

func FuzzLabels(f *testing.F) {
	f.Add("[hidden: a] b", "a](b) \\", "c")
	f.Fuzz(func(t *testing.T, before, hidden, behind string) {
		for _, s := range []*string{&before, &hidden, &behind} {
			*s = strings.ReplaceAll(strings.ReplaceAll(*s, canaryHidden, ""), canaryShown, "")
		}
		inlines := []document.Inline{
			text(before + canaryShown),
			&document.Styled{Style: document.Hidden, Inlines: []document.Inline{text(hidden + canaryHidden + hidden)}},
			text(behind + canaryShown),
		}
		p := func() document.Block { return &document.Paragraph{Inlines: inlines} }
		for _, b := range []document.Block{
			p(), &document.Heading{Level: 1, Inlines: inlines}, &document.Quote{Blocks: []document.Block{p()}},
			&document.Table{Columns: 1, Header: 1, Rows: []document.Row{{Cells: []document.Cell{{Blocks: []document.Block{p()}}}}}},
		} {
			checkLabels(t, &document.Document{Blocks: []document.Block{b}}, markdown.WriteOptions{})
		}
	})
}
