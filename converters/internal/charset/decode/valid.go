package decode

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Masks for eight bytes at a time, the first byte lowest.
const (
	HighBits = 0x8080808080808080
	// Four sequences of two bytes: 110xxxxx 10xxxxxx.
	twosMask, twosWant = 0xC0E0C0E0C0E0C0E0, 0x80C080C080C080C0
	// Of their lead bytes, the bits that C0 and C1, which only begin overlong forms, do not have.
	leadA, leadB, leadC, leadD = 0x1E, 0x1E << 16, 0x1E << 32, 0x1E << 48
	// Two sequences of three bytes: 1110xxxx 10xxxxxx 10xxxxxx, and no more.
	threesMask, threesWant = 0xC0C0F0C0C0F0, 0x8080E08080E0
)

// ValidUTF8 is utf8.Valid, faster where letters beyond ASCII come in runs.
func ValidUTF8(b []byte) bool { return ValidPrefix(b) == len(b) }

// ValidPrefix is the length of the valid UTF-8 at the start of b.
func ValidPrefix(b []byte) int {
	i := 0
	for len(b)-i >= 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		if w&HighBits == 0 {
			i += 8
			continue
		}
		if ascii := bits.TrailingZeros64(w&HighBits) >> 3; ascii > 0 {
			i += ascii
			continue
		}
		n := wholeSequences(w)
		if n == 0 {
			if _, n = utf8.DecodeRune(b[i:]); n == 1 {
				return i
			}
		}
		i += n
	}
	for i < len(b) {
		if b[i] < 0x80 {
			i++
			continue
		}
		_, n := utf8.DecodeRune(b[i:])
		if n == 1 {
			return i
		}
		i += n
	}
	return i
}

// wholeSequences is how many bytes at the start of w are good sequences of two or of three bytes, as far as it can say
// at once, or 0.
func wholeSequences(w uint64) int {
	if w&twosMask == twosWant {
		if w&leadA != 0 && w&leadB != 0 && w&leadC != 0 && w&leadD != 0 {
			return 8
		}
		return 0
	}
	if w&0xC0E0 == 0x80C0 && w&leadA != 0 {
		return 2
	}
	if w&threesMask == threesWant && plainThree(w) && plainThree(w>>24) {
		return 6
	}
	return 0
}

// plainThree says that the first byte of w, E0 to EF, is neither E0 (which may be overlong) nor ED (a surrogate).
func plainThree(w uint64) bool { return w&0x0F != 0 && w&0x0F != 0x0D }
