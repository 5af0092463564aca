package model

import (
	"io"
	"strings"

	"github.com/seed353dc258/backstory/agent/model/thought"
)

// answered is an answer on its way from a server to who asked. An answer that says
// nothing is an error: nobody could tell it from one that was lost.
type answered struct {
	x       *exchange
	yield   func(Event) bool
	said    bool
	thought *thought.Filter
	empty   Stop // why an answer ended that says nothing
}

// stream reads an answer as it comes.
func (a *answered) stream(s *stream) error {
	if err := a.x.read(s, a.filter()); err != nil {
		return err
	}
	return a.judge(s.last)
}

// whole reads an answer that came at once, although a stream was asked for.
func (a *answered) whole(body io.Reader) error {
	text, err := io.ReadAll(io.LimitReader(body, maxAnswer))
	if err != nil {
		return err
	}
	if word, message := a.x.refused(text); word != "" || message != "" {
		return a.x.noAnswer("application/json", text)
	}
	if err := a.x.whole(text, a.filter()); err != nil {
		return err
	}
	return a.judge(string(text))
}

// filter returns what takes the events: without the thoughts, where the text has some.
func (a *answered) filter() func(Event) bool {
	if a.x.thinker == "" {
		return a.take
	}
	a.thought = thought.New(a.x.at.Thinks, a.x.thinker)
	return func(e Event) bool {
		text, back := "", 0
		switch {
		case e.Text != "":
			text, back = a.thought.Add(e.Text)
		case e.Stop != "" || e.Call != nil:
			text, back = a.thought.End()
		}
		if back > 0 && !a.take(Event{Thought: back}) || text != "" && !a.take(Event{Text: text}) {
			return false
		}
		return e.Text != "" || a.take(e)
	}
}

func (a *answered) take(e Event) bool {
	switch {
	case e.Thought > 0:
		a.said = false
	case e.Call != nil || strings.TrimSpace(e.Text) != "":
		a.said = true
	case e.Stop != "" && e.Stop != StopRefused && !a.said:
		a.empty = e.Stop
		return true // it is an error that is told
	}
	return a.yield(e)
}

// judge returns an error where an answer said nothing, with the piece that came last.
func (a *answered) judge(last string) error {
	says := "the answer is empty"
	switch {
	case a.empty == "":
		return nil
	case a.empty == StopLength:
		says = "the model used up the length that an answer may have before it said anything (max_output of the provider raises it)"
	case a.thought != nil && a.thought.Thinks():
		says = "the model thought, and did not answer"
	}
	return &broken{says + "; the last piece is " + quoted(last)}
}
