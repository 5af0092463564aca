package sqlstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// turns is what is said in sessions: the tables messages, turns, epochs and prompts.
type turns struct{ db *base }

// Append implements [store.Turns].
func (s turns) Append(ctx context.Context, sc scope.Scope, l store.Lease, messages []store.Message) ([]store.Message, error) {
	out := append([]store.Message(nil), messages...)
	err := s.db.write(ctx, sc, "adding to the session", func(w *work) { addMessages(w, l.Session, held(w, l), out) })
	if err != nil {
		return nil, err
	}
	return out, nil
}

// addMessages adds messages behind a number and gives them theirs.
func addMessages(w *work, session string, seq int, out []store.Message) {
	if len(out) == 0 {
		return
	}
	at := w.stamp()
	for i := range out {
		seq++
		m := &out[i]
		if !json.Valid(m.Body) {
			w.fail(fmt.Errorf("message %d is not JSON", i+1))
		}
		m.Seq, m.Created = seq, when(at)
		w.exec("INSERT INTO messages (org, session, seq, turn, role, body, tokens, created) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
			w.sc.Org(), session, seq, m.Turn, m.Role, string(m.Body), m.Tokens, at)
	}
	w.exec("UPDATE turns SET partial = '' WHERE org = ? AND session = ? AND number = ? AND partial <> ''", w.sc.Org(), session, out[0].Turn)
	w.exec("UPDATE sessions SET seq = ?, updated = ? WHERE org = ? AND id = ?", seq, at, w.sc.Org(), session)
}

// Messages implements [store.Turns].
func (s turns) Messages(ctx context.Context, sc scope.Scope, id string, after, limit int) ([]store.Message, error) {
	if _, err := sessions(s).Session(ctx, sc, id); err != nil {
		return nil, err
	}
	if limit <= 0 {
		limit = noLimit
	}
	return list(ctx, s.db, sc, "reading messages", func(m *store.Message) to {
		return to{&m.Seq, &m.Turn, &m.Role, raw(&m.Body), &m.Tokens, moment{&m.Created}}
	}, "SELECT seq, turn, role, body, tokens, created FROM messages WHERE org = ? AND session = ? AND seq > ? ORDER BY seq LIMIT ?",
		sc.Org(), id, after, limit)
}

// PutTurn implements [store.Turns].
func (s turns) PutTurn(ctx context.Context, sc scope.Scope, l store.Lease, t store.Turn, said ...store.Message) (store.Turn, error) {
	said = append([]store.Message(nil), said...)
	err := s.db.write(ctx, sc, "writing a turn", func(w *work) {
		seq := held(w, l)
		if t.Number == 0 {
			w.read(to{&t.Number}, "SELECT coalesce(max(number), 0) + 1 FROM turns WHERE org = ? AND session = ?", sc.Org(), l.Session)
			t.Started = when(w.stamp())
			answers(w, l.Session, t)
		}
		w.exec(
			`INSERT INTO turns (org, session, number, state, epoch, prefix, pending, error, input, output, cache_read, cache_write, started, ended)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (org, session, number) DO UPDATE SET state = excluded.state, epoch = excluded.epoch, prefix = excluded.prefix,
			pending = excluded.pending, partial = '', error = excluded.error, input = excluded.input, output = excluded.output,
			cache_read = excluded.cache_read, cache_write = excluded.cache_write, ended = excluded.ended`,
			sc.Org(), l.Session, t.Number, t.State, t.Epoch, t.Prefix, string(t.Pending), t.Error, t.Input, t.Output,
			t.CacheRead, t.CacheWrite, stampOf(t.Started), stampOf(t.Ended))
		for i := range said {
			said[i].Turn = t.Number
		}
		addMessages(w, l.Session, seq, said)
	})
	return t, err
}

// answers names a turn in the reply to the request that began it, so that a
// request that comes again begins no other one.
func answers(w *work, session string, t store.Turn) {
	if t.Request == nil || w.err != nil {
		return
	}
	r := *t.Request
	r.Status, r.Session, r.Turn = replyTold, session, t.Number
	if endReply(w, r); errors.Is(w.err, store.ErrNotFound) {
		w.err = fmt.Errorf("another server has taken the request over: %w", store.ErrLost)
	}
}

// PutPartial implements [store.Turns].
func (s turns) PutPartial(ctx context.Context, sc scope.Scope, l store.Lease, turn int, text string) error {
	return s.db.note(ctx, sc, "keeping a part of the answer", func(w *work) {
		held(w, l)
		w.change("UPDATE turns SET partial = ? WHERE org = ? AND session = ? AND number = ?", text, sc.Org(), l.Session, turn)
	})
}

// Turns implements [store.Turns].
func (s turns) Turns(ctx context.Context, sc scope.Scope, id string) ([]store.Turn, error) {
	if _, err := sessions(s).Session(ctx, sc, id); err != nil {
		return nil, err
	}
	return list(ctx, s.db, sc, "reading turns", func(t *store.Turn) to {
		return to{
			&t.Number, &t.State, &t.Epoch, &t.Prefix, raw(&t.Pending), &t.Partial, &t.Error, &t.Input, &t.Output, &t.CacheRead, &t.CacheWrite,
			moment{&t.Started},
			moment{&t.Ended},
		}
	}, `SELECT number, state, epoch, prefix, pending, partial, error, input, output, cache_read, cache_write, started, ended
		FROM turns WHERE org = ? AND session = ? ORDER BY number`, sc.Org(), id)
}

// Tokens implements [store.Turns].
func (s turns) Tokens(ctx context.Context, sc scope.Scope, ids ...string) (map[string]int, error) {
	tokens := map[string]int{}
	if len(ids) == 0 {
		return tokens, nil
	}
	args := []any{sc.Org(), sc.User()}
	for _, id := range ids {
		args = append(args, id)
	}
	err := s.db.query(ctx, sc, "counting tokens", func(scan func(...any) error) error {
		var id string
		var n int
		err := scan(&id, &n)
		tokens[id] = n
		return err
	}, `SELECT t.session, sum(t.input + t.output) FROM turns t JOIN sessions s ON s.org = t.org AND s.id = t.session
		WHERE t.org = ? AND s.user = ? AND t.session IN (?`+strings.Repeat(", ?", len(ids)-1)+`) GROUP BY t.session`, args...)
	return tokens, err
}
