package pipeline

import (
	"context"

	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/profile/ignore"
)

// ignore returns what discovery is to pass over without a trace: what the
// options' patterns match and, with Tracked, what git does not track.
func (b *Builder) ignore(ctx context.Context, p *profile.Profile, o profile.Options) (func(rel string, folder bool) bool, error) {
	patterns, err := ignore.New(o.Ignore)
	if err != nil {
		return nil, err
	}
	if !b.Tracked {
		return patterns.Match, nil
	}
	tracked, err := trackedFiles(ctx, p)
	if err != nil {
		return nil, err
	}
	return func(rel string, folder bool) bool { return !tracked[rel] || patterns.Match(rel, folder) }, nil
}
