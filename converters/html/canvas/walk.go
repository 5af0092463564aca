package canvas

import (
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// elements are those of a tree, by what their attributes and styles say.
type elements struct {
	t     *dom.Tree
	sheet *css.Sheet
}

// drawing is a drawing of a page.
type drawing struct {
	elements elements
	svg      int32
	ids      map[string]int32 // once one was asked for
}

// walk goes through a drawing.
type walk struct {
	in     drawing
	hidden map[int32]visible.Way
	texts  []text
	covers []cover
	used   int // elements of definitions that were looked at for each use
}

// text is a piece of text with a place.
type text struct {
	id  int32
	box box
}

// cover is a shape without a hole that shows nothing of what is behind it.
type cover struct {
	id    int32
	box   box
	paint props.Paint
}
