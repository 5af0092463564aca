package pipeline

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// Verdict is whether a profile is up to date, and why not.
type Verdict struct {
	Profile  string
	Fresh    bool
	Reasons  []manifest.Change
	Edited   bool               // backstory.md is not what a build wrote
	Diff     []byte             // of backstory.md, if it was asked for
	Summary  Summary            // of the last build
	Manifest *manifest.Manifest // of the last build; nil only where it did not have to be read
	Notes    []string
}

// CheckOptions says how closely to look.
type CheckOptions struct {
	// Rebuild converts every source again, without the cache, and compares
	// bytes. Digests that were edited together pass a check without it.
	Rebuild bool
	Diff    bool // show what a build would change in backstory.md; builds in memory
	Whole   bool // the manifest of the last build is asked for
}

// Check says whether a build would change anything. It writes nothing.
func (b *Builder) Check(ctx context.Context, p *profile.Profile, o CheckOptions) (*Verdict, error) {
	memory := b.remember(p)
	plan, err := b.plan(ctx, p, memory)
	if err != nil {
		return nil, err
	}
	v := &Verdict{Profile: p.Dir, Notes: plan.notes}
	summary, same, err := memory.current(p, plan)
	if err != nil {
		return nil, err
	}
	if same && !o.Rebuild && !o.Whole {
		v.Fresh, v.Summary = true, summary
		return v, nil
	}
	if err := plan.list(); err != nil {
		return nil, err
	}
	before, err := stand(p, memory, false)
	if err != nil {
		return nil, err
	}
	defer before.close() // it is only read
	plan.prepare(b, memory.index)
	v.Manifest, v.Summary = before.manifest, Summarize(before.manifest)
	now, output, err := b.expect(ctx, plan, before, o)
	if err != nil {
		return nil, err
	}
	v.judge(before, now)
	v.Notes = plan.notes
	if o.Rebuild || o.Diff {
		theirs, err := before.read()
		if err != nil {
			return nil, err
		}
		v.compare(before, unixLines(theirs), output, o)
	}
	v.Fresh = len(v.Reasons) == 0
	return v, nil
}

// expect returns the manifest that a build would write, and the output where
// it is to be compared byte for byte.
func (b *Builder) expect(ctx context.Context, plan *plan, before *standing, o CheckOptions) (*manifest.Manifest, []byte, error) {
	if !o.Rebuild && !o.Diff {
		outcomes, err := ingest.Digests(ctx, plan.sources, ingest.Settings{Registry: b.Registry, Base: compose.Base, Jobs: b.Jobs, Profile: plan.root})
		if err != nil {
			return nil, nil, err
		}
		return b.record(plan, before, outcomes), nil, nil
	}
	fresh := *b
	if o.Rebuild {
		fresh.Chapters = ""
		for i := range plan.sources {
			plan.sources[i].Known = nil
		}
	}
	var output bytes.Buffer
	a, outcomes, err := fresh.assemble(ctx, plan, before, &output)
	if err != nil {
		return nil, nil, err
	}
	now := fresh.record(plan, before, outcomes)
	if len(now.Files) == 0 {
		return now, nil, nil
	}
	limit := plan.options.Limits.Get(converters.LimitBackstory)
	if n := int64(utf8.RuneCount(output.Bytes())); n > limit {
		return nil, nil, tooLong(n, limit, a.writer.Parts)
	}
	seal(now, a)
	describe(now, a.writer.Length, sha256.Sum256(output.Bytes()))
	return now, output.Bytes(), nil
}

// judge compares what is there with what a build would make of it.
func (v *Verdict) judge(before *standing, now *manifest.Manifest) {
	nothing := before.manifest.IsEmpty() && now.TotalFiles == 0
	if !nothing {
		v.Reasons = manifest.Diff(before.manifest, now)
	}
	for i := range v.Reasons {
		if c := &v.Reasons[i]; c.Kind == manifest.KindMissing {
			c.New = missing(before.problem)
		}
	}
	wanted := len(now.Files) > 0
	switch {
	case !before.exists() && wanted:
		v.add(manifest.KindOutput, "", profile.OutputFile+" is missing")
	case before.exists() && !before.match.Fresh():
		v.Edited = !before.ours()
		if wanted || before.manifest.Output != nil {
			v.add(manifest.KindOutput, "", profile.OutputFile+" is not what the last build wrote")
		}
	}
}

// missing says why there is no manifest of the last build.
func missing(problem error) string {
	conflict := new(manifest.ConflictError)
	switch {
	case errors.As(problem, &conflict):
		return "a merge left conflict markers in " + profile.ManifestFile
	case errors.Is(problem, manifest.ErrMissing):
		return "there is no " + profile.ManifestFile
	}
	return profile.ManifestFile + " is no manifest"
}

// compare compares the output with the one that a build would write, byte by
// byte.
func (v *Verdict) compare(before *standing, theirs, output []byte, o CheckOptions) {
	if bytes.Equal(theirs, output) || output == nil && !before.ours() {
		return
	}
	if len(v.Reasons) == 0 {
		v.add(manifest.KindOutput, "", "a build from the sources gives other bytes")
	}
	if o.Diff {
		v.Diff = diff.Diff("a/"+profile.OutputFile, theirs, "b/"+profile.OutputFile, output)
	}
}

// add notes a reason, once a kind.
func (v *Verdict) add(kind manifest.Kind, path, text string) {
	for _, c := range v.Reasons {
		if c.Kind == kind {
			return
		}
	}
	v.Reasons = append(v.Reasons, manifest.Change{Kind: kind, Path: path, New: text})
}
