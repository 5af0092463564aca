package host

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"path"
	"time"

	"github.com/seed353dc258/backstory/agent/host/state"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/skill"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/profile"
)

const (
	// maxOrgs is how many organisations are open at once. One more drops that
	// which was used longest ago; its folders close when nobody uses them.
	maxOrgs = 256
	// standingAge is how long it is known what a user is in an organisation
	// without asking the store: what another process changes holds for so long at
	// most.
	standingAge  = tokenAge
	maxStandings = 10_000
)

// close closes the folders of the organisations that are open. Those of one that
// was open before close when they are collected: somebody may still use them.
func (o *orgHosts) close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	var err error
	for e := o.order.Front(); e != nil; e = e.Next() {
		h := e.Value.(*Host)
		err = errors.Join(err, h.kept.close(), h.Workspace.Close())
	}
	return err
}

// In returns the host of an organisation: of the same store, models and runs,
// with the profiles in the organisation's folder. It has neither the servers of
// tools nor the project of this one. That of [scope.Local] is the host that was
// opened.
func (h *Host) In(name string) (*Host, error) {
	first := h
	if h.first != nil {
		first = h.first
	}
	if name == scope.Local {
		return first, nil
	}
	if h.first != nil && name == h.org {
		return h, nil
	}
	first.orgs.mu.Lock()
	defer first.orgs.mu.Unlock()
	if e := first.orgs.open[name]; e != nil {
		first.orgs.order.MoveToFront(e)
		return e.Value.(*Host), nil
	}
	opened, err := first.openOrg(name)
	if err != nil {
		return nil, fmt.Errorf("opening the organisation %q: %w", name, err)
	}
	if first.orgs.open == nil {
		first.orgs.open = map[string]*list.Element{}
	}
	first.orgs.open[name] = first.orgs.order.PushFront(opened)
	if first.orgs.order.Len() > maxOrgs {
		last := first.orgs.order.Back()
		delete(first.orgs.open, first.orgs.order.Remove(last).(*Host).org)
	}
	return opened, nil
}

// Enter is [Host.In] for an organisation that is to be there already.
func (h *Host) Enter(ctx context.Context, name string) (*Host, error) {
	if name == scope.Local || name == "" {
		return h.In(scope.Local)
	}
	slug, err := org.Slug(name)
	if err == nil {
		_, err = h.Orgs.Org(ctx, org.Owner(slug))
	}
	if err != nil {
		return nil, err
	}
	return h.In(slug)
}

// of is the host of a scope's organisation.
func (h *Host) of(sc scope.Scope) (*Host, error) { return h.In(sc.Org()) }

// openOrg opens the folder of an organisation, which is made where it is not
// there.
func (h *Host) openOrg(name string) (*Host, error) {
	if slug, err := org.Slug(name); err != nil || slug != name {
		return nil, fmt.Errorf("%w: %q", store.ErrNotFound, name)
	}
	if h.Workspace == nil {
		return nil, fmt.Errorf("%w: a profile without a workspace has no organisations", store.ErrNotFound)
	}
	if err := h.Workspace.Root.MkdirAll(path.Join(profile.OrgsFolder, name, profile.ProfilesFolder), 0o755); err != nil {
		return nil, err
	}
	w, err := h.Workspace.In(name)
	if err != nil {
		return nil, err
	}
	at := path.Join(profile.OrgsFolder, name)
	if err := h.kept.root.MkdirAll(at, 0o700); err != nil {
		return nil, errors.Join(fmt.Errorf("making the folder for what is kept: %w", err), w.Close())
	}
	folder, err := h.kept.root.OpenRoot(at)
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	o := &Host{
		Settings: Settings{Settings: state.Settings{Workspace: w, Warn: h.Warn}, Catalog: h.Catalog, Equipment: Equipment{Conduct: &skill.Trusted{}}, Prompts: h.Prompts, Builds: h.Builds, Now: h.Now},
		Store:    h.Store, Orgs: h.Orgs, Runner: h.Runner, Tasks: h.Tasks, membership: membership{org: name, first: h}, kept: kept{root: folder, todos: h.kept.todos},
	}
	m := *h.Manager
	m.Pointer = session.File(folder)
	o.Manager, o.Desk = &m, o.desk()
	return o, nil
}

// freshen builds a profile of an organisation whose sources changed. Nobody
// watches them, since there may be many: a session looks when it begins. One that
// cannot be built speaks from the backstory that it has.
func (h *Host) freshen(ctx context.Context, sc scope.Scope) {
	if sc.Org() == scope.Local || h.Rebuild == nil || h.Look {
		return
	}
	err := func() error {
		in, err := h.of(sc)
		if err != nil {
			return err
		}
		p, err := in.Profile(sc.Profile())
		if err != nil || p == nil {
			return err
		}
		_, err = h.Rebuild(ctx, p)
		return errors.Join(err, p.Close())
	}()
	if locked := new(atomicfile.LockedError); err != nil && !errors.As(err, &locked) {
		h.Tell(fmt.Errorf("building %s of %s: %w: the backstory of the last build is used", sc.Profile(), sc.Org(), err))
	}
}

type standing struct {
	org.Caller
	at      time.Time
	changes int // of the store through this process, before it was asked
}

// Standing returns a user as they are in an organisation, as [org.Service.Caller]
// does. What this process changes is seen at once.
func (h *Host) Standing(ctx context.Context, name, organisation string) (org.Caller, error) {
	if h.first != nil {
		return h.first.Standing(ctx, name, organisation)
	}
	if name == scope.Local && organisation == scope.Local {
		return org.Owner(scope.Local), nil // of a machine that has no other: nothing is looked up
	}
	key, now := [2]string{name, organisation}, time.Now()
	changes := h.cache.changed()
	h.standings.mu.Lock()
	k, ok := h.standings.known[key]
	h.standings.mu.Unlock()
	if age := now.Sub(k.at); ok && age >= 0 && age < standingAge && k.changes == changes {
		return k.Caller, nil
	}
	c, err := h.Orgs.Caller(ctx, name, organisation)
	if err != nil {
		return c, err
	}
	h.standings.mu.Lock()
	defer h.standings.mu.Unlock()
	if h.standings.known == nil || len(h.standings.known) >= maxStandings {
		h.standings.known = map[[2]string]standing{}
	}
	h.standings.known[key] = standing{c, now, changes}
	return c, nil
}
