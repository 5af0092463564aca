package ingest

import (
	"context"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document/gate"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/internal/tokens"
)

// ErrEnded says that the process that converted a source was ended by
// somebody else, such as a system that ran out of memory. It is not a property of
// the source, so it is never cached.
var ErrEnded = errors.New("the process that read it was ended from outside")

// Run converts a source in this process.
func Run(ctx context.Context, r *converters.Registry, job Job) (*Chapter, error) {
	return run(ctx, r, job, newSpool(job.Spool), nil)
}

func run(ctx context.Context, r *converters.Registry, job Job, text *spool, scratch *markdown.Scratch) (*Chapter, error) {
	defer text.Close()
	c, err := RunTo(ctx, r, job, text, scratch)
	if err == nil {
		text.give(c)
	}
	return c, err
}

// RunTo is Run for who takes the text as it is written, with line ends at its
// end: the chapter has none, nor what is computed of it. The scratch may be nil.
func RunTo(ctx context.Context, r *converters.Registry, job Job, text io.Writer, scratch *markdown.Scratch) (*Chapter, error) {
	named, ok := r.ForContent(job.Name, job.Content)
	if !ok {
		return nil, converters.Unsupported(job.Name)
	}
	c, err := job.write(ctx, r, text, scratch)
	if err != nil {
		return nil, err
	}
	f := named.Format()
	c.NotePrefix, c.Format, c.Version = job.Prefix, f.Name, f.Version
	return c, nil
}

// errUnsound says that a chapter is not one that a writer made.
var errUnsound = errors.New("the chapter is not sound")

const (
	maxWarnings = 1000
	maxMessage  = 4096
)

// Received is a chapter that another process makes, which is not trusted: its
// text is passed through the gate again, and what the process says of it has to
// be possible. It has to be ended by Close.
type Received struct {
	spool *spool
	most  int64 // characters
}

// Receive begins with nothing. The limits are those of the source.
func Receive(spool string, limits converters.Limits) *Received {
	return &Received{newSpool(spool), 2 * limits.Get(converters.LimitText)}
}

// Write takes the next bytes of the text: whole characters.
func (r *Received) Write(p []byte) (int, error) {
	if r.most -= int64(tokens.Characters(p)); r.most < 0 || !clean(string(p)) {
		return 0, errUnsound
	}
	return r.spool.Write(p)
}

// Chapter returns the chapter of the text and of what the process says of it,
// by [EncodeChapter].
func (r *Received) Chapter(b []byte) (*Chapter, error) {
	c, err := decodeChapter(b)
	if err != nil {
		return nil, err
	}
	size := r.spool.size + int64(r.spool.held.Len())
	if c.Text != "" || max(c.Length, 0) != size || c.Tokens < 0 || c.Notes < 0 || len(c.Warnings) > maxWarnings || len(c.Keywords) > maxMessage || !placesFit(c, size) {
		return nil, errUnsound
	}
	var gate gate.Gate
	c.Keywords = gate.Line(c.Keywords)
	for i := range c.Segments {
		c.Segments[i].Title = gate.Line(c.Segments[i].Title)
	}
	for i := range c.Warnings {
		w := &c.Warnings[i]
		if len(w.Message) > maxMessage || len(w.Code) > 64 {
			return nil, errUnsound
		}
		w.Code, w.Message = gate.Line(w.Code), gate.Line(w.Message)
	}
	r.spool.give(c)
	return c, nil
}

// placesFit reports whether places and segments are within a text of a size, and
// the segments in order.
func placesFit(c *Chapter, size int64) bool {
	for _, p := range c.Places {
		if p.Offset < 0 || p.Offset > size {
			return false
		}
	}
	at := int64(0)
	for _, s := range c.Segments {
		if s.Offset < at || s.Length < 0 || s.Length > size+1-s.Offset || s.Tokens < 0 {
			return false
		}
		at = s.Offset
	}
	return true
}

// Close gives up what is not a chapter yet.
func (r *Received) Close() { r.spool.Close() }

// clean reports whether the gate has been over a text: it finds nothing in it
// that no script needs. What depends on the words around it, such as joiners,
// is not judged, since the writer may have set a mark between them.
func clean(text string) bool {
	if !utf8.ValidString(text) {
		return false
	}
	var g gate.Gate
	g.Text(text)
	for _, f := range g.Findings() {
		switch f.Rule {
		case gate.U01, gate.U02, gate.U03, gate.U04, gate.U09, gate.U14:
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
