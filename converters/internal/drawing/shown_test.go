package drawing

import "testing"

func TestSizeHidesWhatCannotBeSeen(t *testing.T) {
	point := Frame{Known: true}
	flat, thin := Frame{W: Inch, Known: true}, Frame{H: Inch, Known: true}
	large := Frame{W: Inch, H: Inch, Known: true}
	for name, c := range map[string]struct {
		frame Frame
		fit   Fit
		want  bool
	}{
		"a point":                 {point, FitOverflow, true},
		"a point that clips":      {point, FitClip, true},
		"a point that grows":      {point, FitGrow, false},
		"flat, text runs over":    {flat, FitOverflow, false},
		"thin, text runs over":    {thin, FitOverflow, false},
		"flat and clipped":        {flat, FitClip, true},
		"thin and clipped":        {thin, FitClip, true},
		"flat and grows":          {flat, FitGrow, false},
		"large and clipped":       {large, FitClip, false},
		"of no size that is told": {Frame{}, FitClip, false},
	} {
		if got := c.frame.IsTooSmall(c.fit); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestPlaceOnASlideIsJudgedByWhatIsSeenFirst(t *testing.T) {
	slide := Frame{W: 10 * Inch, H: 7 * Inch, Known: true}
	at := func(x, y, w, h EMU) Frame {
		return Frame{X: x * Inch, Y: y * Inch, W: w * Inch, H: h * Inch, Known: true}
	}
	for name, c := range map[string]struct {
		frame, first Frame
		want         bool
	}{
		"inside":                {at(1, 1, 2, 2), Frame{}, false},
		"half over the edge":    {at(9, 1, 2, 2), Frame{}, false},
		"outside":               {at(11, 1, 2, 2), at(1, 1, 1, 1), true},
		"long, begins inside":   {at(1, 5, 4, 20), at(1, 5, 4, 1), false},
		"long, begins outside":  {at(1, -18, 4, 20), at(1, -18, 4, 1), true},
		"a point at the corner": {at(0, 0, 0, 0), Frame{}, false},
		"without a place":       {Frame{X: 99 * Inch}, Frame{}, false},
	} {
		if got := c.frame.IsOutside(slide, func() Frame { return c.first }); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestPlaceInATextLeavesRoomForMargins(t *testing.T) {
	const page = 11 * Inch
	for name, c := range map[string]struct {
		reach Reach
		want  bool
	}{
		"unknown":                    {Reach{At: -99 * Inch}, false},
		"inside":                     {Reach{At: Inch, Size: Inch, Known: true}, false},
		"left of its column":         {Reach{At: -3 * Inch, Size: Inch, Known: true}, false},
		"left of the page":           {Reach{At: -3 * Inch, Size: Inch, Known: true, Paper: true}, true},
		"far left of its column":     {Reach{At: -6 * Inch, Size: Inch, Known: true}, true},
		"below":                      {Reach{At: page, Size: Inch, Known: true}, true},
		"without size in the corner": {Reach{Known: true, Paper: true}, false},
	} {
		if got := c.reach.IsOff(page); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
