package charset

// cutNear is how many bytes from a sample's edge the other one of two quotation marks may be cut off.
const cutNear = 300

// look fills in where the bytes of the samples are.
func (t *around) look(samples []sample, mostlyASCII bool) {
	var words [256]price
	for _, s := range samples {
		for i, x := range s.b {
			if x < 0x80 {
				continue
			}
			t.count[x]++
			if i == 0 || i+1 == len(s.b) {
				continue
			}
			a, b := s.b[i-1], s.b[i+1]
			if opens(a) && closes(b) {
				words[x]++
			}
			if a <= ' ' && b <= ' ' && mostlyASCII {
				t.alone[x]++
			}
			if i > cutNear && len(s.b)-i > cutNear {
				t.middle[x]++
			}
			t.letters(x, a, s.b[i+1:])
		}
	}
	for x, n := range words {
		if n > 0 {
			t.words = append(t.words, pairCount{b: byte(x), n: n})
		}
	}
}

// letters fills in the places of x that have a before it and rest behind it, if that is beside a letter of ASCII.
func (t *around) letters(x, a byte, rest []byte) {
	b := rest[0]
	before, behind := asciiClass(a) != 0, asciiClass(b) != 0
	switch {
	case before && behind:
		t.inside[x]++
		if a <= 'Z' && b >= 'a' {
			t.second[x]++
		}
	case behind && opens(a):
		if b <= 'Z' && len(rest) > 1 && rest[1] >= 'a' && asciiClass(rest[1]) != 0 {
			t.second[x]++
		}
		if a <= ' ' {
			t.glued[x]++
		}
	case before && b <= ' ':
		t.glued[x]++
	}
}

// opens says whether a byte is before words.
func opens(b byte) bool {
	switch b {
	case '(', '[', '\'', '"':
		return true
	}
	return b <= ' '
}

// closes says whether a byte is behind words, and not behind what may be an abbreviation.
func closes(b byte) bool {
	switch b {
	case ')', ']', '\'', '"', ',', ':', ';', '!', '?':
		return true
	}
	return b <= ' '
}

// noWord is what it costs that a letter beyond ASCII is a word that the language does not have.
const noWord = 6 * bit

// solitary is what the words of one letter cost in a language. In an English text, and of letters that the language does
// not have, they are those that any language has.
func (r *byteReader) solitary(m *model, t *tally, own *language, inEnglish bool) (cost price) {
	any := &m.languages[m.any]
	for _, p := range t.around.words {
		g := &r.glyphs[p.b]
		if g.kind != letter || g.r == apostrophe {
			continue
		}
		class := own.class[g.letter]
		word := own.lone[class]
		if inEnglish || int(class) >= own.native {
			word = any.lone[any.class[g.letter]]
		}
		if !word {
			cost += p.n * noWord
		}
	}
	return cost
}
