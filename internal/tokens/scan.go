package tokens

import (
	"math/bits"
	"unicode/utf8"
)

func (c *Counter) scan(s string) {
	p := &c.part
	for i := 0; i < len(s); {
		b := s[i]
		what := sorts[b]
		switch what {
		case sortPunct:
			if b >= utf8.RuneSelf {
				i += c.wide(s[i:])
				continue
			}
			if p.kind != kindPunct {
				c.begin(kindPunct)
			} else if b != p.mark {
				p.mixed = true
			}
			p.mark = b
			p.n++
			i++
			continue
		case sortUpper:
			if p.kind != kindWord || p.n > p.upper {
				c.capital()
			}
			p.n++
			p.upper++
			i++
			continue
		case sortLower:
			if p.kind != kindWord {
				c.begin(kindWord)
			}
			j := lowerEnd(s, i+1)
			p.n += j - i
			p.tail = tail(p.tail, s[i:j])
			i = j
			continue
		case sortSpace:
			if p.kind != kindSpace {
				if b == ' ' && i+1 < len(s) && c.oneSpace(s[i+1]) {
					i++
					if isLower(s[i]) {
						i = c.words(s, i)
					}
					continue
				}
				c.begin(kindSpace)
			}
		case sortDigit:
			if p.kind != kindDigits {
				c.begin(kindDigits)
			}
		case sortNewline:
			if p.kind != kindNewline {
				c.begin(kindNewline)
			}
		}
		j := i + 1
		for j < len(s) && sorts[s[j]] == what {
			j++
		}
		p.n += j - i
		p.tab = s[j-1] == '\t'
		i = j
	}
}

// oneSpace takes the space before a character in one step with what begins
// there. Most pieces have one; the result is that of taking both in turn.
func (c *Counter) oneSpace(next byte) bool {
	now := piece{lead: leadSpace, after: kindSpace}
	switch sorts[next] {
	case sortLower, sortUpper:
		now.kind = kindWord
	case sortDigit:
		now.kind = kindDigits
	case sortPunct:
		if next >= utf8.RuneSelf {
			return false
		}
		now.kind, now.spaced, now.mark = kindPunct, true, next
	default:
		return false
	}
	if c.part.kind == kindWord {
		c.word() // the most frequent of all
	} else {
		c.begin(kindSpace)
	}
	if now.kind == kindDigits {
		c.once(classDigitSpace)
	}
	c.part = now
	return true
}

// words takes the word that begins at i behind a space, and those that follow
// it with one space between them, all in lower case: most of prose. The last
// one may go on. It returns the offset behind what it took.
func (c *Counter) words(s string, i int) int {
	for {
		j := lowerEnd(s, i+1)
		n := j - i
		if n > lengths || j+1 >= len(s) || s[j] != ' ' || !isLower(s[j+1]) {
			c.part.n = n
			c.part.tail = tail(c.part.tail, s[i:j])
			return j
		}
		if n >= endingFrom {
			c.ending(tail(0, s[i:j]))
		}
		c.once(classLower + n - 1)
		c.lead(leadSpace)
		i = j + 1
	}
}

// tail returns the last two letters of a word that continues with small letters.
func tail(last uint16, letters string) uint16 {
	if n := len(letters); n > 1 {
		last = uint16(letters[n-2] & 31)
	}
	return (last&31)<<5 | uint16(letters[len(letters)-1]&31)
}

func isLower(b byte) bool { return b-'a' < 26 }

// lowerEnd returns the offset behind the small letters from i on. It looks at
// eight bytes in one step, since where a word ends cannot be foretold.
func lowerEnd(s string, i int) int {
	const every, top = 0x0101010101010101, 0x8080808080808080
	for i+8 <= len(s) {
		b := s[i : i+8]
		x := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		low := x &^ top
		// The top bit of a byte is set where it is a letter: a or more, not
		// more than z, and ASCII.
		letters := (low + every*(0x80-'a')) &^ (low + every*(0x80-'z'-1)) &^ x & top
		if letters != top {
			return i + bits.TrailingZeros64(letters^top)>>3
		}
		i += 8
	}
	for i < len(s) && isLower(s[i]) {
		i++
	}
	return i
}

// capital begins a word, be it behind a small letter of another.
func (c *Counter) capital() {
	camel := c.part.kind == kindWord
	c.begin(kindWord)
	if camel {
		c.part.lead = leadCamel
	}
}

// wide takes the characters beyond ASCII that s begins with, as far as they are
// of one kind, and returns their length.
func (c *Counter) wide(s string) int {
	p := &c.part
	r, size := utf8.DecodeRuneInString(s)
	k := runeKind(r)
	if p.kind != k {
		c.begin(k)
	}
	length := 0
	for {
		length += size
		switch {
		case k == kindWord:
			p.n++
			p.extra++
		case k == kindPunct && r > 0xffff:
			p.emoji++
		case k == kindPunct:
			p.wide++
			p.mark = 0
		default:
			p.n++
			p.tab = false
		}
		if length == len(s) || s[length] < utf8.RuneSelf {
			return length
		}
		if r, size = utf8.DecodeRuneInString(s[length:]); runeKind(r) != k {
			return length
		}
	}
}
