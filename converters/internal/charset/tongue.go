package charset

import (
	"sort"
	"unicode"
)

// A tongue prices characters without knowing the language: text keeps to its script.
type tongue struct {
	last script // of the last letter
	rule rune   // the last character
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

// impossible is what a character costs that no text has.
const impossible price = 25 * bit

// again is what a character costs that is not a letter and is there once more, as in a line that is drawn.
const again price = 2 * bit

// price is what r costs after what came before.
func (t *tongue) price(r rune) price {
	cost := t.first(r)
	if r == t.rule && cost < impossible && !unicode.IsLetter(r) {
		return again
	}
	t.rule = r
	return cost
}

// first is price for a character that is another one than the last.
func (t *tongue) first(r rune) price {
	if r < 0x80 {
		return t.ascii(r)
	}
	i := sort.Search(len(ranges), func(i int) bool { return r <= ranges[i].last })
	if i == len(ranges) || r < ranges[i].first {
		return impossible
	}
	rg := &ranges[i]
	cost := price(rg.bits) * bit
	if rg.script == noScript {
		return cost
	}
	last := t.last
	t.last = rg.script
	switch {
	case last == rg.script || last == noScript:
		return cost
	case last == latin || rg.script == latin:
		return cost + 5*bit
	}
	return cost + 12*bit
}

func (t *tongue) ascii(r rune) price {
	switch {
	case 'a' <= r && r <= 'z':
		last := t.last
		t.last = latin
		if last > latin {
			return 100
		}
		return 45
	case 'A' <= r && r <= 'Z':
		t.last = latin
		return 70
	case r == ' ':
		return 25
	case r == '\n' || r == '\r' || '0' <= r && r <= '9':
		return 50
	case r > ' ' && r < 0x7F || r == '\t':
		return 65
	case r > 0 && !control[byte(r)]:
		return 120
	}
	return impossible
}
