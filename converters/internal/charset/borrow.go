package charset

// anyLanguage is the tag of the words of all languages of a script: names, and words that a text quotes. It is in the
// table like a language.
const anyLanguage = "*"

// borrowed is what it costs, beside the pair, that a letter beyond ASCII is in a word of another language.
const borrowed = 7 * bit

// ownLetter is what it costs instead where the language has the letter, too, and it follows one of ASCII: the words of
// Afrikaans have many an ê, behind other letters than those of the texts that it was learnt from.
const ownLetter = 1 * bit

// A loan is what a language has of the words of any language of its script, by class.
type loan struct {
	from   *language
	in     []uint8 // the class in from; 0 for the edge and for what from does not have
	beyond []bool  // whether the letter is beyond ASCII
}

// extend gives the language the letters of from that it does not have, and takes up the loan.
func (l *language) extend(from *language, index *letterIndex) {
	all := append(make([]rune, 0, maxClasses), l.letters...)
	for _, r := range from.letters {
		if n := index.of(r); l.class[n] == unknown {
			all = append(all, r)
			l.class[n] = uint8(len(all))
		}
	}
	l.classes = len(all) + 1
	l.loan = &loan{from: from, in: make([]uint8, l.classes), beyond: make([]bool, l.classes)}
	for i, r := range all {
		if other := from.class[index.of(r)]; other != unknown {
			l.loan.in[i+1] = other
		}
		l.loan.beyond[i+1] = r >= 0x80 && r != apostrophe
	}
}

// borrow is what class b costs after class a: in the language, or in the words of any language where that is less.
func (l *language) borrow(a, b int) uint8 {
	in, beyond := l.loan.in, l.loan.beyond
	cost := l.loan.from.own(int(in[a]), int(in[b]))
	switch {
	case beyond[b] && b < l.native && a > 0 && !beyond[a]:
		cost += uint8(ownLetter)
	case beyond[b]:
		cost += uint8(borrowed) // 15 bits and this are less than 256 tenths
	}
	if a < l.native && b < l.native {
		alone := a > 0 && in[a] == 0 || b > 0 && in[b] == 0
		if own := l.own(a, b); own < cost || !beyond[a] && !beyond[b] || alone {
			cost = own
		}
	}
	return cost
}
