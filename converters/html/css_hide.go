package html

import (
	"math"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// offPage is how many pixels before its place a text has to stand to be out
// of the page.
const offPage = 500

// hiding reports whether the declarations hide the whole element.
func (c *cascade) hiding() visible.Way {
	v := &c.values
	switch {
	case v[propDisplay] == "none", v[propMsoHide] == "all", v[propContentVisibility] == "hidden", strings.HasPrefix(v[propContent], "url("):
		return visible.Style
	case seeThroughMask(v[propMaskImage]):
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
	if n, ok := number(c.values[propOpacity]); ok {
		seen = min(max(n, 0), 1)
	}
	for _, f := range words(strings.ReplaceAll(c.values[propFilter], ")", ") ")) {
		name, _, _ := strings.Cut(f, "(")
		n, ok := number(argument(f))
		px, blurs := pixels(argument(f))
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

// leastOpacity is what is needed to be seen.
const leastOpacity = visible.MinOpacity

// seeThroughMask reports whether a mask is a gradient without any colour.
func seeThroughMask(v string) bool {
	if !strings.Contains(v, "gradient(") || len(v) > longestValue {
		return false
	}
	for stop := range splitOutside(argument(v), ',') {
		color, _, _ := strings.Cut(strings.TrimSpace(stop), " ")
		if p, ok := parseColor(color); ok && p.a > seeThrough || !ok && isColor(color, false) {
			return false
		}
	}
	return true
}

// noBox reports whether nothing of an element's box is left to see.
func (c *cascade) noBox() bool {
	v := &c.values
	if c.positioned() && strings.HasPrefix(v[propClip], "rect(") && emptyRect(argument(v[propClip])) {
		return true
	}
	if emptyClip(v[propClipPath]) {
		return true
	}
	if z, ok := number(v[propZoom]); ok && z > 0 && z < tinyFactor {
		return true
	}
	return false
}

// grows reports whether the place that is left in a flexible box makes an
// element larger than its size.
func (c *cascade) grows() bool { return c.values[propFlex] != "" && c.values[propFlex][0] != '0' }

// thin reports whether the size of an element leaves too little of it to read.
func (c *cascade) thin() bool {
	v := &c.values
	greatest := v[propMaxWidth]
	if v[propTextOverflow] == "ellipsis" {
		greatest = "" // 0 for a cell that takes what the others leave
	}
	across := c.clips(propOverflowX) && narrow(v[propPaddingX], v[propMinWidth], v[propWidth], greatest)
	down := c.clips(propOverflowY) && narrow(v[propPaddingY], v[propMinHeight], v[propHeight], v[propMaxHeight])
	line, flat := pixels(v[propLineHeight])
	return across || down || flat && line <= 0 && (v[propHeight] == "" || v[propHeight] == "auto") && c.clips(propOverflowY) && narrow(v[propPaddingY], v[propMinHeight], "0")
}

// clips reports whether an element shows nothing outside its box.
func (c *cascade) clips(overflow property) bool {
	return hasWord("hidden clip auto scroll", c.values[overflow]) || strings.Contains(c.values[propContain], "paint") ||
		hasWord("strict content", c.values[propContain])
}

// leastBox is the size in pixels of a box in which no letter can be read.
const leastBox = 5

// narrow reports whether one of the sizes leaves no more, though there is
// neither padding around nor a least size.
func narrow(padding, least string, sizes ...string) bool {
	for _, v := range []string{padding, least} {
		if px, ok := pixels(v); ok && px > leastBox || !ok && strings.HasSuffix(v, "-content") {
			return false
		}
	}
	for _, v := range sizes {
		if px, ok := pixels(v); ok && px <= leastBox {
			return true
		}
	}
	return false
}

// lengths reads a list of lengths.
func lengths(args string) (px []float64, ok bool) {
	for _, w := range words(strings.ReplaceAll(args, ",", " ")) {
		n, ok := pixels(w)
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
	shape, _, _ := strings.Cut(argument(v), " round ")
	shape, _, _ = strings.Cut(shape, " at ")
	switch name, _, _ := strings.Cut(v, "("); name {
	case "inset":
		return emptyInset(words(shape))
	case "circle", "ellipse":
		for _, w := range words(shape) {
			if px, ok := pixels(w); ok && px <= 0 {
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
			part, _ = number(n)
		} else if beyond(n, offPage) {
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
	for p := range splitOutside(points, ',') {
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
	p := c.values[propPosition]
	return p == "absolute" || p == "fixed"
}

// outOfPage reports whether an element stands out of the page.
func (c *cascade) outOfPage() bool {
	v := &c.values
	if c.positioned() || v[propPosition] == "relative" {
		for _, p := range []property{propLeft, propRight, propTop, propBottom} {
			if far(v[p]) || v[propPosition] == "fixed" && outOfSight(p, v[p]) {
				return true
			}
		}
	}
	return c.positioned() && beyond(v[propRight], 2*screenWidth) || away(v[propMarginLeft]) || away(v[propMarginTop])
}

// before reports whether a length moves an element out of the page.
func before(v string) bool {
	px, ok := pixels(v)
	return ok && px <= -offPage
}

// beyond reports whether a length is at least so many pixels. Screens are up
// to three times as wide as the one that the page is looked at on: by what is
// said of their width, an element moves further out on those.
func beyond(v string, least float64) bool {
	px, ok := pixels(v)
	if strings.Contains(v, "vw") {
		px *= 3
	}
	return ok && px >= least
}

// away reports whether a length moves an element before the page or so far
// behind its begin that no one scrolls there.
func away(v string) bool { return before(v) || beyond(v, 10*offPage) }

// far reports whether an offset moves an element out of the page, as a length
// or as a part of what is around.
func far(v string) bool {
	if s, ok := strings.CutSuffix(v, "%"); ok {
		n, ok := number(s)
		return ok && (n <= -100 || n >= 1000)
	}
	return away(v)
}

// outOfSight reports whether an offset moves an element out of the screen, from
// which nothing scrolls it back.
func outOfSight(p property, v string) bool {
	screen := float64(screenHeight)
	if p == propLeft || p == propRight {
		screen = screenWidth
	}
	if s, ok := strings.CutSuffix(v, "%"); ok {
		n, ok := number(s)
		return ok && n >= 100
	}
	px, ok := pixels(v)
	return ok && px >= screen
}
