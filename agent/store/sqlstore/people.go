package sqlstore

import (
	"context"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// people is users and their logins.
type people struct{ db *base }

// CreateUser implements [store.Users].
func (s people) CreateUser(ctx context.Context, sc scope.Scope, u store.User) (store.User, error) {
	u.Created, u.Disabled = when(s.db.stamp()), when(0)
	err := s.alter(ctx, sc, "making a user", func(w *work) {
		w.add("INSERT INTO users (org, name, display, password, subject, created, disabled) VALUES (?, ?, ?, ?, ?, ?, 0) ON CONFLICT DO NOTHING",
			sc.Org(), u.Name, u.Display, u.Password, u.Subject, stampOf(u.Created))
		w.record("", "user.created", map[string]string{"name": u.Name})
	})
	return u, err
}

// alter does something to users or logins in one transaction. A scope that is
// not the platform's finds none.
func (s people) alter(ctx context.Context, sc scope.Scope, what string, f func(*work)) error {
	return s.db.write(ctx, sc, what, func(w *work) {
		if sc.Org() != scope.Platform {
			w.fail(store.ErrNotFound)
		}
		known(w)
		f(w)
	})
}

const userColumns = "SELECT name, display, password, subject, created, disabled FROM users "

func userRow(u *store.User) to {
	return to{&u.Name, &u.Display, &u.Password, &u.Subject, moment{&u.Created}, moment{&u.Disabled}}
}

// User implements [store.Users].
func (s people) User(ctx context.Context, sc scope.Scope, name string) (u store.User, err error) {
	return one(ctx, s.db, sc, "reading a user", userRow, userColumns+"WHERE org = ? AND name = ?", sc.Org(), name)
}

// FindUser implements [store.Users].
func (s people) FindUser(ctx context.Context, sc scope.Scope, subject string) (u store.User, err error) {
	return one(ctx, s.db, sc, "looking up a user", userRow, userColumns+"WHERE org = ? AND subject = ? AND subject <> ''", sc.Org(), subject)
}

// ListUsers implements [store.Users].
func (s people) ListUsers(ctx context.Context, sc scope.Scope, after string, limit int) ([]store.User, error) {
	return list(ctx, s.db, sc, "listing users", userRow, userColumns+"WHERE org = ? AND name > ? ORDER BY name LIMIT ?", sc.Org(), after, limited(limit))
}

// UpdateUser implements [store.Users].
func (s people) UpdateUser(ctx context.Context, sc scope.Scope, u store.User) error {
	return s.alter(ctx, sc, "changing a user", func(w *work) {
		if w.read(to{new(int)}, "SELECT 1 FROM users WHERE org = ? AND subject = ? AND subject <> '' AND name <> ?", sc.Org(), u.Subject, u.Name) {
			w.fail(store.ErrExists)
		}
		w.change("UPDATE users SET display = ?, password = ?, subject = ? WHERE org = ? AND name = ?", u.Display, u.Password, u.Subject, sc.Org(), u.Name)
		w.record("", "user.changed", map[string]string{"name": u.Name})
	})
}

// DisableUser implements [store.Users].
func (s people) DisableUser(ctx context.Context, sc scope.Scope, name string, disabled bool) error {
	at, action := int64(0), "user.enabled"
	if disabled {
		at, action = s.db.stamp(), "user.disabled"
	}
	return s.alter(ctx, sc, "disabling a user", func(w *work) {
		w.change("UPDATE users SET disabled = ? WHERE org = ? AND name = ?", at, sc.Org(), name)
		if disabled {
			var admins, left int
			w.read(to{&admins, &left}, `SELECT count(*), coalesce(sum(CASE WHEN u.disabled = 0 THEN 1 ELSE 0 END), 0) FROM members m
				JOIN users u ON u.org = m.org AND u.name = m.user WHERE m.org = ?`, sc.Org())
			if admins > 0 && left == 0 {
				w.fail(store.ErrLast)
			}
			endLogins(w, name)
		}
		w.record("", action, map[string]string{"name": name})
	})
}

// RemoveUser implements [store.Users].
func (s people) RemoveUser(ctx context.Context, sc scope.Scope, name string) error {
	return s.alter(ctx, sc, "removing a user", func(w *work) {
		if w.read(to{new(int)}, "SELECT 1 FROM members WHERE org = ? AND user = ?", sc.Org(), name) {
			w.fail(store.ErrExists)
		}
		w.change("DELETE FROM users WHERE org = ? AND name = ?", sc.Org(), name)
		w.record("", "user.removed", map[string]string{"name": name})
	})
}

// AddLogin implements [store.Logins].
func (s people) AddLogin(ctx context.Context, sc scope.Scope, l store.Login) (store.Login, error) {
	l.ID, l.User, l.Created, l.Ended = s.db.newID(), sc.User(), when(s.db.stamp()), when(0)
	err := s.alter(ctx, sc, "keeping a login", func(w *work) {
		w.exec("DELETE FROM logins WHERE org = ? AND expires < ?", sc.Org(), stampOf(l.Created))
		w.exec("INSERT INTO logins (org, id, prefix, hash, user, active, created, expires, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)",
			sc.Org(), l.ID, l.Prefix, l.Hash, l.User, l.Org, stampOf(l.Created), stampOf(l.Expires))
		w.record("", "login.begun", map[string]string{"id": l.ID})
	})
	return l, err
}

// FindLogin implements [store.Logins].
func (s people) FindLogin(ctx context.Context, sc scope.Scope, prefix string) (l store.Login, err error) {
	return one(ctx, s.db, sc, "looking up a login", func(l *store.Login) to {
		return to{&l.ID, &l.Prefix, &l.Hash, &l.User, &l.Org, moment{&l.Created}, moment{&l.Expires}, moment{&l.Ended}}
	}, "SELECT id, prefix, hash, user, active, created, expires, ended FROM logins WHERE org = ? AND prefix = ?", sc.Org(), prefix)
}

// SwitchLogin implements [store.Logins].
func (s people) SwitchLogin(ctx context.Context, sc scope.Scope, id, org string) error {
	return s.alter(ctx, sc, "switching a login", func(w *work) {
		w.change("UPDATE logins SET active = ? WHERE org = ? AND id = ? AND user = ? AND ended = 0", org, sc.Org(), id, sc.User())
	})
}

// EndLogin implements [store.Logins].
func (s people) EndLogin(ctx context.Context, sc scope.Scope, id string) error {
	return s.alter(ctx, sc, "ending a login", func(w *work) {
		w.change("UPDATE logins SET ended = ? WHERE org = ? AND id = ? AND user = ? AND ended = 0", w.stamp(), sc.Org(), id, sc.User())
		w.record("", "login.ended", map[string]string{"id": id})
	})
}

// EndLogins implements [store.Logins].
func (s people) EndLogins(ctx context.Context, sc scope.Scope, user string) error {
	return s.alter(ctx, sc, "ending logins", func(w *work) { endLogins(w, user) })
}

func endLogins(w *work, user string) {
	if w.exec("UPDATE logins SET ended = ? WHERE org = ? AND user = ? AND ended = 0", w.stamp(), w.sc.Org(), user) > 0 {
		w.record("", "login.ended", map[string]string{"user": user})
	}
}
