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
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

// Ahead has the sources of a build converted by workers, where it has an engine.
type Ahead struct{ places }

// AddFlags implements [compile.Ahead].
func (a *Ahead) AddFlags(flags *pflag.FlagSet) { a.add(flags) }

// Convert implements [compile.Ahead].
func (a *Ahead) Convert(ctx context.Context, t *cli.Terminal, b *pipeline.Builder, args []string) (end func(), err error) {
	nothing := func() {}
	if a.resolve(); a.engine == "" {
		if a.store != "" {
			return nil, errNoEngine
		}
		return nothing, nil
	}
	dirs, err := t.Profiles(args)
	if err != nil {
		return nothing, nil // which the build says
	}
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
	if err := submit(ctx, s, b, dirs); err != nil {
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
func submit(ctx context.Context, s *cluster.Submission, b *pipeline.Builder, dirs []string) error {
	for _, dir := range dirs {
		p, err := profile.Open(dir)
		if err != nil {
			continue
		}
		sources, err := b.Sources(ctx, p)
		if err != nil {
			p.Close()
			if ctx.Err() != nil {
				return ctx.Err()
			}
			continue
		}
		if err := s.Add(ctx, filepath.ToSlash(dir), sources.Settings(), sources.All(), func() { p.Close() }); err != nil {
			return err
		}
	}
	return s.Wait(ctx)
}
