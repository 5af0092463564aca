package xmlread

import "strings"

// Collapse returns a text with every run of white space in it as one blank and
// none at its ends, as strings.Join(strings.Fields(t), " ") does. Where that is
// a part of the text, nothing is copied.
func Collapse(t string) string {
	t = strings.TrimSpace(t)
	i := singleBlanks(t)
	if i == len(t) {
		return t
	}
	to := make([]byte, 0, len(t))
	for i < len(t) {
		to = append(append(to, t[:i]...), ' ')
		t = strings.TrimSpace(t[i:])
		i = singleBlanks(t)
	}
	return string(append(to, t...))
}

// singleBlanks returns where in a text without white space at its ends the
// first white space begins that is not one blank, or its length.
func singleBlanks(t string) int {
	var before uint64 // a blank is the last byte before the next eight
	i := 0
	for ; i+8 <= len(t); i += 8 {
		x := eight(t, i)
		blank := ^((x^' '*bytes01)&^bytes80 + 0x7F*bytes01 | x) & bytes80
		low := ^(x + 0x60*bytes01) // controls, where all bytes are ASCII: nothing carries then
		if (x|low|blank&(blank<<8|before))&bytes80 != 0 {
			if n := manyBlanks(t, i, i+8); n < i+8 {
				return n
			}
		}
		before = blank >> 56
	}
	return manyBlanks(t, i, len(t))
}

// manyBlanks does the work of singleBlanks for the bytes from i to end, and
// returns end where it finds nothing.
func manyBlanks(t string, i, end int) int {
	for ; i < end; i++ {
		switch c := t[i]; {
		case c > ' ' && c < 0x80:
			continue
		case c == ' ':
			if i == 0 || t[i-1] != ' ' {
				continue
			}
		case c < ' ' && (c < '\t' || c > '\r'):
			continue
		case c >= 0x80 && !wideSpace(t[i:]):
			continue
		}
		if i > 0 && t[i-1] == ' ' {
			i--
		}
		return i
	}
	return end
}

// wideSpace reports whether a text begins with white space beyond ASCII.
func wideSpace(t string) bool {
	switch t[0] {
	case 0xC2:
		return len(t) > 1 && (t[1] == 0x85 || t[1] == 0xA0)
	case 0xE1:
		return strings.HasPrefix(t, "\u1680")
	case 0xE2:
		if len(t) < 3 || t[1] != 0x80 {
			return strings.HasPrefix(t, "\u205F")
		}
		return t[2] <= 0x8A || t[2] == 0xA8 || t[2] == 0xA9 || t[2] == 0xAF
	case 0xE3:
		return strings.HasPrefix(t, "\u3000")
	}
	return false
}
