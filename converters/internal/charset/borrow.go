package charset

import "slices"

// anyLanguage is the tag of the words of all languages of a script: names, and words that a text quotes. It is in the
// table like a language.
const anyLanguage = "*"

// borrowed is what it costs, beside the pair, that a letter beyond ASCII is in a word of another language.
const borrowed = 7 * bit

// ownLetter is what it costs instead where the language has the letter, too, and it follows one of ASCII: the words of
// Afrikaans have many an ê, behind other letters than those of the texts that it was learnt from.
const ownLetter = 1 * bit

// borrow gives every language the words of the others of its script.
func (m *model) borrow() {
	for k := range m.languages {
		of := &m.languages[k]
		for i := range m.languages {
			if from := &m.languages[i]; from.tag == anyLanguage && of.tag != anyLanguage && from.writing == of.writing {
				of.borrow(from)
			}
		}
	}
}

// borrow adds the letters of the words of any language, and lowers what pairs cost that are likelier in those.
func (l *language) borrow(from *language) {
	native := l.classes
	in, beyond := l.extend(from)
	k := len(in)
	extra := make([]uint8, k)
	for b := range extra {
		if beyond[b] {
			extra[b] = uint8(borrowed) // 15 bits and this are less than 256 tenths
		}
	}
	cost := make([]uint8, k*k)
	for a := range k {
		row, foreign := cost[a*k:][:k], from.cost[in[a]*from.classes:][:from.classes]
		for b := range row {
			row[b] = foreign[in[b]] + extra[b]
			if extra[b] > 0 && b < native && a > 0 && !beyond[a] {
				row[b] = foreign[in[b]] + uint8(ownLetter)
			}
		}
		if a >= native {
			continue
		}
		alone := a > 0 && in[a] == 0
		for b, own := range l.cost[a*native:][:native] {
			if own < row[b] || !beyond[a] && !beyond[b] || alone || b > 0 && in[b] == 0 {
				row[b] = own
			}
		}
	}
	l.classes, l.cost = k, cost
}

// extend gives the language the letters of from that it does not have. It returns, by class, the class in from, which is 0
// for the edge and for what from does not have, and whether the letter is beyond ASCII.
func (l *language) extend(from *language) (in []int, beyond []bool) {
	var more []rune
	for r := range from.class {
		if _, ok := l.class[r]; !ok {
			more = append(more, r)
		}
	}
	slices.Sort(more)
	for i, r := range more {
		l.class[r] = uint8(l.classes + i)
	}
	in, beyond = make([]int, l.classes+len(more)), make([]bool, l.classes+len(more))
	for r, c := range l.class {
		if other, ok := from.class[r]; ok && !(l.tag == "ro" && (r == 'ş' || r == 'ţ')) {
			in[c] = int(other)
		}
		beyond[c] = r >= 0x80 && r != apostrophe
	}
	return in, beyond
}
