package chat

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
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
)

// MaxStdin is how much of standard input goes with a question, in bytes.
const MaxStdin = 1 << 20

// checkOnce refuses flags that belong to --once without it.
func checkOnce(o *workspace.Options, asked bool, t *cli.Terminal) error {
	switch {
	case asked && strings.TrimSpace(o.Once) == "":
		return errors.New("--once: the question is empty")
	case asked && o.Start.Last && o.Start.Session != "":
		return errors.New("--continue and --session: give one of them")
	case asked:
		o.Start.Once = true
	case o.Start.Last:
		return errors.New("--continue: it goes with --once; chat alone goes on with the profile's session")
	case t.Answer.Asked:
		return errors.New("--json and --stream-json go with --once")
	}
	return nil
}

// runOnce has one question answered, for a person or a program.
func runOnce(ctx context.Context, t *cli.Terminal, s *repl.Shell, o *workspace.Options) error {
	s.Quiet = true
	material, err := StdinMaterial(t)
	if err != nil {
		return err
	}
	if err := s.Begin(ctx, o.Start); err != nil {
		return err
	}
	if t.Answer.Asked {
		s.Watch = func(runner.Event) {}
		if t.Answer.Lines {
			s.Watch = func(e runner.Event) { tellEvent(t, e) }
		}
	}
	answerErr := s.Answer(ctx, o.Once, material...)
	if t.Answer.Asked {
		result, err := s.Result(context.Background())
		if err != nil {
			return errors.Join(answerErr, err)
		}
		t.Answers(result)
	}
	return answerErr
}

// StdinMaterial returns what is piped into a question, if anything is.
func StdinMaterial(t *cli.Terminal) ([]model.Part, error) {
	if f, ok := t.In.(*os.File); ok {
		info, err := f.Stat()
		if err != nil || info.Mode()&(fs.ModeCharDevice|fs.ModeDir) != 0 {
			return nil, nil // a terminal, or nothing
		}
	}
	content, err := io.ReadAll(io.LimitReader(t.In, MaxStdin+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading standard input: %w", err)
	case len(content) > MaxStdin:
		return nil, fmt.Errorf("standard input: it has more than %d bytes; give less, or put it into the profile's backstory folder", MaxStdin)
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
	Bytes int           `json:"bytes,omitempty"` // of the text, from its end, that were thought
	Agent string        `json:"agent,omitempty"` // of which it is; none for the profile's own
	Call  *model.Call   `json:"call,omitempty"`
	Out   *model.Result `json:"result,omitempty"`
}

// tellEvent prints an event of a turn as a line. Notices are talk.
func tellEvent(t *cli.Terminal, e runner.Event) {
	line := eventLine{Agent: e.Agent, Text: e.Text, Bytes: e.Thought, Call: e.Call, Out: e.Result}
	switch {
	case e.Text != "":
		line.Type = "text"
	case e.Thought > 0:
		line.Type = "thought"
	case e.Call != nil, e.Result != nil:
		line.Type = "tool"
	case e.Notice != "":
		t.Warn(cli.Notice{Code: "notice", Message: e.Notice})
		return
	default:
		return
	}
	if text, err := cli.Encode(line); err == nil {
		fmt.Fprintf(t.Out, "%s\n", text)
	}
}
