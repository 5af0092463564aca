package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// sharing is what the members of an organisation share.
type sharing struct{ db *base }

// Shared implements [store.SharedMemory].
func (s sharing) Shared(ctx context.Context, sc scope.Scope, number int) (store.SharedVersion, error) {
	const what = "reading what an organisation shares"
	clause, args := "org = ? ORDER BY number DESC LIMIT 1", []any{sc.Org()}
	if number > 0 {
		clause, args = "org = ? AND number = ?", append(args, number)
	}
	found, err := list(ctx, s.db, sc, what, func(v *store.SharedVersion) to {
		return append(sharedRow(v), parsed(func(text string) error {
			if json.Unmarshal([]byte(text), &v.Entries) != nil {
				return fmt.Errorf("version %d: %w", v.Number, store.ErrDamaged)
			}
			return nil
		}))
	}, "SELECT number, source, action, author, at, body FROM shared_memory WHERE "+clause, args...)
	switch {
	case err == nil && len(found) > 0:
		return found[0], nil
	case err == nil && number > 0:
		err = fmt.Errorf("%s: version %d: %w", what, number, store.ErrNotFound)
	}
	return store.SharedVersion{}, err
}

func sharedRow(v *store.SharedVersion) to {
	return to{&v.Number, &v.Source, &v.Action, &v.Author, moment{&v.At}}
}

// SharedVersions implements [store.SharedMemory].
func (s sharing) SharedVersions(ctx context.Context, sc scope.Scope) ([]store.SharedVersion, error) {
	return list(ctx, s.db, sc, "listing what an organisation shared", sharedRow,
		"SELECT number, source, action, author, at FROM shared_memory WHERE org = ? ORDER BY number DESC LIMIT ?", sc.Org(), store.SharedKept)
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
	err := s.db.write(ctx, sc, "changing what an organisation shares", func(w *work) {
		var now int
		if w.read(to{&now}, "SELECT coalesce(max(number), 0) FROM shared_memory WHERE org = ?", sc.Org()); now != base {
			w.fail(store.ErrChanged)
		}
		if decided != nil {
			decide(w, *decided)
		}
		w.exec("INSERT INTO shared_memory (org, number, source, action, author, at, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
			sc.Org(), v.Number, v.Source, v.Action, v.Author, at, w.marshal(v.Entries))
		w.exec("DELETE FROM shared_memory WHERE org = ? AND number <= ?", sc.Org(), v.Number-store.SharedKept)
		w.record("", "shared."+v.Action, map[string]any{"version": v.Number, "source": v.Source, "entries": len(v.Entries)})
	})
	return v, err
}

// decide writes what became of a proposal.
func decide(w *work, p store.SharedProposal) {
	if w.exec("UPDATE shared_proposals SET state = ?, decider = ?, reason = ?, decided = ? WHERE org = ? AND id = ? AND state = ?",
		string(p.State), w.sc.User(), p.Reason, w.stamp(), w.sc.Org(), p.ID, string(store.SharedPending)) == 0 {
		var state string
		if w.read(to{&state}, "SELECT state FROM shared_proposals WHERE org = ? AND id = ?", w.sc.Org(), p.ID) {
			w.fail(fmt.Errorf("proposal %s is %s: %w", p.ID, state, store.ErrChanged))
		}
		w.fail(store.ErrNotFound)
	}
	w.record("", "shared.proposal."+string(p.State), map[string]string{"id": p.ID})
}

// ProposeShared implements [store.SharedMemory].
func (s sharing) ProposeShared(ctx context.Context, sc scope.Scope, text string) (store.SharedProposal, error) {
	p := store.SharedProposal{ID: s.db.newID(), Text: text, Author: sc.User(), Created: when(s.db.stamp()), State: store.SharedPending}
	err := s.db.write(ctx, sc, "proposing something to share", func(w *work) {
		w.exec("INSERT INTO shared_proposals (org, id, text, author, created, state, decider, reason, decided) VALUES (?, ?, ?, ?, ?, ?, '', '', 0)",
			sc.Org(), p.ID, p.Text, p.Author, stampOf(p.Created), string(p.State))
		w.record("", "shared.proposed", map[string]string{"id": p.ID})
	})
	return p, err
}

// RejectShared implements [store.SharedMemory].
func (s sharing) RejectShared(ctx context.Context, sc scope.Scope, id, reason string) error {
	return s.db.write(ctx, sc, "rejecting something to share", func(w *work) {
		decide(w, store.SharedProposal{ID: id, State: store.SharedRejected, Reason: reason})
	})
}

const sharedColumns = "SELECT id, text, author, created, state, decider, reason, decided FROM shared_proposals WHERE org = ? "

func sharedProposalRow(p *store.SharedProposal) to {
	return to{&p.ID, &p.Text, &p.Author, moment{&p.Created}, &p.State, &p.Decider, &p.Reason, moment{&p.Decided}}
}

// SharedProposal implements [store.SharedMemory].
func (s sharing) SharedProposal(ctx context.Context, sc scope.Scope, id string) (store.SharedProposal, error) {
	return one(ctx, s.db, sc, fmt.Sprintf("reading a proposal of something to share: %q", id), sharedProposalRow, sharedColumns+"AND id = ?", sc.Org(), id)
}

// SharedProposals implements [store.SharedMemory].
func (s sharing) SharedProposals(ctx context.Context, sc scope.Scope, state store.SharedState, limit int) ([]store.SharedProposal, error) {
	return list(ctx, s.db, sc, "listing proposals of what to share", sharedProposalRow, sharedColumns+"AND (state = ? OR ? = '') ORDER BY id DESC LIMIT ?",
		sc.Org(), string(state), string(state), limited(limit))
}
