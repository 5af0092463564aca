package numfmt

import "strconv"

const (
	maxDigits  = 40  // of an integer
	digitsKept = 15  // of any other number, as in Excel
	maxPower   = 400 // of ten
)

// Number is a decimal number: 0.d₁d₂d₃… × 10^power. The zero value is 0.
type Number struct {
	count  int8 // of digits; no zero is the first or the last
	neg    bool
	whole  bool // written as an integer, all of whose digits are kept
	power  int16
	digits [maxDigits]byte // '0' to '9'
}

// ParseNumber returns the number that a text says, and whether it is one: a
// decimal number with or without sign, fraction and exponent.
func ParseNumber[T string | []byte](raw T) (Number, bool) {
	n := Number{}
	i := 0
	if i < len(raw) && (raw[i] == '-' || raw[i] == '+') {
		n.neg = raw[i] == '-'
		i++
	}
	p := parser{Number: &n}
	whole := run(&p, raw[i:])
	i += whole
	p.behind = true
	fraction := 0
	if i < len(raw) && raw[i] == '.' {
		p.fraction = true
		fraction = run(&p, raw[i+1:])
		i += 1 + fraction
	}
	if whole+fraction == 0 {
		return n, false
	}
	power := 0
	if i < len(raw) && (raw[i] == 'e' || raw[i] == 'E') {
		var ok bool
		if power, ok = exponent(raw[i+1:]); !ok {
			return n, false
		}
		i = len(raw)
		p.fraction = true
	}
	if i != len(raw) || !p.finish(power) {
		return n, false
	}
	return n, true
}

// FromFloat returns a number of a program's own.
func FromFloat(f float64) Number {
	n, _ := ParseNumber(strconv.FormatFloat(f, 'g', -1, 64))
	return n
}

// parser gathers the digits of a number.
type parser struct {
	*Number
	behind   bool // the digits before the point are read
	fraction bool // it is not written as an integer
	lead     int  // zeros behind the point and before the first digit
	before   int  // digits before the point, without zeros in front
	seen     int  // digits from the first that is not zero
	next     byte // the first digit that did not fit
}

// run reads a run of digits and returns how long it is.
func run[T string | []byte](p *parser, s T) int {
	for i := range len(s) {
		c := s[i]
		if c < '0' || c > '9' {
			return i
		}
		if c == '0' && p.seen == 0 {
			if p.behind {
				p.lead++
			}
			continue
		}
		switch {
		case p.seen < maxDigits:
			p.digits[p.seen] = c
		case p.seen == maxDigits:
			p.next = c
		}
		p.seen++
		if !p.behind {
			p.before++
		}
	}
	return len(s)
}

// finish sets the point and cuts the digits to those that count.
func (p *parser) finish(power int) bool {
	if p.seen == 0 {
		p.neg = false
		return true
	}
	power += p.before - p.lead
	if power > maxPower || power < -maxPower {
		return false
	}
	p.power = int16(power)
	p.count = int8(min(p.seen, maxDigits))
	p.trim()
	p.whole = p.seen <= maxDigits && !p.fraction
	if int(p.count) > digitsKept && !p.whole {
		p.cut(digitsKept)
	}
	return true
}

// exponent reads the exponent of a number.
func exponent[T string | []byte](s T) (int, bool) {
	n, sign := 0, 1
	if len(s) > 0 && (s[0] == '-' || s[0] == '+') {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	if len(s) == 0 || len(s) > 6 {
		return 0, false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = 10*n + int(s[i]-'0')
	}
	return sign * n, true
}

// trim drops zeros at the end.
func (n *Number) trim() {
	for n.count > 0 && n.digits[n.count-1] == '0' {
		n.count--
	}
	if n.count == 0 {
		n.power = 0
	}
}

// cut rounds to a number of digits, halves away from zero. Below zero digits
// nothing is left.
func (n *Number) cut(digits int) {
	if digits >= int(n.count) {
		return
	}
	if digits < 0 {
		n.count, n.power = 0, 0
		return
	}
	up := n.digits[digits] >= '5'
	n.count = int8(digits)
	if up {
		n.increment()
	}
	n.trim()
}

// increment adds one to the last digit.
func (n *Number) increment() {
	i := int(n.count) - 1
	for ; i >= 0 && n.digits[i] == '9'; i-- {
		n.digits[i] = '0'
	}
	if i >= 0 {
		n.digits[i]++
		return
	}
	// All were nines, or there was none.
	n.digits[0], n.count = '1', 1
	n.power++
}

// round rounds to a number of places behind the point.
func (n *Number) round(places int) { n.cut(int(n.power) + places) }

// shift multiplies by a power of ten.
func (n *Number) shift(power int) {
	if n.count > 0 {
		n.power += int16(power)
	}
}

// at returns the digit that stands for 10^place.
func (n *Number) at(place int) byte {
	i := int(n.power) - 1 - place
	if i < 0 || i >= int(n.count) {
		return '0'
	}
	return n.digits[i]
}

// IsZero reports whether the number is 0.
func (n *Number) IsZero() bool { return n.count == 0 }

// Negative reports whether the number is below 0.
func (n *Number) Negative() bool { return n.neg }

// tens are the powers of ten that binary numbers hold exactly.
var tens = [...]float64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// Float returns the nearest binary number.
func (n *Number) Float() float64 {
	f := 0.0
	power := int(n.power) - int(n.count)
	if n.count <= digitsKept && power > -len(tens) && power < len(tens) {
		m := int64(0)
		for _, d := range n.digits[:n.count] {
			m = 10*m + int64(d-'0')
		}
		// Both are exact, so that the result is the nearest.
		if f = float64(m); power < 0 {
			f /= tens[-power]
		} else {
			f *= tens[power]
		}
	} else {
		text := append([]byte("0."), n.digits[:n.count]...)
		text = appendExponent(text, int(n.power), 1, false)
		f, _ = strconv.ParseFloat(string(text), 64)
	}
	if n.neg {
		return -f
	}
	return f
}

// decimals returns how many digits are behind the point.
func (n *Number) decimals() int { return max(int(n.count)-int(n.power), 0) }

// appendExponent appends E and an exponent of at least so many digits.
func appendExponent(to []byte, e, digits int, plus bool) []byte {
	to = append(to, 'E')
	switch {
	case e < 0:
		to = append(to, '-')
		e = -e
	case plus:
		to = append(to, '+')
	}
	text := strconv.Itoa(e)
	for range digits - len(text) {
		to = append(to, '0')
	}
	return append(to, text...)
}

// appendPadded appends a number with zeros in front.
func appendPadded(to []byte, v int64, digits int) []byte {
	var buf [20]byte
	text := strconv.AppendInt(buf[:0], v, 10)
	for range digits - len(text) {
		to = append(to, '0')
	}
	return append(to, text...)
}
