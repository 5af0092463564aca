package charset

import "sort"

// A tongue prices characters without knowing the language: text keeps to its script.
type tongue struct {
	last script // of the last letter
}

// script is a writing system, or several that are used together.
type script uint8

const (
	noScript script = iota // punctuation, digits
	latin
	han // with kana, bopomofo and hangul
	rare
	firstScript // the others are counted from here, a block each
)

// impossible is what a character costs that no text has, in bits.
const impossible = 25

// bits is the price of r after what came before.
func (t *tongue) bits(r rune) float64 {
	if r < 0x80 {
		return t.ascii(r)
	}
	i := sort.Search(len(ranges), func(i int) bool { return r <= ranges[i].last })
	if i == len(ranges) || r < ranges[i].first {
		return impossible
	}
	rg := &ranges[i]
	cost := float64(rg.bits)
	if rg.script == noScript {
		return cost
	}
	last := t.last
	t.last = rg.script
	switch {
	case last == rg.script || last == noScript:
		return cost
	case last == latin || rg.script == latin:
		return cost + 5
	}
	return cost + 12
}

func (t *tongue) ascii(r rune) float64 {
	switch {
	case 'a' <= r && r <= 'z':
		defer func() { t.last = latin }()
		if t.last > latin {
			return 10
		}
		return 4.5
	case 'A' <= r && r <= 'Z':
		t.last = latin
		return 7
	case r == ' ':
		return 2.5
	case r == '\n' || r == '\r' || '0' <= r && r <= '9':
		return 5
	case r > ' ' && r < 0x7F || r == '\t':
		return 6.5
	case r > 0 && !control[byte(r)]:
		return 12
	}
	return impossible
}
