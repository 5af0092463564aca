package gate

import "unicode/utf8"

const (
	byteOrderMark = "\uFEFF"
	maxMarks      = 8 // U16
)

// Words of eight bytes for asciiEnd: the same byte eight times.
const (
	bytes01 = 0x0101010101010101
	bytes80 = 0x80 * bytes01
)

// asciiEnd returns where the run of printable ASCII, TAB and LF ends that
// starts at i.
func asciiEnd(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		t := s[i : i+8]
		x := uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
			uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
		// No carry leaves a byte whose high bit is clear, so each test is
		// exact as long as the first finds nothing.
		bad := x | (x + bytes01) // not ASCII; DEL
		low := ^(x + 0x60*bytes01) & bytes80
		if low != 0 {
			low &= (x ^ '\n'*bytes01) + 0x7F*bytes01
			low &= (x ^ '\t'*bytes01) + 0x7F*bytes01
		}
		if (bad|low)&bytes80 != 0 {
			break
		}
	}
	for i < len(s) && plainASCII(s[i]) {
		i++
	}
	return i
}

func plainASCII(b byte) bool {
	return b >= ' ' && b < 0x7F || b == '\t' || b == '\n'
}

// lookup returns the number of the combination of properties that r has.
func lookup(r rune) uint8 {
	u := uint32(r)
	block := unicodeMid[uint32(unicodeTop[u>>12])<<6|u>>6&63]
	return unicodeLeaf[uint32(block)<<6|u&63]
}

// properties returns the class, joining type and properties of r.
func properties(r rune) uint32 { return unicodeCombos[lookup(r)] }

// scan returns where the first character from i on is that a rule may touch,
// or len(s). The number of marks since the last base is taken and returned, so
// that a text in parts can be scanned part by part.
func scan(s string, i, marks int) (end, marksAfter int) {
	for i < len(s) {
		b := s[i]
		if b < utf8.RuneSelf {
			if !plainASCII(b) {
				return i, marks
			}
			marks = 0
			i = asciiRun(s, i+1)
			continue
		}
		r, n := decodeFast(s, i)
		if n == 0 {
			return i, marks
		}
		switch c := lookup(r); {
		case c < firstMark:
			marks = 0
		case c < firstSuspect && marks < maxMarks:
			marks++
		default:
			return i, marks
		}
		i += n
	}
	return i, marks
}

// asciiRun is asciiEnd for text in which runs of ASCII may be short.
func asciiRun(s string, i int) int {
	for stop := min(i+8, len(s)); i < stop; i++ {
		if !plainASCII(s[i]) {
			return i
		}
	}
	return asciiEnd(s, i)
}

// decodeFast returns the character beyond ASCII at i and its length, which is 0
// if there is none.
func decodeFast(s string, i int) (r rune, n int) {
	const cont, low = 0xC0, 0x3F
	b := s[i]
	switch {
	case b >= 0xC2 && b < 0xE0 && i+1 < len(s) && s[i+1]&cont == 0x80:
		return rune(b&0x1F)<<6 | rune(s[i+1]&low), 2
	case b >= 0xE1 && b < 0xED && i+2 < len(s) && s[i+1]&cont == 0x80 && s[i+2]&cont == 0x80:
		return rune(b&0x0F)<<12 | rune(s[i+1]&low)<<6 | rune(s[i+2]&low), 3
	}
	r, n = utf8.DecodeRuneInString(s[i:])
	if r == utf8.RuneError && n == 1 {
		return 0, 0
	}
	return r, n
}

// decode returns the first character of s and its length in bytes. What is not
// UTF-8 comes as the negative of its first byte; an encoded surrogate is one
// such character of three bytes.
func decode(s string) (r rune, n int) {
	r, n = utf8.DecodeRuneInString(s)
	if r != utf8.RuneError || n != 1 {
		return r, n
	}
	if len(s) >= 3 && s[0] == 0xED && s[1] >= 0xA0 && s[1] < 0xC0 && s[2]&0xC0 == 0x80 {
		n = 3
	}
	return -rune(s[0]), n
}

// lineEnd returns the length of the line terminator at the start of s, which is
// not empty, or 0: LF, VT, FF, CR, CRLF, NEL, U+2028, U+2029.
func lineEnd(s string) int {
	switch b := s[0]; {
	case b == '\r' && len(s) > 1 && s[1] == '\n':
		return 2
	case b >= '\n' && b <= '\r':
		return 1
	case b == 0xC2 && len(s) > 1 && s[1] == 0x85:
		return 2
	case b == 0xE2 && len(s) > 2 && s[1] == 0x80 && (s[2] == 0xA8 || s[2] == 0xA9):
		return 3
	}
	return 0
}
