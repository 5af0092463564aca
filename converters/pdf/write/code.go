package write

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// codeText returns a listing with its indents, which are counted in the width
// of a character. Lines that a program broke at the right edge are whole again.
func codeText(lines []layout.Line, right float64) string {
	left, width := 1e9, 0.0
	for i := range lines {
		l := &lines[i]
		left = min(left, l.Words[0].Start)
		if n := script.RuneCount(l.Words.Text()); n > 3 {
			width = max(width, l.Box.W()/float64(n))
		}
	}
	if width == 0 {
		width = lines[0].Size * .6
	}
	var out strings.Builder
	for i := range lines {
		l := &lines[i]
		rest := i > 0 && isWrapped(&lines[i-1], l, left, right-width)
		if i > 0 && !rest {
			out.WriteByte('\n')
			if empty := int((l.Base-lines[i-1].Base)/(1.3*l.Size) - .4); empty > 0 {
				out.WriteString(strings.Repeat("\n", min(empty, 3)))
			}
		}
		for j := range l.Words {
			w := &l.Words[j]
			switch {
			case j == 0 && rest:
				out.WriteString(strings.Repeat(" ", script.Flag(lines[i-1].Words[len(lines[i-1].Words)-1].Source.Trail)))
			case j == 0:
				out.WriteString(blanks(w.Start-left, width, 0))
			case !w.Glued:
				out.WriteString(blanks(w.Start-l.Words[j-1].End-width, width, 1))
			}
			out.WriteString(w.Text)
		}
	}
	return out.String()
}

// blanks returns as many blanks as a gap is wide.
func blanks(gap, width float64, least int) string {
	const most = 400
	return strings.Repeat(" ", min(max(int(gap/width+.5), least), most))
}

// isWrapped reports whether a line of a listing is the rest of the one before
// it, which a program broke where the page ends: after a space that is in the
// file, after a hyphen or slash, or at the edge. It begins at the left, and what
// comes first in it had no room before.
func isWrapped(before, l *layout.Line, left, right float64) bool {
	const slack = .5 // of the size
	if right <= 0 || before.Page != l.Page || l.Words[0].Start > left+slack*l.Size || before.RTL || l.RTL {
		return false
	}
	last := &before.Words[len(before.Words)-1]
	n := script.RuneCount(last.Text)
	if n == 0 {
		return false
	}
	room := right - last.End
	if !last.Source.Trail && !strings.HasSuffix(last.Text, "-") && !strings.HasSuffix(last.Text, "/") {
		return false
	}
	return layout.Piece(l) > room
}
