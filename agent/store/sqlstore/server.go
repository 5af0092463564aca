package sqlstore

import (
	"context"
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
	err := s.db.write(ctx, sc, "adding a token", func(w *work) {
		w.exec("INSERT INTO tokens (id, org, user, name, prefix, hash, scopes, created, expires, used, revoked) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)",
			t.ID, t.Org, t.User, t.Name, t.Prefix, t.Hash, strings.Join(t.Scopes, " "), stampOf(t.Created), stampOf(t.Expires))
	})
	return t, err
}

const tokenColumns = "SELECT id, org, user, name, prefix, hash, scopes, created, expires, used, revoked FROM tokens "

func tokenRow(t *store.Token) to {
	scopes := parsed(func(text string) error { t.Scopes = strings.Fields(text); return nil })
	return to{&t.ID, &t.Org, &t.User, &t.Name, &t.Prefix, &t.Hash, scopes, moment{&t.Created}, moment{&t.Expires}, moment{&t.Used}, moment{&t.Revoked}}
}

// FindToken implements [store.Tokens].
func (s server) FindToken(ctx context.Context, prefix string) (store.Token, error) {
	var found []store.Token
	err := s.db.Read(ctx, View{Secret: prefix}, each(&found, tokenRow), tokenColumns+"WHERE prefix = ?", prefix)
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
	return list(ctx, s.db, sc, "listing tokens", tokenRow, tokenColumns+"WHERE org = ? ORDER BY created, id", sc.Org())
}

// RevokeToken implements [store.Tokens].
func (s server) RevokeToken(ctx context.Context, sc scope.Scope, id string) error {
	return s.db.write(ctx, sc, "revoking a token", func(w *work) {
		w.change("UPDATE tokens SET revoked = CASE revoked WHEN 0 THEN ? ELSE revoked END WHERE org = ? AND id = ?", w.stamp(), sc.Org(), id)
	})
}

// EndTokens implements [store.Tokens].
func (s server) EndTokens(ctx context.Context, sc scope.Scope, user string) error {
	return s.db.write(ctx, sc, "revoking tokens", func(w *work) { endTokens(w, user) })
}

func endTokens(w *work, user string) {
	if w.exec("UPDATE tokens SET revoked = ? WHERE org = ? AND user = ? AND revoked = 0", w.stamp(), w.sc.Org(), user) > 0 {
		w.record("", "token.revoked", map[string]string{"user": user})
	}
}

// UseToken implements [store.Tokens].
func (s server) UseToken(ctx context.Context, sc scope.Scope, id string) error {
	return s.db.note(ctx, sc, "noting that a token was used", func(w *work) {
		w.exec("UPDATE tokens SET used = ? WHERE org = ? AND id = ?", w.stamp(), sc.Org(), id)
	})
}

// AddEvents implements [store.Events].
func (s server) AddEvents(ctx context.Context, sc scope.Scope, session string, turn int, events []store.TurnEvent) ([]store.TurnEvent, error) {
	out := append([]store.TurnEvent(nil), events...)
	err := s.db.write(ctx, sc, "keeping events", func(w *work) {
		ownSession(w, session)
		last := 0
		kind := ""
		w.read(to{&last, &kind}, "SELECT number, type FROM events WHERE org = ? AND session = ? AND turn = ? ORDER BY number DESC LIMIT 1", sc.Org(), session, turn)
		if kind == store.Done || kind == store.Failed {
			w.fail(store.ErrClosed)
		}
		for i := range out {
			out[i].Number = last + i + 1
			w.exec("INSERT INTO events (org, session, turn, number, type, data) VALUES (?, ?, ?, ?, ?, ?)",
				sc.Org(), session, turn, out[i].Number, out[i].Type, string(out[i].Data))
		}
	})
	return out, err
}

// ownSession is an [store.ErrNotFound] where a session is not the scope's.
func ownSession(w *work, session string) {
	if !w.read(to{new(int)}, "SELECT 1 FROM sessions WHERE "+own, mine(w.sc, session)...) {
		w.fail(store.ErrNotFound)
	}
}

// TurnEvents implements [store.Events].
func (s server) TurnEvents(ctx context.Context, sc scope.Scope, session string, turn, after, limit int) ([]store.TurnEvent, error) {
	if _, err := sessions(s).Session(ctx, sc, session); err != nil {
		return nil, err
	}
	if limit <= 0 {
		limit = noLimit
	}
	return list(ctx, s.db, sc, "reading events", func(e *store.TurnEvent) to { return to{&e.Number, &e.Type, raw(&e.Data)} },
		"SELECT number, type, data FROM events WHERE org = ? AND session = ? AND turn = ? AND number > ? ORDER BY number LIMIT ?",
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
	err = s.db.write(ctx, sc, "claiming a key", func(w *work) {
		now := w.stamp()
		w.exec("DELETE FROM replies WHERE org = ? AND created < ?", sc.Org(), now-replyAge.Milliseconds())
		was = store.Reply{Key: r.Key, Route: r.Route, Actor: r.Actor}
		found := w.read(to{&was.Digest, &was.Holder, &was.Status, raw(&was.Header), &was.Body, &was.Session, &was.Turn, moment{&was.Created}},
			"SELECT digest, holder, status, header, body, session, turn, created FROM replies WHERE "+replyKey, replyArgs(sc, r)...)
		switch {
		case !found:
		case was.Digest != r.Digest:
			w.fail(store.ErrKeyUsed)
			return
		case was.Status == 0 && was.Turn == 0 && was.Holder == gone.Holder && was.Created.Equal(gone.Created):
		default:
			return
		}
		fresh, was = true, r
		w.exec(`INSERT INTO replies (org, user, actor, route, key, digest, holder, status, header, body, session, turn, created)
			VALUES (?, ?, ?, ?, ?, ?, ?, 0, '', ?, '', 0, ?) ON CONFLICT (org, user, actor, route, key) DO UPDATE SET digest = excluded.digest,
			holder = excluded.holder, status = 0, header = '', body = excluded.body, session = '', turn = 0, created = excluded.created`,
			append(replyArgs(sc, r), r.Digest, r.Holder, []byte{}, now)...)
	})
	return was, fresh, err
}

// RenewReply implements [store.Replies].
func (s server) RenewReply(ctx context.Context, sc scope.Scope, r store.Reply) error {
	return s.db.write(ctx, sc, "keeping a key", func(w *work) {
		w.change("UPDATE replies SET created = ? WHERE status = 0 AND "+claimed, append(append([]any{w.stamp()}, replyArgs(sc, r)...), r.Holder)...)
	})
}

// EndReply implements [store.Replies].
func (s server) EndReply(ctx context.Context, sc scope.Scope, r store.Reply) error {
	return s.db.write(ctx, sc, "keeping a reply", func(w *work) { endReply(w, r) })
}

// replyTold is the status of a reply that is told from the events of a turn.
const replyTold = 200

func endReply(w *work, r store.Reply) {
	if r.Body == nil {
		r.Body = []byte{}
	}
	args := append(append([]any{r.Status, string(r.Header), r.Body, r.Session, r.Turn}, replyArgs(w.sc, r)...), r.Holder)
	w.change("UPDATE replies SET status = ?, header = ?, body = ?, session = ?, turn = ? WHERE "+claimed, args...)
}

// DropReply implements [store.Replies].
func (s server) DropReply(ctx context.Context, sc scope.Scope, r store.Reply) error {
	return s.db.write(ctx, sc, "giving a key free", func(w *work) {
		w.change("DELETE FROM replies WHERE "+claimed, append(replyArgs(sc, r), r.Holder)...)
	})
}

// ClientSession implements [store.Clients].
func (s server) ClientSession(ctx context.Context, sc scope.Scope, actor, key string) (session string, err error) {
	return one(ctx, s.db, sc, "looking up a client's session", func(session *string) to { return to{session} },
		"SELECT session FROM clients WHERE org = ? AND user = ? AND profile = ? AND actor = ? AND key = ?",
		sc.Org(), sc.User(), sc.Profile(), actor, key)
}

// SetClientSession implements [store.Clients].
func (s server) SetClientSession(ctx context.Context, sc scope.Scope, actor, session string, keys ...string) error {
	return s.db.write(ctx, sc, "keeping a client's session", func(w *work) {
		ownSession(w, session)
		for _, key := range keys {
			w.exec(`INSERT INTO clients (org, user, profile, actor, key, session) VALUES (?, ?, ?, ?, ?, ?)
				ON CONFLICT (org, user, profile, actor, key) DO UPDATE SET session = excluded.session`,
				sc.Org(), sc.User(), sc.Profile(), actor, key, session)
		}
	})
}
