package charset

// signLanguages is how many languages without an alphabet the table has.
const signLanguages = 4

// A signTable is what the characters of the Basic Multilingual Plane cost in the languages without an alphabet, in bits.
type signTable [1 << 16][signLanguages]uint8

// newSignTable prices what no language has among its common characters.
func newSignTable() *signTable {
	t := &signTable{}
	for i := range t {
		t[i] = rareSign(rune(i))
	}
	return t
}

// rareSign is the price of a character that is not common.
func rareSign(r rune) [signLanguages]uint8 {
	bits := uint8(18)
	switch {
	case r == '\uFFFD':
		bits = 30
	case r >= 0x4E00 && r <= 0x9FFF, r >= 0xAC00 && r <= 0xD7A3:
		bits = 16
	case r >= 0x3041 && r <= 0x30FF:
		bits = 14
	case halfKana(r):
		bits = 9
	case r >= 0x3000 && r <= 0x303F, r >= 0xFF01 && r <= 0xFF60, r >= 0x2010 && r <= 0x2030:
		bits = 13
	}
	return [signLanguages]uint8{bits, bits, bits, bits}
}

// punctuation is the most bits that a dash, a quotation mark or an ellipsis costs in a text that is mostly ASCII.
const punctuation = 8

// join is what a change between ASCII and other characters costs in text of ideographs, by the kind of the ASCII one.
var join = [quote]price{letter: 7 * bit, space: 15, digit: 3 * bit, punct: 3 * bit}

// signer adds up the price of text in an encoding of several bytes. Its ASCII words weigh what they do in a tally.
type signer struct {
	m      *model
	common price
	ascii  bool  // the text is mostly ASCII
	far    price // the ASCII pairs of the words that have no other characters
	most   price // what these cost at most
	word   price // the ASCII pairs of the word so far
	near   bool  // whether it has other characters
	last   rune
	signs  [signLanguages]price
}

// add prices text, which begins and ends at a line's edge.
func (s *signer) add(text []byte) {
	s.last = '\n'
	english := &s.m.languages[english]
	for _, r := range string(text) {
		switch {
		case r >= 0x80:
			s.sign(r)
		case s.last < 0x80:
			s.word += english.asciiPair(byte(s.last), byte(r))
		case !s.punctuates(s.last):
			s.common += join[asciiKind(r)]
		}
		if r < 0x80 && asciiClass(byte(r)) == 0 {
			s.flush()
		}
		s.last = r
	}
	s.flush()
}

func (s *signer) sign(r rune) {
	s.near = true
	cost := &s.m.signs[0xFFFF]
	if r <= 0xFFFF {
		cost = &s.m.signs[r]
	}
	for i, bits := range cost {
		if s.punctuates(r) {
			bits = min(bits, punctuation)
		}
		s.signs[i] += price(bits) * bit
	}
	switch {
	case !halfKana(r) || !halfKana(s.last):
	case r == s.last: // as shades and lines are drawn
		s.common += 3 * bit
	default:
		s.common -= 3 * bit
	}
	if s.last < 0x80 && !s.punctuates(r) {
		s.common += join[asciiKind(s.last)]
	}
}

// punctuates says whether r is a mark between the words of a text that is mostly ASCII.
func (s *signer) punctuates(r rune) bool { return s.ascii && r >= 0x2010 && r <= 0x2030 }

func (s *signer) flush() {
	if s.near {
		s.common += s.word
	} else {
		s.far += s.word
	}
	s.word, s.near = 0, false
}

// total is the price so far.
func (s *signer) total() price {
	least := s.signs[0]
	for _, cost := range s.signs {
		least = min(least, cost)
	}
	return least + s.common + min(s.far/farDivisor, s.most)
}

// halfKana says whether r is a half-width katakana, which come in runs.
func halfKana(r rune) bool { return r >= 0xFF61 && r <= 0xFF9F }
