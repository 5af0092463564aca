package layout

import (
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/script"
	"github.com/seed353dc258/backstory/document"
)

// isMarker reports whether a line is a marker alone.
func isMarker(l *Line) bool {
	return len(l.Words) == 1 && (script.IsBullet(l.Words[0].Text) || script.MarkerForm().MatchString(l.Words[0].Text))
}

// MarkerOf returns the marker that a line begins with, and how many words it
// takes; 0 for none.
func MarkerOf(l *Line) (string, int) {
	if len(l.Words) < 2 {
		return "", 0
	}
	first, next := l.Words[0].Text, &l.Words[1]
	if next.Glued && !script.IsBullet(first) && !unicode.IsLetter(script.FirstRune(next.Text)) {
		return "", 0
	}
	if l.RTL {
		first = script.TurnMarker(first)
	}
	gap := (next.Box.X0 - l.Words[0].Box.X1) / l.Size
	switch {
	case script.IsBullet(first) && !isWord(first, next.Glued, gap):
		return "-", 1
	case !script.IsBullet(first) && script.MarkerForm().MatchString(first) && !isInitial(first, gap):
		return first, 1
	}
	return "", 0
}

// isWord reports whether what is used as a bullet is a word, or a dash at one, by the
// gap behind it, in parts of the size.
func isWord(s string, glued bool, gap float64) bool {
	switch s {
	case "o":
		return gap < .6
	case "-", "–", "—":
		return glued
	}
	return false
}

// isInitial reports whether what may be a marker is the initial of a name, by the gap
// behind it, in parts of the size.
func isInitial(s string, gap float64) bool {
	return gap < .5 && script.RuneCount(s) == 2 && s[1] == '.' && s[0] >= 'A'
}

// NoteMark returns the mark of a note that a line begins with: a small raised
// number or sign, and text after it.
func NoteMark(l *Line) string {
	if len(l.Words) < 2 || !IsNoteMark(&l.Words[0], l) {
		return ""
	}
	return l.Words[0].Text
}

// IsNoteMark reports whether a word is raised and small, and a number or sign.
func IsNoteMark(w *glyph.Word, l *Line) bool {
	if len(w.Text) > maxMark || !Raised(0, w, l).Has(document.Superscript) {
		return false
	}
	for _, r := range w.Text {
		if (r < '0' || r > '9') && r != '*' && r != '†' && r != '‡' && r != '§' {
			return false
		}
	}
	return true
}

// IsPower reports whether a raised number belongs to a single letter or a number
// before it, as in a formula.
func IsPower(words []glyph.Word, k int) bool {
	if k == 0 || !script.HasDigit(words[k].Text) || words[k].Box.X0-words[k-1].Box.X1 > .25*words[k-1].Face.Size {
		return false
	}
	before := words[k-1].Text
	r, _ := utf8.DecodeLastRuneInString(before)
	return unicode.IsDigit(r) || script.RuneCount(before) == 1 && unicode.IsLetter(r) && !script.IsWide(r) && (k < 2 || !words[k-1].Glued || !script.HasLetter(words[k-2].Text))
}

// maxMark is the length of a mark, in bytes.
const maxMark = 6

// Raised adds superscript or subscript to the styles of a small word that is
// off the baseline.
func Raised(s document.Styles, w *glyph.Word, l *Line) document.Styles {
	if w.Face.Size > .86*l.Size {
		return s
	}
	switch off := w.Base - l.Base; {
	case off < -.12*l.Size:
		return s.With(document.Superscript)
	case off > .06*l.Size:
		return s.With(document.Subscript)
	}
	return s
}

// taskOf returns the state of a box that a word is.
func taskOf(w *glyph.Word) document.Task {
	switch w.Text {
	case "☐":
		return document.TaskOpen
	case "☒", "☑":
		return document.TaskDone
	}
	return document.NoTask
}
