// Package pipeline joins the stages of a build: discover, convert, compose,
// write. It is what the command line and the runtime call.
//
//   - build.go: a build from sources to backstory.md
//   - plan.go: what is there to build, and with which options
//   - ignore.go: what is passed over without a trace
//   - owner.go: whether the files that are there are ours to replace
//   - record.go: outcomes to the manifest
//   - check.go: whether a build would change anything, and why
//   - convert.go: single files outside a profile
//   - memory.go: what is known of the last build without reading its files
//   - world.go: the lock, and writing
//   - report.go: what a build says of itself
package pipeline

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sort"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// Builder builds profiles. The zero value of every field but Registry works.
type Builder struct {
	Registry  *converters.Registry
	Generator string             // name and version of the program, for the manifest
	Override  converters.Options // set over those of the profile
	Jobs      int                // conversions at once; 0 means one for each processor
	Chapters  string             // folder of the chapter cache; empty converts everything
	Force     bool               // replace a backstory.md that is not ours, keeping a copy
	Epoch     time.Time          // SOURCE_DATE_EPOCH: no time in the manifest is later
	Index     string             // folder for what is remembered of profiles; empty remembers nothing
	Tracked   bool               // build only what git tracks
	Verify    bool               // read every file, whatever is remembered
	Watchdog  time.Duration      // see [ingest.Settings]
	Lock      Locking
	Progress  func(done, all int)
}

// Build brings a profile's backstory.md and manifest up to date. Sources that
// fail are in the report; an error means that nothing was written.
func (b *Builder) Build(ctx context.Context, p *profile.Profile) (*Report, error) {
	began := time.Now()
	unlock, err := b.Lock.take(ctx, p)
	if err != nil {
		return nil, err
	}
	defer unlock()
	report, err := b.build(ctx, p)
	if report != nil {
		report.Took = time.Since(began)
	}
	return report, err
}

func (b *Builder) build(ctx context.Context, p *profile.Profile) (*Report, error) {
	memory := b.remember(p)
	plan, err := b.plan(ctx, p)
	if err != nil {
		return nil, err
	}
	report := &Report{Profile: p.Dir, Output: profile.OutputFile, State: StateCurrent, Notes: plan.notes}
	if summary, ok := memory.current(p, plan); ok {
		report.Summary, report.Bytes = summary, summary.Bytes
		if summary.Sources == 0 {
			report.State = StateEmpty
		}
		return report, nil
	}
	before, err := stand(p, memory)
	if err != nil {
		return nil, err
	}
	plan.prepare(b, p, memory.index)
	outcomes, err := b.convert(ctx, plan)
	if err != nil {
		return nil, err
	}
	output, now, err := b.compose(plan, outcomes)
	if err != nil {
		return nil, err
	}
	report.Manifest, report.Notes = now, plan.notes
	if output != nil {
		report.Bytes = output.Length
	}
	for _, o := range outcomes {
		if o.Cached {
			report.Cached++
		}
	}
	if err := b.write(p, before, report, output); err != nil {
		return nil, err
	}
	report.Summary = Summarize(now)
	if err := memory.save(p, plan, outcomes, report.Summary, report.State == StateBuilt); err != nil {
		report.Notes = append(report.Notes, "the next build will read every file again: "+err.Error())
	}
	return report, nil
}

// convert converts the sources of a plan. A cache that cannot be used costs
// time and nothing else: it is noted.
func (b *Builder) convert(ctx context.Context, plan *plan) ([]ingest.Outcome, error) {
	settings := ingest.Settings{
		Registry: b.Registry,
		Base:     compose.Base,
		Jobs:     b.Jobs,
		Watchdog: b.Watchdog,
		Progress: b.Progress,
	}
	if b.Chapters != "" {
		cache, err := ingest.OpenCache(b.Chapters, 0)
		if err != nil {
			plan.notes = append(plan.notes, err.Error())
			return ingest.Convert(ctx, plan.sources, settings)
		}
		settings.Cache = cache
		defer func() {
			if err := cache.Close(); err != nil {
				plan.notes = append(plan.notes, err.Error())
			}
		}()
	}
	return ingest.Convert(ctx, plan.sources, settings)
}

// compose joins the chapters and makes the manifest. The backstory is nil
// where there is no source at all.
func (b *Builder) compose(plan *plan, outcomes []ingest.Outcome) (*compose.Backstory, *manifest.Manifest, error) {
	now := b.record(plan, outcomes)
	if len(now.Files) == 0 {
		return nil, now, nil
	}
	var chapters []compose.Chapter
	for i, o := range outcomes {
		if o.Chapter != nil {
			chapters = append(chapters, compose.Chapter{
				Path: plan.sources[i].Path, Text: o.Chapter.Text,
				NotePrefix: o.Chapter.NotePrefix, Notes: o.Chapter.Notes,
			})
		}
	}
	output := compose.New(plan.label, chapters)
	limit := plan.options.Limits.Get(converters.LimitBackstory)
	if output.Length > limit { // it may be within it in characters
		var runes runeCounter
		if _, err := output.WriteTo(&runes); err != nil {
			return nil, nil, err
		}
		if int64(runes) > limit {
			return nil, nil, tooLong(int64(runes), limit, output.Parts)
		}
	}
	return output, now, seal(now, output)
}

// runeCounter counts the characters that are written to it.
type runeCounter int64

func (n *runeCounter) Write(p []byte) (int, error) {
	for _, c := range p {
		if c&0xc0 != 0x80 { // not a byte inside a character
			*n++
		}
	}
	return len(p), nil
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

// write replaces what is stale and leaves the rest alone.
func (b *Builder) write(p *profile.Profile, before *standing, report *Report, output *compose.Backstory) error {
	now := report.Manifest
	if output == nil {
		return b.clear(p, before, report)
	}
	same := before.is(now.Output.SHA256)
	switch {
	case same && before.manifest.Output != nil:
		now.Output.PreviousSHA256 = before.manifest.Output.PreviousSHA256
	case !same:
		now.Output.PreviousSHA256 = before.digest
	}
	now.KeepTimes(before.manifest)
	raw := now.Encode()
	if same && bytes.Equal(raw, unixLines(before.raw)) {
		report.State = StateCurrent
		return nil
	}
	report.State = StateBuilt
	if same {
		return writeFiles(p, atomicfile.Bytes(profile.ManifestFile, raw))
	}
	if err := b.backup(p, before, report); err != nil {
		return err
	}
	return writeFiles(p, atomicfile.Bytes(profile.ManifestFile, raw), atomicfile.Target{Name: profile.OutputFile, Write: func(w io.Writer) error {
		_, err := output.WriteTo(w)
		return err
	}})
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
		if err := removeFile(p, profile.OutputFile); err != nil {
			return err
		}
		report.State = StateRemoved
	default:
		report.Notes = append(report.Notes, profile.OutputFile+" is not ours and stays as it is: there is no source to build from")
	}
	now := report.Manifest
	if now.TotalFiles > 0 {
		now.KeepTimes(before.manifest)
		if raw := now.Encode(); !bytes.Equal(raw, unixLines(before.raw)) {
			return writeFiles(p, atomicfile.Bytes(profile.ManifestFile, raw))
		}
		return nil
	}
	if before.raw != nil && before.ours() {
		return removeFile(p, profile.ManifestFile)
	}
	return nil
}

// backup keeps a copy of an output that no build of ours wrote, or refuses to
// go on where nobody said to.
func (b *Builder) backup(p *profile.Profile, before *standing, report *Report) error {
	if !before.exists() || before.ours() && !before.adopted {
		return nil
	}
	if !before.ours() && !b.Force {
		return before.refuse()
	}
	report.Backup = profile.OutputFile + ".backup-" + digest(before.output)[:8]
	return writeFiles(p, atomicfile.Bytes(report.Backup, before.output))
}

// unixLines returns text with line feeds alone, as it was before a checkout
// gave it the line ends of Windows.
func unixLines(text []byte) []byte {
	if bytes.IndexByte(text, '\r') < 0 {
		return text
	}
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
}
