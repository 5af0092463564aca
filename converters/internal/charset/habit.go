package charset

import "math/bits"

const (
	lowMarks habits = 1 << iota // „ ‚
	angles                      // « » ‹ ›
	inverted                    // ¿ ¡
	ordinals                    // º ª

	commaLike = lowMarks | angles
)

// habitOf is the set that a character is in, or 0.
func habitOf(r rune) habits {
	switch r {
	case '„', '‚':
		return lowMarks
	case '«', '»', '‹', '›':
		return angles
	case '¿', '¡':
		return inverted
	case 'º', 'ª':
		return ordinals
	}
	return 0
}

// unusual is what it costs that a text has marks of one kind that its language does not, and spanish what ¿ and ¡ cost more:
// texts quote the marks of other languages, but hardly ever those.
const (
	unusual = 7 * bit
	spanish = 5 * bit
)

// price is what it costs that a text has marks that are unusual.
func (h habits) price() price {
	cost := price(bits.OnesCount8(uint8(h))) * unusual
	if h&inverted != 0 {
		cost += spanish
	}
	return cost
}

// habits are the marks that the samples have.
func (r *byteReader) habits(t *tally) habits {
	var seen habits
	for b := 0x80; b < 256; b++ {
		if t.has[b] {
			seen |= habitOf(r.glyphs[b].r)
		}
	}
	return seen
}

// habits sets which marks the text may have where its letters beyond ASCII are of a language: those of the language, unless
// the ASCII words, which cost so much by language, are English.
func (m *model) habits(t *tally, far []price, foreign price) {
	home := english
	for k := range m.languages {
		if l := &m.languages[k]; l.writing == inLatin && l.tag != anyLanguage && far[k] < far[home] {
			home = k
		}
	}
	t.habits = make([]habits, len(m.languages))
	t.asEnglish = make([]bool, len(m.languages))
	for k := range m.languages {
		l := &m.languages[k]
		t.habits[k] = l.habits
		switch {
		case l.writing == inLatin && l.tag == anyLanguage:
			t.habits[k] = m.languages[home].habits
		case l.writing == inLatin && far[k] == foreign:
			t.habits[k] = m.languages[english].habits
			t.asEnglish[k] = true
		}
	}
}
