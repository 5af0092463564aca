package odf

import (
	"github.com/seed353dc258/backstory/converters"
)

// What is held is counted in nodes of about 32 bytes, so that the limit on
// nodes bounds the memory that a document takes.
const (
	holdLink       = 6
	holdMark       = 6 // a bookmark, which links may lead to
	holdHeading    = 8 // with its names
	holdItem       = 6
	holdNote       = 12
	holdAnnotation = 12
	holdRow        = 6
	holdCell       = 6
	holdList       = 6
	holdMath       = 6
	holdShape      = 6
)

// hold counts nodes that are kept.
func (r *reader) hold(n int) error {
	return r.doc.env.Spend(converters.LimitNodes, int64(n), r.pos())
}
