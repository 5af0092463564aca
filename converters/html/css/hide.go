package css

import (
	"math"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"

	"github.com/seed353dc258/backstory/converters/html/dom"

	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// hiding reports whether the declarations hide the whole element.
func (c *cascade) hiding() visible.Way {
	v := &c.values
	switch {
	case v[props.Display] == "none", v[props.MsoHide] == "all", v[props.ContentVisibility] == "hidden", strings.HasPrefix(v[props.Content], "url("):
		return visible.Style
	case seeThroughMask(v[props.MaskImage]):
		return visible.Opacity
	case c.noBox(), !c.grows() && c.thin():
		return visible.Size
	case c.outOfPage():
		return visible.OffPage
	}
	return c.moved()
}

// opacity returns how much of an element is seen, from 0 to 1.
func (c *cascade) opacity() float64 {
	seen := 1.0
	if n, ok := props.Number(c.values[props.Opacity]); ok {
		seen = min(max(n, 0), 1)
	}
	for _, f := range props.Words(strings.ReplaceAll(c.values[props.Filter], ")", ") ")) {
		name, _, _ := strings.Cut(f, "(")
		n, ok := props.Number(props.Argument(f))
		px, blurs := props.Pixels(props.Argument(f))
		switch {
		case name == "opacity" && ok:
			seen *= min(max(n, 0), 1)
		case name == "blur" && blurs && px >= mostBlur:
			return 0
		}
	}
	return seen
}

// mostBlur is the blur in pixels behind which no letter can be told.
const mostBlur = 20

// LeastOpacity is what is needed to be seen.
const LeastOpacity = visible.MinOpacity

// seeThroughMask reports whether a mask is a gradient without any colour.
func seeThroughMask(v string) bool {
	if !strings.Contains(v, "gradient(") || len(v) > props.LongestValue {
		return false
	}
	for stop := range props.SplitOutside(props.Argument(v), ',') {
		color, _, _ := strings.Cut(strings.TrimSpace(stop), " ")
		if p, ok := props.ParseColor(color); ok && p.A > props.SeeThrough || !ok && props.IsColor(color, false) {
			return false
		}
	}
	return true
}

// noBox reports whether nothing of an element's box is left to see.
func (c *cascade) noBox() bool {
	v := &c.values
	if c.positioned() && strings.HasPrefix(v[props.Clip], "rect(") && emptyRect(props.Argument(v[props.Clip])) {
		return true
	}
	if emptyClip(v[props.ClipPath]) {
		return true
	}
	if z, ok := props.Number(v[props.Zoom]); ok && z > 0 && z < props.TinyFactor {
		return true
	}
	return false
}

// grows reports whether the place that is left in a flexible box makes an
// element larger than its size.
func (c *cascade) grows() bool { return c.values[props.Flex] != "" && c.values[props.Flex][0] != '0' }

// thin reports whether the size of an element leaves too little of it to read.
func (c *cascade) thin() bool {
	v := &c.values
	greatest := v[props.MaxWidth]
	if v[props.TextOverflow] == "ellipsis" {
		greatest = "" // 0 for a cell that takes what the others leave
	}
	across := c.clips(props.OverflowX) && narrow(v[props.PaddingX], v[props.MinWidth], v[props.Width], greatest)
	down := c.clips(props.OverflowY) && narrow(v[props.PaddingY], v[props.MinHeight], v[props.Height], v[props.MaxHeight])
	line, flat := props.Pixels(v[props.LineHeight])
	return across || down || flat && line <= 0 && (v[props.Height] == "" || v[props.Height] == "auto") && c.clips(props.OverflowY) && narrow(v[props.PaddingY], v[props.MinHeight], "0")
}

// clips reports whether an element shows nothing outside its box.
func (c *cascade) clips(overflow props.Property) bool {
	return dom.HasWord("hidden clip auto scroll", c.values[overflow]) || strings.Contains(c.values[props.Contain], "paint") ||
		dom.HasWord("strict content", c.values[props.Contain])
}

// leastBox is the size in pixels of a box in which no letter can be read.
const leastBox = 5

// narrow reports whether one of the sizes leaves no more, though there is
// neither padding around nor a least size.
func narrow(padding, least string, sizes ...string) bool {
	for _, v := range []string{padding, least} {
		if px, ok := props.Pixels(v); ok && px > leastBox || !ok && strings.HasSuffix(v, "-content") {
			return false
		}
	}
	for _, v := range sizes {
		if px, ok := props.Pixels(v); ok && px <= leastBox {
			return true
		}
	}
	return false
}

// lengths reads a list of lengths.
func lengths(args string) (px []float64, ok bool) {
	for _, w := range props.Words(strings.ReplaceAll(args, ",", " ")) {
		n, ok := props.Pixels(w)
		if !ok {
			return nil, false
		}
		px = append(px, n)
	}
	return px, true
}

// emptyRect reports whether "top, right, bottom, left" leaves too little to
// read.
func emptyRect(args string) bool {
	side, ok := lengths(args)
	return ok && len(side) == 4 && (side[2]-side[0] <= leastBox || side[1]-side[3] <= leastBox)
}

// emptyClip reports whether a clip path leaves nothing.
func emptyClip(v string) bool {
	if v == "" {
		return false
	}
	shape, _, _ := strings.Cut(props.Argument(v), " round ")
	shape, _, _ = strings.Cut(shape, " at ")
	switch name, _, _ := strings.Cut(v, "("); name {
	case "inset":
		return emptyInset(props.Words(shape))
	case "circle", "ellipse":
		for _, w := range props.Words(shape) {
			if px, ok := props.Pixels(w); ok && px <= 0 {
				return true
			}
		}
	case "rect":
		return emptyRect(shape)
	case "xywh":
		px, ok := lengths(shape)
		return ok && len(px) == 4 && (px[2] <= leastBox || px[3] <= leastBox)
	case "polygon":
		return emptyPolygon(shape)
	}
	return false
}

// emptyInset reports whether offsets from opposite sides meet.
func emptyInset(side []string) bool {
	if len(side) == 0 {
		return false
	}
	across, down := 0.0, 0.0
	for i := range 4 {
		at := min(i, len(side)-1)
		if i == 2 && len(side) == 2 {
			at = 0
		}
		if i == 3 {
			at = min(1, len(side)-1)
			if len(side) == 4 {
				at = 3
			}
		}
		part := 0.0
		if n, ok := strings.CutSuffix(side[at], "%"); ok {
			part, _ = props.Number(n)
		} else if beyond(n, props.OffPage) {
			part = 100 // no box that shows is so large
		}
		if i%2 == 0 {
			down += part
		} else {
			across += part
		}
	}
	return across >= 100 || down >= 100
}

// emptyPolygon reports whether the points of a polygon stand on a line across
// or down.
func emptyPolygon(points string) bool {
	left, right, top, bottom := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for p := range props.SplitOutside(points, ',') {
		at, ok := lengths(p)
		if !ok || len(at) != 2 {
			return false
		}
		left, right = min(left, at[0]), max(right, at[0])
		top, bottom = min(top, at[1]), max(bottom, at[1])
	}
	return right-left <= leastBox || bottom-top <= leastBox
}

func (c *cascade) positioned() bool {
	p := c.values[props.Position]
	return p == "absolute" || p == "fixed"
}

// outOfPage reports whether an element stands out of the page.
func (c *cascade) outOfPage() bool {
	v := &c.values
	if c.positioned() || v[props.Position] == "relative" {
		for _, p := range []props.Property{props.Left, props.Right, props.Top, props.Bottom} {
			if far(v[p]) || v[props.Position] == "fixed" && outOfSight(p, v[p]) {
				return true
			}
		}
	}
	return c.positioned() && beyond(v[props.Right], 2*props.ScreenWidth) || away(v[props.MarginLeft]) || away(v[props.MarginTop])
}

// before reports whether a length moves an element out of the page.
func before(v string) bool {
	px, ok := props.Pixels(v)
	return ok && px <= -props.OffPage
}

// beyond reports whether a length is at least so many pixels. Screens are up
// to three times as wide as the one that the page is looked at on: by what is
// said of their width, an element moves further out on those.
func beyond(v string, least float64) bool {
	px, ok := props.Pixels(v)
	if strings.Contains(v, "vw") {
		px *= 3
	}
	return ok && px >= least
}

// away reports whether a length moves an element before the page or so far
// behind its begin that no one scrolls there.
func away(v string) bool { return before(v) || beyond(v, 10*props.OffPage) }

// far reports whether an offset moves an element out of the page, as a length
// or as a part of what is around.
func far(v string) bool {
	if s, ok := strings.CutSuffix(v, "%"); ok {
		n, ok := props.Number(s)
		return ok && (n <= -100 || n >= 1000)
	}
	return away(v)
}

// outOfSight reports whether an offset moves an element out of the screen, from
// which nothing scrolls it back.
func outOfSight(p props.Property, v string) bool {
	screen := float64(props.ScreenHeight)
	if p == props.Left || p == props.Right {
		screen = props.ScreenWidth
	}
	if s, ok := strings.CutSuffix(v, "%"); ok {
		n, ok := props.Number(s)
		return ok && n >= 100
	}
	px, ok := props.Pixels(v)
	return ok && px >= screen
}
