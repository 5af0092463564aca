package sqlstore

import (
	"context"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// orgs is organisations and their profiles.
type orgs struct{ db *base }

// known is a [store.ErrNotFound] where the scope's organisation is not there.
// Nobody makes those of the machine and of the platform: they are made here.
func known(w *work) {
	if org := w.sc.Org(); org == scope.Local || org == scope.Platform {
		w.exec("INSERT INTO orgs (org, name, created, archived) VALUES (?, ?, ?, 0) ON CONFLICT (org) DO NOTHING", org, org, w.stamp())
	} else if !w.read(to{new(int)}, "SELECT 1 FROM orgs WHERE org = ?", org) {
		w.fail(store.ErrNotFound)
	}
}

// CreateOrg implements [store.Orgs].
func (s orgs) CreateOrg(ctx context.Context, sc scope.Scope, name string, first store.OrgProfile, more ...store.OrgProfile) (store.Org, error) {
	o := store.Org{Slug: sc.Org(), Name: name, Created: when(s.db.stamp())}
	err := s.db.write(ctx, sc, "making an organisation", func(w *work) {
		w.add("INSERT INTO orgs (org, name, created, archived) VALUES (?, ?, ?, 0) ON CONFLICT (org) DO NOTHING", o.Slug, o.Name, stampOf(o.Created))
		addProfile(w, first, 1)
		for _, p := range more {
			addProfile(w, p, 0)
		}
		w.record("", "org.created", map[string]string{"name": name, "profile": first.ID})
	})
	return o, err
}

const orgColumns = "SELECT org, name, created, archived, shared FROM orgs "

func orgRow(o *store.Org) to {
	return to{&o.Slug, &o.Name, moment{&o.Created}, moment{&o.Archived}, moment{&o.Shared}}
}

// Org implements [store.Orgs].
func (s orgs) Org(ctx context.Context, sc scope.Scope) (o store.Org, err error) {
	return one(ctx, s.db, sc, "reading an organisation", orgRow, orgColumns+"WHERE org = ?", sc.Org())
}

// ListOrgs implements [store.Orgs].
func (s orgs) ListOrgs(ctx context.Context, sc scope.Scope, after string, limit int) ([]store.Org, error) {
	return list(ctx, s.db, sc, "listing organisations", orgRow, orgColumns+"WHERE (org = ? OR ? = '"+scope.Platform+"') AND org <> '"+scope.Platform+"' AND org > ? ORDER BY org LIMIT ?",
		sc.Org(), sc.Org(), after, limited(limit))
}

// RenameOrg implements [store.Orgs].
func (s orgs) RenameOrg(ctx context.Context, sc scope.Scope, name string) error {
	return s.db.write(ctx, sc, "renaming an organisation", func(w *work) {
		w.change("UPDATE orgs SET name = ? WHERE org = ?", name, sc.Org())
		w.record("", "org.renamed", map[string]string{"name": name})
	})
}

// ArchiveOrg implements [store.Orgs].
func (s orgs) ArchiveOrg(ctx context.Context, sc scope.Scope, archived bool) error {
	at, action := int64(0), "org.restored"
	if archived {
		at, action = s.db.stamp(), "org.archived"
	}
	return s.db.write(ctx, sc, "archiving an organisation", func(w *work) {
		w.change("UPDATE orgs SET archived = ? WHERE org = ?", at, sc.Org())
		w.record("", action, nil)
	})
}

// ShareOrg implements [store.Orgs].
func (s orgs) ShareOrg(ctx context.Context, sc scope.Scope, shared bool) error {
	at, was, action := int64(0), "shared <> 0", "org.private"
	if shared {
		at, was, action = s.db.stamp(), "shared = 0", "org.shared"
	}
	return s.db.write(ctx, sc, "sharing conversations", func(w *work) {
		known(w)
		if w.exec("UPDATE orgs SET shared = ? WHERE org = ? AND "+was, at, sc.Org()) > 0 { // else it is so already
			w.record("", action, nil)
		}
	})
}

// AddProfile implements [store.OrgProfiles].
func (s orgs) AddProfile(ctx context.Context, sc scope.Scope, p store.OrgProfile) (store.OrgProfile, error) {
	p.Default, p.Created = false, when(s.db.stamp())
	err := s.db.write(ctx, sc, "adding a profile", func(w *work) {
		known(w)
		addProfile(w, p, 0)
		w.record("", "profile.created", map[string]string{"id": p.ID, "name": p.Name})
	})
	return p, err
}

func addProfile(w *work, p store.OrgProfile, isDefault int) {
	w.add("INSERT INTO profiles (org, id, name, is_default, created) VALUES (?, ?, ?, ?, ?) ON CONFLICT (org, id) DO NOTHING",
		w.sc.Org(), p.ID, p.Name, isDefault, w.stamp())
}

const profileColumns = "SELECT id, name, is_default, created FROM profiles "

func profileRow(p *store.OrgProfile) to {
	return to{&p.ID, &p.Name, &p.Default, moment{&p.Created}}
}

// OrgProfile implements [store.OrgProfiles].
func (s orgs) OrgProfile(ctx context.Context, sc scope.Scope, id string) (p store.OrgProfile, err error) {
	return one(ctx, s.db, sc, "reading a profile", profileRow, profileColumns+"WHERE org = ? AND (id = ? OR ? = '' AND is_default = 1)", sc.Org(), id, id)
}

// OrgProfiles implements [store.OrgProfiles].
func (s orgs) OrgProfiles(ctx context.Context, sc scope.Scope) ([]store.OrgProfile, error) {
	return list(ctx, s.db, sc, "listing profiles", profileRow, profileColumns+"WHERE org = ? ORDER BY is_default DESC, name, id", sc.Org())
}

// SetDefaultProfile implements [store.OrgProfiles].
func (s orgs) SetDefaultProfile(ctx context.Context, sc scope.Scope, id string) error {
	return s.db.write(ctx, sc, "choosing the default profile", func(w *work) {
		known(w)
		w.exec("UPDATE profiles SET is_default = 0 WHERE org = ? AND is_default = 1", sc.Org())
		w.change("UPDATE profiles SET is_default = 1 WHERE org = ? AND id = ?", sc.Org(), id)
		w.record("", "profile.default", map[string]string{"id": id})
	})
}

// DeleteProfile implements [store.OrgProfiles].
func (s orgs) DeleteProfile(ctx context.Context, sc scope.Scope, id string) error {
	return s.db.write(ctx, sc, "deleting a profile", func(w *work) {
		var isDefault bool
		switch found := w.read(to{&isDefault}, "SELECT is_default FROM profiles WHERE org = ? AND id = ?", sc.Org(), id); {
		case !found:
			w.fail(store.ErrNotFound)
		case isDefault:
			w.fail(store.ErrDefault)
		}
		w.exec("DELETE FROM profiles WHERE org = ? AND id = ?", sc.Org(), id)
		w.record("", "profile.deleted", map[string]string{"id": id})
	})
}
