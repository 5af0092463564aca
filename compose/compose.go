// Package compose joins chapters to backstory.md. It is pure: the same
// chapters give the same bytes.
//
// The layout is Coqui's: a heading with the label, then for
// each source a heading "File: /path" and its chapter. No other line of the
// result is a heading of level 1 to 3.
package compose

import (
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

// Write writes backstory.md and returns where each chapter stands in it.
func Write(w io.Writer, label string, chapters []Chapter) ([]Part, error) {
	out := &counter{w: w}
	out.text(markdown.HeadingLine(Base-1, label) + "\n")
	out.text("\n")
	parts := make([]Part, 0, len(chapters))
	prefixes := map[string]int{}
	for i, c := range chapters {
		if i > 0 {
			out.text("\n")
		}
		out.text(FileHeading(Base, "/"+c.Path) + "\n")
		text, own := ownNotes(c, prefixes)
		text = strings.TrimRight(text, "\n")
		if text != "" {
			out.text("\n")
		}
		parts = append(parts, Part{Path: c.Path, Offset: out.n, Length: int64(len(text)), Own: own})
		out.text(text)
		if text != "" {
			out.text("\n")
		}
	}
	return parts, out.err
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

// counter writes until the first error and knows how much.
type counter struct {
	w   io.Writer
	n   int64
	err error
}

func (c *counter) text(s string) {
	if c.err != nil {
		return
	}
	var n int
	n, c.err = io.WriteString(c.w, s)
	c.n += int64(n)
}
