package props

import (
	"strconv"
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
func InkOf(v string) Paint {
	switch v {
	case "currentcolor", "inherit", "unset", "revert-layer":
		return Paint{Inherits: true}
	case "initial":
		return Black
	}
	return colorOf(v)
}

// GroundOf reads the colour of what is behind a text.
func GroundOf(v string) Paint {
	if v == "currentcolor" {
		return Paint{Set: true, OfText: true}
	}
	p := colorOf(v)
	if p.Edged {
		return Paint{Set: true}
	}
	return p
}

// colorOf reads a colour; one that is not known is set, but not known. One that
// is a colour in quirks mode alone may be none.
func colorOf(v string) Paint {
	if v == "" || v == "none" || IsWide(v) {
		return Paint{}
	}
	if p, ok := ParseColor(v); ok {
		return p
	}
	if p, ok := hexColor(v); ok {
		p.Edged = true
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
	digits := strings.Map(func(r rune) rune {
		if r < 0x80 && IsHex(byte(r)) {
			return r
		}
		return '0'
	}, strings.TrimPrefix(v[:min(len(v), 128)], "#"))
	n := max(1, (len(digits)+2)/3)
	digits += strings.Repeat("0", 3*n-len(digits))
	from := max(0, n-8)
	at := func(part, i int) byte { return digits[part*n+i] }
	for n-from > 2 && at(0, from) == '0' && at(1, from) == '0' && at(2, from) == '0' {
		from++
	}
	var rgb [3]uint8
	for i := range rgb {
		part, _ := strconv.ParseUint(digits[i*n+from:i*n+min(n, from+2)], 16, 8)
		rgb[i] = uint8(part)
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
	return colorOf(v)
}
