package html

import (
	"context"
	"errors"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/canvas"
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/html/footnote"
	"github.com/seed353dc258/backstory/converters/html/head"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
)

// New returns the converter.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes the format.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "html",
		Title:      "HTML and XHTML pages",
		Version:    39,
		Text:       true,
		Extensions: []string{"html", "htm", "xhtml"},
		MediaTypes: []string{"text/html", "application/xhtml+xml"},
		Limits:     append(plain.Limits(), converters.LimitCells, converters.LimitColumns),
		Warnings:   warningTable(),
	}
}

// Sniff implements [converters.Sniffer].
func (converter) Sniff(content *io.SectionReader) bool { return head.IsPage(content) }

// Convert reads a page: its whole content, or, with the option, its article.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	src, err := head.Source(ctx, in, env)
	if err != nil {
		return nil, err
	}
	t, err := dom.Grow(ctx, env, src, dom.ModeOf(in, src), canvas.AskedAttrs(src))
	if errors.Is(err, dom.ErrTooBig) {
		return flat(ctx, env, src)
	}
	if err != nil {
		return nil, err
	}
	b := newBuilder(ctx, env)
	doc := &document.Document{Blocks: b.page(t, len(src)), Meta: head.Meta(t)}
	b.lost.Warn(env)
	if b.err != nil {
		return nil, b.err
	}
	if len(doc.Blocks) == 0 {
		return nil, noText()
	}
	return doc, nil
}

// page returns the blocks of a tree. The builder is that of the tree
// afterwards, so that a page inside a page has to save it.
func (b *builder) page(t *dom.Tree, size int) []document.Block {
	inner := *b
	inner.t, inner.formats = t, dom.Pages[formatLook]{}
	inner.at.skip, inner.at.skipEnd, inner.at.veiled, inner.noteBlocks = 0, 0, 0, nil
	inner.sheet = css.NewSheet(t, size)
	inner.base = head.Base(t)
	inner.notes, inner.noted = footnote.Find(t), nil
	var blocks []document.Block
	if b.t == nil && b.env.Options.HTML == "article" {
		blocks = inner.article()
	} else {
		blocks = inner.content(dom.Root, inner.pageState())
	}
	blocks = append(blocks, inner.noteBlocks...)
	inner.lose(t)
	outer := *b
	*b = inner
	if outer.t != nil {
		*b = outer
		b.err = inner.err
	}
	return blocks
}
