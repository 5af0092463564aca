package cluster

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/seed353dc258/backstory/cluster"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/ingest/elsewhere"
	"github.com/seed353dc258/backstory/internal/mirror"
	"github.com/seed353dc258/backstory/internal/pipeline"
)

// Ahead has the sources of a build fetched from a bucket, where they are in one, and
// converted by workers, where it has an engine.
type Ahead struct {
	places
	bucket *mirror.Bucket // nil where the profiles are in folders
}

// AddFlags implements [compile.Ahead].
func (a *Ahead) AddFlags(flags *pflag.FlagSet) { a.add(flags) }

// Convert implements [compile.Ahead].
func (a *Ahead) Convert(ctx context.Context, t *cli.Terminal, b *pipeline.Builder, args []string) (dirs []string, end func(), err error) {
	if a.resolve(); a.engine == "" && a.store != "" {
		return nil, nil, errNoEngine
	}
	if dirs, err = a.profiles(ctx, t, b, args); err != nil {
		return nil, nil, err
	}
	end = a.close
	if a.engine != "" {
		var ended func()
		if ended, err = a.convert(ctx, t, b, dirs); err != nil {
			a.close()
			return nil, nil, err
		}
		end = func() {
			ended()
			a.close()
		}
	}
	return dirs, end, nil
}

// convert has the sources of profiles converted by workers.
func (a *Ahead) convert(ctx context.Context, t *cli.Terminal, b *pipeline.Builder, dirs []string) (end func(), err error) {
	e, store, err := a.open(ctx, true)
	if err != nil {
		return nil, err
	}
	s, err := cluster.Submit(ctx, e, store, b.Registry, b.Isolator)
	if err != nil {
		e.Close()
		return nil, err
	}
	end = func() {
		s.Close()
		e.Close()
	}
	update, clear := t.Progress("workers")
	defer clear()
	s.Say, s.Progress, s.Least = t.Talk, update, quick
	if b.Chapters != "" {
		if cache, err := ingest.OpenCache(b.Chapters, 0); err == nil {
			defer cache.Close()
			s.Have = cache.Has
		}
	}
	if err := a.submit(ctx, s, b, dirs); err != nil {
		end()
		if errors.Is(err, context.Canceled) {
			t.Talk("what is queued stays so: the next build takes what came of it\n")
		}
		return nil, err
	}
	if b.Elsewhere != nil {
		b.Elsewhere = elsewhere.Behind(b.Elsewhere, s)
	} else {
		b.Elsewhere = s
	}
	return end, nil
}

// quick is how long a text is that is converted in about the time that a build needs to
// send it and to take what came of it, in bytes.
const quick = 4 << 10

// submit queues the sources of profiles and waits. Of a profile that cannot be read the
// build says why.
func (a *Ahead) submit(ctx context.Context, s *cluster.Submission, b *pipeline.Builder, dirs []string) error {
	for _, dir := range dirs {
		p, err := a.Open(ctx, dir)
		if err != nil {
			continue
		}
		sources, err := b.Sources(ctx, p)
		var list []ingest.Source
		if err == nil {
			list, err = sources.All()
		}
		if err != nil {
			p.Close()
			if ctx.Err() != nil {
				return ctx.Err()
			}
			continue
		}
		if err := s.Add(ctx, filepath.ToSlash(dir), sources.Settings(), list, func() { p.Close() }); err != nil {
			return err
		}
	}
	return s.Wait(ctx)
}
