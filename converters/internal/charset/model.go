package charset

import (
	"bytes"
	"compress/flate"
	_ "embed" // for the table
	"encoding/binary"
	"io"
	"sync"
	"unicode"
)

// tableBytes is what tools/charset train wrote, packed by DEFLATE (RFC 1951): the languages with an alphabet (tag, script, the
// letters in ascending order as differences, those beyond ASCII that are words likewise, the cost of every pair of classes,
// what letters cost more after two others), the words of all languages of a script likewise, those without (tag, the common
// characters by cost), and the letters beyond ASCII with how unlikely each is where it does not belong.
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

// A language is what the table knows of one language with an alphabet. Class 0 is a word's edge (anything but a letter),
// the others are its letters; in scripts other than Latin class 1 is any Latin letter.
type language struct {
	tag     string
	writing writing
	classes int
	class   map[rune]uint8
	habits  habits
	lone    [unknown + 1]bool // by class: whether the letter is a word
	cost    []uint8           // classes × classes, in tenths of a bit: the second after the first

	native   int // the classes of the language's own letters
	contexts []context
}

// english is the first language of the table.
const english = 0

// unknown is the class of a letter that a language does not have.
const unknown = 255

// model is the table, unpacked.
type model struct {
	languages []language
	signs     *signTable
	rarity    map[rune]uint8
	readers   []byteReader // one for each single-byte codec, with the codecs' order
}

// theModel unpacks the table once.
var theModel = sync.OnceValue(func() *model {
	t := unpacked()
	m := &model{rarity: map[rune]uint8{}, signs: newSignTable()}
	for range t.number() {
		m.languages = append(m.languages, t.language())
	}
	m.borrow()
	for i := range t.number() {
		t.signary(m.signs, i)
	}
	r := rune(0)
	for range t.number() {
		r += rune(t.number())
		m.rarity[r] = t.byte()
	}
	m.readers = m.byteReaders()
	return m
})

// unpacked is the table. It is ours and therefore well-formed.
func unpacked() tableReader {
	b, err := io.ReadAll(flate.NewReader(bytes.NewReader(tableBytes)))
	if err != nil {
		panic("charset: reading the table: " + err.Error())
	}
	return b
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
	b := (*t)[:n]
	*t = (*t)[n:]
	return b
}

// halves reads n numbers of four bits, the low half of a byte first.
func (t *tableReader) halves(n int) []uint8 {
	out := make([]uint8, n)
	for i, b := range t.take((n + 1) / 2) {
		out[2*i] = b & 15
		if 2*i+1 < n {
			out[2*i+1] = b >> 4
		}
	}
	return out
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

func (t *tableReader) language() language {
	l := language{tag: string(t.take(int(t.byte()))), writing: writing(t.byte()), class: map[rune]uint8{}}
	l.habits = habitsOf[l.tag]
	letters := t.runes()
	for i, r := range letters {
		l.class[r] = uint8(i + 1)
	}
	if l.tag == "ro" {
		l.class['ş'], l.class['ţ'] = l.class['ș'], l.class['ț']
	}
	l.classes = len(letters) + 1
	for _, r := range t.runes() {
		l.lone[l.class[r]] = true
	}
	l.cost = t.halves(l.classes * l.classes)
	for i := range l.cost {
		l.cost[i] *= uint8(bit)
	}
	l.native = l.classes
	l.contexts = t.contexts()
	return l
}

// signary reads what is known of a language without an alphabet: its common characters, by what they cost.
func (t *tableReader) signary(into *signTable, at int) {
	t.take(int(t.byte())) // the tag
	bits := t.byte()
	for range t.byte() {
		for _, r := range t.runes() {
			into[r][at] = bits
		}
		bits++
	}
}

// classOf is the class of a letter in the language.
func (l *language) classOf(g *glyph) uint8 {
	switch {
	case g.r == apostrophe && l.writing == inLatin:
	case g.kind != letter:
		return 0
	case g.r < 0x80 && l.writing != inLatin:
		return 1
	}
	if c, ok := l.class[g.folded]; ok {
		return c
	}
	return unknown
}

// apostrophe is a letter in the languages of Latin script, which have it in other places and more or less often.
const apostrophe = '’'

// A glyph is a character as the contest sees it.
type glyph struct {
	r      rune
	kind   kind
	shape  shape
	folded rune
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
	g := glyph{r: r, folded: r}
	if r < 0x80 {
		g.kind = asciiKind(r)
	} else {
		g.kind, g.cost = symbolKind(r)
	}
	if g.kind != letter {
		return g
	}
	g.folded = unicode.ToLower(r)
	switch {
	case unicode.IsUpper(r):
		g.shape = upper
	case unicode.IsLower(r):
		g.shape = lower
	default:
		g.shape = caseless
	}
	g.cost = 25 * bit
	if bits, ok := m.rarity[g.folded]; ok {
		g.cost = 11*bit + price(bits)*bit
	}
	if unicode.IsMark(r) && r < 0x370 {
		g.cost += 8 * bit
	}
	return g
}
