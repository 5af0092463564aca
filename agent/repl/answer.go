package repl

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// last is what is known of the last turn.
type last struct {
	answer runner.Answer
	calls  []model.Call
}

// Answer has one question answered.
func (s *Shell) Answer(ctx context.Context, text string) error {
	interrupted, err := s.answer(ctx, text)
	if interrupted {
		return errors.Join(err, context.Canceled)
	}
	return err
}

// answer has a person's words answered, and shows the answer as it comes.
func (s *Shell) answer(ctx context.Context, text string) (interrupted bool, err error) {
	head, err := s.Host.Head(ctx, s.talk)
	if err != nil {
		return false, err
	}
	turn, stop := ctx, context.CancelFunc(func() {})
	if s.Interruptible != nil {
		turn, stop = s.Interruptible(ctx)
	}
	defer stop()
	d := &display{s: s}
	s.last = last{}
	a, err := s.talk.Turn(turn, runner.Input{Text: text, Head: head}, d.show)
	s.last.answer = a
	if closeErr := d.end(); err == nil {
		err = closeErr
	}
	if turn.Err() != nil && ctx.Err() == nil {
		s.note("stopped; what was said stays")
		return true, nil
	}
	if err == nil && (a.Stop == model.StopLength || a.Stop == model.StopRefused) {
		s.note("%s", map[model.Stop]string{
			model.StopLength:  "the answer is cut: it was as long as it may be",
			model.StopRefused: "the model, or its provider, refused to answer",
		}[a.Stop])
	}
	return false, err
}

// display shows the events of a turn.
type display struct {
	s    *Shell
	draw *drawer // of the text that is being said, or nil
	err  error
}

// show shows an event. The words of agents that were started are not shown:
// they are the result of a call.
func (d *display) show(e runner.Event) {
	who := ""
	if e.Agent != "" {
		who = e.Agent + ": "
	}
	switch {
	case e.Text != "" && e.Agent == "":
		if d.draw == nil {
			d.draw = &drawer{to: d.s.Out, colored: d.s.Colored}
		}
		d.err = errors.Join(d.err, d.draw.Write(e.Text))
	case e.Call != nil:
		d.err = errors.Join(d.err, d.end())
		if e.Agent == "" {
			d.s.last.calls = append(d.s.last.calls, *e.Call)
		}
		d.s.note("→ %s%s %s", who, e.Call.Name, short(plain(e.Call.Arguments)))
	case e.Result != nil && e.Result.Failed:
		d.s.note("← %s%s", who, short(e.Result.Text))
	case e.Notice != "":
		d.s.note("%s%s", who, e.Notice)
	}
}

// end ends the text that is being said.
func (d *display) end() error {
	err := d.err
	d.err = nil
	if d.draw != nil {
		err = errors.Join(err, d.draw.Close())
		d.draw = nil
	}
	return err
}

// plain returns the arguments of a call as a line.
func plain(arguments json.RawMessage) string {
	if string(arguments) == "{}" {
		return ""
	}
	return string(arguments)
}

// approve asks the person about a call.
func (s *Shell) approve(ctx context.Context, t tool.Tool, c model.Call) (bool, error) {
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	fmt.Fprintf(s.Err, "%s wants to be called with %s\n", oneline.Safe(t.Name), oneline.Safe(plain(c.Arguments)))
	return s.confirm("call " + oneline.Safe(t.Name) + "?")
}
