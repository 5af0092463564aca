package pipeline

import (
	"context"
	"crypto/sha256"
	"os"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// plan is what there is to build.
type plan struct {
	options   profile.Options
	canonical []byte // of the options with what the command line sets over them
	label     string
	sources   []ingest.Source // every file, in order; those nobody claims are hashed only
	files     []ingest.File   // by source
	settings  [sha256.Size]byte
	skipped   []manifest.Skip
	notes     []string // problems that cost nothing but should be known
}

// plan reads a profile's options and lists its files.
func (b *Builder) plan(ctx context.Context, p *profile.Profile) (*plan, error) {
	options, err := p.Options()
	if err != nil {
		return nil, err
	}
	options.Options = options.Options.Over(b.Override)
	pl := &plan{options: options, canonical: options.Canonical()}
	pl.label = b.label(p, pl)
	ignore, err := b.ignore(ctx, p, options)
	if err != nil {
		return nil, err
	}
	limits := options.Limits
	inventory, err := ingest.Discover(ctx, p.Root, ingest.DiscoverOptions{
		Ignore:   ignore,
		Claims:   func(name string) bool { _, ok := b.Registry.ForName(name); return ok },
		MaxFiles: int(limits.Get(converters.LimitFiles)),
		MaxDepth: int(limits.Get(converters.LimitFolderDepth)),
	})
	if err != nil {
		return nil, err
	}
	pl.skipped = inventory.Skipped
	size := int64(0)
	for i := range inventory.Files {
		f := &inventory.Files[i]
		pl.add(b, p, f)
		if f.Supported() {
			size += f.Size
		}
	}
	if most := limits.Get(converters.LimitProfile); size > most {
		return nil, &converters.LimitError{Limit: converters.LimitProfile, Value: size, Max: most}
	}
	pl.settings = b.settingsOf(pl)
	return pl, nil
}

// add takes up one file, unless the options leave it out.
func (p *plan) add(b *Builder, of *profile.Profile, f *ingest.File) {
	options, limits, include := p.options.For(f.Path)
	if !include {
		p.skipped = append(p.skipped, manifest.Skip{Path: f.Path, Reason: "left out by " + profile.OptionsFile})
		return
	}
	p.sources = append(p.sources, ingest.Source{
		Path:     f.Path,
		Options:  options.Over(b.Override),
		Limits:   limits,
		Open:     func() (*os.File, error) { return ingest.Open(of.Root, f) },
		HashOnly: !f.Supported(),
	})
	p.files = append(p.files, *f)
}

// recall tells each source the digest that it is known to have.
func (p *plan) recall(x *ingest.Index) {
	for i := range p.sources {
		if sum, ok := x.Digest(&p.files[i]); ok {
			p.sources[i].Known, p.sources[i].Size = &sum, p.files[i].Size
		}
	}
}

// label returns the heading of the backstory: of the options, else of the
// preferences, else the default.
func (b *Builder) label(p *profile.Profile, pl *plan) string {
	if label := profile.CleanLabel(pl.options.Label); label != "" {
		return label
	}
	label, problem := p.Label()
	if problem != nil {
		pl.notes = append(pl.notes, problem.Error())
	}
	if label == "" {
		return profile.DefaultLabel
	}
	return label
}
