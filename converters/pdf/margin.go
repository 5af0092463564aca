package pdf

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/converters/pdf/layout"
)

const (
	marginPart  = .13 // of a page's height, at its top and bottom
	marginLines = 4   // lines that a header or footer has at most
)

// margins returns the lines at the head and the foot of a page, by index.
func margins(s *layout.Sheet) []int {
	index := make([]int, len(s.Lines))
	for i := range index {
		index[i] = i
	}
	slices.SortStableFunc(index, func(a, b int) int { return cmp.Compare(s.Lines[a].Base, s.Lines[b].Base) })
	var out []int
	take := func(i int, inside bool) bool {
		if inside && s.Lines[i].Table == nil {
			out = append(out, i)
		}
		return inside
	}
	rows, last := 0, -1.0
	for _, i := range index {
		if s.Lines[i].Base-last > 2 {
			rows++
		}
		last = s.Lines[i].Base
		if rows > marginLines || !take(i, s.Lines[i].Box.Y1 < marginPart*s.Height) {
			break
		}
	}
	rows, last = 0, s.Height*2
	for k := len(index) - 1; k >= 0; k-- {
		i := index[k]
		if last-s.Lines[i].Base > 2 {
			rows++
		}
		last = s.Lines[i].Base
		if rows > marginLines || !take(i, s.Lines[i].Box.Y0 > (1-marginPart)*s.Height) {
			break
		}
	}
	return out
}

// furnitureKey is what a line has in common with its like on other pages: its
// text without numbers, and its height on the page.
func furnitureKey(s *layout.Sheet, l *layout.Line) string {
	var b strings.Builder
	digit := false
	for _, r := range l.Words.Text() {
		switch {
		case unicode.IsDigit(r):
			if !digit {
				b.WriteByte('#')
			}
			digit = true
		case unicode.IsSpace(r):
		default:
			digit = false
			b.WriteRune(unicode.ToLower(r))
		}
	}
	const band = 6 // points that a header may move
	b.WriteByte('|')
	b.WriteByte(byte(int(l.Base/band)%200) + 32)
	if l.Base > s.Height/2 {
		b.WriteByte('b')
	}
	return b.String()
}
