package charset

import (
	_ "embed"
	"encoding/binary"
	"sync"
	"sync/atomic"
)

// tableBytes is what tools/charset train wrote: the languages with an alphabet (tag, script, the letters in ascending order
// as differences, those beyond ASCII that are words likewise, the cost of every pair of classes, what letters cost more after
// two others), the words of all languages of a script likewise, those without (tag, the common characters by cost), and the
// letters beyond ASCII with how unlikely each is where it does not belong. The costs of pairs are read where they are.
//
//go:embed table.bin
var tableBytes []byte

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

// cedillas are what encodings older than Romanian's ș and ț have for them.
const cedillas = "şţ"

// contexts reads those of a language.
func (t *tableReader) contexts() []context {
	out := make([]context, t.number())
	id := 0
	for i := range out {
		id += t.number()
		out[i] = context{id: id, rest: t.halfBits()}
		out[i].after = t.take(2 * int(t.byte()))
	}
	return out
}

// halfBits reads a price of halves of a bit.
func (t *tableReader) halfBits() price { return halfBits(t.byte()) }

func halfBits(b byte) price { return price(int8(b)) * bit / 2 }

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
