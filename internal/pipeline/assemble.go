package pipeline

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/ingest/elsewhere"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// assembly writes the chapters of a build as they come.
type assembly struct {
	record *record
	good   *lastGood // of sources that fail; nil where none is to be kept
	writer *compose.Writer
	old    *ingest.Reread // the last output, for the chapters that are kept; nil where none is
	places *compose.Places
	last   compose.Part   // of the last output, that was looked at
	run    []compose.Part // the first and the last of chapters that are kept and not yet written; they are one behind another
	to     int            // the number of the chapter behind them
}

// assemble converts the sources of a record and writes the backstory that they
// give. It returns the length of that.
func (b *Builder) assemble(ctx context.Context, r *record, before *previous, to io.Writer) (length int64, err error) {
	pl := r.plan
	a := &assembly{record: r, writer: compose.NewWriter(to, pl.label), good: b.lastGood(pl, before)}
	defer a.good.done()
	if pl.keeps {
		text, err := before.text()
		if err != nil {
			return 0, err
		}
		a.old = ingest.NewReread(text)
		a.places, r.before.Passed = compose.NewPlaces(before.manifest.Label), a.pass
		defer a.old.Close()
	}
	_, err = b.convert(ctx, pl, a.deliver)
	if err == nil {
		err = a.flush()
	}
	if err == nil {
		err = a.writer.Flush()
	}
	if err == nil && a.old != nil {
		err = a.verify(pl.outputSum)
	}
	r.manifest.Recount()
	return a.writer.Length, err
}

// deliver puts down the next source, and writes its chapter, if there is one.
func (a *assembly) deliver(i int, o *ingest.Outcome) error {
	if a.record.plan.sources[i].Kept {
		a.record.add(i, o, compose.Part{})
		return a.keep()
	}
	part, err := a.chapter(i, o)
	if err == nil {
		a.record.add(i, o, part)
	}
	return err
}

// pass finds out where the chapter of the next entry of the last manifest is.
func (a *assembly) pass(e *manifest.Head) {
	if e.HasChapter {
		a.last = compose.Part{Path: e.Path, Length: e.Length}
		a.places.Next(&a.last)
	}
}

// chapter writes the chapter of the next source, if there is one, and returns where
// it is.
func (a *assembly) chapter(i int, o *ingest.Outcome) (part compose.Part, err error) {
	pl := a.record.plan
	var c *compose.Chapter
	if o.Chapter == nil {
		if c, err = a.good.chapter(i, o); c == nil || err != nil {
			return part, err
		}
	} else {
		c = &compose.Chapter{
			Path: pl.sources[i].Path, Text: o.Chapter.Text, NotePrefix: o.Chapter.NotePrefix, Notes: o.Chapter.Notes,
		}
		if o.Chapter.Long != nil {
			c.Long = o.Chapter.Long
		}
	}
	if err := a.flush(); err != nil {
		return part, err
	}
	return a.writer.Add(*c)
}

// keep takes up the chapter of the last output that was looked at last. What is there
// one behind another is copied in one go, with the headings between.
func (a *assembly) keep() error {
	if len(a.run) > 0 && a.places.Count == a.to+1 {
		a.run = append(a.run[:1], a.last)
	} else {
		if err := a.flush(); err != nil {
			return err
		}
		a.run = append(a.run, a.last)
	}
	a.to = a.places.Count
	return nil
}

// flush writes what is kept and not yet written.
func (a *assembly) flush() error {
	if len(a.run) == 0 {
		return nil
	}
	if err := a.old.Piece(compose.Span(a.run)); err != nil {
		return fmt.Errorf("%w: %w", errNotKept, err)
	}
	err := a.writer.Keep(a.run, a.old)
	a.run = a.run[:0]
	return err
}

// verify reads the rest of the last output and compares its digest with what
// the index says.
func (a *assembly) verify(want [32]byte) error {
	sum, err := a.old.Sum()
	if err != nil {
		return fmt.Errorf("reading %s: %w", profile.OutputFile, err)
	}
	if sum != want {
		return errNotKept
	}
	return nil
}

// passwords returns what gives the passwords that may open a source of a plan.
func (b *Builder) passwords(plan *plan) func(path string) converters.Passwords {
	return func(path string) converters.Passwords {
		if b.Passwords == nil || plan.root == nil {
			return nil
		}
		return b.Passwords(filepath.Join(plan.root.Name(), plan.folder), path)
	}
}

// settings returns what holds for the sources of a plan.
func (b *Builder) settings(plan *plan) ingest.Settings {
	return ingest.Settings{
		Registry:  b.Registry,
		Namespace: plan.org,
		Base:      compose.Base,
		Jobs:      b.Jobs,
		Profile:   plan.root,
		Spool:     b.Chapters,
		Watchdog:  b.Watchdog,
		Progress:  b.Progress,
		Services:  append(slices.Clip(b.Services), b.passwords(plan)),
		Isolator:  b.Isolator,
		Plain:     plan.tree != nil || plan.apart,
	}
}

// convert converts the sources of a plan. A cache that cannot be used costs
// time and nothing else: it is noted.
func (b *Builder) convert(ctx context.Context, plan *plan, deliver func(int, *ingest.Outcome) error) ([]ingest.Outcome, error) {
	settings := b.settings(plan)
	settings.Deliver = deliver
	if plan.needsCache() {
		cache, done, err := b.openChapters()
		if err != nil {
			plan.notes = append(plan.notes, other(err.Error()))
		}
		if cache != nil {
			settings.Cache = cache
		}
		if b.Elsewhere != nil {
			settings.Cache = elsewhere.Behind(settings.Cache, b.Elsewhere)
		}
		defer func() {
			if err := done(); err != nil {
				plan.notes = append(plan.notes, other(err.Error()))
			}
		}()
	}
	return ingest.Convert(ctx, plan.sources, settings)
}
