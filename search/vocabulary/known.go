// Package vocabulary has what an index needs of each word that it reads: its letters without
// marks, what is known of it already, and the numbers of terms.
package vocabulary

import (
	"hash/maphash"
	"math/rand/v2"
)

// Words are strangers': nobody can choose them so that they share a slot.
var (
	seed       = maphash.MakeSeed()
	multiplier = rand.Uint64() | 1
)

// maxKnown is how many words are remembered.
const maxKnown = 1 << 17

// Known remembers what is known of words. The zero value is ready; only one
// goroutine may use it.
//
// A word lies in the table itself: a map has it behind a pointer, so that most
// words that are asked for cost several looks at memory that no cache of the
// processor has.
type Known[T any] struct {
	slots []slot[T] // a power of two; half of them or more are empty
	used  int
	long  map[string]T // words that are too long for a slot
}

type slot[T any] struct {
	length uint8 // 0 where it is empty
	word   [15]byte
	value  T
}

// Get returns what is known of a word, which is not empty.
func (k *Known[T]) Get(word []byte) (value T, ok bool) {
	if len(word) > len(slot[T]{}.word) {
		value, ok = k.long[string(word)]
		return value, ok
	}
	if k.slots == nil {
		return value, false
	}
	at := k.find(word)
	return at.value, at.length > 0
}

// Put remembers what is known of a word that is not known.
func (k *Known[T]) Put(word []byte, value T) {
	if k.used+len(k.long) == maxKnown || k.slots == nil {
		*k = Known[T]{slots: make([]slot[T], 1<<10), long: map[string]T{}}
	}
	if len(word) > len(slot[T]{}.word) {
		k.long[string(word)] = value
		return
	}
	if 2*k.used >= len(k.slots) {
		old := k.slots
		k.slots = make([]slot[T], 4*len(old))
		for i := range old {
			if s := &old[i]; s.length > 0 {
				*k.find(s.word[:s.length]) = *s
			}
		}
	}
	at := k.find(word)
	at.length, at.value = uint8(copy(at.word[:], word)), value
	k.used++
}

// find returns the slot of a word, or the empty one that is for it.
func (k *Known[T]) find(word []byte) *slot[T] {
	for at := maphash.Bytes(seed, word); ; at++ {
		s := &k.slots[at&uint64(len(k.slots)-1)]
		if s.length == 0 || string(s.word[:s.length]) == string(word) {
			return s
		}
	}
}

// Numbering gives terms numbers from 0 on, in the order in which they come. The zero
// value is ready.
type Numbering struct {
	slots []numbered // a power of two; half of them or more are empty
	used  int32
}

type numbered struct {
	term uint32
	next int32 // its number and 1; 0 where the slot is empty
}

// Of returns the number of a term, and whether it has not come before.
func (n *Numbering) Of(term uint32) (number int32, isNew bool) {
	if 2*int(n.used) >= len(n.slots) {
		old := n.slots
		n.slots = make([]numbered, max(1<<10, 4*len(old)))
		for _, s := range old {
			if s.next > 0 {
				*n.find(s.term) = s
			}
		}
	}
	at := n.find(term)
	if isNew = at.next == 0; isNew {
		n.used++
		*at = numbered{term, n.used}
	}
	return at.next - 1, isNew
}

// find returns the slot of a term, or the empty one that is for it.
func (n *Numbering) find(term uint32) *numbered {
	for at := uint64(term) * multiplier >> 32; ; at++ {
		if s := &n.slots[at&uint64(len(n.slots)-1)]; s.next == 0 || s.term == term {
			return s
		}
	}
}

// Clear forgets all terms.
func (n *Numbering) Clear() {
	clear(n.slots)
	n.used = 0
}
