package wordtext

import "github.com/seed353dc258/backstory/converters/internal/visible"

// Lengths of word processors are in twips, and heights of letters in half points.
const (
	// MinTwips is the least height of a line or a row that has exactly that height.
	MinTwips  = 20 * visible.MinHeight
	maxIndent = 20 * visible.MaxIndent
	// maxBeside is how far before the text a page may begin, in twips: its margins are
	// less, as drawing has it for shapes.
	maxBeside = 4 * 1440
	maxRaise  = 2 * visible.MaxRaise
)

// IsIndentedOff reports whether the indents of a paragraph, or of a table, put it
// beside the page, in twips. The one of the first line is beside the other one.
func IsIndentedOff(left, first int32) bool {
	return left+min(first, 0) <= -maxIndent || left >= 2*maxIndent
}

// IsPlacedOff reports whether a frame is beside the page on one side of it, by its
// place and its size in twips.
func IsPlacedOff(at, size int32) bool {
	return at+min(max(size, 0), 1<<16) <= -maxBeside || at >= 2*maxIndent
}

// IsRaisedOff reports whether text is raised or lowered off the page, by its
// distance in half points.
func IsRaisedOff(n int32) bool { return n >= maxRaise || n <= -maxRaise }
