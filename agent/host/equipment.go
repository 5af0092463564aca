package host

import (
	"os"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/skill"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
)

// Tools returns what an agent of the scope's profile may call in a session.
func (h *Host) Tools(sc scope.Scope) ([]tool.Tool, error) {
	i, err := h.Identity(sc.Profile())
	if err != nil {
		return nil, err
	}
	r, err := speaker{h, sc, i}.tools(store.Session{Kind: store.Interactive})
	if err != nil {
		return nil, err
	}
	return r.List(), nil
}

// Skills returns the skills of the scope's profile that the owner trusts.
func (h *Host) Skills(sc scope.Scope) []skill.Skill { return h.skills(sc).List() }

// Artifacts returns the folder for the files that the agent of the scope's profile
// makes. It stays open as long as the host.
func (h *Host) Artifacts(sc scope.Scope) (*os.Root, error) { return h.kept.artifacts(sc.Profile()) }
