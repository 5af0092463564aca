package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// server is what a server keeps: tokens, events of turns, replies, and the sessions
// of clients.
type server struct{ db *base }

// AddToken implements [store.Tokens].
func (s server) AddToken(ctx context.Context, sc scope.Scope, t store.Token) (store.Token, error) {
	t.ID, t.Org, t.User, t.Created = s.db.newID(), sc.Org(), sc.User(), when(s.db.stamp())
	err := s.db.write(ctx, sc, "adding a token", func(tx Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO tokens (id, org, user, name, prefix, hash, scopes, created, expires, used, revoked) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)",
			t.ID, t.Org, t.User, t.Name, t.Prefix, t.Hash, strings.Join(t.Scopes, " "), stampOf(t.Created), stampOf(t.Expires))
		return err
	})
	return t, err
}

const tokenColumns = "SELECT id, org, user, name, prefix, hash, scopes, created, expires, used, revoked FROM tokens "

func scanToken(scan func(...any) error) (t store.Token, err error) {
	var scopes string
	var created, expires, used, revoked int64
	err = scan(&t.ID, &t.Org, &t.User, &t.Name, &t.Prefix, &t.Hash, &scopes, &created, &expires, &used, &revoked)
	t.Scopes, t.Created, t.Expires, t.Used, t.Revoked = strings.Fields(scopes), when(created), when(expires), when(used), when(revoked)
	return t, err
}

// FindToken implements [store.Tokens].
func (s server) FindToken(ctx context.Context, prefix string) (store.Token, error) {
	var found []store.Token
	err := s.db.Read(ctx, View{Secret: prefix}, func(scan func(...any) error) error {
		t, err := scanToken(scan)
		found = append(found, t)
		return err
	}, tokenColumns+"WHERE prefix = ?", prefix)
	if err == nil && len(found) == 0 {
		err = store.ErrNotFound
	}
	if err != nil {
		return store.Token{}, fmt.Errorf("looking up a token: %w", s.db.Remedy(err))
	}
	return found[0], nil
}

// ListTokens implements [store.Tokens].
func (s server) ListTokens(ctx context.Context, sc scope.Scope) ([]store.Token, error) {
	return list(ctx, s.db, sc, "listing tokens", scanToken, tokenColumns+"WHERE org = ? ORDER BY created, id", sc.Org())
}

// RevokeToken implements [store.Tokens].
func (s server) RevokeToken(ctx context.Context, sc scope.Scope, id string) error {
	return s.db.write(ctx, sc, "revoking a token", func(tx Tx) error {
		return affected(tx.ExecContext(ctx, "UPDATE tokens SET revoked = CASE revoked WHEN 0 THEN ? ELSE revoked END WHERE org = ? AND id = ?",
			s.db.stamp(), sc.Org(), id))
	})
}

// EndTokens implements [store.Tokens].
func (s server) EndTokens(ctx context.Context, sc scope.Scope, user string) error {
	return s.db.write(ctx, sc, "revoking tokens", func(tx Tx) error { return s.endTokens(ctx, tx, sc, user) })
}

func (s server) endTokens(ctx context.Context, tx Tx, sc scope.Scope, user string) error {
	r, err := tx.ExecContext(ctx, "UPDATE tokens SET revoked = ? WHERE org = ? AND user = ? AND revoked = 0", s.db.stamp(), sc.Org(), user)
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 {
		return err
	}
	return s.db.record(ctx, tx, sc, "", "token.revoked", map[string]string{"user": user})
}

// UseToken implements [store.Tokens].
func (s server) UseToken(ctx context.Context, sc scope.Scope, id string) error {
	return s.db.note(ctx, sc, "noting that a token was used", func(tx Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE tokens SET used = ? WHERE org = ? AND id = ?", s.db.stamp(), sc.Org(), id)
		return err
	})
}

// AddEvents implements [store.Events].
func (s server) AddEvents(ctx context.Context, sc scope.Scope, session string, turn int, events []store.TurnEvent) ([]store.TurnEvent, error) {
	out := append([]store.TurnEvent(nil), events...)
	err := s.db.write(ctx, sc, "keeping events", func(tx Tx) error {
		if err := ownSession(ctx, tx, sc, session); err != nil {
			return err
		}
		last := 0
		kind := ""
		err := tx.QueryRowContext(ctx, "SELECT number, type FROM events WHERE org = ? AND session = ? AND turn = ? ORDER BY number DESC LIMIT 1", sc.Org(), session, turn).Scan(&last, &kind)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if kind == store.Done || kind == store.Failed {
			return store.ErrClosed
		}
		for i := range out {
			out[i].Number = last + i + 1
			_, err := tx.ExecContext(ctx, "INSERT INTO events (org, session, turn, number, type, data) VALUES (?, ?, ?, ?, ?, ?)",
				sc.Org(), session, turn, out[i].Number, out[i].Type, string(out[i].Data))
			if err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

// ownSession is an [store.ErrNotFound] where a session is not the scope's.
func ownSession(ctx context.Context, tx Tx, sc scope.Scope, session string) error {
	var one int
	err := tx.QueryRowContext(ctx, "SELECT 1 FROM sessions WHERE org = ? AND user = ? AND profile = ? AND id = ?", sc.Org(), sc.User(), sc.Profile(), session).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrNotFound
	}
	return err
}

// TurnEvents implements [store.Events].
func (s server) TurnEvents(ctx context.Context, sc scope.Scope, session string, turn, after, limit int) ([]store.TurnEvent, error) {
	if _, err := sessions(s).Session(ctx, sc, session); err != nil {
		return nil, err
	}
	if limit <= 0 {
		limit = noLimit
	}
	return list(ctx, s.db, sc, "reading events", func(scan func(...any) error) (e store.TurnEvent, err error) {
		var data string
		err = scan(&e.Number, &e.Type, &data)
		e.Data = json.RawMessage(data)
		return e, err
	}, "SELECT number, type, data FROM events WHERE org = ? AND session = ? AND turn = ? AND number > ? ORDER BY number LIMIT ?",
		sc.Org(), session, turn, after, limit)
}

// replyAge is how long an answer is kept for a request that comes again.
const replyAge = 24 * time.Hour

// replyKey is the condition that chooses one reply; replyArgs are its values.
const replyKey = "org = ? AND user = ? AND actor = ? AND route = ? AND key = ?"

func replyArgs(sc scope.Scope, r store.Reply) []any {
	return []any{sc.Org(), sc.User(), r.Actor, r.Route, r.Key}
}

// claimed is replyKey for who holds the claim.
const claimed = replyKey + " AND holder = ?"

// BeginReply implements [store.Replies].
func (s server) BeginReply(ctx context.Context, sc scope.Scope, r, gone store.Reply) (was store.Reply, fresh bool, err error) {
	err = s.db.write(ctx, sc, "claiming a key", func(tx Tx) error {
		now := s.db.stamp()
		if _, err := tx.ExecContext(ctx, "DELETE FROM replies WHERE org = ? AND created < ?", sc.Org(), now-replyAge.Milliseconds()); err != nil {
			return err
		}
		was = store.Reply{Key: r.Key, Route: r.Route, Actor: r.Actor}
		var header string
		var created int64
		err := tx.QueryRowContext(ctx, "SELECT digest, holder, status, header, body, session, turn, created FROM replies WHERE "+replyKey, replyArgs(sc, r)...).
			Scan(&was.Digest, &was.Holder, &was.Status, &header, &was.Body, &was.Session, &was.Turn, &created)
		was.Header, was.Created = json.RawMessage(header), when(created)
		switch {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return err
		case was.Digest != r.Digest:
			return store.ErrKeyUsed
		case was.Status == 0 && was.Turn == 0 && was.Holder == gone.Holder && was.Created.Equal(gone.Created):
		default:
			return nil
		}
		fresh, was = true, r
		_, err = tx.ExecContext(ctx, `INSERT INTO replies (org, user, actor, route, key, digest, holder, status, header, body, session, turn, created)
			VALUES (?, ?, ?, ?, ?, ?, ?, 0, '', ?, '', 0, ?) ON CONFLICT (org, user, actor, route, key) DO UPDATE SET digest = excluded.digest,
			holder = excluded.holder, status = 0, header = '', body = excluded.body, session = '', turn = 0, created = excluded.created`,
			append(replyArgs(sc, r), r.Digest, r.Holder, []byte{}, now)...)
		return err
	})
	return was, fresh, err
}

// RenewReply implements [store.Replies].
func (s server) RenewReply(ctx context.Context, sc scope.Scope, r store.Reply) error {
	return s.db.write(ctx, sc, "keeping a key", func(tx Tx) error {
		return affected(tx.ExecContext(ctx, "UPDATE replies SET created = ? WHERE status = 0 AND "+claimed, append(append([]any{s.db.stamp()}, replyArgs(sc, r)...), r.Holder)...))
	})
}

// EndReply implements [store.Replies].
func (s server) EndReply(ctx context.Context, sc scope.Scope, r store.Reply) error {
	return s.db.write(ctx, sc, "keeping a reply", func(tx Tx) error { return endReply(ctx, tx, sc, r) })
}

// replyTold is the status of a reply that is told from the events of a turn.
const replyTold = 200

func endReply(ctx context.Context, tx Tx, sc scope.Scope, r store.Reply) error {
	if r.Body == nil {
		r.Body = []byte{}
	}
	args := append(append([]any{r.Status, string(r.Header), r.Body, r.Session, r.Turn}, replyArgs(sc, r)...), r.Holder)
	return affected(tx.ExecContext(ctx, "UPDATE replies SET status = ?, header = ?, body = ?, session = ?, turn = ? WHERE "+claimed, args...))
}

// DropReply implements [store.Replies].
func (s server) DropReply(ctx context.Context, sc scope.Scope, r store.Reply) error {
	return s.db.write(ctx, sc, "giving a key free", func(tx Tx) error {
		return affected(tx.ExecContext(ctx, "DELETE FROM replies WHERE "+claimed, append(replyArgs(sc, r), r.Holder)...))
	})
}

// ClientSession implements [store.Clients].
func (s server) ClientSession(ctx context.Context, sc scope.Scope, actor, key string) (session string, err error) {
	err = s.db.query(ctx, sc, "looking up a client's session", func(scan func(...any) error) error { return scan(&session) },
		"SELECT session FROM clients WHERE org = ? AND user = ? AND profile = ? AND actor = ? AND key = ?",
		sc.Org(), sc.User(), sc.Profile(), actor, key)
	if err == nil && session == "" {
		err = fmt.Errorf("looking up a client's session: %w", store.ErrNotFound)
	}
	return session, err
}

// SetClientSession implements [store.Clients].
func (s server) SetClientSession(ctx context.Context, sc scope.Scope, actor, session string, keys ...string) error {
	return s.db.write(ctx, sc, "keeping a client's session", func(tx Tx) error {
		if err := ownSession(ctx, tx, sc, session); err != nil {
			return err
		}
		for _, key := range keys {
			if _, err := tx.ExecContext(ctx, `INSERT INTO clients (org, user, profile, actor, key, session) VALUES (?, ?, ?, ?, ?, ?)
				ON CONFLICT (org, user, profile, actor, key) DO UPDATE SET session = excluded.session`,
				sc.Org(), sc.User(), sc.Profile(), actor, key, session); err != nil {
				return err
			}
		}
		return nil
	})
}
