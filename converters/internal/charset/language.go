package charset

import "sync/atomic"

// A language is what the table knows of one language with an alphabet. Class 0 is a word's edge (anything but a letter),
// the others are its letters; in scripts other than Latin class 1 is any Latin letter.
type language struct {
	tag      string
	writing  writing
	habits   habits
	letters  []rune            // its own, in ascending order
	native   int               // the classes of these
	classes  int               // with those of the letters that it borrows
	class    []uint8           // by the letter's number
	lone     [unknown + 1]bool // by class: whether the letter is a word
	pairs    []byte            // native × native costs in bits, two in a byte, the low half first: the second after the first
	contexts []context
	loan     *loan // nil where nothing is borrowed
	rows     []atomic.Pointer[row]
	asked    []atomic.Uint32 // by class: how often a row was asked for that is not there
}

// A context is two letters, of which the second is beyond ASCII, and what letters cost more after both than after the second.
type context struct {
	id    int    // the class of the first × the language's own classes + that of the second
	rest  price  // for all that is not in after
	after []byte // the classes of letters, each with what it costs more, in halves of a bit
}

// A triple is a byte beyond ASCII and those around it.
type triple [3]byte

// unknown is the class of a letter that a language does not have.
const unknown = 255

// maxClasses is more than a language has.
const maxClasses = 128

// A row is what each class costs after one, in tenths of a bit.
type row [maxClasses]uint8

// own is what a pair of the language's own classes costs.
func (l *language) own(a, b int) uint8 {
	at := a*l.native + b
	return l.pairs[at>>1] >> (at & 1 << 2) & 15 * uint8(bit)
}

// fewAsked is how many pairs of a row are looked up one by one before the row is made: a short text has few of each.
const fewAsked = 64

// pair is what class b costs after class a.
func (l *language) pair(a, b uint8) uint8 {
	r := l.rows[a].Load()
	if r == nil {
		if l.asked[a].Add(1) <= fewAsked {
			return l.makePair(int(a), int(b))
		}
		r = l.fill(a)
	}
	return r[b%maxClasses]
}

// fill makes the row of what follows class a.
func (l *language) fill(a uint8) *row {
	r := &row{}
	for b := range l.classes {
		r[b] = l.makePair(int(a), b)
	}
	l.rows[a].Store(r)
	return r
}

// makePair works out what class b costs after class a.
func (l *language) makePair(a, b int) uint8 {
	if l.loan != nil {
		return l.borrow(a, b)
	}
	return l.own(a, b)
}

const (
	noLetter    letterNumber = iota // anything but a letter
	otherLetter                     // a letter of no language of the table
	firstLetter                     // the first letter that is there
)

// letterIndex numbers the letters of the table's languages.
type letterIndex struct {
	number []letterNumber // by letter, less than lettersEnd; 0 for those that are not there
	runes  []rune         // by number
}

// lettersEnd is above the letters of all alphabets of the table, and apostrophe.
const lettersEnd = 0x2100

func newLetterIndex() letterIndex {
	return letterIndex{number: make([]letterNumber, lettersEnd), runes: make([]rune, firstLetter)}
}

func (x *letterIndex) add(letters []rune) {
	for _, r := range letters {
		if x.number[r] == 0 {
			x.number[r] = letterNumber(len(x.runes))
			x.runes = append(x.runes, r)
		}
	}
}

// of is the number of a small letter.
func (x *letterIndex) of(r rune) letterNumber {
	if r < lettersEnd && x.number[r] != 0 {
		return x.number[r]
	}
	return otherLetter
}

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

// mostTriples is how many different triples are looked at. A text that has more says enough by its pairs.
const mostTriples = 100

// A habits is a set of the punctuation habits that texts in some languages have and texts in others do not.
type habits uint8

// A writing is the script of a language of the table; the values are those of the generator.
type writing uint8

const (
	inLatin writing = iota
	inCyrillic
	inGreek
	inHebrew
	inArabic
	inThai
)

// english is the first language of the table.
const english = 0
