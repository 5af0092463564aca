package rtf

import (
	"slices"
	"strings"
	"unsafe"
)

// slab is how many paragraphs are made at once, and a quarter of how many
// runs, items and cells.
const slab = 64

// slabs hold what is not used yet of what was made at once.
type slabs struct {
	paras []para
	runs  []run
	items []item
	cells []cell
	row   []string // scratch
	text  strings.Builder
	defs  []cellDef // of the last row

	widest int // how many cells the widest row defines
}

// newPara returns a new paragraph.
func (s *slabs) newPara() *para {
	if len(s.paras) == 0 {
		s.paras = make([]para, slab)
	}
	p := &s.paras[0]
	s.paras = s.paras[1:]
	return p
}

// keep returns a copy of values, taken from those that were made at once.
func keep[T any](values []T, from *[]T) []T {
	n := len(values)
	if n > len(*from) {
		if n > slab {
			return slices.Clone(values)
		}
		*from = make([]T, 4*slab)
	}
	kept := (*from)[:n:n]
	*from = (*from)[n:]
	copy(kept, values)
	return kept
}

// textSlab is how much room for text is made at once, in bytes.
const textSlab = 1 << 14

// takeText returns text as a string and empties the buffer that it is in. A
// long text keeps its place, and the buffer is a new one.
func (s *slabs) takeText(from *[]byte) string {
	text := *from
	if len(text) < longText {
		*from = text[:0]
		return s.keepText(text)
	}
	*from = nil
	return unsafe.String(unsafe.SliceData(text), len(text))
}

// longText is how long a text is that is not copied, in bytes.
const longText = 1 << 20

// keepText returns text as a string.
func (s *slabs) keepText(text []byte) string {
	if len(text) > textSlab/8 {
		return string(text)
	}
	if s.text.Cap()-s.text.Len() < len(text) {
		s.text = strings.Builder{}
		s.text.Grow(textSlab)
	}
	from := s.text.Len()
	s.text.Write(text)
	return s.text.String()[from:]
}
