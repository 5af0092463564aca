package pdf

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

const (
	maxFields     = 1_000  // of a page
	minField      = 2.0    // points: a field below it is not seen
	fieldNear     = 20_000 // words of a page, past which no name is looked for
	maxFieldWords = 4_000  // words of a field's value that are read
)

// fieldWords adds the values of a page's fields to its words, where the fields
// are: a name to the left of a field is on one line with its value then. It
// returns how many have values that no reader sees, and how many fields or other
// annotations, or ends of values, are left out since there are too many.
func fieldWords(p *pdfium.Page, words []glyph.Word) (out []glyph.Word, hidden, cut int) {
	cut = p.Unread + max(len(p.Fields)-maxFields, 0)
	if len(p.Fields) == 0 {
		return words, 0, cut
	}
	out = words[:len(words):len(words)]
	for i := range p.Fields[:min(len(p.Fields), maxFields)] {
		f := &p.Fields[i]
		text := fieldText(f)
		if text == "" {
			continue
		}
		if f.W() < minField || f.H() < minField || f.X1 < 0 || f.Y1 < 0 || f.X0 > p.Width || f.Y0 > p.Height {
			hidden++
			continue
		}
		own, whole := wordsOf(f, text, words)
		if out = append(out, own...); !whole {
			cut++
		}
	}
	return out, hidden, cut
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
// field, on the baseline of what is beside it, and whether that is all of it.
func wordsOf(f *pdfium.Field, text string, words []glyph.Word) (out []glyph.Word, whole bool) {
	const wide = .5 // of the size, a character
	size, base := fieldLine(f, words)
	for _, l := range strings.FieldsFunc(text, func(r rune) bool { return r == '\r' || r == '\n' }) {
		x := f.X0 + 1
		for j, s := range strings.Fields(l) {
			if len(out) >= maxFieldWords {
				return out, false
			}
			w := glyph.NewWord(s, x, x+wide*size*float64(script.RuneCount(s)), base, size)
			w.Source.Field = true
			w.Start, w.End = x, w.Box.X1
			if j == 0 {
				w.Source.Gap = glyph.Jump
			}
			out = append(out, w)
			x = w.Box.X1 + .3*size
		}
		base += 1.2 * size
	}
	return out, true
}

// fieldLine returns the size and the baseline of a field's text: those of a word
// that is beside it, or ones that fit it.
func fieldLine(f *pdfium.Field, words []glyph.Word) (size, base float64) {
	const reach = 300 // points, to a word that names the field
	size = min(.7*f.H(), 11)
	base = f.Y1 - max(.5*(min(f.H(), 20)-.75*size), 1)
	near := float64(reach)
	if len(words) > fieldNear {
		return size, base
	}
	for i := range words {
		w := &words[i]
		if w.Base < f.Y0 || w.Base > f.Y1+1 {
			continue
		}
		d := max(f.X0-w.Box.X1, w.Box.X0-f.X1)
		if d > -2 && d < near {
			near, size, base = d, w.Face.Size, w.Base
		}
	}
	return size, base
}
