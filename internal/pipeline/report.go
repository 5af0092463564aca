package pipeline

import (
	"crypto/sha256"
	"time"

	"github.com/seed353dc258/backstory/converters"
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
	Kept     bool   // of the two files only the manifest was written
	State    State
	Summary  Summary
	Manifest *manifest.Manifest // nil where nothing had to be looked at
	Cached   int                // chapters that came from the cache
	Backup   string             // where a file that was not ours was kept, if one was
	Notes    []Note             // problems that cost nothing but should be known
	Bytes    int64              // of backstory.md
	Took     time.Duration

	sum    [sha256.Size]byte // of the manifest's file
	digest string            // of backstory.md; empty where there is none to be
}

// Note is something that cost nothing but should be known.
type Note struct {
	Code    string // stable
	File    string // of the profile, or empty
	Place   string // in the file, or empty
	Message string
}

// The codes of notes.
const (
	NoteOptionUnused  = "option-unused" // a rule of the options says nothing of any source
	NoteConfiguration = "configuration" // something is wrong with a file of the profile
	NoteNotKept       = "not-kept"      // there is no good version of a source that fails whose chapter could be kept
	NoteOther         = "note"

	noteLocked = "locked" // a source lacks its password, and its chapter is that of the last build
)

// String returns the note on one line.
func (n Note) String() string {
	for _, part := range []string{n.Place, n.File} {
		if part != "" {
			n.Message = part + ": " + n.Message
		}
	}
	return n.Message
}

// other is a note that needs no code of its own.
func other(message string) Note { return Note{Code: NoteOther, Message: message} }

// take takes over what a build made.
func (r *Report) take(made *record) { r.Manifest, r.Cached = made.manifest, made.cached }

// same says that the output is the one that is there, if that has a digest.
func (r *Report) same(before *previous, digest string) error {
	if !before.is(digest) {
		return errNotKept
	}
	r.digest, r.Bytes = digest, before.size
	return nil
}

// Summary is a manifest in a few numbers.
type Summary struct {
	Sources     int                `json:"sources"` // failed ones included
	Failed      int                `json:"failed"`  // empty ones are not among them
	Empty       int                `json:"empty"`
	NoText      []string           `json:"no_text,omitempty"` // sources that were read and give no text, such as scans
	Kept        int                `json:"kept"`              // of the failed ones: the chapter of the last good version stays
	Unsupported int                `json:"unsupported"`
	Skipped     int                `json:"skipped"`
	LeftOut     int                `json:"left_out,omitempty"` // of a plain folder: files and folders, as ignore files and the rules of such folders say
	Tokens      int                `json:"tokens"`
	Errors      []manifest.Failure `json:"errors"`
	Bytes       int64              `json:"bytes"`
	Conflicts   []marked           `json:"conflicts,omitempty"` // sources in which a merge left its markers
	Locked      []string           `json:"locked,omitempty"`    // sources that a password opened
}

// marked is a source in which a merge left its markers.
type marked struct {
	Path    string `json:"relative_path"`
	Place   string `json:"place"`
	Message string `json:"message"`
}

// summarize returns the numbers of a manifest.
func summarize(m *manifest.Manifest) Summary {
	empty := len(m.EmptySources())
	s := Summary{
		Sources: m.Len(), Failed: m.FailedFiles - empty, Empty: empty, Unsupported: len(m.Unsupported),
		Skipped: len(m.Skipped), Tokens: m.Tokens, Errors: m.Errors,
	}
	for e := range m.All() {
		if e.HasNoText() {
			s.NoText = append(s.NoText, e.Path)
		}
		if e.Kept != (manifest.Kept{}) {
			s.Kept++
		}
		for _, w := range e.Warnings {
			switch w.Code {
			case converters.WarnConflictMarkers:
				s.Conflicts = append(s.Conflicts, marked{e.Path, w.Place, w.Message})
			case converters.WarnLocked:
				s.Locked = append(s.Locked, e.Path)
			}
		}
	}
	return s
}
