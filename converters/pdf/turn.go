package pdf

import "slices"

// turnRuns puts the words of other languages in a line from right to left in the
// order in which they are read: those that follow one another to the left, each
// of them written to the right, stand the other way round in the file.
func (l *line) turnRuns() {
	for i := 0; i < len(l.words); {
		if !isForeign(&l.words[i]) {
			i++
			continue
		}
		end := i + 1
		for end < len(l.words) && isForeign(&l.words[end]) && abs(l.words[end].base-l.words[i].base) < .3*l.words[i].size {
			end++
		}
		l.turnRun(i, end)
		i = end
	}
}

// isForeign reports whether a word is written from left to right.
func isForeign(w *word) bool { return !w.rtl && (hasLetter(w.text) || hasDigit(w.text)) }

// turnRun turns the words from start to end around, if they go to the left. Words
// that are written as one keep their order.
func (l *line) turnRun(start, end int) {
	words := l.words[start:end]
	var groups [][]word
	letters := false
	for i := range words {
		n := len(groups)
		letters = letters || hasLetter(words[i].text)
		if n > 0 && words[i].glued && words[i].box.X0 >= words[i-1].box.X0 {
			groups[n-1] = append(groups[n-1], words[i])
			continue
		}
		if n > 0 && words[i].box.X1 > words[i-1].box.X0+.3*words[i].size {
			return // they go to the right, or nowhere
		}
		groups = append(groups, words[i:i+1:i+1])
	}
	if len(groups) < 2 || !letters {
		return
	}
	right, left := words[0].box.X1, words[len(words)-1].box.X0
	slices.Reverse(groups)
	turned := slices.Concat(groups...)
	turned[0].glued = start > 0 && l.words[start-1].box.X0-right < wordGap*words[0].size
	for i, n := len(groups[0]), 1; n < len(groups); i, n = i+len(groups[n]), n+1 {
		turned[i].glued = false
	}
	if end < len(l.words) {
		next := &l.words[end]
		next.glued = left-next.box.X1 < wordGap*next.size
	}
	copy(words, turned)
}
