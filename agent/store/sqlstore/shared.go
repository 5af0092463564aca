package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// sharing is what the members of an organisation share.
type sharing struct{ db *base }

// Shared implements [store.SharedMemory].
func (s sharing) Shared(ctx context.Context, sc scope.Scope, number int) (store.SharedVersion, error) {
	const what = "reading what an organisation shares"
	var v store.SharedVersion
	found := false
	clause, args := "org = ? ORDER BY number DESC LIMIT 1", []any{sc.Org()}
	if number > 0 {
		clause, args = "org = ? AND number = ?", append(args, number)
	}
	err := s.db.query(ctx, sc, what, func(scan func(...any) error) error {
		var body string
		var at int64
		err := scan(&v.Number, &v.Source, &v.Action, &v.Author, &at, &body)
		v.At, found = when(at), true
		if err == nil && json.Unmarshal([]byte(body), &v.Entries) != nil {
			err = fmt.Errorf("version %d: %w", v.Number, store.ErrDamaged)
		}
		return err
	}, "SELECT number, source, action, author, at, body FROM shared_memory WHERE "+clause, args...)
	if err == nil && !found && number > 0 {
		err = fmt.Errorf("%s: version %d: %w", what, number, store.ErrNotFound)
	}
	return v, err
}

// SharedVersions implements [store.SharedMemory].
func (s sharing) SharedVersions(ctx context.Context, sc scope.Scope) ([]store.SharedVersion, error) {
	return list(ctx, s.db, sc, "listing what an organisation shared", func(scan func(...any) error) (v store.SharedVersion, err error) {
		var at int64
		err = scan(&v.Number, &v.Source, &v.Action, &v.Author, &at)
		v.At = when(at)
		return v, err
	}, "SELECT number, source, action, author, at FROM shared_memory WHERE org = ? ORDER BY number DESC LIMIT ?", sc.Org(), store.SharedKept)
}

// PutShared implements [store.SharedMemory].
func (s sharing) PutShared(ctx context.Context, sc scope.Scope, v store.SharedVersion, decided *store.SharedProposal) (store.SharedVersion, error) {
	base, at := v.Number, s.db.stamp()
	v.Number, v.Author, v.At = base+1, sc.User(), when(at)
	if v.Source == 0 {
		v.Source = v.Number
	}
	for i := range v.Entries {
		if e := &v.Entries[i]; e.ID == "" {
			e.ID = s.db.newID()
			if e.Created.IsZero() {
				e.Created = v.At
			}
		}
	}
	body, err := json.Marshal(v.Entries)
	if err != nil {
		return store.SharedVersion{}, err
	}
	err = s.db.write(ctx, sc, "changing what an organisation shares", func(tx Tx) error {
		var now int
		err := tx.QueryRowContext(ctx, "SELECT coalesce(max(number), 0) FROM shared_memory WHERE org = ?", sc.Org()).Scan(&now)
		if err == nil && now != base {
			err = store.ErrChanged
		}
		if err == nil && decided != nil {
			err = s.decide(ctx, tx, sc, *decided)
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, "INSERT INTO shared_memory (org, number, source, action, author, at, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
				sc.Org(), v.Number, v.Source, v.Action, v.Author, at, string(body))
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, "DELETE FROM shared_memory WHERE org = ? AND number <= ?", sc.Org(), v.Number-store.SharedKept)
		}
		if err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, "", "shared."+v.Action, map[string]any{"version": v.Number, "source": v.Source, "entries": len(v.Entries)})
	})
	if err != nil {
		return store.SharedVersion{}, err
	}
	return v, nil
}

// decide writes what became of a proposal.
func (s sharing) decide(ctx context.Context, tx Tx, sc scope.Scope, p store.SharedProposal) error {
	err := affected(tx.ExecContext(ctx, "UPDATE shared_proposals SET state = ?, decider = ?, reason = ?, decided = ? WHERE org = ? AND id = ? AND state = ?",
		string(p.State), sc.User(), p.Reason, s.db.stamp(), sc.Org(), p.ID, string(store.SharedPending)))
	if errors.Is(err, store.ErrNotFound) {
		var state string
		switch e := tx.QueryRowContext(ctx, "SELECT state FROM shared_proposals WHERE org = ? AND id = ?", sc.Org(), p.ID).Scan(&state); {
		case e == nil:
			err = fmt.Errorf("proposal %s is %s: %w", p.ID, state, store.ErrChanged)
		case !errors.Is(e, sql.ErrNoRows):
			err = e
		}
	}
	if err != nil {
		return err
	}
	return s.db.record(ctx, tx, sc, "", "shared.proposal."+string(p.State), map[string]string{"id": p.ID})
}

// ProposeShared implements [store.SharedMemory].
func (s sharing) ProposeShared(ctx context.Context, sc scope.Scope, text string) (store.SharedProposal, error) {
	p := store.SharedProposal{ID: s.db.newID(), Text: text, Author: sc.User(), Created: when(s.db.stamp()), State: store.SharedPending}
	err := s.db.write(ctx, sc, "proposing something to share", func(tx Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO shared_proposals (org, id, text, author, created, state, decider, reason, decided) VALUES (?, ?, ?, ?, ?, ?, '', '', 0)",
			sc.Org(), p.ID, p.Text, p.Author, stampOf(p.Created), string(p.State))
		if err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, "", "shared.proposed", map[string]string{"id": p.ID})
	})
	if err != nil {
		return store.SharedProposal{}, err
	}
	return p, nil
}

// RejectShared implements [store.SharedMemory].
func (s sharing) RejectShared(ctx context.Context, sc scope.Scope, id, reason string) error {
	return s.db.write(ctx, sc, "rejecting something to share", func(tx Tx) error {
		return s.decide(ctx, tx, sc, store.SharedProposal{ID: id, State: store.SharedRejected, Reason: reason})
	})
}

// SharedProposal implements [store.SharedMemory].
func (s sharing) SharedProposal(ctx context.Context, sc scope.Scope, id string) (store.SharedProposal, error) {
	const what = "reading a proposal of something to share"
	found, err := s.sharedProposals(ctx, sc, what, "id = ?", id)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("%s: %q: %w", what, id, store.ErrNotFound)
	}
	if err != nil {
		return store.SharedProposal{}, err
	}
	return found[0], nil
}

// SharedProposals implements [store.SharedMemory].
func (s sharing) SharedProposals(ctx context.Context, sc scope.Scope, state store.SharedState, limit int) ([]store.SharedProposal, error) {
	const what = "listing proposals of what to share"
	if state == "" {
		return s.sharedProposals(ctx, sc, what, "id <> '' ORDER BY id DESC LIMIT ?", limited(limit))
	}
	return s.sharedProposals(ctx, sc, what, "state = ? ORDER BY id DESC LIMIT ?", string(state), limited(limit))
}

func (s sharing) sharedProposals(ctx context.Context, sc scope.Scope, what, clause string, args ...any) ([]store.SharedProposal, error) {
	return list(ctx, s.db, sc, what, func(scan func(...any) error) (p store.SharedProposal, err error) {
		var created, decided int64
		err = scan(&p.ID, &p.Text, &p.Author, &created, &p.State, &p.Decider, &p.Reason, &decided)
		p.Created, p.Decided = when(created), when(decided)
		return p, err
	}, "SELECT id, text, author, created, state, decider, reason, decided FROM shared_proposals WHERE org = ? AND "+clause, append([]any{sc.Org()}, args...)...)
}
