package pipeline

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/profile"
)

// memory is what is known of a profile's last build without reading any of
// its files: the index of the user's cache, and when this look at it began.
type memory struct {
	path  string // empty where nothing is to be remembered
	index *discover.Index
	taken int64
	ready func() // waits for the index, which is read beside what else is done
}

// remember begins to read the memory of a profile, beside what the caller does.
// What the caller looks at from now on was looked at after the memory's time.
// With Verify the files that were there are forgotten, so that each is read.
func (b *Builder) remember(p *profile.Profile) *memory {
	m, began := &memory{index: &discover.Index{}}, time.Now().UnixNano()
	read := func() error { return nil }
	if b.Index != "" {
		m.path = discover.IndexPath(b.Index, p.Dir)
		read = ingest.Beside(func() error { m.index = discover.LoadIndex(m.path); return nil })
	}
	m.ready = sync.OnceFunc(func() {
		_ = read() // it has no errors
		m.taken = began + m.index.Skew
		// What was taken at a time that is yet to come says nothing of what came
		// before: the clock was put back.
		if b.Verify || m.index.Taken > m.taken {
			m.index = &discover.Index{Skew: m.index.Skew}
		}
	})
	return m
}

// nothing is the memory of a build that is to know nothing.
func nothing() *memory { return &memory{index: &discover.Index{}, ready: func() {}} }

// wait waits until the memory is read.
func (m *memory) wait() *memory {
	m.ready()
	return m
}

// current returns the summary of the last build if nothing that it was made
// from, and nothing that it wrote, has changed since. The sources are listed
// where that is not to be told without them.
func (m *memory) current(p *profile.Profile, plan *plan) (s Summary, ok bool, err error) {
	x := m.index
	same := x.Taken != 0 && plan.walk.Unchanged() && m.knows(p)
	if !same {
		if err := plan.list(); err != nil {
			return s, false, err
		}
		same = x.Taken != 0 && x.Settings == plan.settings && x.Covers(plan.files) && m.knows(p)
	}
	return s, same && json.Unmarshal(x.Brief, &s) == nil, nil
}

// knows reports whether the manifest and the output are surely those that the
// last build left.
func (m *memory) knows(p *profile.Profile) bool {
	if m.index.Taken == 0 {
		return false
	}
	for name, then := range map[string]discover.Stat{profile.ManifestFile: m.index.Manifest, profile.OutputFile: m.index.Output} {
		now, err := discover.Describe(p.Root, name)
		if err != nil || !m.index.Same(then, now) {
			return false
		}
	}
	return true
}

// Stamp returns a text that is another one when somebody wrote the backstory of a
// profile or its manifest. It is empty where there is none, or where one was written
// so short a time ago that a later change might not be seen.
func Stamp(p *profile.Profile) string {
	x, text := discover.Index{Taken: time.Now().UnixNano()}, ""
	for _, name := range []string{profile.ManifestFile, profile.OutputFile} {
		now, err := discover.Describe(p.Root, p.At(name))
		if err != nil || now == (discover.Stat{}) || !x.Same(now, now) {
			return ""
		}
		text += fmt.Sprintf("%s %+v\n", name, now)
	}
	return text
}

// vouches reports whether a digest is that of the manifest that the last build
// left. Then the output is that build's too, if it has the digest that the index
// says.
func (m *memory) vouches(manifest [sha256.Size]byte) bool {
	return m.index.Taken != 0 && m.index.ManifestSum == manifest
}

// begin begins an index of what a build finds of the sources; nil where nothing is to
// be remembered.
func (m *memory) begin(plan *plan) *discover.Index {
	if m.path == "" {
		return nil
	}
	return &discover.Index{Taken: m.taken, Skew: m.index.Skew, Rules: plan.rules, Settings: plan.settings}
}

// list begins to give an index, which may be nil, the listing of the folders, beside
// what the caller does, and returns what waits for it.
func (m *memory) list(plan *plan, x *discover.Index) (wait func()) {
	if x == nil {
		return func() {}
	}
	listed := ingest.Beside(func() error { x.Listing = plan.walk.Listing(); return nil })
	return func() { _ = listed() } // it has no errors
}

// save writes down what a build found, in an index that may be nil, and left.
// The index is a hint: that it could not be written costs the next run time and
// nothing else.
func (m *memory) save(p *profile.Profile, x *discover.Index, report *Report) (err error) {
	if x == nil {
		return nil
	}
	if x.Brief, err = json.Marshal(report.Summary); err != nil {
		return err
	}
	if x.Manifest, err = discover.Describe(p.Root, profile.ManifestFile); err != nil {
		return err
	}
	if x.Output, err = discover.Describe(p.Root, profile.OutputFile); err != nil {
		return err
	}
	if report.Manifest.Len() > 0 {
		x.ManifestSum = report.sum
		hex.Decode(x.OutputSum[:], []byte(report.digest)) // it is one of ours
	}
	if stamp := max(x.Manifest.ModTime, x.Output.ModTime); report.State == StateBuilt && stamp != 0 {
		// The file was written a moment ago: what its time says more or less
		// than ours is by how much the two clocks differ.
		x.Skew = notable(stamp - time.Now().UnixNano())
	}
	return x.Save(m.path)
}

// notable returns a difference of clocks, or none where it is only the time
// that passed since the file was written.
func notable(skew int64) int64 {
	if skew <= 0 && skew > -int64(time.Second) {
		return 0
	}
	return skew
}
