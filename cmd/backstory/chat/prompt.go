package chat

import (
	"errors"
	"fmt"
	"io"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/persona"
	"github.com/seed353dc258/backstory/prompt"
)

// presenter shows prompts in a chat as the command prompt does: it implements
// repl.Prompts.
type presenter struct{ t *cli.Terminal }

// Tree shows what a prompt is made of.
func (p presenter) Tree(e *prompt.Epoch) error { return persona.TellTree(p.t, e) }

// Sent shows what is sent.
func (p presenter) Sent(system, tools string) error {
	_, err := fmt.Fprint(p.t.Out, persona.AsSent(system, tools))
	return err
}

// Check says how much fits, and names what does not.
func (p presenter) Check(e *prompt.Epoch) error { return persona.TellCheck(p.t, e) }

// Changes shows what differs between two prompts.
func (p presenter) Changes(old, now *prompt.Epoch, changes []prompt.Change) error {
	if err := errors.Join(persona.TellChanges(p.t, changes), prompt.WriteFiles(p.t.Out, prompt.CompareFiles(old, now))); err != nil || len(changes) == 0 {
		return err
	}
	text := diff.Diff("in use", []byte(old.System), "now", []byte(now.System))
	_, err := io.WriteString(p.t.Out, cli.ManyLines(string(text)))
	return err
}
