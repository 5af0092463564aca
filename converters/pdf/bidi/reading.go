// Package bidi puts the characters of a page in the order in which they are read, where
// its text is written from right to left: those of one glyph (glyph.go), and those of a line
// (lines.go) by the rules of the Unicode Bidirectional Algorithm (reading.go).
package bidi

import (
	"slices"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// sign is a character of a line. Run is the same for those that the file draws as
// one, and below zero for a space that it does not draw.
type sign struct {
	Rune rune
	Run  int32
}

// reading returns the order in which a line is read that is given as it is drawn, from
// left to right, and turns its brackets to how they are written: what the Unicode
// Bidirectional Algorithm (UAX 9) does, the other way round. The line is one of a text
// from right to left, or one from left to right with such words. Where one line can be
// of several texts, what is drawn as one is of one direction.
func reading(line []sign, rtl bool) []int {
	b := reader{line: line, pair: make([]int, len(line)), start: make([]int, len(line)+1)}
	for i := range line {
		b.kinds = append(b.kinds, kindOf(line[i].Rune))
		b.arabic = b.arabic || b.kinds[i] == toLeft && !isHebrew(line[i].Rune)
		b.alone = b.alone || b.kinds[i] == toLeft || b.kinds[i] == toRight
	}
	b.alone = !b.alone
	b.shape(rtl)
	if rtl {
		b.fromRight(0, len(line))
		return b.order
	}
	for i := 0; i < len(line); {
		end := b.inset(i)
		if end > i {
			b.fromRight(i, end)
		} else {
			b.order = append(b.order, i)
			end++
		}
		i = end
	}
	return b.order
}

// kind is the direction of a character.
type kind uint8

const (
	either kind = iota
	toLeft
	toRight
	number
)

func kindOf(r rune) kind {
	switch {
	case unicode.IsNumber(r):
		return number
	case script.IsRTL(r) && unicode.IsLetter(r):
		return toLeft
	case unicode.IsLetter(r):
		return toRight
	}
	return either
}

func isHebrew(r rune) bool { return r < 0x600 || r >= 0xFB1D && r < 0xFB50 }

// reader is a line, as it is drawn.
type reader struct {
	line   []sign
	kinds  []kind
	pair   []int // of a bracket, the other one, or -1
	start  []int // of a stretch that is read to the right, by its end, plus one
	order  []int
	arabic bool // it has letters of Arabic or Syriac, not only of Hebrew
	alone  bool // it has no letters
}

// The brackets that are turned with the direction of a text, in pairs, the signs of
// relation last.
const (
	opening = "([{«<"
	closing = ")]}»>"

	relations = len(opening) // the place of the last ones
)

// bracket returns which bracket a character is, from 1, and whether it is a closing one;
// 0 for none.
func bracket(r rune) (at int, closes bool) {
	if at = strings.IndexRune(opening, r); at >= 0 {
		return at + 1, false
	}
	return strings.IndexRune(closing, r) + 1, true
}

// turned returns a bracket as it is where it opens, or closes.
func turned(at int, closes bool) rune {
	if closes {
		return script.FirstRune(closing[at-1:])
	}
	return script.FirstRune(opening[at-1:])
}

// mirrored returns the bracket that looks like one seen from the other side.
func mirrored(r rune) rune {
	if at, closes := bracket(r); at > 0 {
		return turned(at, !closes)
	}
	return r
}

// shape tells the brackets of a line apart by what is beside them, since the file and
// the engine may each have turned them, and pairs them.
func (b *reader) shape(rtl bool) {
	var open []int
	for i := range b.line {
		b.pair[i] = -1
		at, closes := bracket(b.line[i].Rune)
		if at == 0 {
			continue
		}
		left, right := b.touches(i-1), b.touches(i+1)
		if left == right && at == relations {
			b.relation(i, rtl)
			continue
		}
		last := len(open) - 1
		for last >= 0 && b.line[open[last]].Rune != turned(at, false) {
			last--
		}
		if left != right {
			closes = left
		} else if !left || b.kinds[i-1] != toRight || b.kinds[i+1] != toRight {
			closes = last >= 0
		} else {
			closes = closes && last >= 0
		}
		b.line[i].Rune = turned(at, closes)
		if !closes {
			open = append(open, i)
		} else if last >= 0 {
			b.pair[i], b.pair[open[last]] = open[last], i
			open = open[:last]
		}
	}
}

// touches reports whether there is a letter or a number at a place.
func (b *reader) touches(i int) bool {
	return i >= 0 && i < len(b.line) && script.IsAlnum(b.line[i].Rune)
}

// relation turns a sign of relation back that the engine has turned: it does so in a
// line from right to left with all that has no letter from left to right, and no number
// alone, between it and the letters at its right.
func (b *reader) relation(i int, rtl bool) {
	for k := i + 1; rtl && k < len(b.line) && b.kinds[k] != toLeft; k++ {
		if b.kinds[k] == toRight {
			return
		}
	}
	if rtl {
		b.line[i].Rune = mirrored(b.line[i].Rune)
	}
}

// inset returns where a stretch from right to left ends that begins at a place of a
// line from left to right, or the place.
func (b *reader) inset(from int) int {
	if b.kinds[from] != toLeft {
		return from
	}
	end, reach := from, from
	for i := from; i < len(b.line) && b.kinds[i] != toRight; i++ {
		if at, _ := bracket(b.line[i].Rune); at > 0 {
			if b.pair[i] < from {
				break
			}
			reach = max(reach, b.pair[i])
		}
		if b.kinds[i] == toLeft && i >= reach {
			end = i + 1
		}
	}
	return end
}

// fromRight reads some of the line from right to left.
func (b *reader) fromRight(from, to int) {
	for i := from; i < to; {
		end := i
		for end < to && b.kinds[end] != toLeft {
			end++
		}
		b.stretch(i, end, i, end)
		i = end + 1
	}
	for i := to; i > from; {
		end := i
		if i = b.start[end] - 1; i < 0 {
			i = end - 1
			b.line[i].Rune = mirrored(b.line[i].Rune)
		}
		for k := i; k < end; k++ {
			b.order = append(b.order, k)
		}
	}
}

// stretch finds what is read to the right in a stretch without letters from right to
// left: what is drawn from its first letter or number to its last one, if it has a
// letter, and else each number. A bracket whose other one is outside parts it.
func (b *reader) stretch(from, to, least, most int) {
	from, to = b.trimmed(from, to)
	for i := from; i < to; i++ {
		switch {
		case b.isInside(i, from, to):
		case b.pair[i] >= to && b.pair[i] < most && b.strong(from, i) == toRight:
			to = b.pair[i] + 1 // the brackets of words behind a word are of its direction
		default:
			b.stretch(from, i, least, i)
			b.stretch(i+1, to, i+1, most)
			return
		}
	}
	letter := to - 1
	for letter >= from && b.kinds[letter] != toRight {
		letter--
	}
	if letter < from {
		b.numbers(from, to, least, most)
		return
	}
	if tail := b.apart(letter, to); tail > 0 {
		b.numbers(tail, to, tail, most)
		to = letter + 1
	}
	b.start[b.behind(to, most)] = from + 1
}

// trimmed returns a stretch from its first letter or number to its last one.
func (b *reader) trimmed(from, to int) (int, int) {
	for from < to && b.kinds[from] == either {
		from++
	}
	for from < to && b.kinds[to-1] == either {
		to--
	}
	return from, to
}

// isInside reports whether a character is no bracket, or one whose other one is in the
// stretch, too.
func (b *reader) isInside(i, from, to int) bool {
	at, _ := bracket(b.line[i].Rune)
	return at == 0 || at == relations || b.pair[i] >= from && b.pair[i] < to
}

// behind returns where signs end that are drawn as one with a stretch before them, and with
// nothing else: the end of a line parts them from what follows.
func (b *reader) behind(to, most int) int {
	end := to
	for ; end < len(b.line) && b.line[end].Run == b.line[to-1].Run; end++ {
		if at, _ := bracket(b.line[end].Rune); at > 0 || end >= most || b.line[end].Rune == ' ' {
			return to
		}
	}
	return end
}

// strong returns the direction of the last letter or number between two places.
func (b *reader) strong(from, to int) kind {
	for to > from && b.kinds[to-1] == either {
		to--
	}
	if to == from {
		return either
	}
	return b.kinds[to-1]
}

// apart returns where numbers begin that are drawn behind a letter and read before it,
// such as that of a unit: the file draws them apart, and what is between them, too.
func (b *reader) apart(letter, to int) int {
	n := letter + 1
	for n < to && b.kinds[n] != number {
		n++
	}
	if n == to || n == letter+1 || b.line[letter].Run == b.line[n].Run {
		return 0
	}
	drawn := slices.DeleteFunc(slices.Clone(b.line[letter+1:n]), func(s sign) bool { return s.Run < 0 })
	if len(drawn) > 0 && (drawn[0].Run == b.line[letter].Run || drawn[len(drawn)-1].Run == b.line[n].Run) || !b.joint() {
		return 0
	}
	return n
}

// joint reports whether the file draws spaces with the words beside them.
func (b *reader) joint() bool {
	one, several := 0, 0
	for i := 1; i+1 < len(b.line); i++ {
		if b.line[i].Rune == ' ' && b.kinds[i-1] == toRight && b.kinds[i+1] == toRight {
			same := b.line[i].Run == b.line[i-1].Run || b.line[i].Run == b.line[i+1].Run
			one, several = one+script.Flag(same), several+script.Flag(!same)
		}
	}
	return one >= several
}

// numbers finds each number with the signs that belong to it. One of an Arabic text takes
// fewer.
func (b *reader) numbers(from, to, least, most int) {
	for i := from; i < to; i++ {
		if b.kinds[i] != number {
			continue
		}
		start, end := i, i+1
		for end < to && (b.kinds[end] == number || end+1 < to && b.kinds[end+1] == number && b.joins(b.line[end].Rune)) {
			end++
		}
		i = end
		for end < most && b.belongs(b.line[end].Rune, true) {
			end++
		}
		for start > least && b.belongs(b.line[start-1].Rune, false) {
			start--
		}
		if b.alone && start == least+1 && strings.ContainsRune("-+−", b.line[least].Rune) {
			start = least
		}
		b.start[end] = start + 1
	}
}

// joins reports whether a sign between two digits is of their number.
func (b *reader) joins(r rune) bool {
	return strings.ContainsRune(",.:/\u00a0٫٬،", r) || !b.arabic && strings.ContainsRune("+-−", r)
}

// belongs reports whether a sign behind a number, or before it, is of it.
func (b *reader) belongs(r rune, behind bool) bool {
	if b.arabic {
		return behind && strings.ContainsRune("%٪‰", r)
	}
	return strings.ContainsRune("%٪‰°#", r) || unicode.Is(unicode.Sc, r)
}
