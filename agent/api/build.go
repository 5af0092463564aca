package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"

	"github.com/seed353dc258/backstory/agent/api/metrics"
	"github.com/seed353dc258/backstory/agent/feed"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/internal/watch"
	"github.com/seed353dc258/backstory/profile"
)

// builds bring backstories up to date.
type builds struct {
	host    *host.Host
	builder *pipeline.Builder
	feed    *feed.Feed
	metrics *metrics.Metrics
	log     *slog.Logger
	mu      sync.Mutex // one build at a time
}

// Freshen builds the profiles whose sources changed. One that cannot be built
// is served with the backstory that it has; the error names it.
func (b *builds) Freshen(ctx context.Context) error {
	list, err := b.host.Profiles()
	problems := []error{err}
	builder := *b.builder
	done := builder.KeepChapters()
	for _, one := range list {
		name := one.Name
		p, err := b.host.Profile(name)
		if err == nil && p != nil {
			_, err = b.build(ctx, p, builder)
			err = errors.Join(err, p.Close())
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("building %s: %w", name, err))
		}
	}
	return errors.Join(append(problems, done())...)
}

// Build brings a profile's backstory up to date, one at a time: each takes the
// whole machine. Looking at what there is waits for none.
// What it changed is in the feed.
func (b *builds) Build(ctx context.Context, p *profile.Profile) (*pipeline.Report, error) {
	return b.BuildTelling(ctx, p, nil)
}

// BuildTelling does as [builds.Build], and calls progress as [pipeline.Builder]
// calls its own, beside that of the server.
func (b *builds) BuildTelling(ctx context.Context, p *profile.Profile, progress func(done, all int)) (*pipeline.Report, error) {
	builder := *b.builder
	if own := builder.Progress; own == nil {
		builder.Progress = progress
	} else if progress != nil {
		builder.Progress = func(done, all int) { own(done, all); progress(done, all) }
	}
	return b.build(ctx, p, builder)
}

// build does as [builds.Build], with a builder of the caller's.
func (b *builds) build(ctx context.Context, p *profile.Profile, builder pipeline.Builder) (*pipeline.Report, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	report, err := builder.Build(ctx, p)
	err = ownFault(p, err)
	b.metrics.Builds.Add(1)
	e := feed.Event{Type: feed.TypeBuild, Profile: profile.RoleKey(p.Name()), Org: hostOf(ctx, b.host).Org(), Files: []string{profile.OutputFile}}
	switch {
	case err != nil:
		b.metrics.FailedBuilds.Add(1)
		e.State, e.Detail = "failed", "the backstory could not be built; the one that was there is used"
		if errors.Is(err, pipeline.ErrNotOurs) {
			e.Detail = "backstory.md was written by hand and is kept as it is"
		}
	case report.State == pipeline.StateBuilt || report.State == pipeline.StateRemoved:
		e.State, e.Detail = string(report.State), "the backstory was brought up to date"
		made := feed.BuildOf(report.Summary, report.Bytes, report.Took)
		e.Build = &made
	default:
		return report, nil
	}
	if !errors.Is(err, context.Canceled) {
		b.feed.Add(e)
	}
	return report, err
}

// Watch keeps backstories up to date as their sources change, and tells of
// changes in the feed, until the context ends. Files are the configuration:
// reload is called when one of them changes.
func (b *builds) Watch(ctx context.Context, files []string, reload func() error) error {
	list, above := b.host.Folders()
	o := watch.Settings{List: list, Above: above, Files: files, Warn: func(err error) { b.log.Warn("watching", "error", err) }}
	return watch.Run(ctx, o, func(ctx context.Context, c watch.Change) {
		e := feed.Event{Type: feed.TypeProfile, State: "changed", Org: scope.Local, Files: c.Files}
		switch {
		case c.Dir == "":
			e.Type, e.Files, e.Detail = feed.TypeConfiguration, nil, "the configuration was read again"
			if err := reload(); err != nil {
				b.log.Error("reading the configuration again", "error", err)
				e.State, e.Detail = "failed", "the configuration has a mistake, which the server's log names; the one before is used"
			}
			b.feed.Add(e)
			return
		case c.Gone:
			e.State, e.Detail = "gone", "the profile is no longer there"
		default:
			e.Detail = "files of the profile changed"
		}
		e.Profile = profile.RoleKey(filepath.Base(c.Dir))
		if c.Gone || len(c.Files) > 0 {
			b.feed.Add(e)
		}
		if !c.Sources || c.Gone {
			return
		}
		p, err := b.host.Profile(e.Profile)
		if err == nil && p != nil {
			_, err = b.Build(ctx, p)
			err = errors.Join(err, p.Close())
		}
		if err != nil && ctx.Err() == nil {
			b.log.Error("building", "profile", e.Profile, "error", err)
		}
	})
}

// Check says whether a build would change anything, and what the last one left.
func (b *builds) Check(ctx context.Context, p *profile.Profile) (*pipeline.Verdict, error) {
	v, err := b.builder.Check(ctx, p, pipeline.CheckOptions{Whole: true})
	return v, ownFault(p, err)
}

// ownFault returns an error that comes from the options of a profile as one that its
// owner can mend, with the place.
func ownFault(p *profile.Profile, err error) error {
	if err == nil {
		return nil
	}
	if _, bad := p.Options(); bad != nil {
		return NewProblem(409, "", bad.Error())
	}
	return err
}

// Explain says where lines of a backstory came from, and how many there are.
func (b *builds) Explain(ctx context.Context, p *profile.Profile, lines pipeline.Lines) ([]pipeline.Explanation, int, error) {
	return b.builder.Explain(ctx, p, lines)
}
