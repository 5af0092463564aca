package token

import "strings"

// Word is a control word: its place in the list that an [Index] was made of,
// from 1, or 0 for one that is not in it.
type Word uint16

// wordFactor and wordSlots make the hash table of control words.
const (
	wordFactor = 31
	wordSlots  = 2048
)

// Index finds control words by a hash that is made while they are read. A word
// is in its slot, or in one of the next without a gap. Control symbols are words
// of one sign.
type Index struct {
	slots    [wordSlots]slot
	par, bin Word
}

type slot struct {
	name string
	word Word
}

// NewIndex returns an index of up to 2,000 words. Names with blanks between them
// are one word. "par" is also what a backslash at the end of a line is, and "bin"
// has as many bytes behind it as its number says.
func NewIndex(words []string) *Index {
	x := &Index{}
	for i, names := range words {
		for name := range strings.FieldsSeq(names) {
			x.add(name, Word(i+1))
		}
	}
	x.add("\t", x.find("tab"))
	x.par, x.bin = x.find("par"), x.find("bin")
	return x
}

func hashOf(name string) uint32 {
	hash := uint32(0)
	for i := range len(name) {
		hash = hash*wordFactor + uint32(name[i])
	}
	return hash
}

func (x *Index) add(name string, word Word) {
	at := hashOf(name) % wordSlots
	for x.slots[at].name != "" {
		at = (at + 1) % wordSlots
	}
	x.slots[at] = slot{name, word}
}

func (x *Index) find(name string) Word { return x.of(hashOf(name), []byte(name)) }

// of returns a word by its hash and its name.
func (x *Index) of(hash uint32, name []byte) Word {
	for at := hash % wordSlots; x.slots[at].name != ""; at = (at + 1) % wordSlots {
		if x.slots[at].name == string(name) {
			return x.slots[at].word
		}
	}
	return 0
}
