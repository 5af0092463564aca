package repl

import (
	"context"
	"strings"

	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// cmdUser shows what the user's file says now.
func (s *Shell) cmdUser(_ context.Context, _ string) error {
	u, err := s.Host.User(s.scope)
	if err != nil {
		return err
	}
	if u.IsZero() {
		return s.say("nothing is said of you: write a %s with name, address and timezone in its front matter into the workspace or the profile", profile.UserFile)
	}
	if err := s.say("%s, %s on your clock:", oneline.Safe(u.File.Path), u.Clock(s.Host.Now()).Format("15:04 MST")); err != nil {
		return err
	}
	for line := range strings.Lines(prompt.UserText(&u)) {
		if err := s.say("%s", oneline.Safe(strings.TrimRight(line, "\n"))); err != nil {
			return err
		}
	}
	return nil
}
