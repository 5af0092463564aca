package word

import (
	"encoding/binary"

	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// palette are the colours by number (2.9.119); the first one is automatic.
var palette = [...]visible.Paint{
	visible.Auto, visible.Solid(0x000000), visible.Solid(0x0000FF), visible.Solid(0x00FFFF), visible.Solid(0x00FF00), visible.Solid(0xFF00FF),
	visible.Solid(0xFF0000), visible.Solid(0xFFFF00), visible.Solid(0xFFFFFF), visible.Solid(0x000080), visible.Solid(0x008080), visible.Solid(0x008000),
	visible.Solid(0x800080), visible.Solid(0x800000), visible.Solid(0x808000), visible.Solid(0x808080), visible.Solid(0xC0C0C0),
}

// numbered returns a colour by its number.
func numbered(n int) visible.Paint {
	if n >= len(palette) {
		return visible.Unknown
	}
	return palette[n]
}

// colorRef returns a colour that is written out (2.9.43).
func colorRef(v uint32) visible.Paint {
	if v>>24 == 0xFF {
		return visible.Auto
	}
	return visible.RGB(uint8(v), uint8(v>>8), uint8(v>>16))
}

// shade returns the ground that a shading makes (2.9.246).
func shade(b []byte) visible.Paint {
	if len(b) < 10 {
		return visible.Unset
	}
	return mixed(colorRef(binary.LittleEndian.Uint32(b)), colorRef(binary.LittleEndian.Uint32(b[4:])), binary.LittleEndian.Uint16(b[8:]))
}

// oldShade does so for a shading of Word 97 and before, with numbers of colours (2.9.248).
func oldShade(v uint16) visible.Paint {
	if v == 0xFFFF {
		return visible.Unset
	}
	return mixed(numbered(int(v&31)), numbered(int(v>>5&31)), v>>10)
}

// The patterns of a shading that are one colour, and that are none (2.9.121).
const (
	patternNone  = 0
	patternSolid = 1
	patternNil   = 0xFFFF
)

// percents are the shares of the first colour that patterns have.
var percents = map[uint16]int{
	2: 50, 3: 100, 4: 200, 5: 250, 6: 300, 7: 400, 8: 500, 9: 600, 10: 700, 11: 750, 12: 800, 13: 900,
	35: 25, 36: 75, 37: 125, 38: 150, 39: 175, 40: 225, 41: 275, 42: 325, 43: 350, 44: 375, 45: 425, 46: 450, 47: 475, 48: 525, 49: 550,
	50: 575, 51: 625, 52: 650, 53: 675, 54: 725, 55: 775, 56: 825, 57: 850, 58: 875, 59: 925, 60: 950, 61: 975,
}

// mixed returns the colour that a pattern has from afar. Lines are no colour.
func mixed(fore, back visible.Paint, pattern uint16) visible.Paint {
	switch pattern {
	case patternNil:
		return visible.Unset
	case patternNone:
		if back == visible.Auto {
			return visible.Unset
		}
		return back
	case patternSolid:
		return fore.Over(visible.Black)
	}
	share, ok := percents[pattern]
	fore, back = fore.Over(visible.Black), back.Over(visible.White)
	if !ok || fore < visible.Black || back < visible.Black {
		return visible.Unknown
	}
	part := func(shift int) uint8 {
		f, g := int(fore-visible.Black)>>shift&255, int(back-visible.Black)>>shift&255
		return uint8((f*share + g*(1000-share)) / 1000)
	}
	return visible.RGB(part(16), part(8), part(0))
}
