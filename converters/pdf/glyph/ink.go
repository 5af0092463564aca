package glyph

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// What the ink of a font's small letters says of their meanings. Tall ones and
// those that hang below the line are told apart by it, whatever the font looks
// like, so that meanings that are not of these letters contradict about half of them.
const (
	inkTall  = "bdfhkl"
	inkSmall = "acemnorsuvwx"
	inkDeep  = "gpqy"
	inkFlat  = "abcdehiklmnorstuvwx"

	minInk   = 40    // letters of a font, to say something
	maxInk   = 4_000 // letters of a font that are looked at
	inkLies  = .3    // share of the letters that contradict, from which a font misleads
	inkSure  = .04   // share up to which codes without a meaning are letters
	inkStep  = .12   // of the size, between small and tall ones
	inkHangs = .12   // of the size, below the line
	inkRests = .07
)

// InkReader is the ink of a document's fonts.
type InkReader map[*pdfium.Font]*inkTally

// inkTally is the ink of the small letters of a font, by what the font says of
// them.
type inkTally struct {
	letters  []inkLetter
	verdict  inkVerdict
	judgedAt int // letters
}

type inkLetter struct {
	r         rune
	top, foot float32 // of the ink, above and below the line, in parts of the size
}

// inkVerdict is what the ink of a font says of its meanings.
type inkVerdict uint8

const (
	inkUnknown inkVerdict = iota
	inkAgrees
	inkContradicts
)

// misled looks at the ink of a page's letters. Where it contradicts what their
// font says they are, they count as letters without a meaning; where it agrees
// with the codes of a font that says nothing of them, they are what the codes say.
// It reports whether there is any of the first kind.
func (r InkReader) misled(p *pdfium.Page) bool {
	for i := range p.Chars {
		r.learn(p, &p.Chars[i])
	}
	lies := false
	for i := range p.Chars {
		c := &p.Chars[i]
		if c.Run < 0 {
			continue
		}
		t := r[p.Runs[c.Run].Font]
		if t == nil {
			continue
		}
		switch t.judge() {
		case inkContradicts:
			lies = lies || !c.Unmapped
			c.Unmapped = true
		case inkAgrees:
			c.Unmapped = c.Unmapped && !isPlainCode(c.Rune)
		}
	}
	return lies
}

// learn takes the ink of a small letter.
func (r InkReader) learn(p *pdfium.Page, c *pdfium.Char) {
	if c.Run < 0 || c.Rune < 'a' || c.Rune > 'z' {
		return
	}
	run := &p.Runs[c.Run]
	if run.Turn != 0 || run.Size <= 0 || c.Box.H() <= 0 {
		return
	}
	t := r[run.Font]
	if t == nil {
		t = &inkTally{}
		r[run.Font] = t
	}
	if len(t.letters) < maxInk {
		t.letters = append(t.letters, inkLetter{c.Rune, float32((c.Y - c.Box.Y0) / run.Size), float32((c.Box.Y1 - c.Y) / run.Size)})
	}
}

// isPlainCode reports whether a code is of the same character in ASCII and in
// the old encodings of TeX.
func isPlainCode(r rune) bool {
	return r >= ' ' && r <= '}' && !strings.ContainsRune(`"<>\_{|}`, r)
}

// judge says what the ink that was seen so far says of the font.
func (t *inkTally) judge() inkVerdict {
	if t.judgedAt == len(t.letters) {
		return t.verdict
	}
	t.judgedAt, t.verdict = len(t.letters), inkUnknown
	if len(t.letters) < minInk {
		return inkUnknown
	}
	tops := make([]float32, len(t.letters))
	for i := range t.letters {
		tops[i] = t.letters[i].top
	}
	slices.Sort(tops)
	low, high := tops[len(tops)/10], tops[len(tops)*9/10]
	if high-low < inkStep {
		return inkUnknown // small capitals, or boxes that are not of the ink
	}
	wrong, tall := 0, 0
	for _, l := range t.letters {
		tall += script.Flag(strings.ContainsRune(inkTall, l.r))
		wrong += script.Flag(l.contradicts((low + high) / 2))
	}
	switch share := float64(wrong) / float64(len(t.letters)); {
	case share > inkLies:
		t.verdict = inkContradicts
	case share <= inkSure && tall > 0:
		t.verdict = inkAgrees
	}
	return t.verdict
}

// contradicts reports whether the ink of a letter is not that of what its font says it
// is, where a letter that is higher than middle is tall.
func (l inkLetter) contradicts(middle float32) bool {
	is := func(letters string) bool { return strings.ContainsRune(letters, l.r) }
	tall, hangs := l.top > middle, l.foot > inkHangs
	switch {
	case is(inkTall):
		return !tall || hangs && l.r != 'f'
	case is(inkDeep):
		return l.foot < inkRests
	}
	return is(inkSmall) && tall || is(inkFlat) && hangs
}
