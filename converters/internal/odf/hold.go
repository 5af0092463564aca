package odf

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// What is held is counted in nodes of about 32 bytes, so that the limit on
// nodes bounds the memory that a document takes.
const (
	holdParagraph  = 4
	holdRun        = 3
	holdMark       = 6 // a bookmark, which links may lead to
	holdHeading    = 8 // with its names
	holdItem       = 6
	holdNote       = 12
	holdAnnotation = 12
	holdRow        = 6
	holdCell       = 6
	holdList       = 6
	holdStyle      = 8
	holdLevel      = 4
	holdMath       = 6
	holdShape      = 6
)

// hold counts nodes that are kept.
func (r *reader) hold(n int) error {
	return r.env.Spend(converters.LimitNodes, int64(n), r.pos())
}

// holdPara counts what a paragraph leaves behind, and its text: a document
// may hold more text than it gives, as some is left out, but not without
// bounds.
func (r *reader) holdPara(p *para, pos document.Pos) error {
	n := holdParagraph + holdRun*len(p.runs) + holdMark*len(p.marks)
	return r.env.Spend(converters.LimitNodes, int64(n), pos)
}

// bytesMost is how many bytes a character has at most.
const bytesMost = 4

// fits returns the error for a paragraph whose text alone is more than the
// whole may give.
func (r *reader) fits(p *para) error {
	most := r.env.Limits.Get(converters.LimitText)
	if n := int64(len(p.text)); n > bytesMost*most {
		return &converters.LimitError{Limit: converters.LimitText, Value: n / bytesMost, Max: most, Pos: r.pos()}
	}
	return nil
}
