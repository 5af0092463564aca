package parse

import (
	"bytes"

	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// automatic is the colour that the reader's program chooses.
var automatic = color{-1, -1, -1}

// colorText ends colours at semicolons.
func (h *head) colorText(b []byte) {
	for range bytes.Count(b, []byte{';'}) {
		c := h.colorDef
		if !h.colorSet {
			c = automatic
		}
		h.colors = append(h.colors, c)
		h.colorDef, h.colorSet = color{}, false
		h.src.hold(1)
	}
}

// unknownGround is the number of a colour that cannot be told.
const unknownGround = -1

// known returns a number that a file names, which cannot be that of a mixed
// colour.
func known(number int32) int32 { return max(number, unknownGround) }

// mixed returns the number of a colour that is in no table: it is the colour.
func (c color) mixed() int32 { return unknownGround - 1 - (c.red<<16 | c.green<<8 | c.blue) }

// color returns a colour by its number, and whether it is known.
func (h *head) color(number int32) (color, bool) {
	if number < unknownGround {
		v := unknownGround - 1 - number
		return color{v >> 16, v >> 8 & 0xFF, v & 0xFF}, true
	}
	if number < 0 || int(number) >= len(h.colors) {
		return color{}, false
	}
	c := h.colors[number]
	return c, c.red >= 0
}

// paintOf returns a colour by its number, as it is judged.
func (h *head) paintOf(number int32) visible.Paint {
	if number == 0 {
		return visible.Unset
	}
	c, ok := h.color(number)
	if !ok {
		return visible.Unknown
	}
	part := func(v int32) uint8 { return uint8(min(max(v, 0), 255)) }
	return visible.RGB(part(c.red), part(c.green), part(c.blue))
}

// wholeShare is a share of all.
const wholeShare = 10_000

// The parts of a pattern.
func setFore(p *pattern, n int32) { p.fore = known(n) }

func setBack(p *pattern, n int32) { p.back = known(n) }

func setShare(p *pattern, n int32) { p.share = min(max(n, 0), wholeShare) }

// ground returns the colour that a pattern has from afar: a number in the colour
// table, 0 if it has none, or that of a mixed colour.
func (h *head) ground(p pattern) int32 {
	switch {
	case p.share == 0:
		return p.back
	case p.share == wholeShare && p.fore > 0:
		return p.fore
	}
	fore, ok := color{}, true
	if p.fore != 0 {
		fore, ok = h.color(p.fore)
	}
	back := color{255, 255, 255}
	if ok && p.back != 0 {
		back, ok = h.color(p.back)
	}
	if !ok {
		return unknownGround
	}
	part := func(f, g int32) int32 {
		f, g = min(max(f, 0), 255), min(max(g, 0), 255)
		return (f*p.share + g*(wholeShare-p.share)) / wholeShare
	}
	return color{part(fore.red, back.red), part(fore.green, back.green), part(fore.blue, back.blue)}.mixed()
}
