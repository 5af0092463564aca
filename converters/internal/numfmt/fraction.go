package numfmt

import (
	"math"
	"strconv"
)

// isFraction reports whether a section has a slash between digits.
func isFraction(tokens []token) bool {
	at := slashOf(tokens)
	return at > 0 && at+1 < len(tokens) && tokens[at-1].kind == tokenDigit &&
		(tokens[at+1].kind == tokenDigit || tokens[at+1].kind == tokenFixed)
}

// slashOf returns where the slash of a section is, or -1.
func slashOf(tokens []token) int {
	for i := range tokens {
		if tokens[i].kind == tokenSlash {
			return i
		}
	}
	return -1
}

// maxFraction is the greatest number of digits below a slash.
const maxFraction = 7

// fractionWhole is the greatest number that is shown as a fraction.
const fractionWhole = 1e15

// fractionParts says where the digits of a fraction are: tokens[:whole] up to the last
// digit of the whole number, tokens[top:slash] above the slash, and what is
// between is between the two.
func fractionParts(tokens []token) (whole, top, slash int) {
	slash = slashOf(tokens)
	for top = slash; top > 0 && tokens[top-1].kind == tokenDigit; {
		top--
	}
	for i, t := range tokens[:top] {
		if t.kind == tokenDigit {
			whole = i + 1
		}
	}
	return whole, top, slash
}

// appendFraction shows a number as a whole number and a fraction.
func (s *section) appendFraction(to []byte, n *Number, absolute bool) []byte {
	v := math.Abs(n.Float())
	if v > fractionWhole {
		return AppendGeneral(to, n)
	}
	end, top, slash := fractionParts(s.tokens)
	whole := 0.0
	if end > 0 {
		whole, v = math.Modf(v)
	}
	above, below, last := ratio(s.tokens, v, slash)
	if end > 0 && above == below {
		whole, above = whole+1, 0
	}
	if n.neg && !absolute && (whole > 0 || above > 0) {
		to = append(to, '-')
	}
	shows := end > 0 && (whole > 0 || above == 0 || s.tokens[end-1].text == "0")
	if shows {
		to = appendDigits(to, int64(whole), s.tokens[:end])
	}
	if end == 0 || above > 0 {
		if shows || end == 0 {
			to = appendLiterals(to, s.tokens[end:top])
		}
		to = appendDigits(to, above, s.tokens[top:slash])
		to = append(to, '/')
		to = strconv.AppendInt(to, below, 10)
	}
	return appendLiterals(to, s.tokens[last:])
}

// appendLiterals appends the text around the digits of a fraction.
func appendLiterals(to []byte, tokens []token) []byte {
	for _, t := range tokens {
		to = append(to, t.text...)
	}
	return to
}

// appendDigits appends a number in at least as many digits as there are zeros,
// and one at least.
func appendDigits(to []byte, v int64, tokens []token) []byte {
	digits := &section{tokens: tokens}
	for _, t := range tokens {
		if t.kind == tokenDigit {
			digits.whole++
		}
	}
	n := FromFloat(float64(v))
	start := len(to)
	to = digits.appendNumber(to, &n, true)
	lead := start
	for lead < len(to) && to[lead] == ' ' {
		lead++
	}
	if lead == len(to) {
		return append(to[:start], '0')
	}
	return append(to[:start], to[lead:]...)
}

// ratio returns the fraction nearest to a number with the number below the
// slash that the section asks for, and the token behind it.
func ratio(tokens []token, v float64, slash int) (above, below int64, end int) {
	if t := tokens[slash+1]; t.kind == tokenFixed {
		n, err := strconv.ParseInt(t.text, 10, 64)
		if err != nil || n == 0 {
			n = 1
		}
		return int64(math.Round(v * float64(n))), n, slash + 2
	}
	end = slash + 1
	most := int64(1)
	for end < len(tokens) && tokens[end].kind == tokenDigit {
		if end-slash <= maxFraction {
			most *= 10
		}
		end++
	}
	above, below = nearest(v, most-1)
	return above, below, end
}

// nearest returns the fraction nearest to a number among those whose lower
// number is at most so large: a convergent of its continued fraction, or what
// lies between two of them.
func nearest(v float64, most int64) (above, below int64) {
	a0, b0, a1, b1 := int64(0), int64(1), int64(1), int64(0)
	x := v
	for range 64 {
		whole := math.Floor(x)
		if whole > 1e15 {
			break
		}
		k := int64(whole)
		if b1 > 0 && k > (most-b0)/b1 {
			k = (most - b0) / b1
			a2, b2 := a0+k*a1, b0+k*b1
			if math.Abs(v-float64(a2)/float64(b2)) < math.Abs(v-float64(a1)/float64(b1)) {
				return a2, b2
			}
			return a1, b1
		}
		a0, b0, a1, b1 = a1, b1, a0+k*a1, b0+k*b1
		if x -= whole; x < 1e-12 {
			break
		}
		x = 1 / x
	}
	return a1, b1
}
