package repl

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/repl/draw"
	"github.com/seed353dc258/backstory/agent/runner"
)

// Answer has one question answered, with what comes with it.
func (s *Shell) Answer(ctx context.Context, text string, material ...model.Part) error {
	if s.at.profile != nil && s.at.profile.Sources != nil { // a plain folder is followed
		s.freshen(ctx, s.at.profile)
	}
	interrupted, err := s.answer(ctx, text, material...)
	if interrupted {
		return errors.Join(err, context.Canceled)
	}
	return err
}

// Result is what became of the last question.
func (s *Shell) Result(ctx context.Context) (host.Result, error) {
	r, err := s.Host.Result(ctx, s.at.scope, s.at.talk.Session(), s.at.last.answer, s.at.last.calls)
	r.Stale = s.at.edited != ""
	return r, err
}

// stale returns a line that says that the profile has changed under the session, if that
// was not said yet.
func (a *state) stale(ctx context.Context) string {
	line, err := host.Stale(ctx, a.talk)
	switch {
	case err != nil:
		line = err.Error()
	case line != "":
		line += "; /prompt refresh takes it in, /prompt diff shows it"
	}
	said := a.edited
	if a.edited = line; line == said {
		return ""
	}
	return line
}

// answer has a person's words answered, and shows the answer as it comes.
func (s *Shell) answer(ctx context.Context, text string, material ...model.Part) (interrupted bool, err error) {
	if err := s.serve(ctx); err != nil {
		return false, err
	}
	if line := s.at.stale(ctx); line != "" {
		s.note("%s", line)
	}
	head, err := s.Host.Head(ctx, s.at.talk, text)
	if err != nil {
		return false, err
	}
	interrupted, err = s.show(ctx, text, func(ctx context.Context, emit func(runner.Event)) (runner.Answer, error) {
		return s.at.talk.Turn(ctx, runner.Input{Text: text, Head: head, Material: material}, emit)
	})
	s.at.last.passages = head.Passages
	if err == nil && !interrupted && s.Watch == nil {
		err = s.tellSources(ctx)
	}
	return interrupted, err
}

// hasModel reports whether a model answers, and does not quote alone.
func (a *state) hasModel(h *host.Host) bool {
	i, err := h.Beside(a.scope.Profile())
	if err != nil {
		return false
	}
	choice, err := choice(h, a.talk, i)
	return err == nil && choice.Provider.Name() != model.OfflineName
}

// tellSources says below an answer of a model what it is from, and what of it no document
// says.
func (s *Shell) tellSources(ctx context.Context) error {
	if !s.at.last.marks || s.at.last.answer.Text == "" {
		return nil
	}
	r, err := s.Result(ctx)
	if err != nil {
		return err
	}
	text := r.Below()
	if text == "" {
		return nil
	}
	d := draw.NewAnswer(s.Out, draw.Options{Colored: s.Colored, Links: s.Links, Width: s.width()})
	return errors.Join(d.Write("\n"+text), d.Close())
}

// cmdContinue continues a turn whose answer did not come.
func cmdContinue(ctx context.Context, s *Shell, _ string) error {
	_, err := s.show(ctx, "", s.at.talk.Resume)
	return err
}

// show has a turn answered, and shows the answer to a question as it comes.
func (s *Shell) show(ctx context.Context, question string, answer func(context.Context, func(runner.Event)) (runner.Answer, error)) (interrupted bool, err error) {
	turn, stop := ctx, context.CancelFunc(func() {})
	if s.Interruptible != nil {
		turn, stop = s.Interruptible(ctx)
	}
	defer stop()
	defer s.In.Wait()()
	d := &display{s: s}
	s.at.last = last{marks: s.at.hasModel(s.Host), question: question}
	s.wait()
	a, err := answer(turn, d.show)
	s.at.last.answer = a
	s.at.waited()
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
	draw *draw.Answer // the text that is being said, or nil
	said string       // of it, so far, where sources are marked in it
	out  int          // of that, what is shown
	err  error

	ended int // where the last sentence ends that has its mark
}

// mark returns what can be shown of a text that goes on: all of it, but for what comes where
// a sentence may have ended, with the marks of the sources that say what is in the sentences.
// The text that is kept has none.
func (d *display) mark(text string) string {
	d.said += text
	if !d.s.at.last.marks {
		if strings.HasPrefix(d.said, quotes) || strings.HasPrefix(quotes, d.said) {
			return "" // until it is whole
		}
		text, d.said = d.said, ""
		return text
	}
	return d.marked(find.Ended(d.said), find.Settled(d.said))
}

// quotes is what an answer of quotes begins with.
const quotes = "From "

// marked returns the text up to an offset that was not shown yet, with the marks of the
// sentences that have ended by another one.
func (d *display) marked(ended, to int) string {
	from := d.out
	d.out = max(ended, to, from)
	shown := d.said[from:d.out]
	if ended <= d.ended {
		return shown
	}
	for _, s := range slices.Backward(d.s.Host.Cited(context.Background(), d.s.at.scope, d.said[:ended])) {
		if s.Mark > 0 && s.End > d.ended {
			at := max(s.End-from, 0)
			shown = fmt.Sprintf("%s [%d]%s", shown[:at], s.Mark, shown[at:])
		}
	}
	d.ended = ended
	return shown
}

// show shows an event. The words of agents that were started are not shown:
// they are the result of a call.
func (d *display) show(e runner.Event) {
	if e.Call != nil && e.Agent == "" {
		d.s.at.last.calls = append(d.s.at.last.calls, *e.Call)
	}
	if d.s.Watch != nil {
		d.s.Watch(e)
		return
	}
	if e.Text == "" || e.Agent == "" {
		d.s.at.waited()
	}
	d.tell(e)
	if d.draw == nil {
		d.s.wait()
	}
}

func (d *display) tell(e runner.Event) {
	who := ""
	if e.Agent != "" {
		who = e.Agent + ": "
	}
	switch {
	case e.Text != "" && e.Agent == "":
		if d.draw == nil {
			d.draw = draw.NewAnswer(d.s.Out, draw.Options{Colored: d.s.Colored, Links: d.s.Links, Width: d.s.width()})
		}
		d.err = errors.Join(d.err, d.draw.Write(d.mark(e.Text)))
	case e.Thought > 0 && e.Agent == "":
		d.err = errors.Join(d.err, d.end())
		d.s.note("so far the model was thinking; its answer follows, and the thoughts are not kept")
	case e.Call != nil:
		d.err = errors.Join(d.err, d.end())
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
		last := find.Emphasised(d.s.at.last.question, d.said)
		if d.s.at.last.marks {
			last = d.marked(len(d.said), 0)
		}
		err = errors.Join(err, d.draw.Write(last), d.draw.Close())
		d.draw, d.said, d.out, d.ended = nil, "", 0, 0
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
