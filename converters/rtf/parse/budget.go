package parse

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// budget is what reading has cost so far.
type budget struct {
	stepped int64 // up to where steps are counted
	done    error // the first one
}

const (
	stepBytes = 16   // of the source are one step
	stepEvery = 1024 // bytes of the source
)

// What is held counts as nodes, besides the blocks that it becomes.
const (
	costFont  = 1
	costCell  = 1
	costRow   = 1
	costTable = 4
	costNode  = 6 // a picture, an equation, the sign of a note
	costLink  = 4
	costStory = 12 // a note, a text box, a comment, a header
	costList  = 60
)

// hold counts something that is kept in memory.
func (r *reader) hold(n int64) {
	r.fail(r.env.Spend(converters.LimitNodes, n, r.pos()))
}

// step counts what was read as steps.
func (r *reader) step() {
	n := r.lex.Offset() - r.stepped
	r.stepped = r.lex.Offset()
	r.fail(r.lex.Err())
	r.fail(r.env.Step(r.ctx, n/stepBytes+1, r.pos()))
}

// pos returns the place that is being read.
func (r *reader) pos() document.Pos { return lineAt(r.lex.Line) }

func lineAt(line int) document.Pos { return document.LineSpan(max(line, 1), max(line, 1)) }

// fail keeps the first error.
func (r *reader) fail(err error) {
	if r.done == nil {
		r.done = err
	}
}
