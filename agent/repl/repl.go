// Package repl lets a person talk with an agent, at a terminal or through a
// pipe.
//
//   - approve.go: asking a person about a call
//   - repl.go: the loop
//   - command.go: the commands; one file for each kind: user.go, org.go, profile.go,
//     prompt.go, session.go, memory.go, proposals.go
//   - attach.go: files that go with a message
//   - answer.go: a turn as it is shown
//   - spin.go: what is shown while nothing comes
//   - start.go: a profile, its backstory and its session, before the first turn
//   - task.go: tasks that end beside the talk
//   - shell.go: the shell itself, and what all of it uses; terminal.go: where it writes and asks
//
// Package input reads what a person says, package draw shows what an agent answers.
package repl

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/repl/input"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
)

// Run begins and talks until the person leaves.
func (s *Shell) Run(ctx context.Context, start Start) error {
	if err := s.Begin(ctx, start); err != nil {
		return err
	}
	interrupted := false
	for {
		s.tellEnded(s.at.ended.take())
		text, err := input.Read(s.In, s.at.prompt(s.Host))
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case errors.Is(err, input.ErrInterrupt) && interrupted, errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, input.ErrInterrupt):
			interrupted = true
			s.note("Ctrl-C again leaves, and so does /quit")
			continue
		case errors.Is(err, input.ErrPaste):
			s.fail(err)
			continue
		case err != nil:
			return err
		}
		interrupted, err = s.handle(ctx, text)
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

// handle does what a person says, and reports whether they interrupted it.
func (s *Shell) handle(ctx context.Context, text string) (interrupted bool, err error) {
	text = strings.TrimSpace(text)
	command := strings.HasPrefix(text, "/") && !strings.Contains(text, "\n") // a text of several lines was pasted
	var files []model.Part
	switch {
	case text == "":
		return false, nil
	case s.Person && command:
		text, err = input.Mentions(text, func(string) (bool, error) { return false, nil })
	case s.Person: // what comes through a pipe may be a stranger's
		text, files, err = attachmentsOf(s).attach(ctx, text)
	}
	switch {
	case err != nil:
		return false, err
	case command:
		c, args, err := commandOf(text)
		if err == nil {
			err = c.run(ctx, s, args)
		}
		return false, err
	}
	return s.answer(ctx, text, files...)
}

// prompt is the text before a person's words.
func (a *state) prompt(h *host.Host) string {
	var who []string
	if a.profile != nil {
		who = append(who, profile.RoleKey(a.profile.Name()))
	}
	if role := a.talk.Session().Role; role != "" && role != profile.Orchestrator {
		who = append(who, role)
	}
	text := "You"
	if len(who) > 0 {
		text += " (" + strings.Join(who, ", ") + ")"
	}
	if p := h.Project; p != nil {
		text += " [" + filepath.Base(p.Dir) + "]"
	}
	return oneline.Safe(text) + ": "
}
