package charset

import (
	_ "embed" // for the table
	"encoding/binary"
	"sync"
	"unicode"
)

// tableBytes is what tools/charset train wrote: the languages with an alphabet (tag, script, the letters in ascending order
// as differences, those beyond ASCII that are words likewise, the cost of every pair of classes, what letters cost more after
// two others), the words of all languages of a script likewise, those without (tag, the common characters by cost), and the
// letters beyond ASCII with how unlikely each is where it does not belong. The costs of pairs are read where they are.
//
//go:embed table.bin
var tableBytes []byte

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

// model is the table, with an index of its letters.
type model struct {
	languages []language
	any       int // the words of all languages of Latin script
	letters   letterIndex
	signs     signTable
	rarity    map[rune]uint8
	readers   []byteReader // one for each single-byte codec, with the codecs' order
}

// theModel is the table, read when a text asks for it first. A process may ask of one short text alone, so that what few
// texts need is made when one does.
var theModel = sync.OnceValue(newModel)

// newModel reads the table.
func newModel() *model {
	t := tableReader(tableBytes)
	m := &model{letters: newLetterIndex(), rarity: map[rune]uint8{}}
	m.languages = make([]language, t.number())
	for k := range m.languages {
		t.language(&m.languages[k], &m.letters)
	}
	for k := range m.languages {
		if l := &m.languages[k]; l.writing == inLatin && l.tag == anyLanguage {
			m.any = k
		}
	}
	m.classify()
	for i := range t.number() {
		t.signary(&m.signs, i)
	}
	r := rune(0)
	for range t.number() {
		r += rune(t.number())
		m.rarity[r] = t.byte()
	}
	m.readers = m.byteReaders()
	return m
}

// tableReader reads the table, which is ours and therefore well-formed.
type tableReader []byte

func (t *tableReader) byte() uint8 {
	b := (*t)[0]
	*t = (*t)[1:]
	return b
}

func (t *tableReader) number() int {
	v, n := binary.Uvarint(*t)
	*t = (*t)[n:]
	return int(v)
}

func (t *tableReader) take(n int) []byte {
	b := (*t)[:n:n]
	*t = (*t)[n:]
	return b
}

func (t *tableReader) runes() []rune {
	out := make([]rune, t.number())
	last := rune(0)
	for i := range out {
		last += rune(t.number())
		out[i] = last
	}
	return out
}

func (t *tableReader) language(l *language, index *letterIndex) {
	l.tag = string(t.take(int(t.byte())))
	l.writing = writing(t.byte())
	l.habits = habitsOf[l.tag]
	l.letters = t.runes()
	index.add(l.letters)
	l.native = len(l.letters) + 1
	l.classes = l.native
	for _, r := range t.runes() {
		for i, of := range l.letters {
			if of == r {
				l.lone[i+1] = true
			}
		}
	}
	l.pairs = t.take((l.native*l.native + 1) / 2)
	l.contexts = t.contexts()
}

// signary reads what is known of a language without an alphabet: its common characters, by what they cost.
func (t *tableReader) signary(into *signTable, at int) {
	t.take(int(t.byte())) // the tag
	bits := t.byte()
	for range t.byte() {
		for _, r := range t.runes() {
			into.set(r, at, bits)
		}
		bits++
	}
}

// apostrophe is a letter in the languages of Latin script, which have it in other places and more or less often.
const apostrophe = '’'

// A glyph is a character as the contest sees it.
type glyph struct {
	r      rune
	letter letterNumber
	kind   kind
	shape  shape
	cost   price // of a symbol: what it costs at all; of a letter: what it costs where it does not belong
}

// shape is the case of a letter.
type shape uint8

const (
	edge shape = iota // no letter
	lower
	upper
	caseless
)

// glyphOf looks a character up.
func (m *model) glyphOf(r rune) glyph {
	g := glyph{r: r}
	if r < 0x80 {
		g.kind = asciiKind(r)
	} else {
		g.kind, g.cost = symbolKind(r)
	}
	if g.kind != letter {
		if r == apostrophe {
			g.letter = m.letters.of(r)
		}
		return g
	}
	folded := unicode.ToLower(r)
	g.letter = m.letters.of(folded)
	switch {
	case unicode.IsUpper(r):
		g.shape = upper
	case unicode.IsLower(r):
		g.shape = lower
	default:
		g.shape = caseless
	}
	g.cost = 25 * bit
	if bits, ok := m.rarity[folded]; ok {
		g.cost = 11*bit + price(bits)*bit
	}
	if unicode.IsMark(r) && r < 0x370 {
		g.cost += 8 * bit
	}
	return g
}
