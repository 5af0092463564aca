package gate

import "strings"

// The characters that begin and end terminal sequences (ECMA-48).
const (
	esc  = 0x1B
	bell = 0x07
	can  = 0x18
	sub  = 0x1A

	c1DCS = 0x90
	c1SOS = 0x98
	c1CSI = 0x9B
	c1ST  = 0x9C
	c1OSC = 0x9D
	c1APC = 0x9F
)

// sequenceLen returns the length in bytes of the terminal sequence at the start
// of s, which begins with a control character, or 0 if that stands alone. A
// sequence never reaches beyond its line.
func sequenceLen(s string) int {
	switch {
	case len(s) > 1 && s[0] == esc:
		return escLen(s)
	case len(s) > 2 && s[0] == 0xC2:
		return c1Len(s)
	}
	return 0
}

// escLen measures the sequences that begin with ESC.
func escLen(s string) int {
	const intro = 2
	switch s[1] {
	case '[':
		return csiLen(s, intro)
	case ']', 'P', 'X', '^', '_':
		return stringLen(s, intro)
	}
	i := 1
	for i < len(s) && s[i] >= 0x20 && s[i] <= 0x2F {
		i++
	}
	if i < len(s) && s[i] >= 0x30 && s[i] <= 0x7E {
		return i + 1
	}
	return 0
}

// csiLen measures a control sequence whose parameters begin at i; without a
// final byte it is none.
func csiLen(s string, i int) int {
	for i < len(s) && s[i] >= 0x30 && s[i] <= 0x3F {
		i++
	}
	for i < len(s) && s[i] >= 0x20 && s[i] <= 0x2F {
		i++
	}
	if i < len(s) && s[i] >= 0x40 && s[i] <= 0x7E {
		return i + 1
	}
	return 0
}

// stringLen measures a control string whose text begins at i: up to its
// terminator, or to the end of the line, as a terminal would swallow it.
func stringLen(s string, i int) int {
	for i < len(s) {
		switch b := s[i]; {
		case b == bell || b == can || b == sub:
			return i + 1
		case b == esc:
			if strings.HasPrefix(s[i:], "\x1b\\") {
				i += 2
			}
			return i
		case strings.HasPrefix(s[i:], string(rune(c1ST))):
			return i + 2
		case lineEnd(s[i:]) > 0:
			return i
		}
		i++
	}
	return i
}

// c1Len measures the sequences that begin with an 8-bit control. These
// characters also come of text decoded by the wrong table ("â€" and a U+009D
// for a closing quote, U+009B for one), which must lose no letter by it: only a
// complete sequence counts, a control sequence must have a parameter, and a
// string must be ASCII.
func c1Len(s string) int {
	const intro = 2
	switch c := rune(s[1]); {
	case c == c1CSI && s[intro] >= 0x30 && s[intro] <= 0x3F:
		return csiLen(s, intro)
	case c == c1DCS || c == c1SOS || c >= c1OSC && c <= c1APC:
		i := intro
		for i < len(s) && s[i] >= 0x20 && s[i] <= 0x7E {
			i++
		}
		rest := s[i:]
		switch {
		case i == intro:
			return 0
		case strings.HasPrefix(rest, "\x1b\\"), strings.HasPrefix(rest, string(rune(c1ST))):
			return i + 2
		case c == c1OSC && strings.HasPrefix(rest, "\a"):
			return i + 1
		}
	}
	return 0
}
