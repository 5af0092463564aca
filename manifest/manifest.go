// Package manifest is the file beside a generated backstory.md that says what
// the build read, what became of every source and what was written, so that
// the next run can tell stale from fresh, and ours from hand-written.
//
// The file keeps the keys of Coqui's manifest, version 2, in their order and
// with their meaning; ours follow them. A reader of the one can read the
// other. The package is pure: it touches no disk and no clock.
//
//   - manifest.go: the types
//   - hash.go: Coqui's content hash
//   - encode.go, writer.go: values to bytes
//   - load.go: bytes to values, with merge conflicts told apart from damage
//   - reader.go, straight.go: JSON, and what our own writer makes of it
//   - diff.go: why a build would differ from the last one
//   - verify.go, conflict.go: whether an output is one that we wrote
//   - time.go: timestamps that do not move without a reason
//   - path.go: names that are not UTF-8
package manifest

import "path/filepath"

// Name is the manifest's file name in a profile's folder.
const Name = ".backstory-manifest.json"

// Version is the value of Coqui's key "version" that this package writes.
const Version = 2

// Schema is the version of our own keys. A manifest of Coqui has none: 0.
const Schema = 1

// Path returns where the manifest of the profile in folder profile lies.
func Path(profile string) string { return filepath.Join(profile, Name) }

// Manifest is the content of a manifest file. Times are RFC 3339 strings in
// UTC ([Timestamp]); digests are lower-case hexadecimal SHA-256. Strings that
// are not UTF-8 lose their bad bytes when written, paths excepted.
type Manifest struct {
	Version     int    // Coqui's, [Version]
	GeneratedAt string // when the output last changed
	ContentHash string // [ContentHash] of Files and Unsupported
	Files       []Entry
	Errors      []Failure
	Unsupported []Unsupported
	TotalTokens int // sum of TokenEstimate
	TotalFiles  int // supported and unsupported
	FailedFiles int

	Schema        int    // ours, [Schema]; 0 in a manifest of Coqui
	Generator     string // name and version of the program, or empty
	OptionsDigest string // of the profile's build options
	Label         string // the text of the output's first heading
	Tokens        int    // sum of the entries' Tokens
	Skipped       []Skip
	Output        *Output // nil when nothing was written
}

// Status says what became of a source.
type Status string

// The two values of an entry's status.
const (
	StatusOK     Status = "ok"
	StatusFailed Status = "failed"
)

// Entry is one source whose name a converter claims, in the order of the
// output.
type Entry struct {
	Path          string // relative to the source folder, with slashes, byte for byte
	SHA256        string // of the file; empty when it could not be read
	SizeBytes     int64
	ModifiedAt    string
	TokenEstimate int // Coqui's: a quarter of the code points, rounded up; 0 when failed
	Status        Status
	Error         string // empty is null in the file

	Format        string // name of the format that converted it
	FormatVersion int
	Key           string // everything that the chapter depends on, as one digest
	OptionsDigest string // of the options for this source, when they are not the profile's
	Tokens        int    // our own estimate
	Chapter       Chapter
	Warnings      []Warning
}

// Chapter measures the part of the output that one source became. Where it
// begins is the sum of what stands before it, so that an edit of one source
// changes one entry.
type Chapter struct {
	Length int64  // bytes
	Digest string // SHA-256
}

// Warning is what a conversion lost, dropped or neutralised.
type Warning struct {
	Code    string // stable
	Count   int
	Message string
	Place   string // in the source, for a person; empty when it is everywhere
}

// Failure is one source that could not be converted.
type Failure struct {
	Path      string
	Error     string
	Timestamp string
	Code      string // stable kind of the error; ours, may be empty
}

// Unsupported is a file whose name no converter claims.
type Unsupported struct {
	Path       string
	Extension  string // lower case, without the dot
	SHA256     string
	SizeBytes  int64
	ModifiedAt string
	Reason     string
}

// Skip is something in the source folder that was neither read nor hashed: a
// refused link, a loop, a special file.
type Skip struct {
	Path   string
	Reason string
}

// Output describes the file that the build wrote.
type Output struct {
	Path           string // relative to the profile
	SHA256         string
	PreviousSHA256 string // of the output that this one replaced; empty when there was none
	SizeBytes      int64
}

// New returns an empty manifest of the current version and schema.
func New() *Manifest { return &Manifest{Version: Version, Schema: Schema} }

// Recount sets the totals and the content hash from the entries.
func (m *Manifest) Recount() {
	m.TotalTokens, m.Tokens, m.FailedFiles = 0, 0, 0
	for i := range m.Files {
		e := &m.Files[i]
		if e.Status == StatusFailed {
			m.FailedFiles++
			continue
		}
		m.TotalTokens += e.TokenEstimate
		m.Tokens += e.Tokens
	}
	m.TotalFiles = len(m.Files) + len(m.Unsupported)
	m.ContentHash = ContentHash(m.Files, m.Unsupported)
}

// UnsupportedCount is the number of files that no converter claims.
func (m *Manifest) UnsupportedCount() int { return len(m.Unsupported) }

// SupportedCount is the number of sources, failed ones included, by Coqui's
// arithmetic: what the total says less the unsupported ones.
func (m *Manifest) SupportedCount() int { return max(0, m.TotalFiles-len(m.Unsupported)) }

// IsEmpty reports whether the manifest says nothing, as that of a profile
// which was never built.
func (m *Manifest) IsEmpty() bool { return m.Version == 0 && m.Schema == 0 && m.ContentHash == "" }

// IsForeign reports whether the manifest was written by Coqui, not by us: it
// has none of our keys and cannot vouch for an output.
func (m *Manifest) IsForeign() bool { return !m.IsEmpty() && m.Schema == 0 }
