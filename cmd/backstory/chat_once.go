package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/repl"
	"github.com/seed353dc258/backstory/agent/runner"
)

// maxStdin is how much of standard input goes with a question, in bytes.
const maxStdin = 1 << 20

// checkOnce refuses flags that belong to --once without it.
func (o *chatOptions) checkOnce(asked bool, t *terminal) error {
	switch {
	case asked && strings.TrimSpace(o.once) == "":
		return errors.New("--once: the question is empty")
	case asked && o.start.Last && o.start.Session != "":
		return errors.New("--continue and --session: give one of them")
	case asked:
		o.start.Once = true
	case o.start.Last:
		return errors.New("--continue: it goes with --once; chat alone goes on with the profile's session")
	case t.answer.asked:
		return errors.New("--json and --stream-json go with --once")
	}
	return nil
}

// runOnce has one question answered, for a person or a program.
func runOnce(ctx context.Context, t *terminal, s *repl.Shell, o *chatOptions) error {
	s.Quiet = true
	material, err := stdinMaterial(t)
	if err != nil {
		return err
	}
	if err := s.Begin(ctx, o.start); err != nil {
		return err
	}
	if t.answer.asked {
		s.Watch = func(runner.Event) {}
		if t.answer.lines {
			s.Watch = t.tellEvent
		}
	}
	answerErr := s.Answer(ctx, o.once, material...)
	if t.answer.asked {
		result, err := s.Result()
		if err != nil {
			return errors.Join(answerErr, err)
		}
		t.answers(result)
	}
	return answerErr
}

// stdinMaterial returns what is piped into a question, if anything is.
func stdinMaterial(t *terminal) ([]model.Part, error) {
	if f, ok := t.in.(*os.File); ok {
		info, err := f.Stat()
		if err != nil || info.Mode()&(fs.ModeCharDevice|fs.ModeDir) != 0 {
			return nil, nil // a terminal, or nothing
		}
	}
	content, err := io.ReadAll(io.LimitReader(t.in, maxStdin+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading standard input: %w", err)
	case len(content) > maxStdin:
		return nil, fmt.Errorf("standard input: it has more than %d bytes; give less, or put it into the profile's backstory folder", maxStdin)
	case !utf8.Valid(content):
		return nil, errors.New("standard input: it is not UTF-8 text; backstory convert makes Markdown of documents")
	case strings.TrimSpace(string(content)) == "":
		return nil, nil
	}
	return []model.Part{runner.Material(model.Stdin, "standard input", string(content))}, nil
}

// eventLine is a line of --stream-json but the last.
type eventLine struct {
	Type  string        `json:"type"`
	Text  string        `json:"text,omitempty"`
	Agent string        `json:"agent,omitempty"` // of which it is; none for the profile's own
	Call  *model.Call   `json:"call,omitempty"`
	Out   *model.Result `json:"result,omitempty"`
}

// tellEvent prints an event of a turn as a line. Notices are talk.
func (t *terminal) tellEvent(e runner.Event) {
	line := eventLine{Agent: e.Agent, Text: e.Text, Call: e.Call, Out: e.Result}
	switch {
	case e.Text != "":
		line.Type = "text"
	case e.Call != nil, e.Result != nil:
		line.Type = "tool"
	case e.Notice != "":
		t.warn(notice{Code: "notice", Message: e.Notice})
		return
	default:
		return
	}
	if text, err := encode(line); err == nil {
		fmt.Fprintf(t.out, "%s\n", text)
	}
}
