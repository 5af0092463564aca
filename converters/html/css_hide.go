package html

import (
	"strconv"
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
	case v[propDisplay] == "none", v[propMsoHide] == "all", v[propContentVisibility] == "hidden":
		return hiddenStyle
	case isZero(v[propOpacity], 0.05), strings.HasPrefix(v[propFilter], "opacity(") && isZero(argument(v[propFilter]), 0.05):
		return hiddenOpacity
	case c.noBox():
		return hiddenSize
	case c.outOfPage():
		return hiddenOffPage
	}
	return notHidden
}

// isZero reports whether a number or a percentage is at most a small one.
func isZero(v string, most float64) bool {
	scale := 1.0
	if s, ok := strings.CutSuffix(v, "%"); ok {
		v, scale = s, 100
	}
	n, err := strconv.ParseFloat(v, 64)
	return err == nil && n/scale <= most
}

// argument returns what stands in the first parenthesis.
func argument(v string) string {
	_, v, _ = strings.Cut(v, "(")
	v, _, _ = strings.Cut(v, ")")
	return strings.TrimSpace(v)
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
	if strings.HasPrefix(v[propTransform], "scale") && isZero(firstArgument(v[propTransform]), 0.01) {
		return true
	}
	overflow := v[propOverflow] + " " + v[propOverflowX] + " " + v[propOverflowY]
	if !hasWord(overflow, "hidden") && !hasWord(overflow, "clip") {
		return false
	}
	for _, p := range []property{propWidth, propHeight, propMaxWidth, propMaxHeight} {
		if px, ok := pixels(v[p]); ok && px <= 1 {
			return true
		}
	}
	return false
}

func firstArgument(v string) string {
	a, _, _ := strings.Cut(argument(v), ",")
	return strings.TrimSpace(a)
}

// emptyRect reports whether "top, right, bottom, left" leaves at most a pixel.
func emptyRect(args string) bool {
	if len(args) > 128 {
		return false
	}
	f := strings.FieldsFunc(args, func(r rune) bool { return r == ' ' || r == ',' })
	if len(f) != 4 {
		return false
	}
	var side [4]float64
	for i := range f {
		px, ok := pixels(f[i])
		if !ok {
			return false
		}
		side[i] = px
	}
	return side[2]-side[0] <= 1 || side[1]-side[3] <= 1
}

func firstWord(s string) string {
	w, _, _ := strings.Cut(s, " ")
	return w
}

// emptyClip reports whether a clip path leaves nothing.
func emptyClip(v string) bool {
	arg := firstArgument(v)
	switch {
	case strings.HasPrefix(v, "inset("):
		n, ok := strings.CutSuffix(firstWord(arg), "%")
		px, err := strconv.ParseFloat(n, 64)
		return ok && err == nil && px >= 50
	case strings.HasPrefix(v, "circle("), strings.HasPrefix(v, "ellipse("):
		px, ok := pixels(firstWord(arg))
		return ok && px <= 0
	}
	return false
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
	first, _, _ := strings.Cut(v[propMargin], " ")
	for _, m := range []string{v[propMarginLeft], v[propMarginTop], first} {
		if px, ok := pixels(m); ok && px <= -offPage {
			return true
		}
	}
	if strings.HasPrefix(v[propTransform], "translate") {
		for _, a := range strings.SplitN(argument(v[propTransform]), ",", 4) {
			if px, ok := pixels(strings.TrimSpace(a)); ok && px <= -offPage {
				return true
			}
		}
	}
	return false
}

// far reports whether an offset moves an element out of the page. A page
// grows to the right and downwards, but no one scrolls that far.
func far(v string) bool {
	if s, ok := strings.CutSuffix(v, "%"); ok {
		n, err := strconv.ParseFloat(s, 64)
		return err == nil && (n <= -100 || n >= 1000)
	}
	px, ok := pixels(v)
	return ok && (px <= -offPage || px >= 10*offPage)
}
