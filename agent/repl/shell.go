package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/model"
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
	Terminal

	// Interruptible returns a context that ends when a person wants an answer to
	// stop. Default: one that nobody ends.
	Interruptible func(context.Context) (context.Context, context.CancelFunc)

	// Watch is told the events of a turn in the place of Out. Default: they are
	// shown.
	Watch func(runner.Event)

	at state
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
	if s.at.profile == nil {
		return nil
	}
	return s.at.profile.Close()
}

// sessionID returns the id of the session that goes on, "" before there is one.
func sessionID(talk *session.Conversation) string {
	if talk == nil {
		return ""
	}
	return talk.Session().ID
}

// last is what is known of the last turn.
type last struct {
	answer   runner.Answer
	calls    []model.Call
	passages []prompt.Passage // that came with the question
	question string
	marks    bool // a model answers, whose sources are marked
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
