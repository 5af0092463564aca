package pptx

import "github.com/seed353dc258/backstory/converters/internal/drawing"

// canvas knows what is behind a place of a slide: for each of its parts the
// uppermost shape that touches it. It takes the same time for every shape,
// however many there are.
type canvas struct {
	size   drawing.Frame
	ground drawing.Paint
	covers []cover
	top    *grid // nil where nothing covers the ground
	spare  *grid // to take for that
}

// white is the ground of a slide that has none.
func white() drawing.Paint { return drawing.Solid(255, 255, 255) }

// canvas returns the canvas of a slide with what its layout and its master
// show; nothing of them where it is bare. It takes the memory of the one before.
func (sc *scratch) canvas(size drawing.Frame, ground drawing.Paint, layout *page, bare bool) *canvas {
	if sc.grid == nil {
		sc.grid = &grid{}
	}
	c := &canvas{size: size, ground: white(), spare: sc.grid}
	defer c.inherit(ground)
	if layout == nil {
		return c
	}
	if m := layout.master; m != nil {
		c.inherit(m.ground)
		if !layout.bare && !bare {
			c.coverAll(m.covers)
		}
	}
	c.inherit(layout.ground)
	if !bare {
		c.coverAll(layout.covers)
	}
	return c
}

func (c *canvas) inherit(ground drawing.Paint) {
	if ground.Kind != drawing.PaintUnset {
		c.ground = ground
	}
}

func (c *canvas) coverAll(covers []cover) {
	for _, x := range covers {
		c.cover(x)
	}
}

// cover puts a shape in front of what is there.
func (c *canvas) cover(x cover) {
	if !c.size.Known || !x.frame.Known {
		return
	}
	if c.top == nil {
		*c.spare = grid{}
		c.top = c.spare
	}
	c.covers = append(c.covers, x)
	x0, x1 := part(x.frame.X, x.frame.W, c.size.W)
	y0, y1 := part(x.frame.Y, x.frame.H, c.size.H)
	for y := y0; y <= y1; y++ {
		for i := x0; i <= x1; i++ {
			c.top[y][i] = int32(len(c.covers))
		}
	}
}

// part returns the first and the last part of a side that a length touches; the
// last is below the first if it touches none.
func part(at, length, side drawing.EMU) (first, last int) {
	if at >= side || at+length <= 0 {
		return 0, -1
	}
	return int(max(at, 0) * gridSide / side), int(min(at+length, side-1) * gridSide / side)
}

// behind returns what is behind a place: the ground, or one shape that is
// behind all of it. Where that is not so, it cannot be told.
func (c *canvas) behind(f drawing.Frame) drawing.Paint {
	unknown := drawing.Paint{Kind: drawing.PaintOther}
	if !c.size.Known || !f.Known {
		return unknown
	}
	x0, x1 := part(f.X, f.W, c.size.W)
	y0, y1 := part(f.Y, f.H, c.size.H)
	if x1 < x0 || y1 < y0 {
		return unknown
	}
	if c.top == nil {
		return c.ground
	}
	top := c.top[y0][x0]
	for y := y0; y <= y1; y++ {
		for i := x0; i <= x1; i++ {
			if c.top[y][i] != top {
				return unknown
			}
		}
	}
	if top == 0 {
		return c.ground
	}
	x := c.covers[top-1]
	if !x.paint.Covers() || f.X < x.frame.X || f.Y < x.frame.Y || f.X+f.W > x.frame.X+x.frame.W || f.Y+f.H > x.frame.Y+x.frame.H {
		return unknown
	}
	return x.paint
}
