package css

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// outOfPage returns whether an element is out of the page, or may be: nothing scrolls
// one that is fixed back. In one with a place, which may be anywhere, it has to be moved
// further.
func outOfPage(v *props.Values, inside bool) visible.Way {
	how := visible.Shown
	if v.Placed() || v[props.Position] == "relative" {
		for i, p := range [...]props.Property{props.Left, props.Right, props.Top, props.Bottom} {
			how = moved(v, inside, v[p], [...]float64{props.ScreenWidth, props.ScreenHeight}[i/2], how)
		}
	}
	if v.Placed() && props.Beyond(v[props.Right], 2*props.ScreenWidth) || props.Away(v[props.MarginLeft]) || props.Away(v[props.MarginTop]) {
		return visible.OffPage
	}
	if how == visible.Shown && (pushed(v, props.Right, props.Left) || pushed(v, props.Bottom, props.Top) || isBeside(v)) {
		return visible.StyleUnsure
	}
	return how
}

// isBeside reports whether the margin of an element is as wide as it is, so that it ends
// where its place begins.
func isBeside(v *props.Values) bool {
	margin, _ := props.Pixels(v[props.MarginLeft])
	if margin > -minAway || v.Floats() || v[props.Left] != "" {
		return false
	}
	wide, ok := props.Pixels(v[props.Width])
	return ok && wide > 0 && margin <= -wide && !strings.HasSuffix(v[props.Width], "%")
}

// pushed reports whether an element is moved far by the side that it is not moved to.
func pushed(v *props.Values, by, other props.Property) bool {
	px, ok := props.Pixels(v[by])
	return v[props.Position] == "relative" && ok && px >= 500 && (v[other] == "" || v[other] == "auto")
}

// moved returns whether an element is out of the page by one of its offsets, or else how
// it is by the others.
func moved(v *props.Values, inside bool, offset string, screen float64, how visible.Way) visible.Way {
	px, _ := props.Pixels(offset)
	fixed := v[props.Position] == "fixed"
	switch {
	case how == visible.OffPage, fixed && isBeyond(offset, screen):
		return visible.OffPage
	case far(offset) && inside && !fixed && px < 0 && px > -maxMoved:
		return visible.StyleUnsure
	case far(offset):
		return visible.OffPage
	case v.Placed() && !inside && !strings.HasSuffix(offset, "%") && px <= -minAway:
		return visible.StyleUnsure
	}
	return how
}

const (
	minAway  = 100  // pixels that a text is moved out of the page, of which it may be longer
	maxMoved = 2000 // pixels that an element is moved in another one
)

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
	px, ok := props.Pixels(strings.ReplaceAll(v, "%", "vw"))
	return ok && px >= screen
}

// moves reports whether an element with a place is moved by so much that it matters
// whether one around it has a place, too.
func moves(v *props.Values) bool {
	for _, p := range [...]props.Property{props.Left, props.Right, props.Top, props.Bottom} {
		if px, ok := props.Pixels(v[p]); ok && px <= -minAway && px > -maxMoved && v.Placed() {
			return true
		}
	}
	return false
}
