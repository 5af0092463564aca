// Package ingest reads the sources of a profile, which ingest/discover finds, and
// converts them.
//
//   - pack.go, on the package sound: chapters that somebody else made, and what of them is taken
//   - convert.go: a bounded number at once, outcomes in the sources' order
//   - load.go, hash.go, digester.go: reading a file that may change meanwhile
//   - secret.go, conflict.go, doubt.go: what a merge left in a source; keys and passwords; documents most of which seems to be hidden
//   - pool.go, within.go: the workers, and the time that one source may take
//   - fault.go: whose an error is: the source's, the machine's or nobody's
//   - place.go: where text of a chapter came from
//   - cache.go, cache_pack.go, cache_codec.go: chapters that were made before
//   - key.go: what a chapter depends on, as one digest
//   - isolate.go, spool.go: conversion in a child process, and long texts on disk
//   - source.go: sources, settings, chapters and outcomes
package ingest

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/ingest/discover"
)

// Convert converts sources with a bounded number of goroutines and returns
// their outcomes in the sources' order, none where the settings have them
// delivered. A source that fails, panics or does not come back costs itself
// alone. The error is the context's, that of Deliver, or one of a source that is
// not the source's own; see [IsChange].
func Convert(ctx context.Context, sources []Source, s Settings) ([]Outcome, error) {
	var outcomes []Outcome
	if s.Deliver == nil {
		outcomes = make([]Outcome, len(sources))
	}
	p := newPool(ctx, sources, &s)
	p.outcomes = outcomes
	return outcomes, p.run()
}

// Digests reads sources as [Convert] does and converts none: their outcomes
// have the digest and the key alone. Each content that was read is given to a
// function, which may be nil, for as long as that runs. It is called by several goroutines.
func Digests(ctx context.Context, sources []Source, s Settings, take func(source int, o *Outcome, content *io.SectionReader)) ([]Outcome, error) {
	s.digestsOnly, s.read = true, take
	return Convert(ctx, sources, s)
}

// one converts one source, from the cache where it can.
func (s *Settings) one(w *worker, src *Source) Outcome {
	if src.Known != nil {
		if out := s.digested(w, src, loaded{Content: *src.Known, stat: discover.Stat{Size: src.Size}}); out.done(src, s) {
			return out
		}
	}
	if src.Held != nil {
		l, err := w.hold(src.Held)
		if err != nil {
			return Outcome{Err: err}
		}
		return s.keep(w, s.digested(w, src, l), l)
	}
	f, err := w.open(src)
	if err != nil {
		return Outcome{Err: fault("opening", err)}
	}
	defer f.Close()
	return s.convert(w, src, f)
}

// convert reads an open source and converts it. A source that changes while
// it is read is read again; one that keeps changing is [ErrChanging].
func (s *Settings) convert(w *worker, src *Source, f *os.File) Outcome {
	for range readAttempts {
		l, err := w.load(f)
		if err != nil {
			return Outcome{Err: err}
		}
		out := s.digested(w, src, l)
		if out.Err != nil {
			w.rest(l)
		}
		if !errors.Is(out.fault, converters.ErrMachine) && !l.holds(f) {
			out.drop()
			continue
		}
		return s.keep(w, out, l)
	}
	return Outcome{Err: fmt.Errorf("reading: %w: build again when nothing writes to it", ErrChanging)}
}

// keep puts a new chapter into the cache, or hands on what was read.
func (s *Settings) keep(w *worker, out Outcome, l loaded) Outcome {
	if out.fault != nil {
		out.drop()
		return Outcome{Err: out.fault}
	}
	if out.Chapter != nil && s.Cache != nil && !out.Cached && !out.Chapter.isLocked() {
		s.Cache.Put(out.Key, out.Chapter)
	}
	if s.read != nil && out.Err == nil {
		s.read(w.source, &out, l.raw)
	}
	return out
}

// done reports whether nothing is left to do for a source whose content was
// not read.
func (o *Outcome) done(src *Source, s *Settings) bool {
	return src.HashOnly || s.digestsOnly || o.Cached
}

// digested converts content whose digest is known. Without content it does
// what can be done without.
func (s *Settings) digested(w *worker, src *Source, l loaded) Outcome {
	sum, shorter := src.Sum(s.Registry, &l.Content)
	out := Outcome{Digest: hex.EncodeToString(sum[:]), Size: l.stat.Size - shorter, Content: l.Content, Bytes: l.stat.Size}
	if src.HashOnly {
		return out
	}
	c, ok := s.converter(src, &l)
	if !ok {
		out.Err = converters.Unsupported(src.Name())
		return out
	}
	named := c.Format()
	out.Key = w.key(s, sum, src, named)
	if s.digestsOnly {
		return out
	}
	if s.Cache != nil {
		// That the notes are its own is not said by the key alone, which somebody else may have given it.
		if c, ok := s.Cache.Get(out.Key); ok && c.NotePrefix == out.Digest[:NotePrefix] {
			out.Chapter, out.Cached = c, true
			return out
		}
		if r, ok := s.Cache.(interface{ Refused(Key) error }); ok {
			if out.Err = r.Refused(out.Key); out.Err != nil {
				return out // workers of a cluster ended on it, and so might this process
			}
		}
	}
	content := l.raw
	if shorter > 0 {
		content = l.unix
	}
	if content != nil {
		content, watched := Watch(content)
		defer func() { out.fault = watched.Err() }()
		terms := src.terms()
		job := Job{
			Name: src.Name(), Content: content, Options: terms.Options, Limits: terms.Limits,
			Base: s.Base, Prefix: out.Digest[:NotePrefix], Services: s.services(src), Spool: s.Spool,
		}
		if Isolates(s.Isolator, s.Registry, c, content) {
			w.away.Store(true)
			defer w.away.Store(false)
			out.Chapter, out.Err = s.Isolator.Convert(w.ctx, job)
			out.warn(content, src.Name(), terms.Options)
			return out
		}
		defer w.shrink()
		w.text.Reset()
		out.Chapter, out.Err = run(w.ctx, s.Registry, job, &spool{folder: s.Spool, held: &w.text}, &w.scratch)
		out.warn(content, src.Name(), terms.Options)
	}
	return out
}

// converter returns what reads a source.
func (s *Settings) converter(src *Source, l *loaded) (converters.Converter, bool) {
	if l.raw == nil {
		return s.Registry.ForName(src.Name())
	}
	return s.Registry.ForContent(src.Name(), l.raw)
}

// services returns what the converter of a source may ask for.
func (s *Settings) services(src *Source) []any {
	for _, service := range s.Services {
		if of, ok := service.(func(path string) converters.Passwords); ok {
			return append(slices.Clip(s.Services), of(src.Path))
		}
	}
	return s.Services
}

// isLocked reports whether a password opened the source of a chapter: then no cache,
// which others may share, keeps it.
func (c *Chapter) isLocked() bool {
	return slices.ContainsFunc(c.Warnings, func(w document.Warning) bool { return w.Code == converters.WarnLocked })
}

// NotePrefix is how many digits of a source's digest are in its footnote
// labels. Two sources may share them: compose sets those apart.
const NotePrefix = 6

// writeOptions returns what the options and limits of a source say to the
// writer.
func writeOptions(o converters.Options, l converters.Limits, base int, prefix string) markdown.WriteOptions {
	return markdown.WriteOptions{
		Base:       base,
		Coqui:      o.Compat == "coqui",
		HTMLTables: o.Tables == "html",
		Anchors:    base == 0,
		Rows:       o.Rows,
		MaxChars:   l.Get(converters.LimitText),
		NotePrefix: prefix,
		NoComments: o.Comments == "off",
	}
}

// write writes a document. A panic of the writer or of rows that stream costs
// this source only.
func write(w io.Writer, doc *document.Document, o markdown.WriteOptions) (c *markdown.Chapter, err error) {
	err = caught(func() (err error) {
		c, err = markdown.Write(w, doc, o)
		return err
	})
	var over *markdown.OverflowError
	if errors.As(err, &over) {
		err = &converters.LimitError{Limit: converters.LimitText, Value: over.Max + 1, Max: over.Max, Pos: over.Pos}
	}
	return c, err
}
