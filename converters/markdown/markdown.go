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
//		[x] elements that hide what is in them, across blocks; rules of style elements, for the HTML behind them
//		[x] MDX: components are fenced as jsx; comments go, imports and exports by policy, counted
//		[-] HTML blocks: text by paragraphs and headings, no tables or lists
//		[ ] MDX expressions in braces: they stay as they are written
//		[x] mathematics between dollars: formulas, where text is written anew
//		[ ] definition lists, other mathematics: they stay as they are written
//
//	  - markdown.go, long.go: the converter, block by block, and of long ones part by part
//	  - hidden.go: blocks inside an element that hides them
//	  - clean.go: what may stay byte for byte
//	  - block.go, inline.go: blocks that must change, as the model has them
//	  - math.go: formulas
//	  - htmlblock.go, html.go: blocks of HTML, and HTML in a line
//	  - hides.go, tags.go: what HTML says of what is behind it, and finding it
//	  - mdx.go: what MDX adds
//	  - reader.go: what all of them read and fill
package markdown

import (
	"context"
	"errors"
	"math"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/scan"
)

type converter struct {
	part int // how many nodes are read at once, about; 0 for what the scanner takes
}

// New returns the converter for Markdown and MDX.
func New() converters.Converter { return converter{} }

func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "markdown",
		Title:      "Markdown",
		Version:    22,
		Text:       true,
		Extensions: []string{"md", "mdx", "markdown"},
		MediaTypes: []string{"text/markdown"},
		Limits:     append(plain.Limits(), converters.LimitNodes),
		Calls:      []string{"html"},
		Warnings: []converters.WarningInfo{
			{Code: warnTag, Title: "HTML tags in Markdown were dropped, their text was kept"},
			{Code: warnComment, Title: "HTML comments in Markdown were dropped"},
			{Code: warnScript, Title: "scripts, styles and templates in Markdown were dropped with their content"},
			{Code: warnModule, Title: "imports and exports of MDX were dropped"},
			{Code: warnFront, Title: "front matter was left out"},
			{Code: warnDepth, Title: "blocks nested deeper than the limit became plain text"},
			{Code: warnCells, Title: "a table row has more cells than its header"},
			visible.Warnings(visible.StyleUnsure)[0],
		},
	}
}

func (c converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	source, err := plain.Lines(ctx, in, env)
	if err != nil {
		return nil, err
	}
	mdx := converters.Extension(in.Name) == "mdx"
	if mdx {
		var notes int
		if source, notes = withoutNotes(source); notes > 0 {
			env.Warn(document.Warning{Code: warnComment, Message: "comments of MDX were dropped", Count: notes})
		}
	}
	blocks, err := scan.NewReader(source, scan.Options{
		Footnotes: true, FrontMatter: true, Part: c.part, MaxHeld: int(min(env.Limits.Get(converters.LimitNodes), math.MaxInt32)),
	})
	if err != nil {
		return nil, limited(err)
	}
	r := &reader{
		ctx: ctx, env: env, blocks: blocks,
		input:  input{source: source, tree: &blocks.Tree, mdx: mdx, odd: plain.HasOddLine(source)},
		output: output{slugs: map[string]int{}},
	}
	if err := r.topLevel(); err != nil {
		return nil, err
	}
	return &document.Document{Meta: r.output.meta, Blocks: r.output.out}, nil
}

// limited returns the error of a limit for one of a reader's.
func limited(err error) error {
	var held *scan.HeldError
	if errors.As(err, &held) {
		most := int64(held.Max)
		return &converters.LimitError{Limit: converters.LimitNodes, Value: most + 1, Max: most, Pos: document.LineSpan(held.Line, held.Line)}
	}
	return err
}

// topLevel makes the document's blocks: runs of blocks that may stay as they are,
// and between them those that must change.
func (r *reader) topLevel() error {
	for r.blocks.Next() {
		r.leaves.looked = 0
		if err := r.env.Step(r.ctx, r.advanced(), r.pos(r.tree.Nodes[0].First)); err != nil {
			return err
		}
		open := r.blocks.Open()
		for n := r.tree.Nodes[0].First; n != 0 && n != open; n = r.tree.Nodes[n].Next {
			again, err := r.topBlock(n)
			if err != nil {
				return err
			}
			if again {
				break
			}
		}
		if open != 0 && open == r.tree.Nodes[0].First {
			r.part(open)
		}
		if err := r.spent(); err != nil {
			return err
		}
	}
	r.flush()
	if r.err != nil {
		return r.err
	}
	return limited(r.blocks.Err())
}

// advanced returns how many steps were made since it was asked for last.
func (r *reader) advanced() int64 {
	n := max(r.blocks.Offset()-r.stepped, 0)
	r.stepped += n
	return int64(n + len(r.tree.Nodes))
}

// topBlock takes a top-level block that is whole, unless its start has to be read
// again.
func (r *reader) topBlock(n scan.NodeID) (again bool, err error) {
	if r.tree.Truncated && !r.deep {
		r.deep = true
		r.warn(warnDepth, "blocks nested deeper than the limit became plain text", document.Pos{})
	}
	switch {
	case r.folding.long == longChanged:
	case r.stays(n):
		r.stay(n)
		r.folding.long = longNone
		return false, r.spent()
	case r.folding.long == longClean:
		r.again()
		return true, nil
	}
	r.flush()
	r.folding.sink, r.folding.sinkOf = &r.output.out, 0
	if r.output.scratch = r.output.scratch[:0]; r.hides.name != "" {
		r.output.scratch = r.inHidden(r.output.scratch, n)
	} else {
		r.output.scratch = r.block(r.output.scratch, n)
	}
	r.output.out = append(r.output.out, r.output.scratch...)
	r.folding.long, r.folding.held = longNone, nil
	r.holds(document.Weight(r.output.scratch...), r.pos(n))
	return false, r.spent()
}

// stay adds a block to the run.
func (r *reader) stay(n scan.NodeID) {
	node := r.tree.Nodes[n]
	if !r.output.run.open {
		r.output.run.open, r.output.run.first = true, node
	}
	r.output.run.last = node
	r.count.source(r.source, int(node.Start), int(node.End))
}

// flush ends the run: the source is kept from its first block to its last one as it
// is.
func (r *reader) flush() {
	if !r.output.run.open {
		return
	}
	a, b := &r.output.run.first, &r.output.run.last
	verbatim := converters.Make(r.env, &document.Verbatim{
		Pos:  document.LineSpan(int(a.Line), int(b.LastLine)),
		Text: strings.TrimRight(r.source[a.Start:b.End], "\n"),
	})
	r.output.out = append(r.output.out, verbatim)
	r.holds(document.Weight(verbatim), verbatim.Pos)
	r.output.run.open = false
}
