package find

import (
	"context"
	"crypto/sha256"
	"fmt"

	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
	"github.com/seed353dc258/backstory/search"
)

// Files is a profile of which nothing is in memory but what is beside its backstory.
type Files struct {
	Workspace *profile.Workspace // may be nil
	Profile   *profile.Profile
	Beside    *profile.Identity // of [profile.LoadBeside]
}

// SearchFiles is [Search] in files. Where the cache has the index of what they are now,
// those parts of them are read that answer: nothing depends on it but how long it
// takes.
func SearchFiles(ctx context.Context, b *pipeline.Builder, f Files, q Query) ([]Hit, error) {
	stamp, beside := f.stamp()
	cache := b.Found(f.Profile.Dir)
	if hits, ok, err := f.quick(ctx, b, q, cache, stamp, beside); ok {
		return hits, err
	}
	i, err := profile.Load(f.Workspace, f.Profile)
	if err != nil {
		return nil, err
	}
	l := prompt.NewLibrary(i)
	if now, _ := f.stamp(); now != stamp || !f.plain(i, l, len(beside)) {
		stamp = ""
	}
	return source{tool.NewSearcher(l, cache.Stamped(stamp)), ChaptersOf(i)}.search(ctx, b, f.Profile, q)
}

// quick searches by the index that the cache has, if it has it.
func (f Files) quick(ctx context.Context, b *pipeline.Builder, q Query, c *search.Cache, stamp string, beside []prompt.Reading) (hits []Hit, ok bool, err error) {
	if stamp == "" || c == nil {
		return nil, false, nil
	}
	backstory, _, err := plainfile.Open(f.Profile.Root, f.Profile.At(profile.OutputFile))
	if err != nil {
		return nil, false, nil
	}
	defer backstory.Close()
	s, ok := tool.OpenSearcher(c, stamp, backstory, beside)
	if !ok {
		return nil, false, nil
	}
	defer s.Close()
	hits, err = source{s.Searcher, s.Chapter}.search(ctx, b, f.Profile, q)
	if now, _ := f.stamp(); s.Wrong() || now != stamp {
		return nil, false, nil // somebody wrote meanwhile
	}
	return hits, true, err
}

// plain reports whether a library has the bytes of the backstory's file, and of each
// chapter in it the place there. So many are not of it.
func (f Files) plain(i *profile.Identity, l *prompt.Library, beside int) bool {
	info, err := f.Profile.Root.Stat(f.Profile.At(profile.OutputFile))
	for _, r := range l.All() {
		if r.Origin == nil {
			beside--
		}
	}
	return err == nil && info.Size() == int64(len(i.Backstory.Text)) && beside == 0
}

// stamp returns a text that is another one when a file of the library was written, or
// "" where that is not to be told, and what there is beside the backstory.
func (f Files) stamp() (stamp string, beside []prompt.Reading) {
	stamp = pipeline.Stamp(f.Profile)
	if stamp == "" {
		return "", nil
	}
	beside = prompt.NewLibrary(f.Beside).All()
	sum := sha256.New()
	fmt.Fprintf(sum, "%s%s %q\n", stamp, markdown.Revision, f.Beside.Preferences.BackstoryLabel())
	for _, r := range beside {
		fmt.Fprintf(sum, "%q %q %q\n%q\n", r.Ref, r.Path, r.Title, r.Text)
	}
	return fmt.Sprintf("%x", sum.Sum(nil)), beside
}
