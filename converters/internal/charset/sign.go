package charset

// signLanguages is how many languages without an alphabet the table has.
const signLanguages = 4

// A signTable is what the characters of the Basic Multilingual Plane cost in the languages without an alphabet, in bits: a
// page for each 256, nil or all 0 where no language has the character among its common ones.
type signTable [256]*[256]signCost

// A signCost is the bits of a character by language.
type signCost [signLanguages]uint8

// set says what a common character costs in one language.
func (t *signTable) set(r rune, language int, bits uint8) {
	page := &t[r>>8]
	if *page == nil {
		*page = &[256]signCost{}
	}
	cost := &(*page)[r&0xFF]
	if cost[0] == 0 {
		*cost = rareSign(r)
	}
	cost[language] = bits
}

// of is what a character costs.
func (t *signTable) of(r rune) signCost {
	if r <= 0xFFFF && t[r>>8] != nil {
		if cost := t[r>>8][r&0xFF]; cost[0] != 0 {
			return cost
		}
	}
	return rareSign(r)
}

// rareSign is the price of a character that is not common.
func rareSign(r rune) signCost {
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
	return signCost{bits, bits, bits, bits}
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
	for i, bits := range s.m.signs.of(r) {
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
