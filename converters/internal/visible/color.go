package visible

// Paint is the colour of a text, or of what is behind it: one of these, or what
// Solid and RGB return.
type Paint int32

const (
	// Unknown is a colour that cannot be told.
	Unknown Paint = -1
	// Unset is what nothing says: ink that is seen, or a white background.
	Unset Paint = 0
	// Auto is what the file leaves to the program: the same as Unset, but it
	// stands for itself where styles are put over one another.
	Auto Paint = 1
	// Black and White are solid, and so are all between them.
	Black Paint = 2
	White Paint = Black + 0xFFFFFF
)

// Solid returns the colour 0xRRGGBB of sRGB.
func Solid(rgb uint32) Paint { return Black + Paint(rgb&0xFFFFFF) }

// RGB returns a colour by its parts.
func RGB(r, g, b uint8) Paint { return Solid(uint32(r)<<16 | uint32(g)<<8 | uint32(b)) }

// IsSet reports whether it is a colour, or one that cannot be told.
func (p Paint) IsSet() bool { return p != Unset && p != Auto }

// Over returns the colour, or the one below it where nothing says it.
func (p Paint) Over(below Paint) Paint {
	if p.IsSet() {
		return p
	}
	return below
}

// Compare says whether text is seen on a background: Color, Unsure or Shown. On
// an unknown one, text that white hides is unsure.
func Compare(ink, ground Paint) Way {
	unknown := ground == Unknown
	if ground < Black {
		ground = White
	}
	switch {
	case ink < Black, contrast(ink, ground) >= clearContrast:
		return Shown
	}
	switch d := difference(ink, ground); {
	case d >= sureDifference:
		return Shown
	case d >= minDifference, unknown:
		return Unsure
	}
	return Color
}

// Faint reports whether text cannot be seen on a known background.
func Faint(ink, ground Paint) bool { return Compare(ink, ground) == Color }

// The differences of two colours by CIEDE2000 below which letters are not seen,
// and below which they may not be. A difference of 1 is about what can just be
// noticed of large areas side by side, and 2 takes a close look (Mokrzycki and
// Tatol, Colour difference ΔE, 2011); letters are thin.
const (
	minDifference  = 2
	sureDifference = 3
)

// clearContrast is a contrast by WCAG 2, in hundredths, of colours that differ by
// far more than sureDifference, so that nothing need be computed.
const clearContrast = 150

// contrast returns the contrast of two colours in hundredths.
func contrast(a, b Paint) int64 {
	light, dark := luminance(a-Black), luminance(b-Black)
	if light < dark {
		light, dark = dark, light
	}
	return (light + luminanceOne/20) * 100 / (dark + luminanceOne/20)
}

const luminanceOne = 255 * 255 * 10000

// luminance returns how light a colour is, with a gamma of 2.
func luminance(c Paint) int64 {
	square := func(v Paint) int64 { return int64(v&0xFF) * int64(v&0xFF) }
	return 2126*square(c>>16) + 7152*square(c>>8) + 722*square(c)
}
