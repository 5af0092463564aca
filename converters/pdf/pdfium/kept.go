package pdfium

import "encoding/binary"

// The text of a page has the addresses of its characters and of their end, and each
// character its kind, what it means, its origin, its box and its object: a number of four
// bytes each, with others between them. So they are of this module alone. There are functions for
// each of them, too: to call them took a twentieth of the time of a page.
const (
	charsAt      = 16
	charSize     = 80
	charMeansAt  = 4
	charOriginAt = 12
	charBoxAt    = 20 // left, bottom, right and top
	charObjectAt = 76
	charInferred = 1
	charUnmapped = 2
)

// keptChar is a character as the instance's memory has it.
type keptChar []byte

func (c keptChar) kind() byte { return c[0] }

func (c keptChar) rune() rune { return rune(binary.LittleEndian.Uint32(c[charMeansAt:])) }

func (c keptChar) object() uint64 { return uint64(binary.LittleEndian.Uint32(c[charObjectAt:])) }

// origin returns where it is, in the coordinates of the page.
func (c keptChar) origin() (x, y float64) {
	return f32In(c, charOriginAt), f32In(c, charOriginAt+4)
}

func (c keptChar) box() (left, bottom, right, top float64) {
	return f32In(c, charBoxAt), f32In(c, charBoxAt+4), f32In(c, charBoxAt+8), f32In(c, charBoxAt+12)
}
