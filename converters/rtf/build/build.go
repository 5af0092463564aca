// Package build makes the document of what RTF holds: headings, lists, quotations,
// code, tables, notes, and the text in them.
//
//   - build.go: the document, its headers and footers
//   - flow.go, list.go: paragraphs, for converters/internal/wordtext
//   - table.go: tables
package build

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/rtf/model"
	"github.com/seed353dc258/backstory/document"
)

// builder makes blocks of what was read.
type builder struct {
	*model.Document
	env    *converters.Env
	words  wordtext.Builder
	failed error // of the budget
}

// Document returns the document of what was read, whose losses it adds to. The error
// is a [converters.LimitError].
func Document(env *converters.Env, in *model.Document) (*document.Document, error) {
	b := &builder{Document: in, env: env}
	b.words = wordtext.Builder{
		Env:  env,
		Fail: func(err error) { b.failed = cmp.Or(b.failed, err) },
	}
	out := b.pour(nil, in.Body)
	in.Body = nil
	out = append(out, b.furniture(in.Furniture)...)
	for i := range in.Notes {
		n := &in.Notes[i]
		if n.Dropped {
			continue
		}
		kind := document.Footnote
		if n.Endnote {
			kind = document.Endnote
		}
		out = append(out, &document.Note{Pos: model.LineAt(n.Line), Kind: kind, ID: strconv.Itoa(i + 1), Blocks: b.blocks(n.Items)})
		*n = model.Note{}
	}
	return &document.Document{Meta: in.Meta, Blocks: b.words.Finish(out)}, b.failed
}

// furniture makes sections of headers and footers.
func (b *builder) furniture(in []model.Furniture) []document.Block {
	var all wordtext.Furniture
	for _, f := range in {
		if blocks := b.pour(nil, f.Items); all.Add(f.Footer, f.Paged, blocks) {
			b.Losses.Lose(lost.Furniture, model.LineAt(f.Line))
		}
	}
	return all.Sections()
}

// blocks makes blocks of what is in a cell or a note.
func (b *builder) blocks(items []model.Item) []document.Block {
	f := b.newFlow(nil)
	for _, it := range items {
		f.add(it)
	}
	return f.Blocks()
}

// pour appends the blocks of a story, which it lets go.
func (b *builder) pour(out []document.Block, items []model.Item) []document.Block {
	f := b.newFlow(nil)
	for i := range items {
		f.add(items[i])
		items[i] = model.Item{}
	}
	return append(out, f.Blocks()...)
}

// posOf returns where a paragraph is.
func posOf(p *model.Paragraph) document.Pos {
	pos := model.LineAt(int(p.Line))
	pos.Paragraph = p.Number
	return pos
}

// headingOf returns the level of a heading, from 1, or 0.
func headingOf(p *model.Paragraph) int {
	if strings.TrimSpace(p.Text) == "" {
		return 0
	}
	return int(p.Outline) + 1
}
