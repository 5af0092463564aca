package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/repl/draw"
	"github.com/seed353dc258/backstory/agent/repl/input"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/tool"
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
	// Sent shows the system text and the tools as they are sent.
	Sent(system, tools string) error
	Changes(old, now *prompt.Epoch, changes []prompt.Change) error
}

// Shell is a person's talk with the agents of a workspace. Its fields are set
// before it runs.
type Shell struct {
	Host      *host.Host
	Backstory Backstory
	Prompts   Prompts
	In        input.Lines
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
	if errors.Is(err, input.ErrInterrupt) || errors.Is(err, io.EOF) {
		return false, nil
	}
	word := strings.ToLower(strings.TrimSpace(line))
	return word == "y" || word == "yes", err
}

func (s *Shell) sessionID() string { return s.talk.Session().ID }

// last is what is known of the last turn.
type last struct {
	answer   runner.Answer
	calls    []model.Call
	passages []prompt.Passage // that came with the question
	marks    bool             // a model answers, whose sources are marked
}

// errQuit ends the shell.
var errQuit = errors.New("quit")

// short returns the start of a text, for a list.
func short(text string) string { return oneline.Short(text, 60) }

// usage is the error of a command that was called in another way than it can be.
func usage(name string) error {
	for _, c := range commands() {
		if c.name == name {
			return fmt.Errorf("usage: /%s %s", c.name, c.usage)
		}
	}
	panic("no command " + name)
}

// counted returns "1 turn" or "3 turns".
func counted(n int, one string) string {
	if n != 1 {
		one += "s"
	}
	return fmt.Sprintf("%d %s", n, one)
}

// spinner is a line that shows that an answer is waited for.
type spinner struct{ stop, done chan struct{} }

// endings are tasks that ended beside the talk, and were not told of yet.
type endings struct {
	mu  sync.Mutex
	all []tool.Task
}
