package props

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// Paint is a colour of a text or of what is behind it.
type Paint struct {
	Set, Known bool
	R, G, B, A uint8
	Edged      bool // letters that a shadow or a stroke may make seen
	Unread     bool // of a function that is not evaluated
	OfText     bool // a ground of the colour of the text on it
	Inherits   bool // said to be that of the text around
}

// Colours of a page that says nothing else.
var (
	White = Paint{Set: true, Known: true, R: 255, G: 255, B: 255, A: 255}
	Black = Paint{Set: true, Known: true, A: 255}
	Blue  = Paint{Set: true, Known: true, B: 238, A: 255} // of links
)

// Over returns the colour of a paint on what is behind it.
func (p Paint) Over(behind Paint) Paint {
	if p.A == 255 || !p.Known {
		return p
	}
	if !behind.Known {
		return Paint{Set: true}
	}
	part := func(a, b uint8) uint8 { return uint8((int(a)*int(p.A) + int(b)*(255-int(p.A))) / 255) }
	return Paint{Set: true, Known: true, R: part(p.R, behind.R), G: part(p.G, behind.G), B: part(p.B, behind.B), A: 255}
}

// InkOf reads the colour of a text. What takes that of the text around is not
// set, unless a link would have its own.
func InkOf(v string, quirks bool) Paint {
	switch v {
	case "currentcolor", "inherit", "unset", "revert-layer":
		return Paint{Inherits: true}
	case "initial":
		return Black
	}
	return colorOf(v, quirks)
}

// GroundOf reads the colour of what is behind a text.
func GroundOf(v string, quirks bool) Paint {
	if v == "currentcolor" {
		return Paint{Set: true, OfText: true}
	}
	return colorOf(v, quirks)
}

// colorOf reads a colour; one that is not known is set, but not known.
func colorOf(v string, quirks bool) Paint {
	if v == "" || v == "none" || IsWide(v) {
		return Paint{}
	}
	if p, ok := ParseColor(v); ok {
		return p
	}
	if p, ok := hexColor(v); ok && quirks {
		return p
	}
	return Paint{Set: true, Unread: strings.IndexByte(v, '(') > 0 && !strings.HasPrefix(v, "url(")}
}

// LegacyColor reads the colour that an attribute gives (WHATWG HTML 2.3.6): what
// is not a colour is made one.
func LegacyColor(v string) Paint {
	v = strings.ToLower(strings.TrimSpace(v))
	if v == "" || v == "transparent" {
		return Paint{}
	}
	if p, ok := ParseColor(v); ok && strings.IndexByte(v, '(') < 0 && (v[0] != '#' || len(v) == 4 || len(v) == 7) {
		return p
	}
	digits := []byte(strings.TrimPrefix(v[:min(len(v), 128)], "#"))
	for i, c := range digits {
		if !IsHex(c) {
			digits[i] = '0'
		}
	}
	for len(digits) == 0 || len(digits)%3 != 0 {
		digits = append(digits, '0')
	}
	n := len(digits) / 3
	part := [3][]byte{digits[:n], digits[n : 2*n], digits[2*n:]}
	from := max(0, n-8)
	for n-from > 2 && part[0][from] == '0' && part[1][from] == '0' && part[2][from] == '0' {
		from++
	}
	var rgb [3]uint8
	for i, p := range part {
		for _, c := range p[from:min(n, from+2)] {
			rgb[i] = rgb[i]<<4 | hexValue(c)
		}
	}
	return Paint{Set: true, Known: true, R: rgb[0], G: rgb[1], B: rgb[2], A: 255}
}

// SeeThrough is the opacity of 255 up to which nothing is seen: see
// [visible.MinOpacity].
const SeeThrough = 12

// Seen returns a colour as it is judged, without regard to its opacity.
func (p Paint) Seen() visible.Paint {
	if !p.Known {
		return visible.Unknown
	}
	return visible.RGB(p.R, p.G, p.B)
}

// FillOf reads a colour of a drawing.
func FillOf(v string) Paint {
	if v == "none" {
		return Paint{Set: true, Known: true}
	}
	return colorOf(v, false)
}
