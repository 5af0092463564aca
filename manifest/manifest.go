// Package manifest is the file beside a generated backstory.md that says what
// the build read, what became of every source and what was written, so that
// the next run can tell stale from fresh, and ours from hand-written.
//
// The file keeps the keys of Coqui's manifest, version 2, in their order and
// with their meaning; ours follow them. It says only what one source decides,
// an entry a group of lines in one list, whatever became of the source: what is computed of all of them, and times, would
// differ on any two branches, so that git could not merge them. A manifest in
// Coqui's own form has those too. The package is pure: it touches no disk and
// no clock.
//
//   - hash.go: Coqui's content hash
//   - load.go: bytes to values, with merge conflicts told apart from damage
//   - stream.go: a manifest with many entries, piece by piece
//   - reader.go: JSON
//   - encode.go, writer.go: values to bytes
//   - merge.go: one manifest of two branches
//   - find.go, follow.go: entries by path
//   - packed.go: many entries in little memory
//   - pack.go: an entry in its bytes
//   - diff.go: why a build would differ from the last one
//   - conflict.go: whether an output that a merge touched is ours
//   - verify.go: whether an output has the digest that older manifests hold
//   - time.go: timestamps that do not move without a reason
//   - folder.go: what a folder of sources has
//   - manifest.go: the types
package manifest

import (
	"fmt"
	"strings"
)

// Name is the manifest's file name in a profile's folder.
const Name = ".backstory-manifest.json"

// Version is the value of Coqui's key "version" that this package writes.
const Version = 2

// Schema is the version of our own keys. A manifest of Coqui has none: 0. Those
// of version 1 held a digest of the whole output; version 2 had lists of their own
// for what failed and for what was not read.
const Schema = schemaOneList

const schemaOneList = 3 // and above

// Manifest is the content of a manifest file. Times are RFC 3339 strings in
// UTC ([Timestamp]); digests are lower-case hexadecimal SHA-256. Strings that
// are not UTF-8 lose their bad bytes when written, paths excepted.
type Manifest struct {
	Version     int // Coqui's, [Version]
	Files       []Entry
	Packed      *packed // entries in the place of Files; nil where they are there
	Errors      []Failure
	Unsupported []Unsupported

	// What follows of Coqui's, and every time of the entries, is written only
	// in its own form.
	Coqui       bool   // the form is Coqui's
	GeneratedAt string // when the output last changed
	ContentHash string // [ContentHash] of Files and Unsupported
	Totals

	Schema        int    // ours, [Schema]; 0 in a manifest of Coqui
	Generator     string // name and version of the program, or empty
	OptionsDigest string // of the profile's build options
	Label         string // the text of the output's first heading
	Skipped       []Skip
	Output        *Output // only of an older schema; not written
}

// Totals are sums over the entries: see [Manifest.Recount].
type Totals struct {
	TotalTokens int // of TokenEstimate
	TotalFiles  int // supported and unsupported
	FailedFiles int
	Tokens      int // of the entries' Tokens; not written
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
	TokenEstimate int // Coqui's: a quarter of the code points, rounded up; 0 without a chapter
	Status        Status
	Error         string // empty is null in the file

	Format        string // name of the format that converted it
	FormatVersion int
	Key           string // everything that the chapter depends on, as one digest
	OptionsDigest string // of the options for this source, when they are not the profile's
	Tokens        int    // our own estimate
	Chapter       Chapter
	Kept          Kept // of an entry that failed: what its chapter is of; see [Entry.HasChapter]
	Warnings      []Warning
}

// Chapter measures the part of the output that one source became. Where it
// begins is the sum of the lengths before it, so that an edit of one source
// changes one entry.
type Chapter struct {
	Length int64  // bytes
	Digest string // SHA-256
	// Keywords are what the source says of itself. They are not in the output; a
	// search finds the chapter by them.
	Keywords string
}

// Kept is the good version of a source whose chapter stays in the output while
// the source that is there now fails.
type Kept struct {
	SHA256 string // of the good source
	Key    string // of its chapter
}

// HasChapter reports whether the entry has a chapter in the output: its own, or
// that of the last good version of a source that fails now.
func (e *Entry) HasChapter() bool { return e.Status == StatusOK || e.Kept != (Kept{}) }

// Secrets returns the kinds of secrets that the text of an entry reads like, by the
// warnings of its build; "" for none.
func (e *Entry) Secrets() string {
	var kinds []string
	for _, w := range e.Warnings {
		if _, kind, ok := strings.Cut(w.Message, ": "); ok && w.Code == "secret" {
			kinds = append(kinds, kind)
		}
	}
	return strings.Join(kinds, ", ")
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
	Kept      bool   `json:",omitempty"` // the chapter of its last good version stays
}

// IsEmpty reports whether nothing was lost, since the source holds nothing. One
// whose old text stays is none of these.
func (f Failure) IsEmpty() bool { return f.Code == "empty" && !f.Kept }

// EmptySources returns the paths of the sources that hold nothing.
func (m *Manifest) EmptySources() map[string]bool {
	empty := map[string]bool{}
	for _, f := range m.Errors {
		if f.IsEmpty() {
			empty[f.Path] = true
		}
	}
	return empty
}

// HasNoText reports whether a source was read and gives no text, as a scan does.
func (e *Entry) HasNoText() bool { return e.Status == StatusOK && e.Chapter.Length == 0 }

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

// Output describes the file that a build of an older schema wrote.
type Output struct {
	SHA256         string
	PreviousSHA256 string // of the output that this one replaced; empty when there was none
}

// New returns an empty manifest of the current version and schema.
func New() *Manifest { return &Manifest{Version: Version, Schema: Schema} }

// Recount sets the totals from the entries, and for Coqui's form the content
// hash.
func (m *Manifest) Recount() {
	m.TotalTokens, m.Tokens, m.FailedFiles = 0, 0, 0
	count := func(isFailed, hasChapter bool, estimate, tokens int) {
		if isFailed {
			m.FailedFiles++
			if !hasChapter {
				return
			}
		}
		m.TotalTokens += estimate
		m.Tokens += tokens
	}
	if m.Packed != nil {
		for h := range m.Packed.heads() {
			count(h.IsFailed, h.HasChapter, h.TokenEstimate, h.Tokens)
		}
	}
	for i := range m.Files {
		e := &m.Files[i]
		count(e.Status == StatusFailed, e.HasChapter(), e.TokenEstimate, e.Tokens)
	}
	m.TotalFiles = m.Len() + len(m.Unsupported)
	if m.Coqui {
		m.ContentHash = ContentHash(m.Files, m.Unsupported)
	}
}

// newerError says that a manifest is of a schema that this program does not
// know, so that it must not be replaced.
type newerError struct {
	Schema    int
	Generator string // what wrote it; may be empty
}

// Error implements error.
func (e *newerError) Error() string {
	by := e.Generator
	if by == "" {
		by = "a newer version"
	}
	return fmt.Sprintf("%s was written by %s (schema %d, this version knows up to %d): use that version, or remove the file to build with this one",
		Name, by, e.Schema, Schema)
}

// Newer returns an error for a manifest of a newer schema.
func (m *Manifest) Newer() error {
	if m.Schema <= Schema {
		return nil
	}
	return &newerError{Schema: m.Schema, Generator: m.Generator}
}

// IsEmpty reports whether the manifest says nothing, as that of a profile
// which was never built.
func (m *Manifest) IsEmpty() bool { return m.Version == 0 && m.Schema == 0 && m.ContentHash == "" }

// IsForeign reports whether the manifest was written by Coqui, not by us: it
// has none of our keys and cannot vouch for an output.
func (m *Manifest) IsForeign() bool { return !m.IsEmpty() && m.Schema == 0 }
