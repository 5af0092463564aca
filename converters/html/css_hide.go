package html

import (
	"math"
	"strings"
)

// hiding is how a page hides content from its readers.
type hiding uint8

const (
	notHidden hiding = iota
	hiddenAttribute
	hiddenStyle
	hiddenOpacity
	hiddenSize
	hiddenOffPage
	hiddenColor
	hiddenElement
	hiddenForEyes // kept for screen readers alone
	hidingCount
)

// offPage is how many pixels before its place a text has to stand to be out
// of the page.
const offPage = 500

// hiding reports whether the declarations hide the whole element.
func (c *cascade) hiding() hiding {
	v := &c.values
	switch {
	case v[propDisplay] == "none", v[propMsoHide] == "all", v[propContentVisibility] == "hidden", strings.HasPrefix(v[propContent], "url("):
		return hiddenStyle
	case seeThroughMask(v[propMaskImage]):
		return hiddenOpacity
	case c.noBox():
		return hiddenSize
	case c.outOfPage():
		return hiddenOffPage
	}
	return c.moved()
}

// opacity returns how much of an element is seen, from 0 to 1.
func (c *cascade) opacity() float64 {
	seen := 1.0
	if n, ok := number(c.values[propOpacity]); ok {
		seen = min(max(n, 0), 1)
	}
	if f := c.values[propFilter]; strings.HasPrefix(f, "opacity(") {
		if n, ok := number(argument(f)); ok {
			seen *= min(max(n, 0), 1)
		}
	}
	return seen
}

// leastOpacity is what is needed to be seen.
const leastOpacity = 0.05

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
	grows := v[propFlex] != "" && v[propFlex][0] != '0'
	across := clips(v[propOverflowX]) && v[propTextOverflow] != "ellipsis" && !grows &&
		narrow(v[propPaddingX], v[propMinWidth], v[propWidth], v[propMaxWidth])
	down := clips(v[propOverflowY]) && !grows && narrow(v[propPaddingY], v[propMinHeight], v[propHeight], v[propMaxHeight])
	line, flat := pixels(v[propLineHeight])
	return across || down || flat && line <= 0 && (v[propHeight] == "" || v[propHeight] == "auto") && clips(v[propOverflowY]) && narrow(v[propPaddingY], v[propMinHeight], "0")
}

func clips(overflow string) bool { return hasWord("hidden clip auto scroll", overflow) }

// narrow reports whether one of the sizes leaves at most a pixel, though there
// is neither padding around nor a least size.
func narrow(padding, least string, sizes ...string) bool {
	for _, v := range []string{padding, least} {
		if px, ok := pixels(v); ok && px > 1 || !ok && strings.HasSuffix(v, "-content") {
			return false
		}
	}
	for _, v := range sizes {
		if px, ok := pixels(v); ok && px <= 1 {
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

// emptyRect reports whether "top, right, bottom, left" leaves at most a pixel.
func emptyRect(args string) bool {
	side, ok := lengths(args)
	return ok && len(side) == 4 && (side[2]-side[0] <= 1 || side[1]-side[3] <= 1)
}

const longestClip = 4096 // bytes of a clip path that is judged

// emptyClip reports whether a clip path leaves nothing.
func emptyClip(v string) bool {
	if v == "" || len(v) > longestClip {
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
		return ok && len(px) == 4 && (px[2] <= 1 || px[3] <= 1)
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
		n, ok := strings.CutSuffix(side[at], "%")
		if percent, known := number(n); ok && known && i%2 == 0 {
			down += percent
		} else if ok && known {
			across += percent
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
	return right-left <= 1 || bottom-top <= 1
}

func (c *cascade) positioned() bool {
	p := c.values[propPosition]
	return p == "absolute" || p == "fixed"
}

// outOfPage reports whether an element stands far before the page's edge.
func (c *cascade) outOfPage() bool {
	v := &c.values
	if c.positioned() || v[propPosition] == "relative" {
		for _, p := range []property{propLeft, propRight, propTop, propBottom} {
			if far(v[p]) {
				return true
			}
		}
	}
	return before(v[propMarginLeft]) || before(v[propMarginTop])
}

// before reports whether a length moves an element out of the page.
func before(v string) bool {
	px, ok := pixels(v)
	return ok && px <= -offPage
}

// far reports whether an offset moves an element out of the page. A page
// grows to the right and downwards, but no one scrolls that far.
func far(v string) bool {
	if s, ok := strings.CutSuffix(v, "%"); ok {
		n, ok := number(s)
		return ok && (n <= -100 || n >= 1000)
	}
	px, ok := pixels(v)
	return ok && (px <= -offPage || px >= 10*offPage)
}
