package pipeline

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/manifest"
)

const (
	// lookAttempts is how often a profile that changes while it is read is
	// looked at.
	lookAttempts = 6
	// lookWait is how long the first of them waits for the next; each waits
	// twice as long as the one before.
	lookWait = 10 * time.Millisecond
)

// again does a step, and does it again as long as something changed while it
// was read. The last attempt is told that it is the last.
func again(ctx context.Context, step func(last bool) error) error {
	wait := lookWait
	for attempt := 1; ; attempt++ {
		last := attempt == lookAttempts
		err := step(last)
		if last || !ingest.IsChange(err) && !errors.Is(err, errMoved) && !errors.Is(err, errMissed) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
		wait *= 2
	}
}

// errMissed says that a walk did not see all that is there: a folder was written
// to while it was listed.
var errMissed = errors.New("the folder changed while it was listed")

// missed looks for the sources of the last build that the walk did not find.
// What is still there was missed, since a name may be left out of the listing of
// a folder in which something is renamed meanwhile; and so may be all that is in a
// folder that was replaced. A source is given up only when it is gone.
func (p *plan) missed(last *manifest.Manifest) error {
	for _, s := range p.skipped {
		if s.Reason == discover.SkipReplaced {
			return errMissed
		}
	}
	found := make(map[string]bool, len(p.files))
	for _, f := range p.files {
		found[f.Path] = true
	}
	for _, s := range p.skipped {
		found[s.Path] = true
	}
	gone := func(at string) bool { return !found[at] && p.isThere(at, found) }
	if slices.ContainsFunc(last.Files, func(e manifest.Entry) bool { return gone(e.Path) }) ||
		slices.ContainsFunc(last.Unsupported, func(u manifest.Unsupported) bool { return gone(u.Path) }) {
		return errMissed
	}
	return nil
}

// isThere reports whether a path that was a source is one still: a plain file in
// plain folders, none of which is passed over or skipped.
func (p *plan) isThere(at string, skipped map[string]bool) bool {
	if at == "" || !fs.ValidPath(at) {
		return false // no build of ours wrote it
	}
	for i, c := range at {
		folder := at[:i]
		if c == '/' && (skipped[folder] || p.ignore(folder, true) || isHidden(folder)) {
			return false
		}
	}
	if p.ignore(at, false) || isHidden(at) {
		return false
	}
	info, err := p.root.Lstat(filepath.Join(p.folder, filepath.FromSlash(at)))
	return err == nil && info.Mode().IsRegular()
}

func isHidden(at string) bool { return strings.HasPrefix(path.Base(at), ".") }
