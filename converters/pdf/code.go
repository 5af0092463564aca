package pdf

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// isQuoted reports whether the style of most words is one for quotes.
func isQuoted(words []word) bool {
	n := 0
	for i := range words {
		n += flag(words[i].style == pdfium.StyleQuote)
	}
	return n*2 > len(words) || n > 0 && words[0].style == pdfium.StyleQuote
}

// fixFallback takes the words of a listing for code whose font lacks their
// characters: those of comments, often. All lines of a listing begin with a
// word of a font of fixed width, and none has letters of Latin in another one.
func fixFallback(words []word) {
	other := false
	for i := range words {
		w := &words[i]
		if w.fixed {
			continue
		}
		if hasLatin(w.text) || i == 0 || w.base > words[i-1].base+.5*w.size {
			return
		}
		other = true
	}
	if !other || len(words) < 3 || words[len(words)-1].base < words[0].base+.5*words[0].size {
		return
	}
	for i := range words {
		words[i].fixed = true
	}
}

// hasLatin reports whether a text has a letter of ASCII.
func hasLatin(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' })
}

// codeText returns a listing with its indents, which are counted in the width
// of a character. Lines that a program broke at the right edge are whole again.
func codeText(lines []line, right float64) string {
	left, width := 1e9, 0.0
	for i := range lines {
		l := &lines[i]
		left = min(left, l.words[0].start)
		if n := runeCount(l.text()); n > 3 {
			width = max(width, l.box.W()/float64(n))
		}
	}
	if width == 0 {
		width = lines[0].size * .6
	}
	var out strings.Builder
	for i := range lines {
		l := &lines[i]
		rest := i > 0 && isWrapped(&lines[i-1], l, left, right-width)
		if i > 0 && !rest {
			out.WriteByte('\n')
			if empty := int((l.base-lines[i-1].base)/(1.3*l.size) - .4); empty > 0 {
				out.WriteString(strings.Repeat("\n", min(empty, 3)))
			}
		}
		for j := range l.words {
			w := &l.words[j]
			switch {
			case j == 0 && rest:
				out.WriteString(strings.Repeat(" ", flag(lines[i-1].words[len(lines[i-1].words)-1].trail)))
			case j == 0:
				out.WriteString(blanks(w.start-left, width, 0))
			case !w.glued:
				out.WriteString(blanks(w.start-l.words[j-1].end-width, width, 1))
			}
			out.WriteString(w.text)
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
func isWrapped(before, l *line, left, right float64) bool {
	const slack = .5 // of the size
	if right <= 0 || before.page != l.page || l.words[0].start > left+slack*l.size || before.rtl || l.rtl {
		return false
	}
	last := &before.words[len(before.words)-1]
	n := runeCount(last.text)
	if n == 0 {
		return false
	}
	room := right - last.end
	if !last.trail && !strings.HasSuffix(last.text, "-") && !strings.HasSuffix(last.text, "/") {
		return false
	}
	return piece(l) > room
}

// piece returns how wide the beginning of a line is, up to where a program
// would break it: after its first word, or a hyphen or slash in that.
func piece(l *line) float64 {
	w := &l.words[0]
	end := 1
	for end < len(l.words) && l.words[end].glued {
		end++
	}
	var b strings.Builder
	for i := range l.words[:end] {
		b.WriteString(l.words[i].text)
	}
	text := b.String()
	n := runeCount(text)
	if n == 0 {
		return 0
	}
	width := (l.words[end-1].box.X1 - w.box.X0) / float64(n)
	if at := strings.IndexAny(text, "-/"); at > 0 {
		n = runeCount(text[:at+1])
	}
	return float64(n) * width
}
