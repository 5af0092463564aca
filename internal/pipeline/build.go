// Package pipeline joins the stages of a build: discover, convert, compose,
// write. It is what the command line and the runtime call.
//
// A build reads from the top: probe what the last one left, plan, make the output
// and its manifest, publish both.
//
//   - trace.go, explain.go: where lines of the output, and where quotes came from
//   - build.go: the steps of a build
//   - lock.go: one build of a profile at a time, and what a killed one left
//   - check.go, compare.go: whether a build would change anything, and why
//   - record.go: outcomes to the manifest
//   - publish.go: replacing what is stale
//   - assemble.go, lastgood.go, output.go: chapters to the output, as they come,
//     beside the one that is there
//   - plan.go: what is there to build, and with which options
//   - report.go: what a build says of itself
//   - again.go: what to do where something changes meanwhile
//   - probe.go, git.go, memory.go: what the last build left and whether it is ours
//     to replace; what is known of it without reading its files
//   - convert.go: single files outside a profile
package pipeline

import (
	"context"
	"encoding/hex"
	"errors"
	"time"

	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/profile"
)

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
	probe := probe{p: p, m: memory, vouch: true}
	defer probe.drop()
	if !plan.walk.Unchanged() {
		probe.begin() // beside listing the sources
	}
	summary, same, err := memory.current(p, plan)
	if err != nil {
		return nil, err
	}
	summary.LeftOut = plan.leftOut()
	if same && !b.mayOpen(plan, summary.Errors) {
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
	err = b.rebuild(ctx, p, memory, plan, report, &probe)
	for probe.vouch && errors.Is(err, errNotKept) || !plan.count && errors.Is(err, errUncounted) {
		probe.vouch = probe.vouch && !errors.Is(err, errNotKept)
		plan.count = plan.count || errors.Is(err, errUncounted)
		plan.notes = notes
		err = b.rebuild(ctx, p, memory, plan, report, &probe)
	}
	if err != nil {
		return nil, err
	}
	return report, nil
}

// rebuild makes the output and the manifest and replaces what is stale. Where
// the probe vouches, it takes it that the last output is there, and finds out on
// the way whether it is: if not, the error is errNotKept, and nothing was
// written.
func (b *Builder) rebuild(ctx context.Context, p *profile.Profile, m *memory, plan *plan, report *Report, probe *probe) (err error) {
	before, err := probe.take()
	if err != nil {
		return err
	}
	defer before.close() // it is only read
	if !plan.last && plan.walk.Missed(plan.files, plan.skipped, before.manifest) {
		return errMissed
	}
	plan.prepare(b, m.index, before.manifest)
	group := atomicfile.NewGroup(b.in(p))
	defer func() { err = errors.Join(err, group.Discard()) }()
	index, out, err := b.make(ctx, p, plan, before, m, report, group)
	defer out.close()
	if err != nil {
		return err
	}
	report.Notes, report.Summary = append(plan.notes, plan.lockedNotes()...), summarize(report.Manifest)
	report.Summary.LeftOut = plan.leftOut()
	report.Summary.Bytes = report.Bytes
	listed := m.list(plan, index)
	err = b.write(p, before, report, group, out)
	listed()
	if err != nil {
		return err
	}
	if err := m.save(p, index, report); err != nil {
		report.Notes = append(report.Notes, other("the next build will read every file again: "+err.Error()))
	}
	return nil
}

// make converts the sources and makes the manifest, the index and, beside the one
// that is there, the output, if it is another one. There is no output where nothing
// had to be put together.
func (b *Builder) make(ctx context.Context, p *profile.Profile, plan *plan, before *previous, m *memory, report *Report, group *atomicfile.Group) (index *discover.Index, out *output, err error) {
	all := plan.keep(b, before, m.index)
	if b.Working != nil && plan.work() > fewBytes {
		b.Working()
	}
	if before.vouched && (all || !plan.keeps) {
		// Nothing else would read the output and find out.
		if err := before.recognize(p, m.index); err != nil {
			return nil, nil, err
		}
	}
	r := b.record(plan)
	r.follow(before)
	r.index = m.begin(plan)
	if all || !plan.supports() {
		_, err = b.convert(ctx, plan, func(i int, o *ingest.Outcome) error { r.add(i, o, compose.Part{}); return nil })
		if err != nil {
			return nil, nil, err
		}
		r.manifest.Recount()
		report.take(r)
		if all {
			err = report.same(before, hex.EncodeToString(m.index.OutputSum[:]))
		}
		return r.index, nil, err
	}
	out, err = newOutput(group, before, plan.length(before), func() error { return b.mayReplace(before) })
	if err != nil {
		return nil, nil, err
	}
	length, err := b.assemble(ctx, r, before, out)
	if err != nil {
		return nil, out, err
	}
	sum, err := out.end(r.manifest)
	if err != nil {
		return nil, out, err
	}
	report.take(r)
	report.digest, report.Bytes = hex.EncodeToString(sum[:]), length
	return r.index, out, nil
}

// fewBytes is how large the sources may be together that are a few.
const fewBytes = 64 << 10
