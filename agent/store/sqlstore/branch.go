package sqlstore

import (
	"context"

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
