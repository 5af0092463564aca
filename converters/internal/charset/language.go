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

// A letterNumber is a letter of the table's languages, counted from firstLetter on.
type letterNumber uint16

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

// classify says which class each letter is of in each language, with the letters that it borrows.
func (m *model) classify() {
	m.letters.add([]rune(cedillas))
	for k := range m.languages {
		m.languages[k].classify(&m.letters)
	}
	for k := range m.languages {
		of := &m.languages[k]
		for i := range m.languages {
			if from := &m.languages[i]; from.tag == anyLanguage && of.tag != anyLanguage && from.writing == of.writing {
				of.extend(from, &m.letters)
			}
		}
		of.rows, of.asked = make([]atomic.Pointer[row], of.classes), make([]atomic.Uint32, of.classes)
	}
}

// cedillas are what encodings older than Romanian's ș and ț have for them.
const cedillas = "şţ"

// classify sets the classes of the language's own letters.
func (l *language) classify(index *letterIndex) {
	l.class = make([]uint8, len(index.runes))
	for n := int(otherLetter); n < len(l.class); n++ {
		switch r := index.runes[n]; {
		case l.writing == inLatin || r >= 0x80 && r != apostrophe || n == int(otherLetter):
			l.class[n] = unknown
		case r < 0x80:
			l.class[n] = 1
		}
	}
	for i, r := range l.letters {
		l.class[index.of(r)] = uint8(i + 1)
	}
	if l.tag == "ro" {
		for i, r := range []rune("șț") {
			l.class[index.of([]rune(cedillas)[i])] = l.class[index.of(r)]
		}
	}
}
