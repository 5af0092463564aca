// Package lint says what documents hide, forge or leak, before a model reads them.
// Its findings come of the conversion that a build makes, so that it never says less
// than a build knows, and each has the words and the place.
//
//   - lint.go: the sources of a target, converted
//   - keep.go, revision.go: findings of sources that did not change
//   - source.go: what one of them hides
//   - allow.go: what may be there, by comments and options
//   - secret.go: keys, tokens and passwords
//   - label.go, char.go: words that no reader sees, in labels and as characters
//   - word.go: letters that look like others, and orders to a model (order)
//   - fix.go: taking out what no reader sees
//   - finding.go, weight.go: what is found, and how much it matters
package lint

import (
	"cmp"
	"context"
	"io"
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/pipeline"
)

// Target is what is looked at: sources, and how a user names them.
type Target struct {
	Sources *pipeline.Sources
	Name    func(path string) string // of a source, as the user can open it
	Own     bool                     // its owner writes them, and a model reads them as they are
	// Allows reports whether comments in a source may let findings in it pass.
	// Default: none may.
	Allows func(path string) bool
	// Made reports whether a source is surely made of other ones that are looked at, so
	// that nothing else can be in it. Default: none is.
	Made func(path string) bool
	// Open opens a source to read its lines again.
	Open func(path string) (io.ReadCloser, error)
}

// Linter looks at targets. The zero value of every field but Registry works.
type Linter struct {
	Registry *converters.Registry
	// Allows are those of options of profiles.
	Allows []Allow
	// Counts reports whether an allow in a comment counts. Default: all do.
	Counts func(*Allow) bool
	// Today is the day by which allows end, such as 2027-01-31. Default: none does.
	Today string
	// Partial says that the targets have not all files that Allows are for.
	Partial bool
	// Keep keeps the findings of sources that did not change; may be nil.
	Keep Keep
	// Lifted is how many findings of the last run were allowed.
	Lifted int
}

// Lint returns the findings of targets, in the order of their sources, and the files
// that were looked at.
func (l *Linter) Lint(ctx context.Context, targets ...Target) (all []Finding, looked []string, err error) {
	allows := slices.Clone(l.Allows)
	for i := range targets {
		r := &run{Linter: l, target: &targets[i], codes: map[int]string{}}
		if err := r.convert(ctx); err != nil {
			return nil, nil, err
		}
		allows = append(allows, r.allows...)
		for _, s := range r.sources {
			s.leaks = nil
			looked = append(looked, targets[i].Name(s.path))
			slices.SortStableFunc(s.findings, func(a, b Finding) int { return cmp.Compare(a.Line, b.Line) })
			all = append(all, s.findings...)
		}
	}
	all = withoutCopies(all)
	sign(all)
	all, l.Lifted = lift(all, allows, l.Today, l.Partial)
	return all, looked, nil
}

// convert looks at every source, then at the words of what some of them hide.
func (r *run) convert(ctx context.Context) error {
	state := r.target.Sources.State
	if state != "" && r.load(r.keyOf(state, nil)) {
		return nil
	}
	list, err := r.target.Sources.All()
	if err != nil {
		return err
	}
	var which []int
	var asked []*source // by index in which
	for i := range list {
		if list[i].HashOnly {
			continue
		}
		s := &source{run: r, path: list[i].Path, index: i, name: list[i].Name()}
		if r.sources = append(r.sources, s); !r.isMade(s.path) {
			which, asked = append(which, i), append(asked, s)
		}
	}
	key := r.keyOf(state, list)
	if state == "" && r.load(key) {
		return nil
	}
	err = r.target.Sources.Convert(ctx, which, nil, func(i int, o *ingest.Outcome) error {
		if o.Chapter == nil {
			key = "" // why it gives no text may be mended elsewhere
		}
		return asked[i].take(o)
	})
	if err == nil && len(r.wanted) > 0 {
		err = r.target.Sources.Convert(ctx, r.wanted, r.codes, func(i int, o *ingest.Outcome) error {
			return r.of[i].show(r.codes[i], o)
		})
	}
	if err == nil {
		r.save(key)
	}
	return err
}

func (r *run) isMade(path string) bool { return r.target.Made != nil && r.target.Made(path) }

// withoutCopies leaves out what was found in another file before, where that file is
// made of that other one: backstory.md says what its sources say.
func withoutCopies(all []Finding) []Finding {
	type key struct{ code, words string }
	known := map[key]bool{}
	for i := range all {
		if !all[i].own {
			known[key{all[i].Code, all[i].Words}] = true
		}
	}
	return slices.DeleteFunc(all, func(f Finding) bool { return f.own && isOutput(f.File) && known[key{f.Code, f.Words}] })
}
