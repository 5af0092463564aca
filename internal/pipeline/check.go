package pipeline

import (
	"context"
	"encoding/hex"
	"errors"
	"slices"
	"time"

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
	Digest   string             // of backstory.md; empty where there is none
	Manifest *manifest.Manifest // of the last build; nil only where it did not have to be read
	Failed   []manifest.Failure // the sources that cannot be converted, as far as is known without converting them
	Unproven []manifest.Failure // of a rebuild: sources that lack their password, whose chapters are taken as they are
	Notes    []Note
}

// CheckOptions says how closely to look.
type CheckOptions struct {
	// Rebuild converts every source again, without the cache, and compares
	// bytes. Digests that were edited together pass a check without it.
	Rebuild bool
	Trust   bool // take chapters that were made on other machines, all the same
	Diff    bool // show what a build would change in backstory.md; builds in memory
	Whole   bool // the manifest of the last build is asked for
	Bytes   bool // in it digests and sizes of the bytes, by which Coqui goes; see [ingest.Source.Sum]
}

// Check says whether a build would change anything. It writes nothing.
func (b *Builder) Check(ctx context.Context, p *profile.Profile, o CheckOptions) (v *Verdict, err error) {
	err = again(ctx, func(last bool) error {
		v, err = b.check(ctx, p, o, last)
		return err
	})
	return v, err
}

func (b *Builder) check(ctx context.Context, p *profile.Profile, o CheckOptions, last bool) (*Verdict, error) {
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
		v.Fresh, v.Summary, v.Failed = true, summary, summary.Errors
		v.Notes = append(v.Notes, b.unproven(plan, summary.Locked)...)
		return v, nil
	}
	if err := plan.list(); err != nil {
		return nil, err
	}
	before, err := readPrevious(p, memory, false)
	if err != nil {
		return nil, err
	}
	defer before.close() // it is only read
	if !last && plan.walk.Missed(plan.files, plan.skipped, before.manifest) {
		return nil, errMissed
	}
	plan.prepare(b, memory.index, before.manifest)
	before.manifest = before.manifest.Whole()
	v.Manifest, v.Summary = before.manifest, summarize(before.manifest)
	made, compared, err := b.expect(ctx, plan, before, o)
	if err != nil {
		return nil, err
	}
	now := made.manifest
	v.Digest, v.Summary.Bytes = before.digest, before.size
	v.Failed = now.Errors
	if compared == nil { // nothing was converted
		v.Failed = append(v.Failed, stillFailed(before.manifest, now)...)
	}
	b.versions(before.manifest, now)
	v.Notes = plan.notes
	if v.Unproven = plan.unproven; !o.Rebuild {
		v.Unproven, v.Notes = nil, append(v.Notes, b.unproven(plan, v.Summary.Locked)...)
	}
	if err := v.reasons(o, before, now, compared); err != nil {
		return nil, err
	}
	v.Fresh = len(v.Reasons) == 0
	if o.Bytes {
		v.inBytes(made.shown)
	}
	return v, b.explainUntracked(ctx, p, v.Reasons)
}

// explainUntracked says why sources are gone that are there: git does not track
// them, and --tracked uses no others.
func (b *Builder) explainUntracked(ctx context.Context, p *profile.Profile, reasons []manifest.Change) error {
	removed := func(c manifest.Change) bool { return c.Kind == manifest.KindRemoved }
	if !b.Tracked || !slices.ContainsFunc(reasons, removed) {
		return nil
	}
	tracked, err := trackedFiles(ctx, p)
	if err != nil {
		return err
	}
	for i := range reasons {
		c := &reasons[i]
		if _, err := p.Root.Lstat(p.At(profile.SourcesFolder) + "/" + c.Path); removed(*c) && err == nil && !tracked[c.Path] {
			c.Old, c.New = "", "it is there, but git does not track it: git add it, or build with --tracked"
		}
	}
	return nil
}

// reasons finds the reasons for which a build would change something.
func (v *Verdict) reasons(o CheckOptions, before *previous, now *manifest.Manifest, compared *comparison) error {
	v.judge(before, now)
	if o.Whole {
		v.complete(before.written, now)
	}
	if o.Rebuild {
		v.unprovable(now)
	}
	if compared != nil {
		if err := v.compare(before, compared, len(now.Files) == 0); err != nil {
			return err
		}
	}
	if o.Rebuild {
		v.rebuilt(before, now)
	}
	return nil
}

// stillFailed returns the failures of the last build whose sources are still there.
func stillFailed(last, now *manifest.Manifest) (list []manifest.Failure) {
	for _, f := range last.Errors {
		if slices.ContainsFunc(now.Files, func(e manifest.Entry) bool { return e.Path == f.Path }) {
			list = append(list, f)
		}
	}
	return list
}

// rebuilt compares the manifests, where all sources were converted again.
func (v *Verdict) rebuilt(before *previous, now *manifest.Manifest) {
	v.Summary.Conflicts = summarize(now).Conflicts
	if len(v.Reasons) == 0 && !before.has(keepTimes(now, before)) && now.TotalFiles > 0 {
		v.add(manifest.KindSchema, "", "a build from the sources writes another "+profile.ManifestFile)
	}
}

// expect returns the record that a build would make, and the output compared
// with the one that is there, where it is to be compared byte for byte.
func (b *Builder) expect(ctx context.Context, plan *plan, before *previous, o CheckOptions) (*record, *comparison, error) {
	r := b.record(plan)
	if o.Bytes {
		r.shown = map[string]ingest.Outcome{}
	}
	if !o.Rebuild && !o.Diff {
		settings := ingest.Settings{Registry: b.Registry, Base: compose.Base, Jobs: b.Jobs, Profile: plan.root, Plain: plan.tree != nil}
		settings.Deliver = func(i int, out *ingest.Outcome) error { r.add(i, out, compose.Part{}); return nil }
		_, err := ingest.Digests(ctx, plan.sources, settings, nil)
		r.manifest.Recount()
		return r, nil, err
	}
	fresh := *b
	if o.Rebuild {
		fresh.Chapters, plan.fromNone = "", true
		if !o.Trust {
			fresh.Elsewhere = nil
		}
		for i := range plan.sources {
			plan.sources[i].Known = nil
		}
	}
	compared := newComparison(before, o.Diff)
	if _, err := fresh.assemble(ctx, r, before, compared); err != nil {
		return nil, nil, err
	}
	limit := plan.options.Limits.Get(converters.LimitBackstory)
	if len(r.manifest.Files) > 0 && compared.characters > limit {
		return nil, nil, tooLong(compared.characters, limit, r.manifest)
	}
	return r, compared, nil
}

// versions says of sources that were only hashed which version of their format
// would convert them: that which converted them, as it is now.
func (b *Builder) versions(old, now *manifest.Manifest) {
	find := manifest.Finder{Entries: old.Files}
	for i := range now.Files {
		e := &now.Files[i]
		was := find.Next(e.Path)
		if e.Format != "" || was == nil || was.SHA256 != e.SHA256 {
			continue
		}
		for _, f := range b.Registry.Formats() {
			if f.Name == was.Format {
				e.Format, e.FormatVersion = f.Name, f.Version
			}
		}
	}
}

// complete computes what only a manifest in Coqui's form says: the hash of all
// contents, and times, as the file system has them.
func (v *Verdict) complete(written time.Time, now *manifest.Manifest) {
	m := v.Manifest
	if m.IsEmpty() || m.Coqui {
		return
	}
	m.ContentHash = manifest.ContentHash(m.Files, m.Unsupported)
	if !written.IsZero() {
		m.GeneratedAt = manifest.Timestamp(written)
	}
	for i := range m.Errors {
		m.Errors[i].Timestamp = m.GeneratedAt
	}
	find := manifest.Finder{Entries: now.Files}
	for i := range m.Files {
		if e := find.Next(m.Files[i].Path); e != nil {
			m.Files[i].ModifiedAt = e.ModifiedAt
		}
	}
	at := make(map[string]string, len(now.Unsupported))
	for i := range now.Unsupported {
		at[now.Unsupported[i].Path] = now.Unsupported[i].ModifiedAt
	}
	for i := range m.Unsupported {
		m.Unsupported[i].ModifiedAt = at[m.Unsupported[i].Path]
	}
}

// inBytes has the manifest say of each source that is as it was what its bytes are,
// where that is another digest.
func (v *Verdict) inBytes(shown map[string]ingest.Outcome) {
	m := v.Manifest
	if len(shown) == 0 {
		return
	}
	put := func(path string, sum *string, size *int64) {
		if o, ok := shown[path]; ok && o.Digest == *sum {
			*sum, *size = hex.EncodeToString(o.Content.Raw[:]), o.Bytes
		}
	}
	for i := range m.Files {
		put(m.Files[i].Path, &m.Files[i].SHA256, &m.Files[i].SizeBytes)
	}
	for i := range m.Unsupported {
		put(m.Unsupported[i].Path, &m.Unsupported[i].SHA256, &m.Unsupported[i].SizeBytes)
	}
	m.ContentHash = manifest.ContentHash(m.Files, m.Unsupported)
}

// judge compares what is there with what a build would make of it.
func (v *Verdict) judge(before *previous, now *manifest.Manifest) {
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
		if wanted || len(before.manifest.Files) > 0 {
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
	return profile.ManifestFile + " is not a manifest"
}

// unprovable gives the chapters that stand for sources which fail as reasons: no
// build from the sources gives them.
func (v *Verdict) unprovable(now *manifest.Manifest) {
	find := manifest.Finder{Entries: v.Manifest.Files}
	for i := range now.Files {
		e := find.Next(now.Files[i].Path)
		if e != nil && e.Kept != (manifest.Kept{}) && now.Files[i].Status == manifest.StatusFailed {
			v.Reasons = append(v.Reasons, manifest.Change{Kind: manifest.KindChapter, Path: e.Path, New: "kept from a version of the source that is gone, which --rebuild cannot prove"})
		}
	}
}

// compare takes what was compared, byte by byte: the output with the one that a
// build would write, which may be none.
func (v *Verdict) compare(before *previous, c *comparison, none bool) error {
	same, err := c.end()
	if same || err != nil || none && !before.ours() {
		return err
	}
	if len(v.Reasons) == 0 {
		v.add(manifest.KindOutput, "", "a build from the sources gives other bytes")
	}
	if !c.show {
		return nil
	}
	if v.Diff, err = c.diff(); errors.Is(err, errLong) {
		v.Notes, err = append(v.Notes, Note{Code: NoteOther, File: profile.OutputFile, Message: err.Error()}), nil
	}
	return err
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
