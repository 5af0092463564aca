package numfmt

// readLayout counts the digits of a section, and takes its commas away: one
// between digits groups them, those behind the last digit divide by 1000.
func (s *section) readLayout() {
	kept := s.tokens[:0]
	behind, exponent := false, false
	for i, t := range s.tokens {
		switch t.kind {
		case tokenDigit:
			switch {
			case exponent:
			case behind:
				s.places++
			default:
				s.whole++
			}
		case tokenPoint:
			if behind {
				t = token{kind: tokenLiteral, text: "."}
			}
			behind = true
		case tokenPercent:
			s.shift += 2
			t = token{kind: tokenLiteral, text: "%"}
		case tokenExponent:
			s.exponent = true
			exponent = true
		case tokenComma:
			if !s.comma(i) {
				kept = append(kept, token{kind: tokenLiteral, text: ","})
			}
			continue
		case tokenSlash, tokenText:
			t = token{kind: tokenLiteral, text: t.text}
		}
		kept = append(kept, t)
	}
	s.tokens = kept
	s.engine = max(s.whole, 1)
}

// comma reads the comma at a place of the tokens, and reports whether it is
// one that means something.
func (s *section) comma(at int) bool {
	if s.whole == 0 {
		return false
	}
	next := tokenLiteral
	for _, t := range s.tokens[at+1:] {
		if t.kind != tokenComma {
			next = t.kind
			break
		}
	}
	if next == tokenDigit && s.places == 0 {
		s.grouped = true
		return true
	}
	s.shift -= 3
	return true
}

// appendNumber shows a number in digits.
func (s *section) appendNumber(to []byte, n *Number, absolute bool) []byte {
	v := *n
	v.shift(s.shift)
	power := 0
	if s.exponent {
		power = v.scale(s.engine, s.places)
	} else {
		v.round(s.places)
	}
	if n.neg && !absolute && v.count > 0 {
		to = append(to, '-')
	}
	w := writer{format: s, n: &v, power: power, place: s.whole - 1}
	for i := range s.tokens {
		to = w.token(to, &s.tokens[i])
	}
	return to
}

// scale makes a number one with so many digits before the point at most, and
// returns the power of ten that this takes away.
func (n *Number) scale(engine, places int) int {
	if n.count == 0 {
		return 0
	}
	for range 2 { // rounding can make it longer once
		power := floorTo(int(n.power)-1, engine)
		v := *n
		v.shift(-power)
		v.round(places)
		if floorTo(int(v.power)-1, engine) <= 0 {
			*n = v
			return power
		}
		n.digits[0], n.count = '1', 1
		n.power = int16(power + engine + 1)
	}
	return 0
}

// floorTo rounds down to a multiple.
func floorTo(n, of int) int {
	r := n % of
	if r < 0 {
		r += of
	}
	return n - r
}

// writer fills the digits of a section.
type writer struct {
	format   *section
	n        *Number
	power    int
	place    int // the power of ten that the next digit stands for
	begun    bool
	behind   bool // the point is written
	exponent bool
}

func (w *writer) token(to []byte, t *token) []byte {
	switch t.kind {
	case tokenDigit:
		if w.exponent {
			return to
		}
		return w.digit(to, t.text[0])
	case tokenPoint:
		if w.format.whole == 0 {
			to = w.surplus(to, 0)
		}
		w.behind, w.place = true, -1
		return append(to, '.')
	case tokenExponent:
		w.exponent = true
		return appendExponent(to, w.power, t.count, t.text == "+")
	default:
		return append(to, t.text...)
	}
}

// surplus writes the digits for which the code has no place.
func (w *writer) surplus(to []byte, above int) []byte {
	for place := int(w.n.power) - 1; place >= above && w.n.count > 0; place-- {
		to = w.put(to, w.n.at(place), place)
	}
	return to
}

// put writes a digit before the point, and the comma behind it.
func (w *writer) put(to []byte, digit byte, place int) []byte {
	w.begun = true
	to = append(to, digit)
	if w.format.grouped && place > 0 && place%3 == 0 {
		to = append(to, ',')
	}
	return to
}

// digit writes the next digit, or what its code says where there is none.
func (w *writer) digit(to []byte, code byte) []byte {
	place := w.place
	w.place--
	if !w.behind {
		if place == w.format.whole-1 {
			to = w.surplus(to, w.format.whole)
		}
		if w.begun || w.n.count > 0 && place < int(w.n.power) || code == '0' {
			return w.put(to, w.n.at(place), place)
		}
		return blankDigit(to, code)
	}
	if code == '0' || place >= int(w.n.power)-int(w.n.count) && w.n.count > 0 {
		return append(to, w.n.at(place))
	}
	return blankDigit(to, code)
}

// blankDigit writes what is where a number has no digit.
func blankDigit(to []byte, code byte) []byte {
	if code == '?' {
		return append(to, ' ')
	}
	return to
}
