package convtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
)

const (
	bigSize  = 1 << 20
	pollsMay = 8 // polls that may follow the one that is answered with an error
)

// big returns an input that takes a while.
func (s *suite) big() (*input, error) {
	if s.bigInput != nil {
		return s.bigInput, nil
	}
	if s.bigContent != nil {
		s.bigInput = &input{s.bigName, s.bigContent()}
	} else if err := s.repeatCase(); err != nil {
		return nil, err
	}
	o := s.convert(context.Background(), job{input: *s.bigInput})
	if o.err != nil {
		s.bigInput = nil
		return nil, fmt.Errorf("the big input does not convert, give one with convtest.Big: %w", o.err)
	}
	return s.bigInput, nil
}

// repeatCase makes the big input of the longest input of a case that gives a
// document and is not a package.
func (s *suite) repeatCase() error {
	var longest *input
	s.converted(func(c *testCase, o outcome) {
		plain := o.err == nil && !c.packed && o.markdown != "" && !bytes.Contains(c.input.content, []byte{0})
		if plain && (longest == nil || len(c.input.content) > len(longest.content)) {
			longest = &c.input
		}
	})
	if longest == nil {
		return errors.New("no case can be repeated for a big input: give one with convtest.Big")
	}
	unit := append(slices.Clip(longest.content), '\n', '\n')
	s.bigInput = &input{longest.name, bytes.Repeat(unit, bigSize/len(unit)+1)}
	return nil
}

// polls is a context that counts how often it is asked whether it is
// cancelled, and is from the poll on that is numbered at.
type polls struct {
	context.Context
	at, count int
	done      chan struct{}
}

func newPolls(at int) *polls {
	return &polls{Context: context.Background(), at: at, done: make(chan struct{})}
}

// Err counts a poll.
func (p *polls) Err() error {
	p.count++
	if p.at == 0 || p.count < p.at {
		return nil
	}
	if p.count == p.at {
		close(p.done)
	}
	return context.Canceled
}

// Done is closed by the poll that cancels.
func (p *polls) Done() <-chan struct{} { return p.done }

// checkCancel cancels the conversion of the big input at the first poll, in
// the middle and at the last. Polls are counted instead of seconds, so that
// the check is the same on every machine.
func (s *suite) checkCancel() []string {
	in, err := s.big()
	if err != nil {
		return []string{err.Error()}
	}
	j := job{input: *in}
	free := newPolls(0)
	if o := s.convert(free, j); o.err != nil {
		return []string{"the big input: " + o.err.Error()}
	}
	if free.count == 0 {
		return []string{fmt.Sprintf("an input of %d bytes is converted without a look at the context: call Env.Step in every loop that input can prolong", len(in.content))}
	}
	var problems []string
	for _, at := range slices.Compact([]int{1, (free.count + 1) / 2, free.count}) {
		ctx := newPolls(at)
		o := s.convert(ctx, j)
		if !errors.Is(o.err, context.Canceled) {
			problems = append(problems, fmt.Sprintf("cancelled at poll %d of %d, the error is not the context's: %v", at, free.count, o.err))
		} else if ctx.count > at+pollsMay {
			problems = append(problems, fmt.Sprintf("cancelled at poll %d of %d, it polls %d times more before it returns", at, free.count, ctx.count-at))
		}
	}
	return problems
}
