// Package compose joins chapters to backstory.md. It is pure: the same
// chapters give the same bytes.
//
// The layout is Coqui's: a heading with the label, then for
// each source a heading "File: /path" and its chapter. No other line of the
// result is a heading of level 1 to 3.
package compose

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"

	"github.com/seed353dc258/backstory/document/markdown"
)

// Base is the level of a chapter's file heading: a source's own headings
// begin one below.
const Base = 3

// Chapter is one source as it is in backstory.md.
type Chapter struct {
	Path       string // of the source in the backstory folder, with slashes
	Text       string // as markdown.Write gives it, at base level [Base]
	Long       Long   // what stands for Text where that is not in memory; nil where it is
	NotePrefix string // of its footnote labels, as it was given to markdown.Write
	Notes      int    // how many labels it defines
}

// Long is a text that is not in memory, without line ends at its end.
type Long interface {
	Size() int64
	Reader() io.Reader
}

// Part says where a chapter's text is in the output.
type Part struct {
	Path   string
	Offset int64 // of the chapter's text, in bytes from the start of the file
	Length int64
	Sum    string // SHA-256 of the text in hexadecimal, where its notes were renamed; empty where it is the chapter's own
}

// Writer writes a backstory.md chapter by chapter, of which it holds none.
type Writer struct {
	Length int64 // in bytes, so far

	begun    bool // there is a chapter
	to       io.Writer
	out      *bufio.Writer // to it
	prefixes map[string]int
	err      error
}

// NewWriter begins a backstory with a label. Errors of the writer that it
// writes to come later, from Add or Flush.
func NewWriter(w io.Writer, label string) *Writer {
	b := &Writer{to: w, out: bufio.NewWriterSize(w, 128<<10), prefixes: map[string]int{}}
	b.add(markdown.HeadingLine(Base-1, label) + "\n\n")
	return b
}

// Add writes the next chapter, and returns where it is.
func (b *Writer) Add(c Chapter) (Part, error) {
	part := Part{Path: c.Path}
	if n := b.sameNotes(c); n > 1 {
		if err := c.hold(); err != nil {
			return part, err
		}
		c.Text = strings.TrimRight(markdown.RelabelNotes(c.Text, c.NotePrefix, n), "\n")
		sum := sha256.Sum256([]byte(c.Text))
		part.Sum = hex.EncodeToString(sum[:])
	}
	c.Text = strings.TrimRight(c.Text, "\n")
	if part.Length = int64(len(c.Text)); c.Long != nil {
		part.Length = c.Long.Size()
	}
	b.head(part)
	part.Offset = b.Length
	if c.Long != nil {
		b.copy(c.Long.Reader(), part.Length)
	} else {
		b.add(c.Text)
	}
	b.end(part)
	return part, b.err
}

// hold takes a long text into memory.
func (c *Chapter) hold() error {
	if c.Long == nil {
		return nil
	}
	text, err := io.ReadAll(c.Long.Reader())
	c.Text, c.Long = string(text), nil
	return err
}

// Keep writes chapters as they are in another backstory of ours, each behind
// the one before it; there is at least one, and none has notes. What is read
// are the bytes of [Span].
func (b *Writer) Keep(run []Part, from io.Reader) error {
	b.head(run[0])
	_, length := Span(run)
	b.copy(from, length)
	b.end(run[len(run)-1])
	return b.err
}

// Span returns where the texts of chapters are, with what is between them.
func Span(run []Part) (offset, length int64) {
	last := run[len(run)-1]
	return run[0].Offset, last.Offset + last.Length - run[0].Offset
}

// head writes the text before a chapter's text.
func (b *Writer) head(part Part) {
	if b.begun {
		b.add("\n")
	}
	b.begun = true
	b.add(markdown.FileHeading(Base, "/"+part.Path))
	b.add("\n")
	if part.Length > 0 {
		b.add("\n")
	}
}

// end writes the text after it.
func (b *Writer) end(part Part) {
	if part.Length > 0 {
		b.add("\n")
	}
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

// copy adds what a reader gives, which has to have that length. Much of it does
// not go through the buffer.
func (b *Writer) copy(r io.Reader, length int64) {
	to := io.Writer(b.out)
	if length >= int64(b.out.Size()) {
		b.err = b.Flush()
		to = b.to
	}
	if b.err != nil {
		return
	}
	n, err := io.Copy(to, r)
	if b.Length += n; err == nil && n != length {
		err = io.ErrUnexpectedEOF
	}
	b.err = err
}

// Locate says of chapters where they are in a backstory, given their paths and
// lengths: offsets are sums, so that no manifest has to hold them.
func Locate(label string, chapters []Part) {
	places := NewPlaces(label)
	for i := range chapters {
		places.Next(&chapters[i])
	}
}

// Places says of chapters, one after the other, what [Locate] says.
type Places struct {
	Count int // of the chapters so far
	at    int64
}

// NewPlaces begins with the first chapter of a backstory with a label.
func NewPlaces(label string) *Places {
	return &Places{at: int64(len(markdown.HeadingLine(Base-1, label)) + len("\n\n"))}
}

// Next says of the next chapter where it is, given its path and length.
func (p *Places) Next(c *Part) {
	if p.Count > 0 {
		p.at++
	}
	p.Count++
	p.at += int64(len(markdown.FileHeading(Base, "/"+c.Path)) + len("\n"))
	if c.Length > 0 {
		p.at++
	}
	c.Offset = p.at
	p.at += c.Length
	if c.Length > 0 {
		p.at++
	}
}

// sameNotes returns how many chapters with footnotes there are up to this one
// whose labels have its prefix. Equal sources have the same, so that this one
// has to get another.
func (b *Writer) sameNotes(c Chapter) int {
	if c.Notes == 0 {
		return 0
	}
	b.prefixes[c.NotePrefix]++
	return b.prefixes[c.NotePrefix]
}
