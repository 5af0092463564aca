package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// copies are the statements that take over what a branch has of its parent.
// Their parameters are the new session, the organisation, the parent and the
// last message. A turn is taken over by its messages; one that goes on in the
// parent was cut off in the branch. A summary that comes later is not there.
var copies = [...]string{
	`INSERT INTO messages (org, session, seq, turn, role, body, tokens, created)
	SELECT org, ?1, seq, turn, role, body, tokens, created FROM messages WHERE org = ?2 AND session = ?3 AND seq <= ?4`,
	`INSERT INTO turns (org, session, number, state, epoch, prefix, pending, error, input, output, cache_read, cache_write, started, ended)
	SELECT org, ?1, number, CASE WHEN state IN ('running', 'waiting') THEN 'interrupted' ELSE state END, epoch, prefix, '', error,
		input, output, cache_read, cache_write, started, CASE WHEN ended = 0 THEN started ELSE ended END
	FROM turns WHERE org = ?2 AND session = ?3 AND number IN (SELECT turn FROM messages WHERE org = ?2 AND session = ?1 AND seq <= ?4)`,
	`INSERT INTO epochs (org, session, number, hash, prompt, record, reason, changed, summary, first, created)
	SELECT e.org, ?1, e.number, e.hash, e.prompt, e.record, e.reason, e.changed,
		CASE WHEN e.summary <= ?4 THEN e.summary ELSE 0 END, CASE WHEN e.summary <= ?4 THEN e.first ELSE 0 END, e.created
	FROM epochs e JOIN sessions s ON s.org = e.org AND s.id = e.session AND s.epoch = e.number WHERE e.org = ?2 AND e.session = ?3`,
}

// BranchSession implements [store.Paths].
func (s sessions) BranchSession(ctx context.Context, sc scope.Scope, id string, upTo int, kind store.Kind) (store.Session, error) {
	made := s.db.newID()
	at := s.db.stamp()
	err := s.db.write(ctx, sc, "branching a session", func(w *work) {
		activeIn(w, sc, kind)
		w.change(`INSERT INTO sessions (org, `+sessionColumns+`)
			SELECT org, ?, profile, user, role, model, title, '', ?, 'active', '', id, CASE WHEN seq < ? THEN seq ELSE ? END, epoch, CASE WHEN seq < ? THEN seq ELSE ? END, 0, ?, ? FROM sessions WHERE `+own,
			append([]any{made, kind, upTo, upTo, upTo, upTo, at, at}, mine(sc, id)...)...)
		for _, statement := range copies {
			w.exec(statement, made, sc.Org(), id, upTo)
		}
	})
	if err != nil {
		return store.Session{}, err
	}
	return s.Session(ctx, sc, made)
}

// sessionColumns are those that sessionRow has.
const sessionColumns = "id, profile, user, role, model, title, summary, kind, status, reason, parent, since, epoch, seq, purged, created, updated"

// own chooses a session by its id, if it is the scope's.
const own = "org = ? AND user = ? AND profile = ? AND id = ?"

func mine(sc scope.Scope, id string) []any { return []any{sc.Org(), sc.User(), sc.Profile(), id} }

func sessionRow(x *store.Session) to {
	return to{
		&x.ID, &x.Profile, &x.User, &x.Role, &x.Model, &x.Title, &x.Summary, &x.Kind, &x.Status, &x.Reason,
		&x.Parent, &x.Since, &x.Epoch, &x.Seq, &x.Purged,
		moment{&x.Created},
		moment{&x.Updated},
	}
}

// sessions is the table of that name: sessions, their branches, and who may continue them.
type sessions struct{ db *base }

// CreateSession implements [store.Sessions].
func (s sessions) CreateSession(ctx context.Context, sc scope.Scope, x store.Session) (store.Session, error) {
	if x.Kind == "" {
		x.Kind = store.Interactive
	}
	x.ID, x.User, x.Profile, x.Status, x.Seq, x.Epoch, x.Purged = s.db.newID(), sc.User(), sc.Profile(), store.Active, 0, 0, 0
	at := s.db.stamp()
	x.Created, x.Updated = when(at), when(at)
	err := s.db.write(ctx, sc, "making a session", func(w *work) {
		activeIn(w, sc, x.Kind)
		w.exec("INSERT INTO sessions (org, "+sessionColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, '', ?, ?, '', ?, ?, 0, 0, 0, ?, ?)",
			sc.Org(), x.ID, x.Profile, x.User, x.Role, x.Model, x.Title, x.Kind, x.Status, x.Parent, x.Since, at, at)
	})
	return x, err
}

// activeIn is an [store.ErrActive] where a scope has an active session already
// that another one would be stored beside.
func activeIn(w *work, sc scope.Scope, kind store.Kind) {
	var id string
	if kind == store.Interactive && w.read(to{&id}, "SELECT id FROM sessions WHERE org = ? AND user = ? AND profile = ? AND kind = 'interactive' AND status = 'active'",
		sc.Org(), sc.User(), sc.Profile()) {
		w.fail(fmt.Errorf("%w: %s", store.ErrActive, id))
	}
}

// Session implements [store.Sessions].
func (s sessions) Session(ctx context.Context, sc scope.Scope, id string) (store.Session, error) {
	return one(ctx, s.db, sc, fmt.Sprintf("reading the session %q", id), sessionRow, "SELECT "+sessionColumns+" FROM sessions WHERE "+own, mine(sc, id)...)
}

// Bounds of lists.
const (
	listUsual = 100
	maxList   = 1000
	noLimit   = math.MaxInt
)

func limited(n int) int {
	if n <= 0 {
		return listUsual
	}
	return min(n, maxList)
}

// ListSessions implements [store.Sessions].
func (s sessions) ListSessions(ctx context.Context, sc scope.Scope, f store.Filter) ([]store.Session, error) {
	query := "SELECT " + sessionColumns + " FROM sessions WHERE org = ?"
	args := []any{sc.Org()}
	switch {
	case !f.Others.IsZero():
		query, args = query+" AND user <> ? AND created >= ?", append(args, sc.User(), stampOf(f.Others))
	case !f.AnyUser:
		query, args = query+" AND user = ?", append(args, sc.User())
	}
	if !f.AnyProfile {
		query, args = query+" AND profile = ?", append(args, sc.Profile())
	}
	switch {
	case f.Kind == store.Interactive && f.Status == store.Active: // written out, these have an index
		query += " AND kind = 'interactive' AND status = 'active'"
	default:
		for _, x := range []struct{ column, value string }{{"kind", string(f.Kind)}, {"status", string(f.Status)}} {
			if x.value != "" {
				query, args = query+" AND "+x.column+" = ?", append(args, x.value)
			}
		}
	}
	if f.Parent != "" {
		query, args = query+" AND parent = ?", append(args, f.Parent)
	}
	if f.Version != "" { // of hexadecimal digits, so that nothing in it is a wildcard
		query, args = query+" AND id IN (SELECT session FROM epochs WHERE org = ? AND record LIKE ?)", append(args, sc.Org(), `%"digest":"`+f.Version+`"%`)
	}
	if f.Prefix != "" { // ids have nothing behind z
		query, args = query+" AND id >= ? AND id < ?", append(args, f.Prefix, f.Prefix+"\x7f")
	}
	return list(ctx, s.db, sc, "listing sessions", sessionRow, query+" ORDER BY updated DESC, id DESC LIMIT ? OFFSET ?", append(args, limited(f.Limit), max(f.Skip, 0))...)
}

// UpdateSession implements [store.Sessions].
func (s sessions) UpdateSession(ctx context.Context, sc scope.Scope, id string, x store.Session) error {
	return s.db.write(ctx, sc, "changing a session", func(w *work) {
		w.change("UPDATE sessions SET role = ?, model = ?, title = ?, summary = ?, updated = ? WHERE "+own,
			append([]any{x.Role, x.Model, x.Title, x.Summary, w.stamp()}, mine(sc, id)...)...)
	})
}

// CloseSession implements [store.Sessions].
func (s sessions) CloseSession(ctx context.Context, sc scope.Scope, id string, status store.Status, reason string) error {
	if status == store.Active {
		return errors.New("closing a session: it would still be active")
	}
	return s.db.write(ctx, sc, "closing a session", func(w *work) {
		w.change("UPDATE sessions SET status = ?, reason = CASE WHEN reason = '' THEN ? ELSE reason END, updated = ? WHERE "+own,
			append([]any{status, reason, w.stamp()}, mine(sc, id)...)...)
		w.exec("DELETE FROM leases WHERE org = ? AND session = ?", sc.Org(), id)
	})
}

// kindOf returns the kind of a session of the scope that is in a state.
func kindOf(w *work, id, state string) (kind store.Kind) {
	if !w.read(to{&kind}, "SELECT kind FROM sessions WHERE "+own+" AND "+state, mine(w.sc, id)...) {
		w.fail(store.ErrNotFound)
	}
	return kind
}

// ReopenSession implements [store.Sessions].
func (s sessions) ReopenSession(ctx context.Context, sc scope.Scope, id string) error {
	return s.db.write(ctx, sc, "reopening a session", func(w *work) {
		activeIn(w, sc, kindOf(w, id, "status <> 'active'"))
		w.change("UPDATE sessions SET status = 'active', reason = '', updated = ? WHERE org = ? AND id = ?", w.stamp(), sc.Org(), id)
	})
}

// MoveSession implements [store.Paths].
func (s sessions) MoveSession(ctx context.Context, sc scope.Scope, id string, to scope.Scope) error {
	if to.Org() != sc.Org() || to.User() != sc.User() {
		return fmt.Errorf("moving a session: %w", store.ErrNotFound)
	}
	return s.db.write(ctx, sc, "moving a session", func(w *work) {
		if kind := kindOf(w, id, "status = 'active'"); to.Profile() != sc.Profile() {
			activeIn(w, to, kind)
		}
		w.change("UPDATE sessions SET profile = ?, updated = ? WHERE "+own, append([]any{to.Profile(), w.stamp()}, mine(sc, id)...)...)
		w.exec("DELETE FROM leases WHERE org = ? AND session = ?", sc.Org(), id)
	})
}

// DeleteSession implements [store.Sessions].
func (s sessions) DeleteSession(ctx context.Context, sc scope.Scope, id string) error {
	return s.db.write(ctx, sc, "deleting a session", func(w *work) { w.change("DELETE FROM sessions WHERE "+own, mine(sc, id)...) })
}
