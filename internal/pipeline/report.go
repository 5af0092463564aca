package pipeline

import (
	"crypto/sha256"
	"time"

	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/manifest"
)

// State is what a build left behind.
type State string

// The states of a profile after a build.
const (
	StateBuilt   State = "built"   // backstory.md or its manifest was written
	StateCurrent State = "current" // nothing had to be written
	StateRemoved State = "removed" // there is no source any more, and ours was removed
	StateEmpty   State = "empty"   // there is nothing to build, and nothing was there
)

// Report is what a build did.
type Report struct {
	Profile  string // the folder
	Output   string // path of backstory.md, or of where it would be
	State    State
	Summary  Summary
	Manifest *manifest.Manifest // nil where nothing had to be looked at
	Cached   int                // chapters that came from the cache
	Backup   string             // where a file that was not ours was kept, if one was
	Notes    []string           // problems that cost nothing but should be known
	Bytes    int64              // of backstory.md
	Took     time.Duration

	sum func() [sha256.Size]byte // waits for the digest of the manifest's file
}

// take takes over what a build made.
func (r *Report) take(m *manifest.Manifest, outcomes []ingest.Outcome) {
	r.Manifest, r.Cached = m, 0
	for i := range outcomes {
		if o := &outcomes[i]; o.Cached || o.Kept {
			r.Cached++
		}
	}
}

// same says that the output is the one that is there, if it is.
func (r *Report) same(before *standing) error {
	was := before.manifest.Output
	if !before.is(was.SHA256) {
		return errNotKept
	}
	r.Bytes = was.SizeBytes
	r.Manifest.Output = &manifest.Output{Path: was.Path, SHA256: was.SHA256, SizeBytes: was.SizeBytes}
	return nil
}

// Summary is a manifest in a few numbers.
type Summary struct {
	Sources     int                `json:"sources"` // failed ones included
	Failed      int                `json:"failed"`
	Unsupported int                `json:"unsupported"`
	Skipped     int                `json:"skipped"`
	Tokens      int                `json:"tokens"`
	Errors      []manifest.Failure `json:"errors"`
	Bytes       int64              `json:"bytes"`
}

// Summarize returns the numbers of a manifest.
func Summarize(m *manifest.Manifest) Summary {
	s := Summary{
		Sources: len(m.Files), Failed: m.FailedFiles, Unsupported: len(m.Unsupported),
		Skipped: len(m.Skipped), Tokens: m.Tokens, Errors: m.Errors,
	}
	if m.Output != nil {
		s.Bytes = m.Output.SizeBytes
	}
	return s
}
