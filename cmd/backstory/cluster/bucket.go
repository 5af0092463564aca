package cluster

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/internal/mirror"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

// profiles returns the profiles that are named: folders, or the addresses of those in a
// bucket.
func (a *Ahead) profiles(ctx context.Context, t *cli.Terminal, b *pipeline.Builder, args []string) ([]string, error) {
	if len(args) != 1 || !strings.HasPrefix(args[0], mirror.Scheme) {
		return t.Profiles(args)
	}
	folder := ""
	if b.Chapters != "" {
		folder = filepath.Join(filepath.Dir(b.Chapters), "buckets")
	}
	var err error
	if a.bucket, err = mirror.Open(ctx, args[0], t.All, folder); err != nil {
		return nil, err
	}
	return a.bucket.Profiles(), nil
}

func (a *Ahead) close() {
	if a.bucket != nil {
		a.bucket.Close() // what it has is copies
	}
}

// Open implements [compile.Ahead].
func (a *Ahead) Open(ctx context.Context, dir string) (*profile.Profile, error) {
	if a.bucket == nil {
		return profile.Open(dir)
	}
	p := a.bucket.Profile(dir)
	if err := p.Fetch(ctx); err != nil {
		return nil, err
	}
	return profile.Open(p.Dir)
}

// maxBuilds is how often a profile is built whose objects change meanwhile.
const maxBuilds = 3

// Build implements [compile.Ahead].
func (a *Ahead) Build(ctx context.Context, t *cli.Terminal, b *pipeline.Builder, p *profile.Profile, dir string) (*pipeline.Report, error) {
	for range maxBuilds {
		report, err := b.Build(ctx, p)
		if err != nil || a.bucket == nil {
			return report, err
		}
		again, err := a.bucket.Profile(dir).Publish(ctx)
		if err != nil || !again {
			return report, err
		}
		t.Talk("%s: somebody wrote there while it was built: it is built again\n", dir)
	}
	return nil, fmt.Errorf("somebody writes there during every build, so that nothing is written: build it later")
}
