package write

import (
	"math"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/document"
)

// listBuilder makes lists of items that follow one another.
type listBuilder struct {
	root  *document.List
	stack []openList
}

type openList struct {
	list  *document.List
	depth int     // that the structure says
	x     float64 // of the markers
	textX float64
}

// add adds an item at the depth that its indent says.
func (b *listBuilder) add(env *converters.Env, pos document.Pos, p *layout.Para, blocks []document.Block) {
	x := p.At.Box.X0
	if p.Lines[0].RTL {
		x = -p.Lines[0].Box.X1
	}
	slack := .7 * p.Size
	for len(b.stack) > 0 && b.stack[len(b.stack)-1].depth > p.Tag.Depth {
		b.stack = b.stack[:len(b.stack)-1]
	}
	deeper := len(b.stack) > 0 && p.Tag.Depth > b.stack[len(b.stack)-1].depth
	for !deeper && len(b.stack) > 0 && b.stack[len(b.stack)-1].depth == p.Tag.Depth && x < b.stack[len(b.stack)-1].x-slack {
		b.stack = b.stack[:len(b.stack)-1]
	}
	if len(b.stack) == 0 || deeper || x > b.stack[len(b.stack)-1].x+slack {
		l := converters.Make(env, &document.List{Pos: pos})
		switch {
		case len(b.stack) > 0 && len(b.stack) < 8:
			top := b.stack[len(b.stack)-1].list
			item := &top.Items[len(top.Items)-1]
			item.Blocks = append(item.Blocks, l)
		case b.root == nil:
			b.root = l
		default:
			l = b.root
		}
		b.stack = append(b.stack, openList{l, p.Tag.Depth, x, p.Item.TextX})
	}
	top := &b.stack[len(b.stack)-1]
	top.textX = p.Item.TextX
	top.list.Items = append(top.list.Items, converters.Make(env, document.Item{Marker: p.Item.Marker, Task: p.Item.Task, Blocks: blocks}))
}

// takes reports whether a paragraph belongs to the last item: it begins where
// the item's text does.
func (b *listBuilder) takes(p *layout.Para) bool {
	if b.root == nil || len(b.stack) == 0 {
		return false
	}
	if p.Tag.GoesOn {
		for len(b.stack) > 1 && b.stack[len(b.stack)-1].depth > p.Tag.Depth {
			b.stack = b.stack[:len(b.stack)-1]
		}
		return true
	}
	if p.Tag.Tagged || len(p.Lines) == 0 || p.Lines[0].RTL {
		return false
	}
	top := b.stack[len(b.stack)-1]
	return math.Abs(p.At.Box.X0-top.textX) < .6*p.Size && top.textX > top.x+.5*p.Size
}

// last returns the blocks of the last item.
func (b *listBuilder) last() *[]document.Block {
	l := b.stack[len(b.stack)-1].list
	return &l.Items[len(l.Items)-1].Blocks
}
