package paper

import (
	"math"

	"github.com/seed353dc258/backstory/document"
)

// maxLids bounds the shapes of one page that are compared with its text, maxShapes those
// of all pages, maxHigh how many pages further one can reach, and maxTexts what is kept
// of pages that are over.
const (
	maxLids   = 256
	maxShapes = 1 << 18
	maxHigh   = 2
	maxTexts  = 1 << 13
)

// Under returns the keys of the paragraphs of which half, or a word, lies under shapes.
func (s *Sheet) Under() map[int]bool {
	s.judge(len(s.texts))
	return s.under
}

// Settle judges the texts of pages that are over, for a paragraph which belongs to no
// shape: those are on the page of the text that they belong to, or on the one before.
func (s *Sheet) Settle(f *Flow) {
	const half, all = maxTexts / 2, maxTexts * 16
	if n := len(s.texts); f.Paged && (n > all || n > maxTexts && s.number(s.texts[half].y)+1 < s.number(f.Y)) {
		s.judge(half)
	}
}

// judge judges the first texts, and forgets them.
func (s *Sheet) judge(n int) {
	const word = 30 // points
	for i := 0; i < n; {
		key, boxed, all, under := s.texts[i].key, s.texts[i].level != 0, 0.0, 0.0
		for ; i < n && s.texts[i].key == key; i++ {
			all += s.texts[i].ink
			under += s.underLids(&s.texts[i])
		}
		if under > 0 && (under >= all/2 || under >= word && !boxed) {
			if s.under == nil {
				s.under = map[int]bool{}
			}
			s.under[key] = true
		}
	}
	s.texts = append(s.texts[:0], s.texts[n:]...)
}

// underLids returns how much of a text lies under shapes.
func (s *Sheet) underLids(t *text) float64 {
	lids := s.lids[s.number(t.y)]
	if len(lids) > maxLids || s.count > maxShapes {
		return t.ink // nobody draws so many
	}
	sum := 0.0
	for i := range lids {
		sum += t.under(&lids[i])
	}
	return sum
}

// under returns how much of a text lies under a shape. The further its place is from
// the one that the shape's was counted from, the less sure it is.
func (t *text) under(l *lid) float64 {
	const near, far = .15, .02
	if l.level <= t.level {
		return 0
	}
	slack := near*t.line + far*math.Abs(t.y-l.from)
	count := math.Ceil(t.ink / t.width)
	middle := t.y + t.line/2
	first := max(math.Ceil((l.Top-slack-middle)/t.line), 0)
	last := min(math.Floor((l.Bottom+slack-middle)/t.line), count-1)
	if last < first {
		return 0
	}
	sum := 0.0
	if last == count-1 {
		sum = t.over(l, t.ink-(count-1)*t.width)
		last--
	}
	return sum + max(last-first+1, 0)*t.over(l, t.width)
}

// over returns how much of a line of some length is between the sides of a shape.
func (t *text) over(l *lid, ink float64) float64 {
	left := t.left
	switch t.align {
	case document.AlignCenter:
		left += (t.width - ink) / 2
	case document.AlignRight:
		left += t.width - ink
	}
	return max(min(left+ink, l.Right)-max(left, l.Left), 0)
}
