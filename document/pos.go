package document

import (
	"strconv"
	"strings"
)

// Pos says where in its source a block came from. Every field is zero where
// it is unknown: a text file has lines, a sheet has rows, a PDF has a page
// and a box on it.
type Pos struct {
	Part  string // of a package or a slide: a sheet's name, "word/footnotes.xml", a shape
	Page  int32  // page or slide, from 1
	Box   Rect   // on the page, in points from its top left corner
	Rows  Span   // rows of a sheet, from 1
	Lines Span   // lines of a text source, from 1

	Paragraph int32 // of its part, from 1; headings and empty ones count, those in tables do not
	Table     int32 // of its part, from 1; Rows are its own
}

// At returns the position itself. Blocks embed Pos, so that At is how any
// [Block] tells its place.
func (p Pos) At() Pos { return p }

// Below returns the position of lines that are counted from another line on, as
// in a source inside a source.
func (p Pos) Below(lines int) Pos {
	if p.Lines.First > 0 {
		p.Lines.First += int32(lines)
		p.Lines.Last += int32(lines)
	}
	return p
}

// IsZero reports whether nothing is known of the place.
func (p Pos) IsZero() bool { return p == Pos{} }

// Span is a range of lines or rows, first and last included, from 1. The
// zero Span is an unknown range.
type Span struct{ First, Last int32 }

// LineSpan returns the position of the lines from first to last.
func LineSpan(first, last int) Pos { return Pos{Lines: SpanOf(first, last)} }

// SpanOf returns the range from first to last.
func SpanOf(first, last int) Span { return Span{int32(first), int32(last)} }

// Rect is a box in points (1/72 inch), its origin at the top left.
type Rect struct{ X0, Y0, X1, Y1 float32 }

// Sides returns the box as JSON has it, or nil where it is unknown.
func (r Rect) Sides() []float32 {
	if r == (Rect{}) {
		return nil
	}
	return []float32{r.X0, r.Y0, r.X1, r.Y1}
}

// String returns the place in words, such as "sheet Data, rows 3-9", or "". A
// box on a page is left out: a person looks for the page.
func (p Pos) String() string {
	return strings.Join(p.parts(), ", ")
}

// parts returns what is known of the place in words, from the outside in.
func (p Pos) parts() []string {
	var parts []string
	if p.Part != "" {
		parts = append(parts, p.Part)
	}
	if p.Page > 0 {
		parts = append(parts, "page "+strconv.Itoa(int(p.Page)))
	}
	if p.Paragraph > 0 {
		parts = append(parts, "paragraph "+strconv.Itoa(int(p.Paragraph)))
	}
	if p.Table > 0 {
		parts = append(parts, "table "+strconv.Itoa(int(p.Table)))
	}
	if s := p.Rows.name("row"); s != "" {
		parts = append(parts, s)
	}
	if s := p.Lines.name("line"); s != "" {
		parts = append(parts, s)
	}
	return parts
}

// name returns "line 3", "lines 3-9", or "" for the zero span.
func (s Span) name(unit string) string {
	switch {
	case s.First == 0:
		return ""
	case s.Last <= s.First:
		return unit + " " + strconv.Itoa(int(s.First))
	default:
		return unit + "s " + strconv.Itoa(int(s.First)) + "-" + strconv.Itoa(int(s.Last))
	}
}
