package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// notFound is a [store.ErrNotFound] in the words of what was done.
func notFound(what string) error { return fmt.Errorf("%s: %w", what, store.ErrNotFound) }

// only is a [store.ErrNotFound] where a query of one row found none.
func only(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrNotFound
	}
	return err
}

// people is users and their logins.
type people struct{ db *base }

// CreateUser implements [store.Users].
func (s people) CreateUser(ctx context.Context, sc scope.Scope, u store.User) (store.User, error) {
	u.Created, u.Disabled = when(s.db.stamp()), when(0)
	err := s.alter(ctx, sc, "making a user", func(tx Tx) error {
		err := fresh(tx.ExecContext(ctx, "INSERT INTO users (org, name, display, password, subject, created, disabled) VALUES (?, ?, ?, ?, ?, ?, 0) ON CONFLICT DO NOTHING",
			sc.Org(), u.Name, u.Display, u.Password, u.Subject, stampOf(u.Created)))
		if err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, "", "user.created", map[string]string{"name": u.Name})
	})
	return u, err
}

// alter does something to users or logins in one transaction. A scope that is
// not the platform's finds none.
func (s people) alter(ctx context.Context, sc scope.Scope, what string, f func(tx Tx) error) error {
	return s.db.write(ctx, sc, what, func(tx Tx) error {
		if sc.Org() != scope.Platform {
			return store.ErrNotFound
		}
		if err := orgs(s).known(ctx, tx, sc); err != nil {
			return err
		}
		return f(tx)
	})
}

const userColumns = "SELECT name, display, password, subject, created, disabled FROM users "

func scanUser(scan func(...any) error) (u store.User, err error) {
	var created, disabled int64
	err = scan(&u.Name, &u.Display, &u.Password, &u.Subject, &created, &disabled)
	u.Created, u.Disabled = when(created), when(disabled)
	return u, err
}

// User implements [store.Users].
func (s people) User(ctx context.Context, sc scope.Scope, name string) (u store.User, err error) {
	return one(ctx, s.db, sc, "reading a user", scanUser, userColumns+"WHERE org = ? AND name = ?", sc.Org(), name)
}

// FindUser implements [store.Users].
func (s people) FindUser(ctx context.Context, sc scope.Scope, subject string) (u store.User, err error) {
	return one(ctx, s.db, sc, "looking up a user", scanUser, userColumns+"WHERE org = ? AND subject = ? AND subject <> ''", sc.Org(), subject)
}

// ListUsers implements [store.Users].
func (s people) ListUsers(ctx context.Context, sc scope.Scope, after string, limit int) ([]store.User, error) {
	return list(ctx, s.db, sc, "listing users", scanUser, userColumns+"WHERE org = ? AND name > ? ORDER BY name LIMIT ?", sc.Org(), after, limited(limit))
}

// UpdateUser implements [store.Users].
func (s people) UpdateUser(ctx context.Context, sc scope.Scope, u store.User) error {
	return s.alter(ctx, sc, "changing a user", func(tx Tx) error {
		var other int
		err := tx.QueryRowContext(ctx, "SELECT 1 FROM users WHERE org = ? AND subject = ? AND subject <> '' AND name <> ?", sc.Org(), u.Subject, u.Name).Scan(&other)
		if err == nil {
			return store.ErrExists
		} else if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		err = affected(tx.ExecContext(ctx, "UPDATE users SET display = ?, password = ?, subject = ? WHERE org = ? AND name = ?",
			u.Display, u.Password, u.Subject, sc.Org(), u.Name))
		if err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, "", "user.changed", map[string]string{"name": u.Name})
	})
}

// DisableUser implements [store.Users].
func (s people) DisableUser(ctx context.Context, sc scope.Scope, name string, disabled bool) error {
	at, action := int64(0), "user.enabled"
	if disabled {
		at, action = s.db.stamp(), "user.disabled"
	}
	return s.alter(ctx, sc, "disabling a user", func(tx Tx) error {
		if err := affected(tx.ExecContext(ctx, "UPDATE users SET disabled = ? WHERE org = ? AND name = ?", at, sc.Org(), name)); err != nil {
			return err
		}
		if disabled {
			var admins, left int
			err := tx.QueryRowContext(ctx, `SELECT count(*), coalesce(sum(CASE WHEN u.disabled = 0 THEN 1 ELSE 0 END), 0) FROM members m
				JOIN users u ON u.org = m.org AND u.name = m.user WHERE m.org = ?`, sc.Org()).Scan(&admins, &left)
			if err != nil {
				return err
			}
			if admins > 0 && left == 0 {
				return store.ErrLast
			}
			if err := s.endLogins(ctx, tx, sc, name); err != nil {
				return err
			}
		}
		return s.db.record(ctx, tx, sc, "", action, map[string]string{"name": name})
	})
}

// RemoveUser implements [store.Users].
func (s people) RemoveUser(ctx context.Context, sc scope.Scope, name string) error {
	return s.alter(ctx, sc, "removing a user", func(tx Tx) error {
		var one int
		err := tx.QueryRowContext(ctx, "SELECT 1 FROM members WHERE org = ? AND user = ?", sc.Org(), name).Scan(&one)
		if err == nil {
			return store.ErrExists
		} else if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if err := affected(tx.ExecContext(ctx, "DELETE FROM users WHERE org = ? AND name = ?", sc.Org(), name)); err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, "", "user.removed", map[string]string{"name": name})
	})
}

// AddLogin implements [store.Logins].
func (s people) AddLogin(ctx context.Context, sc scope.Scope, l store.Login) (store.Login, error) {
	l.ID, l.User, l.Created, l.Ended = s.db.newID(), sc.User(), when(s.db.stamp()), when(0)
	err := s.alter(ctx, sc, "keeping a login", func(tx Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM logins WHERE org = ? AND expires < ?", sc.Org(), stampOf(l.Created)); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO logins (org, id, prefix, hash, user, active, created, expires, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)",
			sc.Org(), l.ID, l.Prefix, l.Hash, l.User, l.Org, stampOf(l.Created), stampOf(l.Expires))
		if err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, "", "login.begun", map[string]string{"id": l.ID})
	})
	return l, err
}

// FindLogin implements [store.Logins].
func (s people) FindLogin(ctx context.Context, sc scope.Scope, prefix string) (l store.Login, err error) {
	return one(ctx, s.db, sc, "looking up a login", func(scan func(...any) error) (l store.Login, err error) {
		var created, expires, ended int64
		err = scan(&l.ID, &l.Prefix, &l.Hash, &l.User, &l.Org, &created, &expires, &ended)
		l.Created, l.Expires, l.Ended = when(created), when(expires), when(ended)
		return l, err
	}, "SELECT id, prefix, hash, user, active, created, expires, ended FROM logins WHERE org = ? AND prefix = ?", sc.Org(), prefix)
}

// SwitchLogin implements [store.Logins].
func (s people) SwitchLogin(ctx context.Context, sc scope.Scope, id, org string) error {
	return s.alter(ctx, sc, "switching a login", func(tx Tx) error {
		return affected(tx.ExecContext(ctx, "UPDATE logins SET active = ? WHERE org = ? AND id = ? AND user = ? AND ended = 0", org, sc.Org(), id, sc.User()))
	})
}

// EndLogin implements [store.Logins].
func (s people) EndLogin(ctx context.Context, sc scope.Scope, id string) error {
	return s.alter(ctx, sc, "ending a login", func(tx Tx) error {
		err := affected(tx.ExecContext(ctx, "UPDATE logins SET ended = ? WHERE org = ? AND id = ? AND user = ? AND ended = 0", s.db.stamp(), sc.Org(), id, sc.User()))
		if err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, "", "login.ended", map[string]string{"id": id})
	})
}

// EndLogins implements [store.Logins].
func (s people) EndLogins(ctx context.Context, sc scope.Scope, user string) error {
	return s.alter(ctx, sc, "ending logins", func(tx Tx) error { return s.endLogins(ctx, tx, sc, user) })
}

func (s people) endLogins(ctx context.Context, tx Tx, sc scope.Scope, user string) error {
	r, err := tx.ExecContext(ctx, "UPDATE logins SET ended = ? WHERE org = ? AND user = ? AND ended = 0", s.db.stamp(), sc.Org(), user)
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 {
		return err
	}
	return s.db.record(ctx, tx, sc, "", "login.ended", map[string]string{"user": user})
}
