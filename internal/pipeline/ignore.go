package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"strings"

	"github.com/seed353dc258/backstory/profile"
)

// ignore returns what discovery is to pass over without a trace: what the
// options' patterns match and, with Tracked, what git does not track.
func (b *Builder) ignore(ctx context.Context, p *profile.Profile, o profile.Options) (func(rel string, folder bool) bool, error) {
	patterns, err := profile.NewIgnore(o.Ignore)
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

// trackedFiles returns the sources that git tracks and their folders, by path
// in the backstory folder. It asks git itself, which knows every kind of
// repository.
func trackedFiles(ctx context.Context, p *profile.Profile) (map[string]bool, error) {
	cmd := exec.CommandContext(ctx, "git", "-C", p.Dir, "ls-files", "-z", "--", profile.SourcesFolder+"/")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("--tracked: git is not installed: build without it")
	}
	if err != nil {
		return nil, fmt.Errorf("--tracked: git ls-files: %s: build without it, or in a repository", strings.TrimSpace(stderr.String()))
	}
	tracked := map[string]bool{}
	for name := range strings.SplitSeq(string(out), "\x00") {
		rel, ok := strings.CutPrefix(name, profile.SourcesFolder+"/")
		for ok && rel != "." {
			tracked[rel] = true
			rel = path.Dir(rel)
		}
	}
	return tracked, nil
}
