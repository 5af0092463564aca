package css

import (
	"cmp"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/box"
	"github.com/seed353dc258/backstory/converters/html/css/props"
)

// covers reports whether an element with some values is as large as the page, and in
// front of it.
func covers(v *props.Values) bool {
	if p := v[props.Position]; p != "absolute" && p != "fixed" || strings.HasPrefix(v[props.ZIndex], "-") {
		return false
	}
	spans := func(from, to, size, least props.Property) bool {
		start, starts := props.Pixels(v[from])
		end, ends := props.Pixels(v[to])
		part, _ := props.Pixels(v[size])
		starts, ends = starts && start <= 0, ends && end <= 0
		whole := v[size] == "100%" || v[least] == "100%" || part >= props.ScreenHeight
		return starts && ends || whole && (starts || ends)
	}
	return spans(props.Left, props.Right, props.Width, props.MinWidth) && spans(props.Top, props.Bottom, props.Height, props.MinHeight)
}

// span returns about how long a box is that has a place: as long as the screen where it is
// as long as what is around it.
func span(v *props.Values, from, to, size props.Property) float64 {
	if n, ok := props.Number(v[size]); ok && strings.HasSuffix(v[size], "%") {
		return n * props.ScreenHeight
	}
	if px, ok := props.Pixels(v[size]); ok {
		return px
	}
	_, starts := props.Pixels(v[from])
	if _, ends := props.Pixels(v[to]); starts && ends {
		return props.ScreenHeight
	}
	return 0
}

// over returns how many blocks before an element with some values it lies over, if it is
// empty: it is pulled up, and nothing is seen through its ground.
func over(v *props.Values, ground props.Paint) int {
	const line, block = 16, 64 // pixels: what is less hides no line; a block is rarely more
	if rim := v.Rim(); rim >= line {
		return 1 + int(min(rim, 1000))/block
	}
	height, _ := props.Pixels(cmp.Or(v[props.Height], v[props.MinHeight]))
	edge := v.Edge()
	height += edge
	up, _ := props.Pixels(v[props.MarginTop])
	switch p := v[props.Position]; p {
	case "relative":
		top, _ := props.Pixels(v[props.Top])
		up = min(up, up+top)
	case "sticky":
		if v[props.Bottom] != "" && v[props.Bottom] != "auto" {
			up = min(up, -height) // it stays on the screen, over what is scrolled
		}
	case "", "static":
		return 0 // the letters before it are painted later than its ground
	}
	if up > -line || height < line || edge < line && (ground.A != 255 || !ground.Known) {
		return 0
	}
	return 1 + int(min(-up, 1000))/block
}

// liesOver reports whether a box that is generated in an element lies over its text.
func liesOver(v *props.Values, ground props.Paint, inGrid bool) bool {
	const wide, high = 64, 16
	solid := ground.Known && ground.A == 255
	switch {
	case box.Spread(v) >= wide/2, over(v, ground) > 0:
		return true
	case !solid:
		return false
	case v.Placed():
		x, y := box.Padding(v)
		return span(v, props.Left, props.Right, props.Width)+x >= wide && span(v, props.Top, props.Bottom, props.Height)+y >= high
	}
	return box.Below(v) <= -high && (v.Stacks() || v[props.Position] != "") || v.Cell() != "" && inGrid
}
