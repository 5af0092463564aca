package host

import (
	"context"
	"errors"
	"fmt"
	osuser "os/user"

	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// desk returns what carries out what is done with proposals.
func (h *Host) desk() *proposal.Desk {
	d := &proposal.Desk{
		Store: h.Store, Profile: h.Profile, Called: h.Directory().Called, Rebuild: h.Rebuild, Owner: runner.Owner("backstory"), Person: Person(), Now: h.Now,
	}
	if h.Workspace != nil {
		d.Shared = h.Workspace.Dir
	}
	if h.Catalog != nil {
		d.Settings = h.Catalog.User().Proposals
	}
	if h.Alone != nil && h.Alone.Editable() != nil {
		d.Settings.Enabled = false // no file of another system's workspace is changed, and a plain folder has none
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

// maxOrgsPage is how many organisations are asked for at once.
const maxOrgsPage = 100

// RecoverFiles ends the changes of files of profiles, of all organisations, that
// programs began that ended. It says what it ended, and what goes wrong keeps
// nobody from talking.
func (h *Host) RecoverFiles(ctx context.Context) {
	r := recovery{h}
	r.eachOrg(ctx, func(name string) { r.files(ctx, name) })
}

// recovery ends what programs began that ended.
type recovery struct{ h *Host }

// eachOrg calls a function with the host's organisation and, of the machine's own
// host, with each other one that is in use, until the context ends.
func (r recovery) eachOrg(ctx context.Context, do func(name string)) {
	do(r.h.Org())
	for after := ""; r.h.first == nil && r.h.Workspace != nil; {
		list, err := r.h.Orgs.Orgs(ctx, org.Owner(scope.Platform), after, maxOrgsPage)
		if err != nil {
			r.h.Tell(fmt.Errorf("looking for what was not ended: %w", err))
		}
		for _, o := range list {
			if ctx.Err() != nil {
				return
			}
			if o.Archived.IsZero() {
				do(o.Slug)
			}
		}
		if len(list) < maxOrgsPage {
			return
		}
		after = list[len(list)-1].Slug
	}
}

func (r recovery) files(ctx context.Context, name string) {
	sc, err := scope.New(name, user, "")
	if err != nil {
		r.h.Tell(err)
		return
	}
	// Folders of organisations are opened where there is something to do alone.
	waiting, err := r.h.Store.ListProposals(ctx, sc, store.ProposalFilter{Doing: true, Limit: 1})
	if err == nil && len(waiting) > 0 {
		var own *Host
		if own, err = r.h.In(name); err == nil {
			var done []store.Proposal
			done, err = own.Desk.Recover(ctx, sc)
			for _, p := range done {
				r.h.Tell(errors.New(proposal.Ended(p)))
			}
		}
	}
	if err != nil {
		r.h.Tell(fmt.Errorf("ending changes of files that were begun: %w; backstory proposals list shows them", err))
	}
}

// observe keeps the files of a profile as they are where a session begins: of an
// edit by hand nobody else keeps what was before it.
func (h *Host) observe(ctx context.Context, sc scope.Scope, s store.Session) {
	if s.Seq > 0 || sc.Profile() == "" || h.Look || h.Verify || h.Desk == nil {
		return
	}
	if err := h.Desk.Observe(ctx, sc); err != nil {
		h.Tell(fmt.Errorf("keeping the versions of files: %w", err))
	}
}
