package host

import (
	osuser "os/user"

	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/runner"
)

// desk returns what carries out what is done with proposals.
func (h *Host) desk() *proposal.Desk {
	d := &proposal.Desk{
		Store: h.Store, Profile: h.Profile, Rebuild: h.Rebuild, Owner: runner.Owner("backstory"), Person: Person(), Now: h.Now, Cache: h.Data,
	}
	if h.Workspace != nil {
		d.Shared = h.Workspace.Dir
	}
	if h.Catalog != nil {
		d.Settings = h.Catalog.Proposals()
	}
	return d
}

// Person is the name of this machine's user, as the system has it.
func Person() string {
	if u, err := osuser.Current(); err == nil && u.Username != "" {
		return u.Username
	}
	return user
}
