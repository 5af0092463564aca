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
		blocks: blocks, account: account{ctx: ctx, env: env},
		in: input{source: source, tree: &blocks.Tree, mdx: mdx, odd: plain.HasOddLine(source)},
	}
	r.clean = cleaner{input: &r.in, account: &r.account}
	r.build = builder{
		input: &r.in, account: &r.account, env: env, clean: &r.clean,
		html: surroundings{account: &r.account}, slugs: slugs{},
	}
	if err := r.topLevel(); err != nil {
		return nil, err
	}
	return &document.Document{Meta: r.build.meta, Blocks: r.out}, nil
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
		r.clean.looked = 0
		if err := r.account.advance(r.blocks.Offset(), len(r.in.tree.Nodes), r.first()); err != nil {
			return err
		}
		open := r.blocks.Open()
		for n := r.in.tree.Nodes[0].First; n != 0 && n != open; n = r.in.tree.Nodes[n].Next {
			again, err := r.topBlock(n)
			if err != nil {
				return err
			}
			if again {
				break
			}
		}
		if open != 0 && open == r.in.tree.Nodes[0].First {
			r.part(open)
		}
		if err := r.account.spent(r.first()); err != nil {
			return err
		}
	}
	r.flush()
	if r.account.err != nil {
		return r.account.err
	}
	return limited(r.blocks.Err())
}

// first returns where the part begins that is held.
func (r *reader) first() document.Pos { return r.in.pos(r.in.tree.Nodes[0].First) }

// topBlock takes a top-level block that is whole, unless its start has to be read
// again.
func (r *reader) topBlock(n scan.NodeID) (again bool, err error) {
	if r.in.tree.Truncated && !r.deep {
		r.deep = true
		r.account.warn(warnDepth, "blocks nested deeper than the limit became plain text", document.Pos{})
	}
	switch {
	case r.long == longChanged:
	case r.stays(n):
		r.stay(n)
		r.long = longNone
		return false, r.account.spent(r.first())
	case r.long == longClean:
		r.again()
		return true, nil
	}
	r.flush()
	r.build.folding.sink, r.build.folding.sinkOf = &r.out, 0
	if r.scratch = r.scratch[:0]; r.build.html.hides.name != "" {
		r.scratch = r.build.inHidden(r.scratch, n)
	} else {
		r.scratch = r.build.block(r.scratch, n)
	}
	r.out = append(r.out, r.scratch...)
	r.long, r.build.folding.held = longNone, nil
	r.account.holds(document.Weight(r.scratch...), r.in.pos(n))
	return false, r.account.spent(r.first())
}

// stay adds a block to the run.
func (r *reader) stay(n scan.NodeID) {
	node := r.in.tree.Nodes[n]
	if !r.run.open {
		r.run.open, r.run.first = true, node
	}
	r.run.last = node
	r.account.count.source(r.in.source, int(node.Start), int(node.End))
}

// flush ends the run: the source is kept from its first block to its last one as it
// is.
func (r *reader) flush() {
	if !r.run.open {
		return
	}
	a, b := &r.run.first, &r.run.last
	verbatim := converters.Make(r.account.env, &document.Verbatim{
		Pos:  document.LineSpan(int(a.Line), int(b.LastLine)),
		Text: strings.TrimRight(r.in.source[a.Start:b.End], "\n"),
	})
	r.out = append(r.out, verbatim)
	r.account.holds(document.Weight(verbatim), verbatim.Pos)
	r.run.open = false
}
