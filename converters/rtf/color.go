package rtf

import "bytes"

// colorText ends colours at semicolons.
func (r *reader) colorText(b []byte) {
	for range bytes.Count(b, []byte{';'}) {
		c := r.colorDef
		if !r.colorSet {
			c = color{-1, -1, -1} // automatic
		}
		r.colors = append(r.colors, c)
		r.colorDef, r.colorSet = color{}, false
		r.hold(1)
	}
}

// unknownGround is the index of a colour that cannot be told.
const unknownGround = -1

// known returns an index that a file names, which cannot be that of a mixed colour.
func known(index int32) int32 { return max(index, unknownGround) }

// mixed returns the index of a colour that is in no table: it is the colour.
func (c color) mixed() int32 { return unknownGround - 1 - (c.red<<16 | c.green<<8 | c.blue) }

// color returns a colour by its index, and whether it is known.
func (r *reader) color(index int32) (color, bool) {
	if index < unknownGround {
		v := unknownGround - 1 - index
		return color{v >> 16, v >> 8 & 0xFF, v & 0xFF}, true
	}
	if index < 0 || int(index) >= len(r.colors) {
		return color{}, false
	}
	c := r.colors[index]
	return c, c.red >= 0
}
