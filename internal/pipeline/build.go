// Package pipeline joins the stages of a build: discover, convert, compose,
// write. It is what the command line and the runtime call.
//
//   - build.go: a build from sources to backstory.md
//   - again.go: what to do where something changes meanwhile
//   - assemble.go: chapters to the output, as they come
//   - output.go: the output as it is made, beside the one that is there
//   - plan.go: what is there to build, and with which options
//   - ignore.go: what is passed over without a trace
//   - owner.go: whether the files that are there are ours to replace
//   - record.go: outcomes to the manifest
//   - check.go: whether a build would change anything, and why
//   - explain.go: where lines of the output came from
//   - trace.go: where quotes came from
//   - convert.go: single files outside a profile
//   - memory.go: what is known of the last build without reading its files
//   - world.go: the lock, and writing
//   - report.go: what a build says of itself
package pipeline

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/search"
)

// Builder builds profiles. The zero value of every field but Registry works.
type Builder struct {
	Registry  *converters.Registry
	Generator string             // name and version of the program, for the manifest
	Override  converters.Options // set over those of the profile

	// See [profile.Options.Grant]: the limits of the user's own configuration,
	// and those of this build.
	UserLimits, Limits converters.Limits

	Jobs     int           // conversions at once; 0 means one for each processor
	Chapters string        // folder of the chapter cache; empty converts everything
	Force    bool          // replace a backstory.md that is not ours, keeping a copy
	Epoch    time.Time     // SOURCE_DATE_EPOCH: no time in the manifest is later
	Index    string        // folder for what is remembered of profiles; empty remembers nothing
	Tracked  bool          // build only what git tracks
	Verify   bool          // read every file, whatever is remembered
	Watchdog time.Duration // see [ingest.Settings]
	Lock     Locking
	Services []any           // what converters may ask for
	Isolator ingest.Isolator // converts some formats in another process; may be nil
	Progress func(done, all int)
	Working  func() // called before sources are converted, where these are more than a few; may be nil

	through func(atomicfile.Lister) atomicfile.Lister // to break writing in tests
}

// Found returns the cache of what is searched in a library, by whose it is. It lies
// beside that of the chapters; without one it is nil.
func (b *Builder) Found(whose string) *search.Cache {
	if b.Chapters == "" {
		return nil
	}
	return search.NewCache(filepath.Dir(b.Chapters), whose)
}

// Build brings a profile's backstory.md and manifest up to date. Sources that
// fail are in the report; an error means that nothing was written.
func (b *Builder) Build(ctx context.Context, p *profile.Profile) (*Report, error) {
	if err := p.Writable(); err != nil {
		return nil, err
	}
	began := time.Now()
	unlock, err := b.Lock.take(ctx, p)
	if err != nil {
		return nil, err
	}
	defer unlock()
	var report *Report
	err = again(ctx, func(last bool) error {
		report, err = b.build(ctx, p, last)
		return err
	})
	if report != nil {
		report.Took = time.Since(began)
	}
	return report, err
}

// build builds a profile, once. A last attempt makes do with what the walk found.
func (b *Builder) build(ctx context.Context, p *profile.Profile, last bool) (*Report, error) {
	memory := b.remember(p)
	plan, err := b.plan(ctx, p, memory)
	if err != nil {
		return nil, err
	}
	report := &Report{Profile: p.Dir, Output: profile.OutputFile, State: StateCurrent}
	standing := look{p: p, m: memory, vouch: true}
	defer standing.drop()
	if !plan.walk.Unchanged() {
		standing.begin() // beside listing the sources
	}
	summary, same, err := memory.current(p, plan)
	if err != nil {
		return nil, err
	}
	if same {
		report.Summary, report.Bytes, report.Notes = summary, summary.Bytes, plan.notes
		if summary.Sources == 0 {
			report.State = StateEmpty
		}
		return report, nil
	}
	if err := plan.list(); err != nil {
		return nil, err
	}
	plan.last = last
	notes := plan.notes
	err = b.rebuild(ctx, p, memory, plan, report, &standing)
	for standing.vouch && errors.Is(err, errNotKept) || !plan.count && errors.Is(err, errUncounted) {
		standing.vouch = standing.vouch && !errors.Is(err, errNotKept)
		plan.count = plan.count || errors.Is(err, errUncounted)
		plan.notes = notes
		err = b.rebuild(ctx, p, memory, plan, report, &standing)
	}
	if err != nil {
		return nil, err
	}
	return report, nil
}

// rebuild makes the output and the manifest and replaces what is stale. Where
// the look vouches it believes that the last output is there, and finds out on
// the way whether it is: if not, the error is errNotKept, and nothing was
// written.
func (b *Builder) rebuild(ctx context.Context, p *profile.Profile, m *memory, plan *plan, report *Report, standing *look) (err error) {
	before, err := standing.take()
	if err != nil {
		return err
	}
	defer before.close() // it is only read
	if err := plan.missed(before.manifest); err != nil && !plan.last {
		return err
	}
	plan.prepare(b, m.index)
	group := atomicfile.NewGroup(b.in(p))
	defer func() { err = errors.Join(err, group.Discard()) }()
	outcomes, out, err := b.make(ctx, p, plan, before, m, report, group)
	defer out.close()
	if err != nil {
		return err
	}
	report.Notes, report.Summary = plan.notes, summarize(report.Manifest)
	report.Summary.Bytes = report.Bytes
	index := m.gather(plan, outcomes)
	err = b.write(p, before, report, group, out)
	found := index()
	if err != nil {
		return err
	}
	if err := m.save(p, found, report); err != nil {
		report.Notes = append(report.Notes, other("the next build will read every file again: "+err.Error()))
	}
	return nil
}

// make converts the sources and makes the manifest and, beside the one that is
// there, the output, if it is another one. There is no output where nothing had
// to be put together.
func (b *Builder) make(ctx context.Context, p *profile.Profile, plan *plan, before *standing, m *memory, report *Report, group *atomicfile.Group) (outcomes []ingest.Outcome, out *output, err error) {
	all := plan.keep(before, m.index)
	if b.Working != nil && plan.work() > fewBytes {
		b.Working()
	}
	if before.vouched && (all || plan.kept == nil) {
		// Nothing else would read the output and find out.
		if err := before.recognize(p, m.index); err != nil {
			return nil, nil, err
		}
	}
	if all || !plan.supports() {
		if outcomes, err = b.convert(ctx, plan, nil); err != nil {
			return nil, nil, err
		}
		report.take(b.record(plan, before, outcomes), outcomes)
		if all {
			err = report.same(before, hex.EncodeToString(m.index.OutputSum[:]))
		}
		return outcomes, nil, err
	}
	out, err = newOutput(group, before, plan.length(before), func() error { return b.mayReplace(before) })
	if err != nil {
		return nil, nil, err
	}
	a, outcomes, err := b.assemble(ctx, plan, before, out)
	if err != nil {
		return nil, out, err
	}
	sum, err := out.end(a.writer.Parts)
	if err != nil {
		return nil, out, err
	}
	report.take(b.record(plan, before, outcomes), outcomes)
	seal(report.Manifest, a)
	report.digest, report.Bytes = hex.EncodeToString(sum[:]), a.writer.Length
	return outcomes, out, nil
}

// fewBytes is how large the sources may be together that are a few.
const fewBytes = 64 << 10

// in returns the profile's folder, to write in.
func (b *Builder) in(p *profile.Profile) atomicfile.Lister {
	folder := atomicfile.In(p.Root)
	if b.through != nil {
		return b.through(folder)
	}
	return folder
}

// convert converts the sources of a plan. A cache that cannot be used costs
// time and nothing else: it is noted.
func (b *Builder) convert(ctx context.Context, plan *plan, deliver func(int, *ingest.Outcome) error) ([]ingest.Outcome, error) {
	settings := ingest.Settings{
		Registry:  b.Registry,
		Namespace: plan.org,
		Base:      compose.Base,
		Jobs:      b.Jobs,
		Profile:   plan.root,
		Spool:     b.Chapters,
		Watchdog:  b.Watchdog,
		Progress:  b.Progress,
		Services:  b.Services,
		Isolator:  b.Isolator,
		Deliver:   deliver,
	}
	if b.Chapters != "" && plan.needsCache() {
		cache, err := ingest.OpenCache(b.Chapters, 0)
		if err != nil {
			plan.notes = append(plan.notes, other(err.Error()))
			return ingest.Convert(ctx, plan.sources, settings)
		}
		settings.Cache = cache
		defer func() {
			if err := cache.Close(); err != nil {
				plan.notes = append(plan.notes, other(err.Error()))
			}
		}()
	}
	return ingest.Convert(ctx, plan.sources, settings)
}

// tooLong returns the error of a backstory over its limit, with the largest
// chapters, which are where to begin.
func tooLong(n, limit int64, parts []compose.Part) error {
	sort.SliceStable(parts, func(i, j int) bool { return parts[i].Length > parts[j].Length })
	var largest []string
	for _, part := range parts[:min(5, len(parts))] {
		largest = append(largest, fmt.Sprintf("%s (%d bytes)", part.Path, part.Length))
	}
	err := &converters.LimitError{Limit: converters.LimitBackstory, Value: n, Max: limit}
	return fmt.Errorf("%s: %w: the largest sources are %s", profile.OutputFile, err, strings.Join(largest, ", "))
}

// write replaces what is stale and leaves the rest alone. The new output, if
// there is one, is in the group.
func (b *Builder) write(p *profile.Profile, before *standing, report *Report, group *atomicfile.Group, out *output) error {
	now := report.Manifest
	if report.digest == "" {
		return b.clear(p, before, report)
	}
	same := before.is(report.digest)
	raw := encode(now, before)
	report.sum = sumOf(raw)
	if same && before.has(report.sum()) {
		report.State = StateCurrent
		return nil
	}
	report.State, report.Kept = StateBuilt, same
	if !same {
		if err := b.backup(p, before, report); err != nil {
			return err
		}
	}
	// Both files are brought to the disk at once.
	if err := group.Stage(atomicfile.Bytes(profile.ManifestFile, raw)); err != nil {
		return err
	}
	if written, err := out.written(); err != nil {
		return err
	} else if !same && !written {
		return fmt.Errorf("%s: %w", profile.OutputFile, errMoved)
	}
	if same {
		return group.Commit(profile.ManifestFile)
	}
	// Not every file system of Windows renames over an open file.
	if err := before.close(); err != nil {
		return err
	}
	return group.Commit(profile.ManifestFile, profile.OutputFile)
}

// encode returns the file of a manifest. What the last one says of when and by
// which version it was written stays where nothing else differs.
func encode(now *manifest.Manifest, before *standing) []byte {
	generator := now.Generator
	now.Generator = before.manifest.Generator
	now.KeepTimes(before.manifest)
	if generator != now.Generator {
		if raw := now.Encode(discover.Compare); before.has(sha256.Sum256(raw)) {
			return raw
		}
		now.Generator = generator
	}
	return now.Encode(discover.Compare)
}

// clear is what a build does when there is no source: ours goes, what is not
// ours stays. The output goes first: a manifest that names a file which is not
// there tells the next run what to do, a file without one would not be ours.
func (b *Builder) clear(p *profile.Profile, before *standing, report *Report) error {
	report.State = StateEmpty
	switch {
	case !before.exists():
	case before.ours():
		if before.adopted {
			if err := b.backup(p, before, report); err != nil {
				return err
			}
		}
		if err := b.remove(p, profile.OutputFile); err != nil {
			return err
		}
		report.State = StateRemoved
	default:
		report.Notes = append(report.Notes, other(profile.OutputFile+" is not ours and stays as it is: there is no source to build from"))
	}
	now := report.Manifest
	if now.TotalFiles > 0 {
		if raw := encode(now, before); !before.has(sha256.Sum256(raw)) {
			return atomicfile.Write(b.in(p), atomicfile.Bytes(profile.ManifestFile, raw))
		}
		return nil
	}
	if before.found && before.ours() {
		return b.remove(p, profile.ManifestFile)
	}
	return nil
}

// mayReplace says whether the output may be replaced.
func (b *Builder) mayReplace(before *standing) error {
	if before.ours() || b.Force {
		return nil
	}
	return before.refuse()
}

// backup keeps a copy of an output that no build of ours wrote, or refuses to
// go on where nobody said to.
func (b *Builder) backup(p *profile.Profile, before *standing, report *Report) error {
	if !before.exists() || before.ours() && !before.adopted {
		return nil
	}
	if err := b.mayReplace(before); err != nil {
		return err
	}
	text, err := before.read()
	if err != nil {
		return err
	}
	report.Backup = profile.OutputFile + ".backup-" + digest(text)[:8]
	return atomicfile.Write(b.in(p), atomicfile.Bytes(report.Backup, text))
}

// unixLines returns text with line feeds alone, as it was before a checkout
// gave it the line ends of Windows.
func unixLines(text []byte) []byte {
	if bytes.IndexByte(text, '\r') < 0 {
		return text
	}
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
}
