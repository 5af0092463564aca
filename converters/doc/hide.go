package doc

import (
	"github.com/seed353dc258/backstory/converters/doc/word"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
)

// hides returns how text with some properties is hidden, in a
// paragraph that is hidden in some way itself and on grounds, of which the first counts
// that is set.
func hides(c *word.Chars, para visible.Way, grounds [4]visible.Paint) visible.Way {
	f := visible.Facts{
		OffPage: wordtext.IsRaisedOff(c.Letters.Raise), Flat: c.Letters.Size <= 0,
		Size: float64(c.Letters.Size) / 2, Scale: float64(c.Letters.Scale), Spacing: float64(c.Letters.Spacing) / 20, Outlined: c.Outlined, Ink: c.Ink,
	}
	switch {
	case c.Deleted:
		f.Marked = visible.Deleted
	case c.Hidden:
		f.Marked = visible.Text
	default:
		f.Marked = para
	}
	for _, p := range grounds {
		if p.IsSet() {
			f.Ground = p
			break
		}
	}
	return f.Judge()
}
