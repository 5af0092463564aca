package pdf

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/document"
)

const (
	fieldsMost = 1_000  // of a page
	fieldLeast = 2.0    // points: a field below it is not seen
	fieldNear  = 20_000 // words of a page, past which no name is looked for
	fieldWords = 4_000  // words of a field's value that are read
)

// fieldWords adds the values of a page's fields to its words, where the fields
// stand: a name to the left of a field is on one line with its value then. The
// values of fields that no reader sees are counted.
func (r *reader) fieldWords(p *pdfium.Page, words []word) []word {
	if len(p.Fields) == 0 {
		return words
	}
	out := words[:len(words):len(words)]
	for i := range p.Fields[:min(len(p.Fields), fieldsMost)] {
		f := &p.Fields[i]
		text := fieldText(f)
		if text == "" {
			continue
		}
		if f.W() < fieldLeast || f.H() < fieldLeast || f.X1 < 0 || f.Y1 < 0 || f.X0 > p.Width || f.Y0 > p.Height {
			r.lost.hide(hiddenOffPage, 1, p.Number)
			continue
		}
		out = append(out, wordsOf(f, text, words)...)
	}
	return out
}

// fieldText returns what a field shows.
func fieldText(f *pdfium.Field) string {
	switch f.Kind {
	case pdfium.CheckField, pdfium.RadioField:
		if f.Checked {
			return "☒"
		}
		return "☐"
	default:
		return f.Value
	}
}

// wordsOf returns the words of a value, line after line from the top of its
// field, on the baseline of what is beside it.
func wordsOf(f *pdfium.Field, text string, words []word) []word {
	const wide = .5 // of the size, a character
	size, base := fieldLine(f, words)
	var out []word
	for _, l := range strings.FieldsFunc(text, func(r rune) bool { return r == '\r' || r == '\n' }) {
		x := f.X0 + 1
		for j, s := range strings.Fields(l) {
			if len(out) >= fieldWords {
				return out
			}
			w := word{text: s, base: base, size: size, mcid: -1, link: -1, rtl: isRTL(firstRune(s)), field: true}
			w.box = pdfium.Box{X0: x, Y0: base - above*size, X1: x + wide*size*float64(runeCount(s)), Y1: base + below*size}
			w.start, w.end = x, w.box.X1
			w.jump = j == 0
			out = append(out, w)
			x = w.box.X1 + .3*size
		}
		base += 1.2 * size
	}
	return out
}

// fieldLine returns the size and the baseline of a field's text: those of a word
// that is beside it, or ones that fit it.
func fieldLine(f *pdfium.Field, words []word) (size, base float64) {
	const reach = 300 // points, to a word that names the field
	size = min(.7*f.H(), 11)
	base = f.Y1 - max(.5*(min(f.H(), 20)-.75*size), 1)
	near := float64(reach)
	if len(words) > fieldNear {
		return size, base
	}
	for i := range words {
		w := &words[i]
		if w.base < f.Y0 || w.base > f.Y1+1 {
			continue
		}
		d := max(f.X0-w.box.X1, w.box.X0-f.X1)
		if d > -2 && d < near {
			near, size, base = d, w.size, w.base
		}
	}
	return size, base
}

// taskOf returns the state of a box that a word is.
func taskOf(w *word) document.Task {
	switch w.text {
	case "☐":
		return document.TaskOpen
	case "☒", "☑":
		return document.TaskDone
	}
	return document.NoTask
}

// hasField reports whether the value of a field is on a line.
func (l *line) hasField() bool {
	return slices.ContainsFunc(l.words, func(w word) bool { return w.field })
}

// isField reports whether a line is the value of a field alone.
func (l *line) isField() bool {
	return !slices.ContainsFunc(l.words, func(w word) bool { return !w.field })
}
