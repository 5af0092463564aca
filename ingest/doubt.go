package ingest

import (
	"context"
	"errors"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

// minDoubtful is how many letters and digits have to seem hidden before their
// looks are doubted: a line in white at the end of a page is just that.
const minDoubtful = 150

// maxPiece is how many letters a piece of text that seems hidden is thought to
// have at most. The little that is left out of a long document is not half of it
// then, and the document need not be read again to know that.
const maxPiece = 20_000

// write converts a source and writes its chapter. Where more than half of it
// would be left out by what it looks like, the looks may be wrong: then that
// text is written, and marked.
func (job *Job) write(ctx context.Context, r *converters.Registry, text io.Writer, scratch *markdown.Scratch) (*Chapter, error) {
	env := converters.NewEnv(r, job.Limits, job.Options, job.Services...)
	doc, err := job.convert(ctx, r, env)
	if err != nil {
		return nil, err
	}
	if env.LeftOut() == 0 {
		return job.put(text, env, doc, scratch)
	}
	shown := &draft{spool: newSpool(job.Spool)}
	defer shown.spool.Close()
	c, err := job.put(shown, env, doc, scratch)
	if err != nil {
		return nil, err
	}
	if shown.letters/maxPiece <= env.LeftOut() {
		all := &draft{spool: newSpool(job.Spool), letters: -len("hidden") * env.LeftOut()}
		defer all.spool.Close()
		marked, err := job.putMarked(ctx, r, all, scratch)
		var over *converters.LimitError
		if err != nil && !errors.As(err, &over) {
			return nil, err
		}
		if hidden := all.letters - shown.letters; err == nil && hidden >= minDoubtful && hidden > shown.letters {
			c, shown = marked, all
		}
	}
	return c, shown.spool.copyTo(text)
}

// convert reads the source.
func (job *Job) convert(ctx context.Context, r *converters.Registry, env *converters.Env) (*document.Document, error) {
	return r.Convert(ctx, converters.Input{Name: job.Name, SectionReader: job.Content}, env)
}

// put writes the chapter of a document.
func (job *Job) put(text io.Writer, env *converters.Env, doc *document.Document, scratch *markdown.Scratch) (*Chapter, error) {
	how := writeOptions(job.Options, env.Limits, job.Base, job.Prefix)
	how.NoTokens, how.NoPlaces, how.Scratch = job.NoTokens, job.NoPlaces, scratch
	written, err := write(text, doc, how)
	if err != nil {
		return nil, err
	}
	c := &Chapter{Chapter: *written}
	c.Warnings = append(env.Warnings(), written.Warnings...)
	return c, nil
}

// putMarked writes the chapter with what seems to be hidden in labels, and warns.
func (job *Job) putMarked(ctx context.Context, r *converters.Registry, text io.Writer, scratch *markdown.Scratch) (*Chapter, error) {
	env := converters.NewEnv(r, job.Limits, job.Options, job.Services...)
	env.Doubt()
	doc, err := job.convert(ctx, r, env)
	if err != nil {
		return nil, err
	}
	env.Warn(document.Warning{Code: converters.WarnHiddenDoubtful, Message: "more than half of the text seems to be hidden by its colour, size or place; it was kept, between [hidden: and ]"})
	return job.put(text, env, doc, scratch)
}

// draft is a text that may be dropped, with the number of its letters and digits.
type draft struct {
	spool   *spool
	letters int
}

// Write implements [io.Writer].
func (d *draft) Write(p []byte) (int, error) {
	for _, c := range p {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0xC0 { // the first byte of a character
			d.letters++
		}
	}
	return d.spool.Write(p)
}
