// Package slab keeps many small things in few pieces of memory, for readers that
// make hundreds of thousands of them.
package slab

import (
	"slices"
	"unsafe"
)

// Slab hands out memory of one type, and never takes it back: what it handed out
// lives as long as any of its piece. The zero value is ready.
type Slab[T any] struct {
	free []T
	size int // of the last piece
}

// maxBytes is how large a piece is at most. The first ones are smaller, since
// most documents are short.
const maxBytes = 16 << 10

// New returns a value that is zero.
func (s *Slab[T]) New() *T { return &s.take(1)[0] }

// Clone returns a copy of a slice, without room for more. A long one is by itself.
func (s *Slab[T]) Clone(v []T) []T {
	if len(v) == 0 {
		return nil
	}
	if len(v) > len(s.free) && len(v) > largest[T]()/8 {
		return slices.Clip(slices.Clone(v))
	}
	kept := s.take(len(v))
	copy(kept, v)
	return kept
}

func (s *Slab[T]) take(n int) []T {
	if n > len(s.free) {
		s.size = max(min(2*s.size, largest[T]()), n)
		s.free = make([]T, s.size)
	}
	kept := s.free[:n:n]
	s.free = s.free[n:]
	return kept
}

// largest returns how many values the largest pieces hold.
func largest[T any]() int {
	var one T
	return maxBytes / int(unsafe.Sizeof(one))
}

// Text keeps texts.
type Text struct{ bytes Slab[byte] }

// Keep returns a text as a string.
func (t *Text) Keep(text []byte) string {
	kept := t.bytes.Clone(text)
	return unsafe.String(unsafe.SliceData(kept), len(kept)) // nothing writes there any more
}
