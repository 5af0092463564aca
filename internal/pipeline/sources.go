package pipeline

import (
	"context"

	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// Sources are what a build of a profile would read, in its order, or files of nobody's.
type Sources struct {
	builder *Builder
	plan    *plan
}

// Sources looks at the sources of a profile, or of a plain folder. One that cannot be
// read costs itself alone.
func (b *Builder) Sources(ctx context.Context, p *profile.Profile) (*Sources, error) {
	known := b.remember(p)
	pl, err := b.plan(ctx, p, known)
	if err == nil {
		err = pl.list()
	}
	if err != nil {
		return nil, err
	}
	raw, err := p.ReadFile(profile.ManifestFile, maxManifest)
	if err != nil {
		return nil, err
	}
	last, _ := manifest.Load(raw) // what is wrong with it is for a build to say
	pl.prepare(b, known.index, last)
	pl.apart = true
	return &Sources{b, pl}, nil
}

// Files returns sources that are no profile's.
func (b *Builder) Files(list []ingest.Source) *Sources {
	return &Sources{b, &plan{inventory: inventory{sources: list, apart: true}}}
}

// All returns the sources. Those that no format claims are hashed only.
func (s *Sources) All() []ingest.Source { return s.plan.sources }

// Settings returns what holds for their conversion, but for caches.
func (s *Sources) Settings() ingest.Settings { return s.builder.settings(s.plan) }

// Skipped returns what is no source, and why.
func (s *Sources) Skipped() []manifest.Skip { return s.plan.skipped }

// Convert has sources of the list converted, from the cache where it can, and gives
// each outcome to take, in the order of which. Of those that have one, the code is that
// of which the words are wanted; see [converters.Options.Showing]. The outcome's
// chapter has no text afterwards.
func (s *Sources) Convert(ctx context.Context, which []int, codes map[int]string, take func(i int, o *ingest.Outcome) error) error {
	asked := *s.plan
	asked.sources = make([]ingest.Source, len(which))
	for i, number := range which {
		src := s.plan.sources[number]
		if code := codes[i]; code != "" {
			var terms ingest.Terms
			if src.Terms != nil {
				terms = *src.Terms
			}
			terms.Options = terms.Options.Showing(code)
			src.Terms = &terms
		}
		asked.sources[i] = src
	}
	_, err := s.builder.convert(ctx, &asked, take)
	return err
}
