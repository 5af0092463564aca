package visible

// Facts is what a format has resolved of a piece of text. The zero value of
// each is what hides nothing.
type Facts struct {
	Marked   Way     // the mark that hides it
	OffPage  bool    // outside the page or the slide
	Size     float64 // of the font, in points; 0 is unknown
	Scale    float64 // of the width or height of the letters, in per cent; 0 is unknown
	Spacing  float64 // between the letters, in points
	Flat     bool    // the line, the row or the box has no height
	Outlined bool    // a line, a shadow or a relief shows the letters in any colour
	Clear    float64 // transparency, from 0 to 1
	Ink      Paint
	Ground   Paint
}

// The thresholds below which text cannot be read.
const (
	// MinSize is the least size of a font, in points: at 72 to 96 dots an inch
	// letters of 2 points are three dots high.
	MinSize = 2
	// MinScale is the least width of letters, in per cent: a letter of 11 points
	// is then half a point wide.
	MinScale = 10
	// maxTight is how much nearer letters may be set, as a part of their size:
	// a letter is about half as wide as its font is high, and with more they lie
	// over one another.
	maxTight = 0.5
	// MinHeight is the least height of a line or a row, in points.
	MinHeight = 2
	// MaxIndent is how far beside the edge of the text a line may begin, in
	// points: ten inches, more than the margins of any page.
	MaxIndent = 720
	// MaxRaise is how far above or below its line text may be, in points.
	MaxRaise = 500
	// MinOpacity is the least opacity, from 0 to 1.
	MinOpacity = 0.05
	// usualSize is the size of a font that is unknown, in points.
	usualSize = 12
)

// Judge returns how text is hidden: Shown, Unsure, or a way.
func (f *Facts) Judge() Way {
	switch {
	case f.Marked != Shown:
		return f.Marked
	case f.OffPage:
		return OffPage
	case f.Size > 0 && f.Size < MinSize, f.Scale > 0 && f.Scale < MinScale, f.Flat, IsTight(f.Spacing, f.Size):
		return Size
	case f.Outlined:
		return Shown
	case f.Clear > 1-MinOpacity:
		return Opacity
	}
	return Compare(f.Ink, f.Ground)
}

// IsTight reports whether a spacing between letters, in points, sets them over
// one another. A size of 0 is unknown.
func IsTight(spacing, size float64) bool {
	if size <= 0 {
		size = usualSize
	}
	return spacing <= -maxTight*size
}
