package lines

import (
	"iter"
	"strings"
)

// Labels yields what may be a label in a line: a cell of a row, each side of a colon in a
// title, bold words at its beginning, and what is before a colon.
func Labels(line string) iter.Seq[string] {
	return func(yield func(string) bool) {
		bare := strings.TrimSpace(line)
		text := strings.TrimLeft(bare, "-+# \t")
		switch {
		case strings.HasPrefix(bare, "|"):
			for cell := range strings.SplitSeq(bare, "|") {
				if len(cell) <= MaxLabel && !yield(cell) {
					return
				}
			}
		case HeadingLevel(bare) > 0:
			before, behind, _ := strings.Cut(text, ": ")
			_ = len(text) <= MaxLabel && yield(before) && yield(behind)
		default:
			if bold, ok := strings.CutPrefix(text, "**"); ok {
				text = strings.Replace(bold, "**", ":", 1)
			}
			if before, _, ok := strings.Cut(text, ":"); ok && len(before) <= MaxLabel {
				yield(before)
			}
		}
	}
}
