package host

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/prompt"
)

// talk is a session in which something is said, with its host.
type talk struct {
	h  *Host
	sc scope.Scope
	c  spoken
}

// spoken is a session as far as the head of a turn needs it.
type spoken interface {
	Session() store.Session
	Epoch() *prompt.Epoch
	History() []model.Message
}

// saidBefore returns what the user said in a session, the last first.
func saidBefore(c spoken) (said []string) {
	for _, m := range slices.Backward(c.History()) {
		if text := m.Said(); m.Role == model.User && text != "" {
			said = append(said, text)
		}
	}
	return said
}

// wasSaid reports whether a text is in what is sent of the session.
func wasSaid(c spoken, text string) bool {
	for _, said := range c.History() {
		for _, p := range said.Parts {
			if strings.Contains(p.Text, text) {
				return true
			}
		}
	}
	return false
}
