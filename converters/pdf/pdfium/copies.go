package pdfium

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"
)

// A text has the addresses of its codes and of their places along its line, each with that
// of its end. So it is of this module alone.
const (
	codesAt  = 104
	placesAt = 128
	maxCodes = 1 << 16
	codeSize = 4              // bytes, of a place, too
	kerning  = math.MaxUint32 // the code of a space that is no character
)

// copies are texts that paint the same letters in the same places, each those that its
// clip does not cut off. Programs that paint a page in strips write them, and PDFium gives
// each letter for one of them. What is seen is what the painted page shows.
type copies struct {
	number  int // of these copies among those of the page
	objects []uint64
	clip    *Box
}

const maxCopies = 64 // of a text that are told from what is painted over it

// placedText is a text object, and the matrix of the form that it is in.
type placedText struct {
	object uint64
	matrix matrix
}

// inked is a glyph in its place, in halves of a point.
type inked struct {
	font, code uint32
	x, y       int32
}

// joinCopies lets copies paint where one of them may, as far as the painted page shows them.
func (r *objectReader) joinCopies() error {
	seen := map[inked]uint64{}
	size := map[uint64]int{} // glyphs of a text
	for _, t := range r.out.placed {
		glyphs := r.glyphs(t)
		if err := r.step(len(glyphs)); err != nil {
			return err
		}
		shared := map[uint64]int{}
		for _, g := range glyphs {
			if other, ok := seen[g]; ok {
				shared[other]++
			}
			seen[g] = t.object
		}
		size[t.object] = len(glyphs)
		for _, other := range slices.Sorted(maps.Keys(shared)) {
			if 2*shared[other] >= min(len(glyphs), size[other]) {
				r.out.join(other, t.object)
			}
		}
	}
	r.out.placed = nil
	numbers := 0
	for o, c := range r.out.texts {
		if c.copies != nil {
			if c.copies.number == 0 {
				numbers++
				c.copies.number = numbers
			}
			c.Clip, c.Veiled, c.Copy = c.copies.clip, true, c.copies.number
			r.out.texts[o] = c
		}
	}
	return r.err
}

// join makes two texts, and their copies, copies of one another where a clip cuts off one.
func (o *Objects) join(a, b uint64) {
	first, second := o.copiesOf(a), o.copiesOf(b)
	if first == second || first.clip == nil && second.clip == nil || len(first.objects)+len(second.objects) > maxCopies {
		return
	}
	if first.clip != nil && second.clip != nil {
		whole := first.clip.Union(*second.clip)
		first.clip = &whole
	} else {
		first.clip = nil
	}
	first.objects = append(first.objects, second.objects...)
	for _, object := range first.objects {
		c := o.texts[object]
		c.copies = first
		o.texts[object] = c
	}
}

// copiesOf returns the copies of a text, or itself alone.
func (o *Objects) copiesOf(text uint64) *copies {
	c := o.texts[text]
	if c.copies != nil {
		return c.copies
	}
	return &copies{objects: []uint64{text}, clip: c.Clip}
}

// glyphs returns the glyphs of a text, in their places.
func (r *objectReader) glyphs(t placedText) []inked {
	codes, places := r.vector(t.object+codesAt, codeSize*maxCodes), r.vector(t.object+placesAt, codeSize*maxCodes)
	if len(codes) != len(places) || !r.ok(fnObjectMatrix, t.object, r.at(0)) {
		return nil
	}
	m, font := r.matrix().then(t.matrix), uint32(r.ptr(fnObjFont, t.object))
	out := make([]inked, 0, len(codes)/codeSize)
	for i := 0; i+codeSize <= len(codes); i += codeSize {
		if code := binary.LittleEndian.Uint32(codes[i:]); code != kerning {
			x, y := r.frame.Point(m.apply(f32In(places, i), 0))
			out = append(out, inked{font, code, int32(math.Round(2 * x)), int32(math.Round(2 * y))})
		}
	}
	return out
}
