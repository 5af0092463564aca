package decode

import (
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// Johab recognises Johab (KS X 1001, annex 3), to refuse it by name. It decodes the syllables alone, not the symbols and
// ideographs.
type Johab struct{ transform.NopResetter }

// NewDecoder implements encoding.Encoding.
func (Johab) NewDecoder() *encoding.Decoder { return &encoding.Decoder{Transformer: Johab{}} }

// NewEncoder implements encoding.Encoding; nothing is ever written in Johab.
func (Johab) NewEncoder() *encoding.Encoder { return encoding.Replacement.NewEncoder() }

// Transform implements transform.Transformer.
func (Johab) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		r, size := rune(src[nSrc]), 1
		if r >= 0x80 {
			if nSrc+1 == len(src) && !atEOF {
				return nDst, nSrc, transform.ErrShortSrc
			}
			r, size = syllable(src[nSrc:])
		}
		if nDst+utf8.UTFMax > len(dst) {
			return nDst, nSrc, transform.ErrShortDst
		}
		nDst += utf8.EncodeRune(dst[nDst:], r)
		nSrc += size
	}
	return nDst, nSrc, nil
}

// syllable decodes two bytes: a set bit, then five each for initial, vowel and final.
func syllable(b []byte) (rune, int) {
	if len(b) < 2 {
		return utf8.RuneError, 1
	}
	code := int(b[0])<<8 | int(b[1])
	initial, vowel, final := (code>>10&31)-2, code>>5&31, (code&31)-1
	switch {
	case vowel >= 3 && vowel <= 7:
		vowel -= 3
	case vowel >= 10 && vowel <= 15:
		vowel -= 5
	case vowel >= 18 && vowel <= 23:
		vowel -= 7
	case vowel >= 26 && vowel <= 29:
		vowel -= 9
	default:
		return utf8.RuneError, 2
	}
	if final > 17 {
		final--
	} else if final == 17 {
		return utf8.RuneError, 2
	}
	if initial < 0 || initial > 18 || final < 0 || final > 27 {
		return utf8.RuneError, 2
	}
	return rune(0xAC00 + (initial*21+vowel)*28 + final), 2
}
