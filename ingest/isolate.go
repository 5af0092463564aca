package ingest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/tokens"
)

// ErrEnded says that the process that converted a source was ended by
// somebody else, such as a system that ran out of memory. It is no property of
// the source, so it is never cached.
var ErrEnded = errors.New("the process that read it was ended from outside")

// Isolator converts sources in another process. It may be used by several
// goroutines.
type Isolator interface {
	// Isolates reports whether sources of a format are converted there.
	Isolates(f converters.Format) bool
	// Convert converts a source as [Run] does. A process that crashes or
	// does not end in time costs this source alone.
	Convert(ctx context.Context, job Job) (*Chapter, error)
}

// Job is a source to convert with all that its chapter depends on.
type Job struct {
	Name     string // base name
	Content  *io.SectionReader
	Options  converters.Options
	Limits   converters.Limits
	Base     int // heading level above the chapter
	Prefix   string
	NoTokens bool
	Services []any
}

// Run converts a source in this process.
func Run(ctx context.Context, r *converters.Registry, job Job) (*Chapter, error) {
	named, ok := r.ForName(job.Name)
	if !ok {
		return nil, converters.Unsupported(job.Name)
	}
	env := converters.NewEnv(r, job.Limits, job.Options, job.Services...)
	doc, err := r.Convert(ctx, converters.Input{Name: job.Name, SectionReader: job.Content}, env)
	if err != nil {
		return nil, err
	}
	f := named.Format()
	c := &Chapter{NotePrefix: job.Prefix, Format: f.Name, Version: f.Version}
	how := WriteOptions(job.Options, env.Limits, job.Base, job.Prefix)
	how.NoTokens = job.NoTokens
	var out bytes.Buffer
	written, err := Write(&out, doc, how)
	if err != nil {
		return nil, err
	}
	text := bytes.TrimRight(out.Bytes(), "\n")
	c.Chapter, c.Text, c.Digest = *written, string(text), sha256.Sum256(text)
	c.Coqui = tokens.Coqui(c.Text)
	c.Warnings = append(env.Warnings(), written.Warnings...)
	return c, nil
}

// EncodeChapter returns a chapter as bytes, as the cache keeps it.
func EncodeChapter(c *Chapter) []byte { return encodeChapter(c) }

// errUnsound says that a chapter is not one that a writer made.
var errUnsound = errors.New("the chapter is not sound")

const (
	warningsMost = 1000
	messageMost  = 4096
)

// DecodeChapter reads a chapter that another process made, which is not
// trusted: its text is passed through the gate again, and what it says of
// itself has to be true. The limits are those of the source.
func DecodeChapter(b []byte, limits converters.Limits) (*Chapter, error) {
	c, err := decodeChapter(b)
	if err != nil {
		return nil, err
	}
	if int64(utf8.RuneCountInString(c.Text)) > 2*limits.Get(converters.LimitText) || c.Digest != sha256.Sum256([]byte(c.Text)) {
		return nil, errUnsound
	}
	if c.Tokens < 0 || c.Coqui != tokens.Coqui(c.Text) || c.Notes < 0 || len(c.Warnings) > warningsMost || !clean(c.Text) {
		return nil, errUnsound
	}
	size, at := int64(len(c.Text))+1, int64(0)
	for _, p := range c.Places {
		if p.Offset < 0 || p.Offset > size {
			return nil, errUnsound
		}
	}
	for _, s := range c.Segments {
		if s.Offset < at || s.Length < 0 || s.Offset+s.Length > size+1 || s.Tokens < 0 {
			return nil, errUnsound
		}
		at = s.Offset
	}
	var gate document.Gate
	for i := range c.Segments {
		c.Segments[i].Title = gate.Line(c.Segments[i].Title)
	}
	for i := range c.Warnings {
		w := &c.Warnings[i]
		if len(w.Message) > messageMost || len(w.Code) > 64 {
			return nil, errUnsound
		}
		w.Code, w.Message = gate.Line(w.Code), gate.Line(w.Message)
	}
	return c, nil
}

// clean reports whether the gate has been over a text: it finds nothing in it
// that no script needs. What depends on the words around it, such as joiners,
// is not judged, since the writer may have set a mark between them.
func clean(text string) bool {
	if !utf8.ValidString(text) {
		return false
	}
	var gate document.Gate
	gate.Text(text)
	for _, f := range gate.Findings() {
		switch f.Rule {
		case document.U01, document.U02, document.U03, document.U04, document.U09, document.U14:
			return false
		}
	}
	return true
}

// Isolates reports whether a source is converted by an isolator, which may be
// nil: for the format that its name says, or for the one that its content is,
// since content decides.
func Isolates(i Isolator, r *converters.Registry, named converters.Converter, content *io.SectionReader) bool {
	if i == nil {
		return false
	}
	if i.Isolates(named.Format()) {
		return true
	}
	if _, ok := named.(converters.Sniffer); !ok {
		return false // its content does not decide
	}
	for _, f := range r.Formats() {
		if !i.Isolates(f) {
			continue
		}
		c, _ := r.ForFormat(f.Name)
		if s, ok := c.(converters.Sniffer); ok && s.Sniff(content) {
			return true
		}
	}
	return false
}
