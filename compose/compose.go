// Package compose joins chapters to backstory.md. It is pure: the same
// chapters give the same bytes.
//
// The layout is Coqui's: a heading with the label, then for
// each source a heading "File: /path" and its chapter. No other line of the
// result is a heading of level 1 to 3.
package compose

import (
	"bufio"
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
}

// Part says where a chapter's text came to stand.
type Part struct {
	Path   string
	Offset int64 // of the chapter's text, in bytes from the begin of the file
	Length int64
	Own    bool // the text is the chapter's own; false where its notes were renamed
}

// Backstory is a backstory.md that can be written, any number of times,
// without being held in one piece.
type Backstory struct {
	Parts  []Part // one for each chapter, in order
	Length int64  // in bytes
	pieces []string
	texts  []string // by part
}

// New joins chapters under a label.
func New(label string, chapters []Chapter) *Backstory {
	b := &Backstory{Parts: make([]Part, 0, len(chapters)), pieces: make([]string, 0, 4*len(chapters)+1)}
	b.add(markdown.HeadingLine(Base-1, label) + "\n\n")
	prefixes := map[string]int{}
	for i, c := range chapters {
		if i > 0 {
			b.add("\n")
		}
		text, own := ownNotes(c, prefixes)
		text = strings.TrimRight(text, "\n")
		b.texts = append(b.texts, text)
		b.add(FileHeading(Base, "/"+c.Path))
		if text == "" {
			b.add("\n")
			b.Parts = append(b.Parts, Part{Path: c.Path, Offset: b.Length, Own: own})
			continue
		}
		b.add("\n\n")
		b.Parts = append(b.Parts, Part{Path: c.Path, Offset: b.Length, Length: int64(len(text)), Own: own})
		b.add(text)
		b.add("\n")
	}
	return b
}

func (b *Backstory) add(s string) {
	b.pieces = append(b.pieces, s)
	b.Length += int64(len(s))
}

// WriteTo writes the file.
func (b *Backstory) WriteTo(w io.Writer) (int64, error) {
	buffered := bufio.NewWriterSize(w, 64<<10)
	n := int64(0)
	for _, s := range b.pieces {
		m, err := buffered.WriteString(s)
		n += int64(m)
		if err != nil {
			return n, err
		}
	}
	return n, buffered.Flush()
}

// Text returns the text of a part by its index.
func (b *Backstory) Text(i int) string { return b.texts[i] }

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
