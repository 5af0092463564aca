package sqlstore

import (
	"context"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// members is who belongs to an organisation, and who was invited.
type members struct{ db *base }

// SetMember implements [store.Members].
func (s members) SetMember(ctx context.Context, sc scope.Scope, user, role, admin string) error {
	return s.db.write(ctx, sc, "setting a member", func(w *work) {
		known(w)
		was, found := roleOf(w, user)
		if !found {
			addMember(w, user, role)
			return
		}
		if was == role {
			return
		}
		if was == admin {
			notLast(w, admin)
		}
		w.exec("UPDATE members SET role = ? WHERE org = ? AND user = ?", role, sc.Org(), user)
		w.record("", "member.changed", map[string]string{"user": user, "role": role, "was": was})
	})
}

func roleOf(w *work, user string) (role string, found bool) {
	found = w.read(to{&role}, "SELECT role FROM members WHERE org = ? AND user = ?", w.sc.Org(), user)
	return role, found
}

func addMember(w *work, user, role string) {
	w.add("INSERT INTO members (org, user, role, created) VALUES (?, ?, ?, ?) ON CONFLICT (org, user) DO NOTHING", w.sc.Org(), user, role, w.stamp())
	w.record("", "member.added", map[string]string{"user": user, "role": role})
}

// notLast is a [store.ErrLast] where an organisation has one admin alone.
func notLast(w *work, admin string) {
	var n int
	if w.read(to{&n}, "SELECT count(*) FROM members WHERE org = ? AND role = ?", w.sc.Org(), admin); n <= 1 {
		w.fail(store.ErrLast)
	}
}

// leaves returns the role of a member who leaves, and holds the last admin.
func leaves(w *work, user, admin string) (was string) {
	was, found := roleOf(w, user)
	switch {
	case !found:
		w.fail(store.ErrNotFound)
	case was == admin:
		notLast(w, admin)
	}
	return was
}

// RemoveMember implements [store.Members].
func (s members) RemoveMember(ctx context.Context, sc scope.Scope, user, admin string) error {
	return s.db.write(ctx, sc, "removing a member", func(w *work) {
		known(w)
		was := leaves(w, user, admin)
		w.exec("DELETE FROM members WHERE org = ? AND user = ?", sc.Org(), user)
		endTokens(w, user)
		w.record("", "member.removed", map[string]string{"user": user, "was": was})
	})
}

const memberColumns = "SELECT org, user, role, created FROM members "

func memberRow(m *store.Member) to { return to{&m.Org, &m.User, &m.Role, moment{&m.Created}} }

// Member implements [store.Members].
func (s members) Member(ctx context.Context, sc scope.Scope, user string) (m store.Member, err error) {
	return one(ctx, s.db, sc, "reading a member", memberRow, memberColumns+"WHERE org = ? AND user = ?", sc.Org(), user)
}

// ListMembers implements [store.Members].
func (s members) ListMembers(ctx context.Context, sc scope.Scope, after string, limit int) ([]store.Member, error) {
	return list(ctx, s.db, sc, "listing members", memberRow, memberColumns+"WHERE org = ? AND user > ? ORDER BY user LIMIT ?", sc.Org(), after, limited(limit))
}

// Memberships implements [store.Members].
func (s members) Memberships(ctx context.Context, sc scope.Scope) (all []store.Member, err error) {
	err = s.db.look(ctx, sc, View{User: sc.User()}, "listing members", each(&all, memberRow), memberColumns+"WHERE user = ? ORDER BY org", sc.User())
	return all, err
}

// AddInvite implements [store.Invites].
func (s members) AddInvite(ctx context.Context, sc scope.Scope, i store.Invite) (store.Invite, error) {
	i.ID, i.Org, i.By, i.Created = s.db.newID(), sc.Org(), sc.User(), when(s.db.stamp())
	i.User, i.Accepted, i.Revoked = "", when(0), when(0)
	err := s.db.write(ctx, sc, "keeping an invite", func(w *work) {
		known(w)
		w.exec("INSERT INTO invites (org, id, role, prefix, hash, maker, user, created, expires, accepted, revoked) VALUES (?, ?, ?, ?, ?, ?, '', ?, ?, 0, 0)",
			i.Org, i.ID, i.Role, i.Prefix, i.Hash, i.By, stampOf(i.Created), stampOf(i.Expires))
		w.record("", "invite.made", map[string]string{"id": i.ID, "role": i.Role})
	})
	return i, err
}

const inviteColumns = "SELECT org, id, role, prefix, hash, maker, user, created, expires, accepted, revoked FROM invites "

func inviteRow(i *store.Invite) to {
	return to{&i.Org, &i.ID, &i.Role, &i.Prefix, &i.Hash, &i.By, &i.User, moment{&i.Created}, moment{&i.Expires}, moment{&i.Accepted}, moment{&i.Revoked}}
}

// FindInvite implements [store.Invites].
func (s members) FindInvite(ctx context.Context, sc scope.Scope, prefix string) (i store.Invite, err error) {
	return one(ctx, s.db, sc, "looking up an invite", inviteRow, inviteColumns+"WHERE org = ? AND prefix = ?", sc.Org(), prefix)
}

// ListInvites implements [store.Invites].
func (s members) ListInvites(ctx context.Context, sc scope.Scope, after string, limit int) ([]store.Invite, error) {
	return list(ctx, s.db, sc, "listing invites", inviteRow, inviteColumns+"WHERE org = ? AND id > ? ORDER BY id LIMIT ?", sc.Org(), after, limited(limit))
}

// RevokeInvite implements [store.Invites].
func (s members) RevokeInvite(ctx context.Context, sc scope.Scope, id string) error {
	return s.db.write(ctx, sc, "revoking an invite", func(w *work) {
		openInvite(w, id)
		w.exec("UPDATE invites SET revoked = ? WHERE org = ? AND id = ?", w.stamp(), sc.Org(), id)
		w.record("", "invite.revoked", map[string]string{"id": id})
	})
}

// openInvite returns the role of an invite that can be accepted.
func openInvite(w *work, id string) string {
	known(w)
	var i store.Invite
	if !w.read(inviteRow(&i), inviteColumns+"WHERE org = ? AND id = ?", w.sc.Org(), id) {
		w.fail(store.ErrNotFound)
	} else if state := i.State(when(w.stamp())); state != store.InviteOpen {
		w.fail(&store.NotOpenError{State: state})
	}
	return i.Role
}

// AcceptInvite implements [store.Invites].
func (s members) AcceptInvite(ctx context.Context, sc scope.Scope, id string) (store.Member, error) {
	m := store.Member{Org: sc.Org(), User: sc.User(), Created: when(s.db.stamp())}
	err := s.db.write(ctx, sc, "accepting an invite", func(w *work) {
		m.Role = openInvite(w, id)
		w.exec("UPDATE invites SET accepted = ?, user = ? WHERE org = ? AND id = ?", stampOf(m.Created), m.User, m.Org, id)
		w.record("", "invite.accepted", map[string]string{"id": id})
		addMember(w, m.User, m.Role)
	})
	return m, err
}
