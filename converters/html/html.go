package html

import (
	"context"
	"errors"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/converters/internal/visible"
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
		Version:    18,
		Extensions: []string{"html", "htm", "xhtml"},
		MediaTypes: []string{"text/html", "application/xhtml+xml"},
		Limits:     append(plain.Limits(), converters.LimitCells, converters.LimitColumns),
		Warnings:   warningTable(),
	}
}

// Convert reads a page: its whole content, or, with the option, its article.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	src, err := source(ctx, in, env)
	if err != nil {
		return nil, err
	}
	t, err := grow(ctx, env, src, modeOf(in, src))
	if errors.Is(err, errTooBig) {
		return flat(ctx, env, src)
	}
	if err != nil {
		return nil, err
	}
	b := newBuilder(ctx, env)
	doc := &document.Document{Blocks: b.page(t, len(src)), Meta: b.meta()}
	b.warn()
	if b.err != nil {
		return nil, b.err
	}
	if len(doc.Blocks) == 0 {
		return nil, noText()
	}
	return doc, nil
}

// noText is the error for a page that shows nothing.
func noText() error {
	return &converters.CorruptError{
		What:   "the page has no text that a reader sees",
		Remedy: "if scripts fill it, save it from a browser; with --hidden=mark, hidden text is shown",
	}
}

func newBuilder(ctx context.Context, env *converters.Env) *builder {
	return &builder{ctx: ctx, env: env, hidden: visible.NewTally(env), flows: &flows{}}
}

// page returns the blocks of a tree. The builder is that of the tree
// afterwards, so that a page inside a page has to save it.
func (b *builder) page(t *tree, size int) []document.Block {
	inner := *b
	inner.t, inner.formats = t, pages[formatLook]{}
	inner.skip, inner.skipEnd, inner.veiled, inner.noteBlocks = 0, 0, 0, nil
	inner.sheet = newSheet(t, size)
	inner.findBase()
	inner.findNotes()
	var blocks []document.Block
	if b.t == nil && b.env.Options.HTML == "article" {
		blocks = inner.article()
	} else {
		blocks = inner.content(root, inner.pageState())
	}
	blocks = append(blocks, inner.noteBlocks...)
	inner.lose(t)
	outer := *b
	*b = inner
	if outer.t != nil {
		counts, frames, lost, err := b.hidden, b.frames, b.lost, b.err
		*b = outer
		b.hidden, b.frames, b.lost, b.err = counts, frames, lost, err
	}
	return blocks
}

// mode is how a page is read before anything in it says more.
type mode uint8

const (
	quirksMode   mode = iota // as old browsers did, until a doctype comes
	standardMode             // part of a page that is taken to have a doctype
	xmlMode                  // XHTML, in which "/>" closes any element
)

func modeOf(in converters.Input, src string) mode {
	head := strings.TrimSpace(src[:min(len(src), 512)])
	switch {
	case in.Fragment:
		return standardMode
	case converters.Extension(in.Name) == "xhtml" || strings.HasPrefix(head, "<?xml"):
		return xmlMode
	}
	return quirksMode
}
