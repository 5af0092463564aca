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
	files     []*ingest.File  // by source
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
	pl.include(inventory.Files)
	if err := pl.bound(); err != nil {
		return nil, err
	}
	pl.settings = b.settingsOf(pl)
	return pl, nil
}

// include takes up the files, but for those that the options leave out.
func (p *plan) include(files []*ingest.File) {
	if len(p.options.Sources) == 0 {
		p.files = files
		return
	}
	for i := range files {
		if _, _, ok := p.options.For(files[i].Path); ok {
			p.files = append(p.files, files[i])
			continue
		}
		p.skipped = append(p.skipped, manifest.Skip{Path: files[i].Path, Reason: "left out by " + profile.OptionsFile})
	}
}

// bound checks the size of all sources together.
func (p *plan) bound() error {
	size := int64(0)
	for i := range p.files {
		if p.files[i].Supported() {
			size += p.files[i].Size
		}
	}
	if most := p.options.Limits.Get(converters.LimitProfile); size > most {
		return &converters.LimitError{Limit: converters.LimitProfile, Value: size, Max: most}
	}
	return nil
}

// prepare makes sources of the files, each with its own options, and tells
// them the digests that they are known to have.
func (p *plan) prepare(b *Builder, of *profile.Profile, x *ingest.Index) {
	p.sources = make([]ingest.Source, len(p.files))
	for i := range p.files {
		f := p.files[i]
		options, limits, _ := p.options.For(f.Path)
		p.sources[i] = ingest.Source{
			Path:     f.Path,
			Options:  options.Over(b.Override),
			Limits:   limits,
			Open:     func() (*os.File, error) { return ingest.Open(of.Root, f) },
			HashOnly: !f.Supported(),
		}
		if sum, ok := x.Digest(f); ok {
			p.sources[i].Known, p.sources[i].Size = &sum, f.Size
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
