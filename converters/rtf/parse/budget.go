package parse

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/rtf/model"
	"github.com/seed353dc258/backstory/document"
)

// budget is what reading has cost so far.
type budget struct {
	held    int64 // nodes
	stepped int64 // up to where steps are counted
	done    error // the first one
}

const (
	stepBytes = 16   // of the source are one step
	stepEvery = 1024 // bytes of the source
)

// What is held counts as nodes, one for 100 to 150 bytes of it and of the blocks
// that it becomes.
const (
	costRun       = 1 // or a line
	costFont      = 1
	costParagraph = 1
	costAside     = 2 // more for a paragraph in a note, a text box or a header
	costCell      = 1
	costRow       = 1
	costTable     = 4
	costNode      = 6 // a picture, an equation, the sign of a note
	costLink      = 4
	costStory     = 12 // a note, a text box, a comment, a header
	costList      = 60
)

// The blocks of a paragraph are made at once, and a cell is written as one line:
// runs and lines of a paragraph, and paragraphs of a cell, that are more than
// people write cost more.
const (
	fewRuns       = 64
	costManyRuns  = 4
	fewItems      = 64
	costManyItems = 12
)

// hold counts something that is kept in memory.
func (r *reader) hold(n int64) {
	r.held += n
	r.fail(r.env.Check(converters.LimitNodes, r.held, r.pos()))
}

// step counts what was read as steps.
func (r *reader) step() {
	n := r.lex.Offset() - r.stepped
	r.stepped = r.lex.Offset()
	r.fail(r.lex.Err())
	r.fail(r.env.Step(r.ctx, n/stepBytes+1, r.pos()))
}

// pos returns the place that is being read.
func (r *reader) pos() document.Pos { return model.LineAt(r.lex.Line) }

// fail keeps the first error.
func (r *reader) fail(err error) {
	if r.done == nil {
		r.done = err
	}
}
