package css

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// LeastOpacity is what is needed to be seen.
const LeastOpacity = visible.MinOpacity

// hiding reports whether the declarations hide the whole element.
func (c *cascade) hiding(opacity float64) visible.Way {
	v := &c.values
	switch {
	case v[props.Display] == "none", v[props.MsoHide] == "all", v[props.ContentVisibility] == "hidden", strings.HasPrefix(v[props.Content], "url("):
		return visible.Style
	case c.thin():
		if c.grows() {
			return visible.StyleUnsure // it may be as large as what is around leaves it
		}
		return visible.Size
	case c.outOfPage():
		return visible.OffPage
	}
	unsure := c.unsure
	for _, p := range [...]props.Property{props.Transform, props.Translate, props.Scale, props.Rotate, props.Clip, props.ClipPath, props.Filter, props.MaskImage, props.Zoom} {
		if v[p] == "" || p == props.Clip && !c.positioned() {
			continue
		}
		switch how := props.Effect(p, v[p]); how {
		case visible.Shown:
		case visible.StyleUnsure:
			unsure = true
		default:
			return how
		}
	}
	switch {
	case opacity <= LeastOpacity:
		return visible.Opacity
	case unsure:
		return visible.StyleUnsure
	}
	return visible.Shown
}

// opacity returns how much of an element is seen, from 0 to 1.
func (c *cascade) opacity() float64 {
	if n, ok := props.Number(c.values[props.Opacity]); ok {
		return min(max(n, 0), 1)
	}
	return 1
}

// stays reports whether an animation stays at its end, which is not looked at.
func (c *cascade) stays() bool {
	a := c.values[props.Animation]
	return strings.Contains(a, "forwards") || strings.Contains(a, "both")
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
	height, highest := v[props.Height], v[props.MaxHeight]
	if px, flat := props.Pixels(v[props.LineHeight]); flat && px <= 0 && (height == "" || height == "auto") {
		height = "0"
	}
	return c.clips(props.OverflowX) && narrow(v[props.PaddingX], v[props.MinWidth], v[props.Width], greatest) ||
		c.clips(props.OverflowY) && narrow(v[props.PaddingY], v[props.MinHeight], height, highest)
}

// clips reports whether an element shows nothing outside its box.
func (c *cascade) clips(overflow props.Property) bool {
	return dom.HasWord("hidden clip auto scroll", c.values[overflow]) || strings.Contains(c.values[props.Contain], "paint") ||
		dom.HasWord("strict content", c.values[props.Contain])
}

// narrow reports whether one of the sizes leaves no more, though there is
// neither padding around nor a least size.
func narrow(padding, least string, sizes ...string) bool {
	for _, v := range []string{padding, least} {
		if px, ok := props.Pixels(v); ok && px > props.MinBox || !ok && strings.HasSuffix(v, "-content") {
			return false
		}
	}
	for _, v := range sizes {
		if px, ok := props.Pixels(v); ok && px <= props.MinBox {
			return true
		}
	}
	return false
}

func (c *cascade) positioned() bool {
	p := c.values[props.Position]
	return p == "absolute" || p == "fixed"
}

// outOfPage reports whether an element stands out of the page: nothing scrolls
// one that is fixed back.
func (c *cascade) outOfPage() bool {
	v := &c.values
	fixed := v[props.Position] == "fixed"
	if c.positioned() || v[props.Position] == "relative" {
		for i, p := range [...]props.Property{props.Left, props.Right, props.Top, props.Bottom} {
			if far(v[p]) || fixed && isBeyond(v[p], [...]float64{props.ScreenWidth, props.ScreenHeight}[i/2]) {
				return true
			}
		}
	}
	return c.positioned() && props.Beyond(v[props.Right], 2*props.ScreenWidth) || props.Away(v[props.MarginLeft]) || props.Away(v[props.MarginTop])
}

// far reports whether an offset moves an element out of the page, as a length
// or as a part of what is around.
func far(v string) bool {
	if n, ok := props.Number(v); ok && strings.HasSuffix(v, "%") {
		return n <= -1 || n >= 10
	}
	return props.Away(v)
}

// isBeyond reports whether an offset is a whole screen.
func isBeyond(v string, screen float64) bool {
	if n, ok := props.Number(v); ok && strings.HasSuffix(v, "%") {
		return n >= 1
	}
	px, ok := props.Pixels(v)
	return ok && px >= screen
}

// covers reports whether an element is as large as the page, and in front of it.
func (c *cascade) covers() bool {
	v := &c.values
	if !c.positioned() || strings.HasPrefix(v[props.ZIndex], "-") {
		return false
	}
	spans := func(from, to, size props.Property) bool {
		start, ok := props.Pixels(v[from])
		end, ends := props.Pixels(v[to])
		part, _ := props.Pixels(v[size])
		whole := v[size] == "100%" || part >= props.ScreenHeight
		return ok && start <= 0 && (whole || ends && end <= 0)
	}
	return spans(props.Left, props.Right, props.Width) && spans(props.Top, props.Bottom, props.Height)
}
