package sqlstore

import (
	"context"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// triages is what rules decided about proposals.
type triages struct{ db *base }

// LockProposal implements [store.Triages].
func (s triages) LockProposal(ctx context.Context, sc scope.Scope, proposal, input, owner string, ttl time.Duration) error {
	return s.db.write(ctx, sc, "locking a proposal", func(w *work) {
		now, _ := w.clock()
		var held store.HeldError
		w.read(to{&held.Owner, moment{&held.Until}}, "SELECT owner, until FROM proposal_locks WHERE org = ? AND proposal = ?", sc.Org(), proposal)
		if held.Owner != owner && held.Until.After(now) {
			w.fail(&held)
		}
		w.exec(`INSERT INTO proposal_locks (org, proposal, input, owner, until) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (org, proposal) DO UPDATE SET input = excluded.input, owner = excluded.owner, until = excluded.until`,
			sc.Org(), proposal, input, owner, stampOf(now.Add(ttl)))
	})
}

// UnlockProposal implements [store.Triages].
func (s triages) UnlockProposal(ctx context.Context, sc scope.Scope, proposal, owner string) error {
	return s.db.write(ctx, sc, "unlocking a proposal", func(w *work) {
		w.exec("DELETE FROM proposal_locks WHERE org = ? AND proposal = ? AND owner = ?", sc.Org(), proposal, owner)
	})
}

// DecideProposal implements [store.Triages].
func (s triages) DecideProposal(ctx context.Context, sc scope.Scope, owner string, t store.Triage, p *store.Proposal) (store.Triage, error) {
	err := s.db.write(ctx, sc, "deciding about a proposal", func(w *work) {
		at, _ := w.clock()
		now := stampOf(at)
		if !w.read(to{new(int)}, "SELECT 1 FROM proposal_locks WHERE org = ? AND proposal = ? AND owner = ? AND input = ? AND until > ?",
			sc.Org(), t.Proposal, owner, t.Input, now) {
			w.fail(store.ErrLost)
		}
		var n int
		if w.read(to{&n}, "SELECT count(*) FROM proposal_triages WHERE org = ? AND proposal = ? AND input = ? AND policy = ? AND policy_version = ? AND action = ?",
			sc.Org(), t.Proposal, t.Input, t.Policy, t.PolicyVersion, t.Action); n > 0 {
			w.fail(store.ErrDecided)
		}
		w.read(to{&t.Number}, "SELECT coalesce(max(number), 0) + 1 FROM proposal_triages WHERE org = ?", sc.Org())
		t.At = when(now)
		w.exec(`INSERT INTO proposal_triages (org, number, profile, proposal, input, policy, policy_version, action, reason, risk, record, at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			sc.Org(), t.Number, sc.Profile(), t.Proposal, t.Input, t.Policy, t.PolicyVersion, t.Action, t.Reason, t.Risk, string(t.Record), now)
		if p != nil {
			changeProposal(w, *p)
		}
		w.record("", "proposal.triaged", map[string]any{"id": t.Proposal, "policy": t.Policy, "action": t.Action, "reason": t.Reason, "decision": t.Number})
	})
	return t, err
}

// ProposalTriages implements [store.Triages].
func (s triages) ProposalTriages(ctx context.Context, sc scope.Scope, proposal string, limit int) ([]store.Triage, error) {
	query, args := inProfile(sc)
	if proposal != "" {
		query, args = query+" AND proposal = ?", append(args, proposal)
	}
	return list(ctx, s.db, sc, "reading decisions", func(t *store.Triage) to {
		return to{&t.Number, &t.Proposal, &t.Input, &t.Policy, &t.PolicyVersion, &t.Action, &t.Reason, &t.Risk, raw(&t.Record), moment{&t.At}}
	}, "SELECT number, proposal, input, policy, policy_version, action, reason, risk, record, at FROM proposal_triages WHERE "+query+" ORDER BY number DESC LIMIT ?",
		append(args, limited(limit))...)
}

// TriageCursor implements [store.Triages].
func (s triages) TriageCursor(ctx context.Context, sc scope.Scope, policy string) (proposal string, err error) {
	err = s.db.query(ctx, sc, "reading how far a triage came", func(scan func(...any) error) error { return scan(&proposal) },
		"SELECT proposal FROM proposal_cursors WHERE org = ? AND profile = ? AND policy = ?", sc.Org(), sc.Profile(), policy)
	return proposal, err
}

// SetTriageCursor implements [store.Triages].
func (s triages) SetTriageCursor(ctx context.Context, sc scope.Scope, policy, proposal string) error {
	return s.db.write(ctx, sc, "keeping how far a triage came", func(w *work) {
		w.exec(`INSERT INTO proposal_cursors (org, profile, policy, proposal) VALUES (?, ?, ?, ?)
			ON CONFLICT (org, profile, policy) DO UPDATE SET proposal = excluded.proposal`, sc.Org(), sc.Profile(), policy, proposal)
	})
}
