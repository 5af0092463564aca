package pdf

import (
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// typed takes the fixed width from text of a document that has hardly any other, as
// typed letters, and the text that was recognized on pictures, have: there it makes no
// code. What reads like a listing keeps it, and so does what a structure names.
func typed(sheets []*layout.Sheet) {
	const share, least = .7, 300 // of the characters; characters
	loosenWide(sheets)
	fixed, all := 0, 0
	for _, s := range sheets {
		for i := range s.Lines {
			l := &s.Lines[i]
			all += l.Chars
			fixed += script.Flag(l.Words.Fixed()) * l.Chars
		}
	}
	if fixed < least || float64(fixed) < share*float64(all) {
		return
	}
	for _, s := range sheets {
		if s.Blocks != nil {
			continue
		}
		for start := 0; start < len(s.Lines); {
			end := start + 1
			for end < len(s.Lines) && isClose(&s.Lines[end-1], &s.Lines[end]) {
				end++
			}
			if part := s.Lines[start:end]; !isListing(part) {
				loosen(part)
			}
			start = end
		}
	}
}

// loosenWide takes the fixed width from text in fonts that hardly have other letters
// than those of scripts without spaces, which have one width in any font. Digits say
// nothing: a report has more of them than of letters. A line of a program keeps it.
func loosenWide(sheets []*layout.Sheet) {
	wide := map[*pdfium.Font]int{} // letters that are so, less those that are not
	each := func(visit func(line *layout.Line, w *glyph.Word)) {
		for _, s := range sheets {
			for i := range s.Lines {
				for _, words := range wordLists(&s.Lines[i]) {
					for k := range words {
						visit(&s.Lines[i], &words[k])
					}
				}
			}
		}
	}
	each(func(_ *layout.Line, w *glyph.Word) {
		for _, r := range w.Text {
			if script.IsWide(r) {
				wide[w.Face.Font]++
			} else if unicode.IsLetter(r) {
				wide[w.Face.Font]--
			}
		}
	})
	each(func(line *layout.Line, w *glyph.Word) {
		if w.Face.Fixed && wide[w.Face.Font] > 0 && !isCode(strings.TrimSuffix(line.Words.Text(), ";")) && !isComment(line.Words.Text()) {
			w.Face.Fixed = false
		}
	})
}

// isComment reports whether a line is a comment of a program.
func isComment(s string) bool {
	return strings.Contains(s, "//") && !strings.Contains(s, "://") || strings.HasPrefix(s, "#") || strings.HasPrefix(s, "--") || strings.HasPrefix(s, "/*") || strings.HasPrefix(s, "*")
}

// isClose reports whether no empty line is between two lines.
func isClose(a, b *layout.Line) bool {
	const step = 1.6 // of the size
	return b.Base-a.Base < step*max(a.Size, b.Size)
}

// isListing reports whether enough of some lines have signs of a program.
func isListing(lines []layout.Line) bool {
	const share = .3
	n := 0
	for i := range lines {
		n += script.Flag(isCode(lines[i].Words.Text()))
	}
	return float64(n) >= share*float64(len(lines))
}

// isCode reports whether a line has signs that a program or a drawing in letters has,
// and a text hardly.
func isCode(s string) bool {
	if strings.ContainsAny(s, "{}") || strings.HasPrefix(s, "$ ") || strings.HasSuffix(s, ";") && !strings.Contains(s, ", ") {
		return true
	}
	for _, sign := range []string{"()", "==", "!=", "->", "=>", "::", "&&", "||", "+=", "</", "/>", ":=", " = ", "<-", "+--", "--+", "#include"} {
		if strings.Contains(s, sign) {
			return true
		}
	}
	return strings.ContainsAny(s, "|+") && !strings.ContainsFunc(s, unicode.IsLetter)
}

// loosen takes the fixed width from the words of lines and tables.
func loosen(lines []layout.Line) {
	for i := range lines {
		for _, w := range wordLists(&lines[i]) {
			for k := range w {
				w[k].Face.Fixed = false
			}
		}
	}
}

// wordLists returns the words of a line, and of the cells of one that is a table.
func wordLists(l *layout.Line) [][]glyph.Word {
	words := [][]glyph.Word{l.Words}
	if t := l.Table; t != nil {
		for _, row := range t.Rows {
			for c := range row {
				words = append(words, row[c].Words)
			}
		}
	}
	return words
}
