package sqlstore

import (
	"context"
	"database/sql"
	"errors"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// members is who belongs to an organisation, and who was invited.
type members struct{ db *base }

// SetMember implements [store.Members].
func (s members) SetMember(ctx context.Context, sc scope.Scope, user, role, admin string) error {
	return s.db.write(ctx, sc, "setting a member", func(tx Tx) error {
		if err := orgs(s).known(ctx, tx, sc); err != nil {
			return err
		}
		was, err := s.roleOf(ctx, tx, sc, user)
		switch {
		case errors.Is(err, store.ErrNotFound):
			return s.addMember(ctx, tx, sc, user, role)
		case err != nil:
			return err
		case was == role:
			return nil
		}
		if was == admin {
			if err := s.notLast(ctx, tx, sc, admin); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, "UPDATE members SET role = ? WHERE org = ? AND user = ?", role, sc.Org(), user); err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, "", "member.changed", map[string]string{"user": user, "role": role, "was": was})
	})
}

func (s members) roleOf(ctx context.Context, tx Tx, sc scope.Scope, user string) (role string, err error) {
	err = tx.QueryRowContext(ctx, "SELECT role FROM members WHERE org = ? AND user = ?", sc.Org(), user).Scan(&role)
	return role, only(err)
}

func (s members) addMember(ctx context.Context, tx Tx, sc scope.Scope, user, role string) error {
	err := fresh(tx.ExecContext(ctx, "INSERT INTO members (org, user, role, created) VALUES (?, ?, ?, ?) ON CONFLICT (org, user) DO NOTHING",
		sc.Org(), user, role, s.db.stamp()))
	if err != nil {
		return err
	}
	return s.db.record(ctx, tx, sc, "", "member.added", map[string]string{"user": user, "role": role})
}

// notLast is a [store.ErrLast] where an organisation has one admin alone.
func (s members) notLast(ctx context.Context, tx Tx, sc scope.Scope, admin string) error {
	var n int
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM members WHERE org = ? AND role = ?", sc.Org(), admin).Scan(&n); err != nil {
		return err
	}
	if n <= 1 {
		return store.ErrLast
	}
	return nil
}

// RemoveMember implements [store.Members].
func (s members) RemoveMember(ctx context.Context, sc scope.Scope, user, admin string) error {
	return s.db.write(ctx, sc, "removing a member", func(tx Tx) error {
		if err := orgs(s).known(ctx, tx, sc); err != nil {
			return err
		}
		was, err := s.roleOf(ctx, tx, sc, user)
		if err != nil {
			return err
		}
		if was == admin {
			if err := s.notLast(ctx, tx, sc, admin); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM members WHERE org = ? AND user = ?", sc.Org(), user); err != nil {
			return err
		}
		if err := server(s).endTokens(ctx, tx, sc, user); err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, "", "member.removed", map[string]string{"user": user, "was": was})
	})
}

const memberColumns = "SELECT org, user, role, created FROM members "

func scanMember(scan func(...any) error) (m store.Member, err error) {
	var created int64
	err = scan(&m.Org, &m.User, &m.Role, &created)
	m.Created = when(created)
	return m, err
}

// Member implements [store.Members].
func (s members) Member(ctx context.Context, sc scope.Scope, user string) (m store.Member, err error) {
	return one(ctx, s.db, sc, "reading a member", scanMember, memberColumns+"WHERE org = ? AND user = ?", sc.Org(), user)
}

// ListMembers implements [store.Members].
func (s members) ListMembers(ctx context.Context, sc scope.Scope, after string, limit int) ([]store.Member, error) {
	return s.members(ctx, sc, View{Org: sc.Org()}, memberColumns+"WHERE org = ? AND user > ? ORDER BY user LIMIT ?", sc.Org(), after, limited(limit))
}

// Memberships implements [store.Members].
func (s members) Memberships(ctx context.Context, sc scope.Scope) ([]store.Member, error) {
	return s.members(ctx, sc, View{User: sc.User()}, memberColumns+"WHERE user = ? ORDER BY org", sc.User())
}

func (s members) members(ctx context.Context, sc scope.Scope, v View, query string, args ...any) ([]store.Member, error) {
	var all []store.Member
	err := s.db.look(ctx, sc, v, "listing members", func(scan func(...any) error) error {
		m, err := scanMember(scan)
		all = append(all, m)
		return err
	}, query, args...)
	return all, err
}

// AddInvite implements [store.Invites].
func (s members) AddInvite(ctx context.Context, sc scope.Scope, i store.Invite) (store.Invite, error) {
	i.ID, i.Org, i.By, i.Created = s.db.newID(), sc.Org(), sc.User(), when(s.db.stamp())
	i.User, i.Accepted, i.Revoked = "", when(0), when(0)
	err := s.db.write(ctx, sc, "keeping an invite", func(tx Tx) error {
		if err := orgs(s).known(ctx, tx, sc); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO invites (org, id, role, prefix, hash, maker, user, created, expires, accepted, revoked) VALUES (?, ?, ?, ?, ?, ?, '', ?, ?, 0, 0)",
			i.Org, i.ID, i.Role, i.Prefix, i.Hash, i.By, stampOf(i.Created), stampOf(i.Expires))
		if err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, "", "invite.made", map[string]string{"id": i.ID, "role": i.Role})
	})
	return i, err
}

const inviteColumns = "SELECT org, id, role, prefix, hash, maker, user, created, expires, accepted, revoked FROM invites "

func scanInvite(scan func(...any) error) (i store.Invite, err error) {
	var created, expires, accepted, revoked int64
	err = scan(&i.Org, &i.ID, &i.Role, &i.Prefix, &i.Hash, &i.By, &i.User, &created, &expires, &accepted, &revoked)
	i.Created, i.Expires, i.Accepted, i.Revoked = when(created), when(expires), when(accepted), when(revoked)
	return i, err
}

// FindInvite implements [store.Invites].
func (s members) FindInvite(ctx context.Context, sc scope.Scope, prefix string) (i store.Invite, err error) {
	return one(ctx, s.db, sc, "looking up an invite", scanInvite, inviteColumns+"WHERE org = ? AND prefix = ?", sc.Org(), prefix)
}

// ListInvites implements [store.Invites].
func (s members) ListInvites(ctx context.Context, sc scope.Scope, after string, limit int) ([]store.Invite, error) {
	return list(ctx, s.db, sc, "listing invites", scanInvite, inviteColumns+"WHERE org = ? AND id > ? ORDER BY id LIMIT ?", sc.Org(), after, limited(limit))
}

// RevokeInvite implements [store.Invites].
func (s members) RevokeInvite(ctx context.Context, sc scope.Scope, id string) error {
	return s.db.write(ctx, sc, "revoking an invite", func(tx Tx) error {
		if _, err := s.openInvite(ctx, tx, sc, id); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE invites SET revoked = ? WHERE org = ? AND id = ?", s.db.stamp(), sc.Org(), id); err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, "", "invite.revoked", map[string]string{"id": id})
	})
}

// openInvite returns the role of an invite that can be accepted.
func (s members) openInvite(ctx context.Context, tx Tx, sc scope.Scope, id string) (string, error) {
	if err := orgs(s).known(ctx, tx, sc); err != nil {
		return "", err
	}
	var role string
	var expires, accepted, revoked int64
	err := tx.QueryRowContext(ctx, "SELECT role, expires, accepted, revoked FROM invites WHERE org = ? AND id = ?", sc.Org(), id).
		Scan(&role, &expires, &accepted, &revoked)
	if errors.Is(err, sql.ErrNoRows) {
		return "", store.ErrNotFound
	}
	if err != nil {
		return "", err
	}
	i := store.Invite{Expires: when(expires), Accepted: when(accepted), Revoked: when(revoked)}
	if state := i.State(when(s.db.stamp())); state != store.InviteOpen {
		return "", &store.NotOpenError{State: state}
	}
	return role, nil
}

// AcceptInvite implements [store.Invites].
func (s members) AcceptInvite(ctx context.Context, sc scope.Scope, id string) (store.Member, error) {
	m := store.Member{Org: sc.Org(), User: sc.User(), Created: when(s.db.stamp())}
	err := s.db.write(ctx, sc, "accepting an invite", func(tx Tx) (err error) {
		if m.Role, err = s.openInvite(ctx, tx, sc, id); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE invites SET accepted = ?, user = ? WHERE org = ? AND id = ?", stampOf(m.Created), m.User, m.Org, id); err != nil {
			return err
		}
		if err := s.db.record(ctx, tx, sc, "", "invite.accepted", map[string]string{"id": id}); err != nil {
			return err
		}
		return s.addMember(ctx, tx, sc, m.User, m.Role)
	})
	return m, err
}
