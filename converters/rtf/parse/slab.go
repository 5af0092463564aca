package parse

import (
	"slices"
	"unsafe"

	"github.com/seed353dc258/backstory/converters/rtf/model"
)

// slabs are where what is read is kept: many small things in one piece of memory,
// since a file has hundreds of thousands of each.
type slabs struct {
	text  slab[byte]
	runs  slab[model.Run]
	paras slab[model.Paragraph]
	items slab[model.Item]
	cells slab[model.Cell]
}

// string keeps a text.
func (s *slabs) string(b []byte) string {
	b = s.text.clone(b)
	return unsafe.String(unsafe.SliceData(b), len(b)) // nothing writes there any more
}

// para keeps a paragraph.
func (s *slabs) para(p model.Paragraph) *model.Paragraph {
	return &s.paras.clone([]model.Paragraph{p})[0]
}

// slab is what is free of a piece of memory.
type slab[T any] struct{ free []T }

// slabBytes is how large a piece of memory is.
const slabBytes = 16 << 10

// clone keeps a copy of a slice. A long one is by itself.
func (s *slab[T]) clone(v []T) []T {
	if len(v) > len(s.free) {
		var one T
		size := slabBytes / int(unsafe.Sizeof(one))
		if len(v) > size/8 {
			return slices.Clone(v)
		}
		s.free = make([]T, size)
	}
	n := copy(s.free, v)
	kept := s.free[:n:n]
	s.free = s.free[n:]
	return kept
}
