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
	holdLong       = 20 // a run of a paragraph with more than longRuns, which is written at once
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
	holdSheet      = 40 // with its section and its table
)

// hold counts nodes that are kept.
func (r *reader) hold(n int) error {
	return r.env.Spend(converters.LimitNodes, int64(n), r.pos())
}

// holdPara counts what a paragraph leaves behind.
func (r *reader) holdPara(p *para, pos document.Pos) error {
	n := holdParagraph + p.uncounted() + holdMark*len(p.marks) + holdLink*len(p.links)
	return r.env.Spend(converters.LimitNodes, int64(n), pos)
}

// longRuns is how many runs and lines an honest paragraph has at most.
const longRuns = 1 << 12

// countEvery is how many runs of a paragraph are not counted yet while it is
// read.
const countEvery = 1 << 10

// counts counts what was added to a long paragraph.
func (r *reader) counts(p *para) error {
	if len(p.runs)+p.lines-p.counted < countEvery {
		return nil
	}
	return r.hold(p.uncounted())
}

// uncounted returns how many nodes the runs and lines of a paragraph take that
// were not counted yet.
func (p *para) uncounted() int {
	all := len(p.runs) + p.lines
	n := holdRun*(all-p.counted) + holdLong*max(all-max(p.counted, longRuns), 0)
	p.counted = all
	return n
}

// maxBytes is how many bytes a character has at most.
const maxBytes = 4

// fits returns the error for a paragraph whose text alone is more than the
// whole may give.
func (r *reader) fits(p *para) error {
	if err := r.counts(p); err != nil {
		return err
	}
	most := r.env.Limits.Get(converters.LimitText)
	if n := int64(len(p.text)); n > maxBytes*most {
		return &converters.LimitError{Limit: converters.LimitText, Value: (n + maxBytes - 1) / maxBytes, Max: most, Pos: r.pos()}
	}
	return nil
}
