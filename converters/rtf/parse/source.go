package parse

import (
	"context"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/rtf/token"
	"github.com/seed353dc258/backstory/document"
)

// source is what is read, and what that has cost so far.
type source struct {
	ctx context.Context
	env *converters.Env
	lex *token.Lexer

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
	costCell  = 2
	costRow   = 8
	costTable = 4
	costNode  = 6 // a picture, an equation, the sign of a note
	costLink  = 4
	costStory = 12 // a note, a text box, a comment, a header
	costList  = 60
)

// hold counts something that is kept in memory.
func (s *source) hold(n int64) {
	s.fail(s.env.Spend(converters.LimitNodes, n, s.pos()))
}

// step counts what was read as steps.
func (s *source) step() {
	n := s.lex.Offset() - s.stepped
	s.stepped = s.lex.Offset()
	s.fail(s.lex.Err())
	s.fail(s.env.Step(s.ctx, n/stepBytes+1, s.pos()))
}

// pos returns the place that is being read.
func (s *source) pos() document.Pos { return lineAt(s.lex.Line) }

func lineAt(line int) document.Pos { return document.LineSpan(max(line, 1), max(line, 1)) }

// fail keeps the first error.
func (s *source) fail(err error) {
	if s.done == nil {
		s.done = err
	}
}

// drop leaves out the rest of the group. Its brace ends it as any other.
func (s *source) drop() { s.lex.SkipGroup() }
