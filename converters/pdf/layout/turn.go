package layout

import (
	"math"
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// turnRuns puts the words of other languages in a line from right to left in the
// order in which they are read: those that follow one another to the left, each
// of them written to the right, are the other way round in the file.
func turnRuns(words []glyph.Word) {
	for i := 0; i < len(words); {
		if !isForeign(&words[i]) {
			i++
			continue
		}
		end := i + 1
		for end < len(words) && isForeign(&words[end]) && math.Abs(words[end].Base-words[i].Base) < .3*words[i].Size {
			end++
		}
		turnRun(words, i, end)
		i = end
	}
}

// isForeign reports whether a word is written from left to right.
func isForeign(w *glyph.Word) bool {
	return !w.RTL && (script.HasLetter(w.Text) || script.HasDigit(w.Text))
}

// turnRun turns the words from start to end around, if they go to the left. Words
// that are written as one keep their order.
func turnRun(all []glyph.Word, start, end int) {
	words := all[start:end]
	var groups [][]glyph.Word
	letters := false
	for i := range words {
		n := len(groups)
		letters = letters || script.HasLetter(words[i].Text)
		if n > 0 && words[i].Glued && words[i].Box.X0 >= words[i-1].Box.X0 {
			groups[n-1] = append(groups[n-1], words[i])
			continue
		}
		if n > 0 && words[i].Box.X1 > words[i-1].Box.X0+.3*words[i].Size {
			return // they go to the right, or nowhere
		}
		groups = append(groups, words[i:i+1:i+1])
	}
	if len(groups) < 2 || !letters {
		return
	}
	right, left := words[0].Box.X1, words[len(words)-1].Box.X0
	slices.Reverse(groups)
	turned := slices.Concat(groups...)
	turned[0].Glued = start > 0 && all[start-1].Box.X0-right < glyph.WordGap*words[0].Size
	for i, n := len(groups[0]), 1; n < len(groups); i, n = i+len(groups[n]), n+1 {
		turned[i].Glued = false
	}
	if end < len(all) {
		next := &all[end]
		next.Glued = left-next.Box.X1 < glyph.WordGap*next.Size
	}
	copy(words, turned)
}
