package repl

import (
	"context"
	"strings"

	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// user shows what the user's file says now.
func (r *report) user(_ context.Context, _ string) error {
	u, err := r.host.User(r.scope)
	if err != nil {
		return err
	}
	if u.IsZero() {
		return r.say("nothing is said of you: write a %s with name, address and timezone in its front matter into the workspace or the profile", profile.UserFile)
	}
	if err := r.say("%s, %s on your clock:", oneline.Safe(u.File.Path), u.Clock(r.host.Now()).Format("15:04 MST")); err != nil {
		return err
	}
	for line := range strings.Lines(prompt.UserText(&u)) {
		if err := r.say("%s", oneline.Safe(strings.TrimRight(line, "\n"))); err != nil {
			return err
		}
	}
	return nil
}
