// Package ingest reads the sources of a profile, which ingest/discover finds, and
// converts them.
//
//   - convert.go: a bounded number at once, outcomes in the sources' order
//   - load.go, hash.go: reading a file that may change meanwhile
//   - pool.go, within.go: the workers, and the time that one source may take
//   - isolate.go, spool.go: conversion in a child process, and long texts on disk
//   - key.go: what a chapter depends on, as one digest
//   - cache.go, cache_pack.go, cache_codec.go: chapters that were made before
package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/ingest/discover"
)

// Watchdog is how long one conversion may take before it is abandoned. It is
// the last resort against code that does not come back: what input may cost
// is limited by work budgets, which are the same on every machine.
const Watchdog = 60 * time.Second

// ErrTimeout says that a conversion was abandoned by the watchdog. It is not
// a property of the source, so it is never cached.
var ErrTimeout = errors.New("the conversion did not end in time")

// Settings is what holds for a whole run of [Convert].
type Settings struct {
	Registry  *converters.Registry
	Cache     Cache    // may be nil
	Namespace string   // sets the keys of tenants apart; empty on one machine
	Base      int      // heading level above the chapters
	Jobs      int      // conversions at once; 0 means one for each processor
	Services  []any    // what converters may ask for, see [converters.Service]
	Isolator  Isolator // converts some formats in another process, to its own deadline; may be nil
	Profile   *os.Root // where [Source].File is opened
	Spool     string   // folder for the texts of chapters that are too long for memory; empty is that for temporary files
	Watchdog  time.Duration
	// Progress is called after each source, in no fixed order, by one
	// goroutine at a time. It may be nil.
	Progress func(done, all int)
	// Deliver is called with each outcome in the sources' order, by one
	// goroutine at a time, as soon as those before it are delivered. Afterwards
	// the outcome's chapter has no text, places and segments any more. An error
	// ends the run. It may be nil.
	Deliver func(source int, o *Outcome) error

	digestsOnly bool
	keys        *keys
}

// Source is a file to convert.
type Source struct {
	Path  string // in the backstory folder, with slashes
	Terms *Terms // nil stands for the zero value
	// File is opened in the profile of the settings, or where it is nil, or
	// there is no profile, Open is called.
	File *discover.File
	Open func() (*os.File, error)
	// HashOnly is for a file that no format claims: it is never parsed.
	HashOnly bool
	// Known is the digest of the content, where it is known to have Size
	// bytes and not to have changed. The file is opened only if its chapter
	// is not in the cache.
	Known *[sha256.Size]byte
	Size  int64
	// Kept says that nothing is to be done: its outcome has the digest that is
	// known and nothing else.
	Kept bool
}

// Terms is how a source is read and written. Sources that have the same share
// it.
type Terms struct {
	Options converters.Options
	Limits  converters.Limits
}

func (s *Source) terms() *Terms {
	if s.Terms == nil {
		return &Terms{}
	}
	return s.Terms
}

// Chapter is what one source becomes, and what is worth keeping of it.
type Chapter struct {
	markdown.Chapter
	Text       string            // without line ends at its end
	Long       *LongText         // what stands for Text where that would take much memory; nil where it does not
	Digest     [sha256.Size]byte // of the text
	Coqui      int               // estimated tokens of it by the rule of Coqui
	NotePrefix string
	Format     string // that read it
	Version    int    // of the format
}

// Cache keeps chapters by key. Both methods may be called by several
// goroutines; a cache that cannot keep or find a chapter says nothing.
type Cache interface {
	Get(Key) (*Chapter, bool)
	Put(Key, *Chapter)
}

// Outcome is what became of one source: a chapter or an error.
type Outcome struct {
	Digest  string // SHA-256 of the content, in hexadecimal; empty if it could not be read, or is kept
	Sum     [sha256.Size]byte
	Size    int64 // bytes
	Key     Key
	Chapter *Chapter
	Cached  bool // the chapter came from the cache
	Kept    bool // the source is, and nothing else is known
	Err     error
	// Warnings are those of a source that failed; a chapter has its own.
	Warnings []document.Warning
}

// Convert converts sources with a bounded number of goroutines and returns
// their outcomes in the sources' order. A source that fails, panics or does
// not come back costs itself alone. The error is the context's, that of
// Deliver, or one of a source that is not the source's own; see [IsChange].
func Convert(ctx context.Context, sources []Source, s Settings) ([]Outcome, error) {
	s.keys = newKeys(&s)
	p := newPool(ctx, sources, &s)
	err := p.run()
	return p.outcomes, err
}

// Digests reads sources as [Convert] does and converts none: their outcomes
// have the digest and the key alone.
func Digests(ctx context.Context, sources []Source, s Settings) ([]Outcome, error) {
	s.digestsOnly = true
	return Convert(ctx, sources, s)
}

// one converts one source, from the cache where it can.
func (s *Settings) one(w *worker, src *Source) Outcome {
	if src.Known != nil {
		if out := s.digested(w, src, nil, loaded{*src.Known, discover.Stat{Size: src.Size}}); out.done(src, s) {
			return out
		}
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
		content, sum, err := w.load(f)
		if err != nil {
			return Outcome{Err: err}
		}
		content, watched := Watch(content)
		out := s.digested(w, src, content, sum)
		if out.Err != nil {
			w.rest(sum)
		}
		err = watched.Err()
		if !errors.Is(err, converters.ErrMachine) && !sum.holds(f) {
			out.drop()
			continue
		}
		if err != nil {
			out.drop()
			return Outcome{Err: err}
		}
		if out.Chapter != nil && s.Cache != nil && !out.Cached {
			s.Cache.Put(out.Key, out.Chapter)
		}
		return out
	}
	return Outcome{Err: fmt.Errorf("reading: %w: build again when nothing writes to it", ErrChanging)}
}

// done reports whether nothing is left to do for a source whose content was
// not read.
func (o *Outcome) done(src *Source, s *Settings) bool {
	return src.HashOnly || s.digestsOnly || o.Cached
}

// digested converts content whose digest is known. Without content it does
// what can be done without.
func (s *Settings) digested(w *worker, src *Source, content *io.SectionReader, sum loaded) Outcome {
	out := Outcome{Digest: hex.EncodeToString(sum.digest[:]), Sum: sum.digest, Size: sum.stat.Size}
	if src.HashOnly {
		return out
	}
	c, ok := s.Registry.ForName(src.Name())
	if !ok {
		out.Err = converters.Unsupported(src.Name())
		return out
	}
	named := c.Format()
	out.Key = w.key(s.keys, sum.digest, src, named)
	if s.digestsOnly {
		return out
	}
	if s.Cache != nil {
		if out.Chapter, out.Cached = s.Cache.Get(out.Key); out.Cached {
			return out
		}
	}
	if content != nil {
		terms := src.terms()
		job := Job{
			Name: src.Name(), Content: content, Options: terms.Options, Limits: terms.Limits,
			Base: s.Base, Prefix: out.Digest[:NotePrefix], Services: s.Services, Spool: s.Spool,
		}
		if Isolates(s.Isolator, s.Registry, c, content) {
			w.away.Store(true)
			defer w.away.Store(false)
			out.Chapter, out.Err = s.Isolator.Convert(w.ctx, job)
			out.warnOfConflicts(content, terms.Options)
			return out
		}
		defer w.shrink()
		w.text.Reset()
		out.Chapter, out.Err = run(w.ctx, s.Registry, job, &Spool{folder: s.Spool, held: &w.text}, &w.scratch)
		out.warnOfConflicts(content, terms.Options)
	}
	return out
}

// drop lets go of a chapter that nobody wants.
func (o *Outcome) drop() {
	if o.Chapter != nil {
		o.Chapter.Long.Close()
	}
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

// Write writes a document. A panic of the writer or of rows that stream costs
// this source only.
func Write(w io.Writer, doc *document.Document, o markdown.WriteOptions) (c *markdown.Chapter, err error) {
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
