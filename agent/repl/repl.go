// Package repl lets a person talk with an agent, at a terminal or through a
// pipe.
//
//   - repl.go: the shell and its loop
//   - start.go: a profile, its backstory and its session, before the first turn
//   - answer.go: a turn as it is shown
//   - attach.go: files that go with a message
//   - spin.go: what is shown while nothing comes
//   - approve.go: asking a person about a call
//   - input.go, keyboard.go, hush_*.go, paste.go: reading lines, and what is
//     pasted, or typed while an answer is shown
//   - task.go: tasks that end beside the talk
//   - wrap.go: breaking lines between words
//   - draw.go, inline.go, table.go, link.go: Markdown on a terminal
//   - command.go: the commands; one file for each kind: profile.go, session.go,
//     prompt.go, memory.go
package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/repl/draw"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// Backstory is what a shell needs of the compiler.
type Backstory interface {
	// Freshen builds a profile whose sources changed, and says so in a line. With
	// an error what is there holds.
	Freshen(ctx context.Context, p *profile.Profile) (line string, err error)
	Generate(ctx context.Context, p *profile.Profile, out io.Writer) error
	// Status shows the last build, Failed what it left out.
	Status(ctx context.Context, p *profile.Profile, out io.Writer) error
	Failed(ctx context.Context, p *profile.Profile, out io.Writer) error
	// Search shows the passages of a profile that answer a query.
	Search(ctx context.Context, p *profile.Profile, i *profile.Identity, q find.Query, out io.Writer) error
	// Convert makes Markdown of a file.
	Convert(ctx context.Context, name string, content []byte) (string, error)
}

// Prompts shows prompts.
type Prompts interface {
	Tree(e *prompt.Epoch) error
	Check(e *prompt.Epoch) error
	// Sent shows the system text and the tools as they are sent, Export with what
	// belongs to them.
	Sent(system, tools string) error
	Export(e *prompt.Epoch, system, tools string) error
	Changes(old, now *prompt.Epoch, changes []prompt.Change) error
}

// Start says what a shell begins with.
type Start struct {
	Profile string // empty for none
	Session string // empty for the profile's
	Role    string // empty for the session's
	Model   string // empty for the session's
	Once    bool   // in a session of its own, for one question
	Last    bool   // of Once: in the session of the one before, if there is one
}

// Shell is a person's talk with the agents of a workspace. Its fields are set
// before it runs.
type Shell struct {
	Host      *host.Host
	Backstory Backstory
	Prompts   Prompts
	In        Lines
	Out       io.Writer // answers and what was asked for
	Err       io.Writer // all else
	Colored   bool      // whether Out takes colours
	Links     bool      // whether Out takes links (OSC 8); where it takes colours
	Person    bool      // whether somebody sits there who can be asked
	Quiet     bool      // say less at the start
	Spins     bool      // whether Err is a terminal in which a line can be drawn again
	// Interruptible returns a context that ends when a person wants an answer to
	// stop. Default: one that nobody ends.
	Interruptible func(context.Context) (context.Context, context.CancelFunc)

	// Width is how many columns the terminal of Out has. Default: none is known,
	// and lines are as long as they are.
	Width func() int
	// Watch is told the events of a turn in the place of Out. Default: they are
	// shown.
	Watch func(runner.Event)

	state
}

// state is where a shell is: the profile, and the conversation with it.
type state struct {
	profile *profile.Profile // nil where none is active
	scope   scope.Scope
	talk    *session.Conversation
	last    last            // turn
	ended   endings         // of tasks
	edited  string          // what was said of a profile that has changed; empty where it has not
	changes int             // of the tools of servers, when the prompt was composed
	always  map[string]bool // tools that were allowed for a session, by both
	spin    *spinner        // that is shown, or nil
}

// Run begins and talks until the person leaves.
func (s *Shell) Run(ctx context.Context, start Start) error {
	if err := s.Begin(ctx, start); err != nil {
		return err
	}
	interrupted := false
	for {
		s.tellEnded()
		text, err := ask(s.In, s.prompt())
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case errors.Is(err, errInterrupt) && interrupted, errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, errInterrupt):
			interrupted = true
			s.note("Ctrl-C again leaves, and so does /quit")
			continue
		case errors.Is(err, errPaste):
			s.fail(err)
			continue
		case err != nil:
			return err
		}
		interrupted, err = s.take(ctx, text)
		switch {
		case errors.Is(err, errQuit):
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			s.fail(err)
		}
	}
}

// take does what a person says, and reports whether he interrupted it.
func (s *Shell) take(ctx context.Context, text string) (interrupted bool, err error) {
	text = strings.TrimSpace(text)
	command := strings.HasPrefix(text, "/")
	var files []model.Part
	switch {
	case text == "":
		return false, nil
	case s.Person && command:
		text, err = mentions(text, func(string) (bool, error) { return false, nil })
	case s.Person: // what comes through a pipe may be a stranger's
		text, files, err = s.attach(ctx, text)
	}
	switch {
	case err != nil:
		return false, err
	case command:
		return false, s.obey(ctx, text)
	}
	return s.answer(ctx, text, files...)
}

// prompt is the text before a person's words.
func (s *Shell) prompt() string {
	var who []string
	if s.profile != nil {
		who = append(who, profile.RoleKey(s.profile.Name()))
	}
	if role := s.talk.Session().Role; role != "" && role != profile.Orchestrator {
		who = append(who, role)
	}
	text := "You"
	if len(who) > 0 {
		text += " (" + strings.Join(who, ", ") + ")"
	}
	if p := s.Host.Project; p != nil {
		text += " [" + filepath.Base(p.Dir) + "]"
	}
	return oneline.Safe(text) + ": "
}

// Close lets go of what the shell holds; not of its host.
func (s *Shell) Close() error {
	if s.profile == nil {
		return nil
	}
	return s.profile.Close()
}

// say writes a line of a result.
func (s *Shell) say(format string, args ...any) error {
	_, err := fmt.Fprintf(s.Out, format+"\n", args...)
	return err
}

// note tells something on the side.
func (s *Shell) note(format string, args ...any) {
	s.aside(draw.Faint, oneline.Safe(fmt.Sprintf(format, args...)))
}

// fail tells what went wrong.
func (s *Shell) fail(err error) {
	for line := range strings.Lines(err.Error()) {
		s.aside(draw.Red, oneline.Safe(strings.TrimRight(line, "\n")))
	}
}

// aside writes a line beside the answers.
func (s *Shell) aside(attr, line string) {
	w := draw.NewLines(s.Err, s.width())
	fmt.Fprintln(w, s.paint(attr, line))
	_ = w.Close() // nobody can be told
}

// width is how many columns there are, 0 where that is not known.
func (s *Shell) width() int {
	if s.Width == nil {
		return 0
	}
	return s.Width()
}

func (s *Shell) paint(attr, text string) string {
	if !s.Colored {
		return text
	}
	return draw.Paint(attr, text)
}

// confirm asks a person, who says no unless he says yes. Where nobody sits there
// the command itself is his word.
func (s *Shell) confirm(question string) (bool, error) {
	if !s.Person {
		return true, nil
	}
	line, err := s.In.Line(question + " [y/N] ")
	if errors.Is(err, errInterrupt) || errors.Is(err, io.EOF) {
		return false, nil
	}
	word := strings.ToLower(strings.TrimSpace(line))
	return word == "y" || word == "yes", err
}

func (s *Shell) sessionID() string { return s.talk.Session().ID }
