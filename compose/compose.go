// Package compose joins chapters to backstory.md. It is pure: the same
// chapters give the same bytes.
//
// The layout is Coqui's: a heading with the label, then for
// each source a heading "File: /path" and its chapter. No other line of the
// result is a heading of level 1 to 3.
package compose

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"github.com/seed353dc258/backstory/document/markdown"
)

// Base is the level of a chapter's file heading: a source's own headings
// begin one below.
const Base = 3

// DefaultLabel is the heading of a backstory that has no label of its own.
const DefaultLabel = "Backstory"

// Chapter is one source as it stands in backstory.md.
type Chapter struct {
	Path       string // of the source in the backstory folder, with slashes
	Text       string // as markdown.Write gives it, at base level [Base]
	NotePrefix string // of its footnote labels, as it was given to markdown.Write
	Notes      int    // how many labels it defines
	// Kept is read instead of Text, if it is not nil: the text, of Length
	// bytes, as it stands in another backstory of ours. It has no notes.
	Kept   io.Reader
	Length int64
}

// Part says where a chapter's text came to stand.
type Part struct {
	Path   string
	Offset int64 // of the chapter's text, in bytes from the begin of the file
	Length int64
	Own    bool // the text is the chapter's own; false where its notes were renamed
}

// Writer writes a backstory.md chapter by chapter.
type Writer struct {
	Parts  []Part // one for each chapter so far
	Length int64  // in bytes, so far

	out      *bufio.Writer
	prefixes map[string]int
	err      error
}

// NewWriter begins a backstory with a label. Errors of the writer that it
// writes to come later, from Add or Flush.
func NewWriter(w io.Writer, label string) *Writer {
	b := &Writer{out: bufio.NewWriterSize(w, 128<<10), prefixes: map[string]int{}}
	b.add(markdown.HeadingLine(Base-1, label) + "\n\n")
	return b
}

// Add writes the next chapter and returns the text that it has now, which is
// empty for one that is kept.
func (b *Writer) Add(c Chapter) (text string, err error) {
	if len(b.Parts) > 0 {
		b.add("\n")
	}
	text, own := ownNotes(c, b.prefixes)
	text = strings.TrimRight(text, "\n")
	part := Part{Path: c.Path, Length: int64(len(text)), Own: own}
	if c.Kept != nil {
		part.Length = c.Length
	}
	b.add(FileHeading(Base, "/"+c.Path))
	b.add("\n")
	if part.Length > 0 {
		b.add("\n")
	}
	part.Offset = b.Length
	if c.Kept != nil {
		b.copy(c.Kept, c.Length)
	} else {
		b.add(text)
	}
	if part.Length > 0 {
		b.add("\n")
	}
	b.Parts = append(b.Parts, part)
	return text, b.err
}

// Flush writes what is not written yet.
func (b *Writer) Flush() error {
	if b.err == nil {
		b.err = b.out.Flush()
	}
	return b.err
}

func (b *Writer) add(s string) {
	if b.err == nil {
		_, b.err = b.out.WriteString(s)
		b.Length += int64(len(s))
	}
}

// copy adds what a reader gives, which has to be all of it.
func (b *Writer) copy(r io.Reader, length int64) {
	if b.err == nil {
		var n int64
		n, b.err = io.CopyN(b.out, r, length)
		b.Length += n
	}
}

// Backstory is a backstory.md that is held in memory.
type Backstory struct {
	Parts  []Part // one for each chapter, in order
	Length int64  // in bytes
	text   []byte
}

// New joins chapters under a label.
func New(label string, chapters []Chapter) *Backstory {
	var all bytes.Buffer
	w := NewWriter(&all, label)
	for _, c := range chapters {
		_, _ = w.Add(c) // a buffer has no errors
	}
	_ = w.Flush()
	return &Backstory{w.Parts, w.Length, all.Bytes()}
}

// WriteTo writes the file.
func (b *Backstory) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(b.text)
	return int64(n), err
}

// Bytes returns the file.
func (b *Backstory) Bytes() []byte { return b.text }

// Text returns the text of a part by its index.
func (b *Backstory) Text(i int) string {
	p := b.Parts[i]
	return string(b.text[p.Offset : p.Offset+p.Length])
}

// Locate returns where chapters stand in a backstory, given their paths and
// lengths: offsets are sums, so that no manifest has to hold them.
func Locate(label string, chapters []Part) []Part {
	at := int64(len(markdown.HeadingLine(Base-1, label)) + len("\n\n"))
	out := make([]Part, len(chapters))
	for i, c := range chapters {
		if i > 0 {
			at++
		}
		at += int64(len(FileHeading(Base, "/"+c.Path)) + len("\n"))
		if c.Length > 0 {
			at++
		}
		out[i] = Part{Path: c.Path, Offset: at, Length: c.Length, Own: c.Own}
		at += c.Length
		if c.Length > 0 {
			at++
		}
	}
	return out
}

// FileHeading returns the heading of a file as one line without its end. A
// name is plain text: nothing in it is Markdown.
func FileHeading(level int, name string) string {
	if isPlain(name) {
		return "######"[:level] + " File: " + name
	}
	return markdown.HeadingLine(level, "File: "+name)
}

// ownNotes keeps a chapter's footnotes its own: where an earlier chapter has
// the same prefix, which two equal sources do, this one gets another.
func ownNotes(c Chapter, prefixes map[string]int) (text string, own bool) {
	if c.Notes == 0 {
		return c.Text, true
	}
	prefixes[c.NotePrefix]++
	n := prefixes[c.NotePrefix]
	if n == 1 {
		return c.Text, true
	}
	return markdown.RelabelNotes(c.Text, c.NotePrefix, n), false
}

// isPlain reports whether a name has nothing but letters, digits, and what
// stands between them in most names: nothing that a heading would escape.
func isPlain(name string) bool {
	for i := range len(name) {
		c := name[i]
		plain := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '/' || c == '-' || c == '.'
		if !plain {
			return false
		}
	}
	return true
}
