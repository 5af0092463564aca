package backstory

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
)

// Error says what a document, or a build, failed of. [errors.As] finds it.
type Error struct {
	// Code is the stable kind of the error, as in the manifest: corrupt, encrypted, limit,
	// unsupported and others; backstory explain CODE says more of one.
	Code  string
	Place string // in the document, such as line 3 or xl/workbook.xml; empty where it is not known
	doing string
	err   error
}

// Error implements error: what failed, where and why, and what helps.
func (e *Error) Error() string {
	if e.doing == "" {
		return e.err.Error()
	}
	return fmt.Sprintf("%s: %v", e.doing, e.err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.err }

// ErrUnsupported says that no format is for a name.
var ErrUnsupported = converters.ErrUnsupported

// failed returns the error of something that was done.
func failed(doing string, err error) error {
	var pos document.Pos
	corrupt, over := new(converters.CorruptError), new(converters.LimitError)
	if errors.As(err, &corrupt) {
		pos = corrupt.Pos
	} else if errors.As(err, &over) {
		pos = over.Pos
	}
	return &Error{Code: pipeline.ErrorCode(err), Place: pos.String(), doing: doing, err: err}
}

// Warning says what was lost, dropped or noticed on the way from a document to Markdown.
type Warning struct {
	Code    string // stable, such as "row-ragged"; listed in docs/warnings.md
	Place   string // of the first time; empty where it is not known
	Count   int    // how many times
	Message string // a line for a person
}

// Source is a document that a backstory is made of, in the order of the output.
type Source struct {
	Path     string // relative to backstory/, with slashes
	Format   string // by name, such as docx
	SHA256   string // of the file, in lower-case hexadecimal digits
	Size     int64  // of the file, in bytes
	Tokens   int    // of its chapter, estimated
	Warnings []Warning
}

// Failure is a source that could not be converted.
type Failure struct {
	Path    string
	Code    string // see [Error]
	Message string
	Kept    bool // the chapter of its last good version stays
}

// Change is a reason why a backstory is not up to date: what kind of change there is, of
// which source, if it is of one, and both states in words.
type Change struct{ Kind, Path, Old, New string }

func sourcesOf(m *manifest.Manifest) (all []Source) {
	for e := range m.All() {
		s := Source{Path: e.Path, Format: e.Format, SHA256: strings.Clone(e.SHA256), Size: e.SizeBytes, Tokens: e.Tokens}
		for _, w := range e.Warnings {
			s.Warnings = append(s.Warnings, Warning{Code: w.Code, Place: w.Place, Count: w.Count, Message: w.Message})
		}
		all = append(all, s)
	}
	return all
}

func failuresOf(list []manifest.Failure) (all []Failure) {
	for _, f := range list {
		all = append(all, Failure{Path: f.Path, Code: f.Code, Message: f.Error, Kept: f.Kept})
	}
	return all
}

func changesOf(list []manifest.Change) (all []Change) {
	for _, c := range list {
		all = append(all, Change{Kind: string(c.Kind), Path: c.Path, Old: c.Old, New: c.New})
	}
	return all
}
