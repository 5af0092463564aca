package token

import "strings"

// Word is a control word: its place in the list that an [Index] was made of,
// from 1, or 0 for one that is not in it.
type Word uint16

// Index finds control words. Control symbols are words of one sign.
type Index struct {
	words    map[string]Word
	par, bin Word
}

// NewIndex returns an index of words. Names with blanks between them are one word.
// "par" is also what a backslash at the end of a line is, and "bin" has as many bytes
// behind it as its number says.
func NewIndex(words []string) *Index {
	x := &Index{words: map[string]Word{}}
	for i, names := range words {
		for name := range strings.FieldsSeq(names) {
			x.words[name] = Word(i + 1)
		}
	}
	x.words["\t"] = x.words["tab"]
	x.par, x.bin = x.words["par"], x.words["bin"]
	return x
}

// of returns a word by its name.
func (x *Index) of(name []byte) Word { return x.words[string(name)] }
