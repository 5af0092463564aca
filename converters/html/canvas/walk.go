package canvas

import (
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// walk goes through a drawing.
type walk struct {
	t      *dom.Tree
	sheet  *css.Sheet
	svg    int32
	ids    map[string]int32 // once one was asked for
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
