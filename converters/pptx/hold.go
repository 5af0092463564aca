package pptx

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/document"
)

// What is held is counted in nodes of about 32 bytes, with the room that slices
// grow by, so that the limit on nodes bounds the memory that a presentation
// takes. The tree of a part counts as itself; while it is open, as much again
// for every treeShare is kept for what is made of it at once.
const (
	treeShare = 2
	partBytes = 48 // of the text of an open part, for one node

	nodesShape      = 16
	nodesLevels     = 36 // a list style
	nodesCell       = 7
	nodesTableStyle = 20
	nodesRow        = 8
	nodesPara       = 5
	nodesInline     = 3
	nodesLong       = 20 // of a paragraph with more than longInlines, which is written at once

	longInlines = 1 << 12
)

// hold counts nodes that are held. The error for too many ends the reading.
func (d *deck) hold(nodes int) {
	if err := d.env.Spend(converters.LimitNodes, int64(nodes), d.pos()); err != nil && d.failed == nil {
		d.failed = err
	}
}

// holdParas counts what is made of paragraphs.
func (d *deck) holdParas(paras []drawing.Para) {
	n := 0
	for i := range paras {
		inlines := len(paras[i].Inlines)
		n += nodesPara + nodesInline*inlines + nodesLong*max(inlines-longInlines, 0)
	}
	d.hold(n)
}

// room is how many nodes an open part counts as beyond those of its tree.
func (s *source) room() int64 { return treeShare*s.Size() + s.length/partBytes }

// maxRooms is the size of trees whose memory is used again.
const maxRooms = 1 << 14

// release gives back what a part took of the limit of nodes.
func (d *deck) release(s *source) {
	if s.Size() <= maxRooms {
		d.rooms = append(d.rooms, s.Tree)
	}
	_ = d.env.Spend(converters.LimitNodes, -s.Size()-s.room(), document.Pos{}) // less is never over a limit
}
