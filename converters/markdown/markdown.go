// Package markdown reads Markdown: CommonMark 0.31.2 with GitHub's tables,
// task items, strikethrough and bare links, footnotes, front matter, and MDX.
//
//		[x] what needs no change stays byte for byte (document.Verbatim)
//		[x] headings: nested by the writer, ATX and setext alike
//		[x] reference links: their target moves in; definitions leave no trace
//		[x] footnotes: the chapter's own, at its end
//		[x] images: as their alternative text
//		[x] front matter: moved out, or a fenced block with --front-matter=keep
//		[x] inline HTML that Markdown can say: br, b, i, s, sub, sup, kbd, a, img …
//		[x] other HTML: the text stays, tags, comments, script and style go, counted
//		[x] MDX: imports, exports and components are fenced as jsx
//		[-] HTML blocks: text by paragraphs and headings, no tables or lists
//		[ ] MDX expressions in braces: they stay as they are written
//		[x] mathematics between dollars: formulas, where text is written anew
//		[ ] definition lists, other mathematics: they stay as they are written
//
//	  - markdown.go: the converter, and which top-level blocks stay as they are
//	  - clean.go: what may stand byte for byte
//	  - block.go, inline.go: blocks that must change, as the model has them
//	  - math.go: formulas
//	  - html.go: what becomes of HTML
//	  - mdx.go: what MDX adds
package markdown

import (
	"context"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

// The warnings of this format.
const (
	warnTag     = "html-tag-dropped"
	warnComment = "html-comment-dropped"
	warnScript  = "html-script-dropped"
	warnFront   = "front-matter-dropped"
	warnDepth   = "nesting-flattened"
	warnCells   = "row-ragged"
)

type converter struct{}

// New returns the converter for Markdown and MDX.
func New() converters.Converter { return converter{} }

func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "markdown",
		Title:      "Markdown",
		Version:    9,
		Extensions: []string{"md", "mdx", "markdown"},
		MediaTypes: []string{"text/markdown"},
		Limits:     plain.Limits(),
		Calls:      []string{"html"},
		Warnings: []converters.WarningInfo{
			{Code: warnTag, Title: "HTML tags in Markdown were dropped, their text was kept"},
			{Code: warnComment, Title: "HTML comments in Markdown were dropped"},
			{Code: warnScript, Title: "scripts, styles and templates in Markdown were dropped with their content"},
			{Code: warnFront, Title: "front matter was left out"},
			{Code: warnDepth, Title: "blocks nested deeper than the limit became plain text"},
			{Code: warnCells, Title: "a table row has more cells than its header"},
		},
	}
}

func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	source, err := plain.Text(ctx, in, env)
	if err != nil {
		return nil, err
	}
	r := &reader{
		ctx: ctx, env: env, source: source,
		mdx: converters.Extension(in.Name) == "mdx",
		tree: markdown.Scan(source, markdown.ScanOptions{
			Footnotes: true, FrontMatter: true,
		}),
		slugs: map[string]int{},
	}
	if r.tree.Truncated {
		r.warn(warnDepth, "blocks nested deeper than the limit became plain text", document.Pos{})
	}
	blocks, err := r.topLevel()
	if err != nil {
		return nil, err
	}
	return &document.Document{Meta: r.meta, Blocks: blocks}, nil
}

// reader turns one tree into a document.
type reader struct {
	ctx    context.Context
	env    *converters.Env
	source string
	mdx    bool
	err    error // of a block that was converted as a source of its own
	tree   *markdown.Tree
	meta   document.Meta
	slugs  map[string]int // how often a heading's anchor was given
	// Each pass has one buffer for the whole tree: it counts what references
	// add to the text, and stops resolving them when that is too much.
	look, read markdown.Inlines
	looked     markdown.NodeID // the leaf that look holds, 0 for none
}

// topLevel returns the document's blocks: runs of blocks that may stay as they
// are, and between them those that must change.
func (r *reader) topLevel() ([]document.Block, error) {
	var out []document.Block
	var first, last markdown.NodeID // of the run, 0 for none
	flush := func() {
		if first != 0 {
			out = append(out, r.verbatim(first, last))
			first = 0
		}
	}
	for n := r.tree.Nodes[0].First; n != 0; n = r.tree.Nodes[n].Next {
		node := &r.tree.Nodes[n]
		if err := r.env.Step(r.ctx, int64(node.End-node.Start)+1, r.pos(n)); err != nil {
			return nil, err
		}
		if r.stays(n, first == 0) {
			if first == 0 {
				first = n
			}
			last = n
			continue
		}
		flush()
		if out = r.block(out, n); r.err != nil {
			return nil, r.err
		}
	}
	flush()
	return out, nil
}

// verbatim returns the source from one top-level block to another as it
// stands.
func (r *reader) verbatim(first, last markdown.NodeID) *document.Verbatim {
	a, b := &r.tree.Nodes[first], &r.tree.Nodes[last]
	return &document.Verbatim{
		Pos:  document.LineSpan(int(a.Line), int(b.LastLine)),
		Text: strings.TrimRight(r.source[a.Start:b.End], "\n"),
	}
}

func (r *reader) pos(n markdown.NodeID) document.Pos {
	node := &r.tree.Nodes[n]
	return document.LineSpan(int(node.Line), int(node.LastLine))
}

func (r *reader) warn(code, message string, pos document.Pos) {
	r.env.Warn(document.Warning{Code: code, Message: message, Pos: pos})
}
