package pipeline

import (
	"time"

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
	Manifest *manifest.Manifest
	Cached   int    // chapters that came from the cache
	Backup   string // where a file that was not ours was kept, if one was
	Notes    []string
	Bytes    int64
	Took     time.Duration
}

// Failed is the number of sources that failed.
func (r *Report) Failed() int { return r.Manifest.FailedFiles }

// Converted is the number of sources that became chapters.
func (r *Report) Converted() int { return len(r.Manifest.Files) - r.Manifest.FailedFiles }
