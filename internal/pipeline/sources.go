package pipeline

import (
	"context"
	"fmt"
	"sync"

	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// Sources are what a build of a profile would read, in its order, or files of nobody's.
type Sources struct {
	builder *Builder
	plan    *plan
	list    func() error // fills the plan, once
	// State is another text where a source or what decides its chapter changed since
	// the last build; "" where that is not known.
	State string
}

// Sources looks at the sources of a profile, or of a plain folder. One that cannot be
// read costs itself alone.
func (b *Builder) Sources(ctx context.Context, p *profile.Profile) (*Sources, error) {
	known := b.remember(p)
	pl, err := b.plan(ctx, p, known)
	if err != nil {
		return nil, err
	}
	pl.apart = true
	s := &Sources{builder: b, plan: pl}
	if pl.walk.Unchanged() && known.knows(p) {
		s.State = fmt.Sprintf("%x %x", pl.rules, known.index.ManifestSum)
	}
	s.list = sync.OnceValue(func() error {
		if err := pl.list(); err != nil {
			return err
		}
		raw, err := p.ReadFile(profile.ManifestFile, maxManifest)
		last, _ := manifest.Load(raw) // what is wrong with it is for a build to say
		pl.prepare(b, known.index, last)
		return err
	})
	return s, nil
}

// Files returns sources that are no profile's.
func (b *Builder) Files(list []ingest.Source) *Sources {
	return &Sources{builder: b, plan: &plan{inventory: inventory{sources: list, apart: true}}, list: func() error { return nil }}
}

// All returns the sources. Those that no format claims are hashed only.
func (s *Sources) All() ([]ingest.Source, error) {
	err := s.list()
	return s.plan.sources, err
}

// Settings returns what holds for their conversion, but for caches.
func (s *Sources) Settings() ingest.Settings { return s.builder.settings(s.plan) }

// Convert has sources of the list converted, from the cache where it can, and gives
// each outcome to take, in the order of which. Of those that have one, the code is that
// of which the words are wanted; see [converters.Options.Showing]. [Sources.All]
// comes first.
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
