package sqlstore

import (
	"context"
	"database/sql"
	"errors"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// fresh is a [store.ErrExists] where a statement that adds a row if there is
// none of its key added nothing.
func fresh(r sql.Result, err error) error {
	if err = affected(r, err); errors.Is(err, store.ErrNotFound) {
		err = store.ErrExists
	}
	return err
}

// orgs is organisations and their profiles.
type orgs struct{ db *base }

// known is a [store.ErrNotFound] where the scope's organisation is not there.
// Nobody makes those of the machine and of the platform: they are made here.
func (s orgs) known(ctx context.Context, tx Tx, sc scope.Scope) error {
	if sc.Org() == scope.Local || sc.Org() == scope.Platform {
		_, err := tx.ExecContext(ctx, "INSERT INTO orgs (org, name, created, archived) VALUES (?, ?, ?, 0) ON CONFLICT (org) DO NOTHING",
			sc.Org(), sc.Org(), s.db.stamp())
		return err
	}
	var one int
	return only(tx.QueryRowContext(ctx, "SELECT 1 FROM orgs WHERE org = ?", sc.Org()).Scan(&one))
}

// CreateOrg implements [store.Orgs].
func (s orgs) CreateOrg(ctx context.Context, sc scope.Scope, name string, first store.OrgProfile, more ...store.OrgProfile) (store.Org, error) {
	o := store.Org{Slug: sc.Org(), Name: name, Created: when(s.db.stamp())}
	err := s.db.write(ctx, sc, "making an organisation", func(tx Tx) error {
		err := fresh(tx.ExecContext(ctx, "INSERT INTO orgs (org, name, created, archived) VALUES (?, ?, ?, 0) ON CONFLICT (org) DO NOTHING", o.Slug, o.Name, stampOf(o.Created)))
		if err != nil {
			return err
		}
		if err := s.addProfile(ctx, tx, sc, first, 1); err != nil {
			return err
		}
		for _, p := range more {
			if err := s.addProfile(ctx, tx, sc, p, 0); err != nil {
				return err
			}
		}
		return s.db.record(ctx, tx, sc, "", "org.created", map[string]string{"name": name, "profile": first.ID})
	})
	return o, err
}

const orgColumns = "SELECT org, name, created, archived, shared FROM orgs "

func scanOrg(scan func(...any) error) (o store.Org, err error) {
	var created, archived, shared int64
	err = scan(&o.Slug, &o.Name, &created, &archived, &shared)
	o.Created, o.Archived, o.Shared = when(created), when(archived), when(shared)
	return o, err
}

// Org implements [store.Orgs].
func (s orgs) Org(ctx context.Context, sc scope.Scope) (o store.Org, err error) {
	return one(ctx, s.db, sc, "reading an organisation", scanOrg, orgColumns+"WHERE org = ?", sc.Org())
}

// ListOrgs implements [store.Orgs].
func (s orgs) ListOrgs(ctx context.Context, sc scope.Scope, after string, limit int) ([]store.Org, error) {
	return list(ctx, s.db, sc, "listing organisations", scanOrg, orgColumns+"WHERE (org = ? OR ? = '"+scope.Platform+"') AND org <> '"+scope.Platform+"' AND org > ? ORDER BY org LIMIT ?",
		sc.Org(), sc.Org(), after, limited(limit))
}

// RenameOrg implements [store.Orgs].
func (s orgs) RenameOrg(ctx context.Context, sc scope.Scope, name string) error {
	return s.db.write(ctx, sc, "renaming an organisation", func(tx Tx) error {
		if err := affected(tx.ExecContext(ctx, "UPDATE orgs SET name = ? WHERE org = ?", name, sc.Org())); err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, "", "org.renamed", map[string]string{"name": name})
	})
}

// ArchiveOrg implements [store.Orgs].
func (s orgs) ArchiveOrg(ctx context.Context, sc scope.Scope, archived bool) error {
	at, action := int64(0), "org.restored"
	if archived {
		at, action = s.db.stamp(), "org.archived"
	}
	return s.db.write(ctx, sc, "archiving an organisation", func(tx Tx) error {
		if err := affected(tx.ExecContext(ctx, "UPDATE orgs SET archived = ? WHERE org = ?", at, sc.Org())); err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, "", action, nil)
	})
}

// ShareOrg implements [store.Orgs].
func (s orgs) ShareOrg(ctx context.Context, sc scope.Scope, shared bool) error {
	at, was, action := int64(0), "shared <> 0", "org.private"
	if shared {
		at, was, action = s.db.stamp(), "shared = 0", "org.shared"
	}
	return s.db.write(ctx, sc, "sharing conversations", func(tx Tx) error {
		if err := s.known(ctx, tx, sc); err != nil {
			return err
		}
		err := affected(tx.ExecContext(ctx, "UPDATE orgs SET shared = ? WHERE org = ? AND "+was, at, sc.Org()))
		if errors.Is(err, store.ErrNotFound) {
			return nil // as it is already
		}
		if err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, "", action, nil)
	})
}

// AddProfile implements [store.OrgProfiles].
func (s orgs) AddProfile(ctx context.Context, sc scope.Scope, p store.OrgProfile) (store.OrgProfile, error) {
	p.Default, p.Created = false, when(s.db.stamp())
	err := s.db.write(ctx, sc, "adding a profile", func(tx Tx) error {
		if err := s.known(ctx, tx, sc); err != nil {
			return err
		}
		if err := s.addProfile(ctx, tx, sc, p, 0); err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, "", "profile.created", map[string]string{"id": p.ID, "name": p.Name})
	})
	return p, err
}

func (s orgs) addProfile(ctx context.Context, tx Tx, sc scope.Scope, p store.OrgProfile, isDefault int) error {
	return fresh(tx.ExecContext(ctx, "INSERT INTO profiles (org, id, name, is_default, created) VALUES (?, ?, ?, ?, ?) ON CONFLICT (org, id) DO NOTHING",
		sc.Org(), p.ID, p.Name, isDefault, s.db.stamp()))
}

const profileColumns = "SELECT id, name, is_default, created FROM profiles "

func scanProfile(scan func(...any) error) (p store.OrgProfile, err error) {
	var isDefault int
	var created int64
	err = scan(&p.ID, &p.Name, &isDefault, &created)
	p.Default, p.Created = isDefault == 1, when(created)
	return p, err
}

// OrgProfile implements [store.OrgProfiles].
func (s orgs) OrgProfile(ctx context.Context, sc scope.Scope, id string) (p store.OrgProfile, err error) {
	return one(ctx, s.db, sc, "reading a profile", scanProfile, profileColumns+"WHERE org = ? AND (id = ? OR ? = '' AND is_default = 1)", sc.Org(), id, id)
}

// OrgProfiles implements [store.OrgProfiles].
func (s orgs) OrgProfiles(ctx context.Context, sc scope.Scope) ([]store.OrgProfile, error) {
	return list(ctx, s.db, sc, "listing profiles", scanProfile, profileColumns+"WHERE org = ? ORDER BY is_default DESC, name, id", sc.Org())
}

// RenameProfile implements [store.OrgProfiles].
func (s orgs) RenameProfile(ctx context.Context, sc scope.Scope, id, name string) error {
	return s.db.write(ctx, sc, "renaming a profile", func(tx Tx) error {
		if err := affected(tx.ExecContext(ctx, "UPDATE profiles SET name = ? WHERE org = ? AND id = ?", name, sc.Org(), id)); err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, "", "profile.renamed", map[string]string{"id": id, "name": name})
	})
}

// SetDefaultProfile implements [store.OrgProfiles].
func (s orgs) SetDefaultProfile(ctx context.Context, sc scope.Scope, id string) error {
	return s.db.write(ctx, sc, "choosing the default profile", func(tx Tx) error {
		if err := s.known(ctx, tx, sc); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE profiles SET is_default = 0 WHERE org = ? AND is_default = 1", sc.Org()); err != nil {
			return err
		}
		if err := affected(tx.ExecContext(ctx, "UPDATE profiles SET is_default = 1 WHERE org = ? AND id = ?", sc.Org(), id)); err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, "", "profile.default", map[string]string{"id": id})
	})
}

// DeleteProfile implements [store.OrgProfiles].
func (s orgs) DeleteProfile(ctx context.Context, sc scope.Scope, id string) error {
	return s.db.write(ctx, sc, "deleting a profile", func(tx Tx) error {
		var isDefault int
		if err := only(tx.QueryRowContext(ctx, "SELECT is_default FROM profiles WHERE org = ? AND id = ?", sc.Org(), id).Scan(&isDefault)); err != nil {
			return err
		}
		if err := affected(tx.ExecContext(ctx, "DELETE FROM profiles WHERE org = ? AND id = ? AND is_default = 0", sc.Org(), id)); err != nil {
			return store.ErrDefault
		}
		return s.db.record(ctx, tx, sc, "", "profile.deleted", map[string]string{"id": id})
	})
}
