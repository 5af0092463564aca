package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// triages is what rules decided about proposals.
type triages struct{ db *base }

// LockProposal implements [store.Triages].
func (s triages) LockProposal(ctx context.Context, sc scope.Scope, proposal, input, owner string, ttl time.Duration) error {
	return s.db.write(ctx, sc, "locking a proposal", func(tx Tx) error {
		at, _, err := s.db.clock(ctx, tx)
		if err != nil {
			return err
		}
		now := stampOf(at)
		var held store.HeldError
		var until int64
		err = tx.QueryRowContext(ctx, "SELECT owner, until FROM proposal_locks WHERE org = ? AND proposal = ?", sc.Org(), proposal).Scan(&held.Owner, &until)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if err == nil && held.Owner != owner && until > now {
			held.Until = when(until)
			return &held
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO proposal_locks (org, proposal, input, owner, until) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (org, proposal) DO UPDATE SET input = excluded.input, owner = excluded.owner, until = excluded.until`,
			sc.Org(), proposal, input, owner, now+ttl.Milliseconds())
		return err
	})
}

// UnlockProposal implements [store.Triages].
func (s triages) UnlockProposal(ctx context.Context, sc scope.Scope, proposal, owner string) error {
	return s.db.write(ctx, sc, "unlocking a proposal", func(tx Tx) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM proposal_locks WHERE org = ? AND proposal = ? AND owner = ?", sc.Org(), proposal, owner)
		return err
	})
}

// DecideProposal implements [store.Triages].
func (s triages) DecideProposal(ctx context.Context, sc scope.Scope, owner string, t store.Triage, p *store.Proposal) (store.Triage, error) {
	err := s.db.write(ctx, sc, "deciding about a proposal", func(tx Tx) error {
		at, _, err := s.db.clock(ctx, tx)
		if err != nil {
			return err
		}
		now := stampOf(at)
		var n int
		err = tx.QueryRowContext(ctx, "SELECT count(*) FROM proposal_locks WHERE org = ? AND proposal = ? AND owner = ? AND input = ? AND until > ?",
			sc.Org(), t.Proposal, owner, t.Input, now).Scan(&n)
		if err == nil && n == 0 {
			err = store.ErrLost
		}
		if err != nil {
			return err
		}
		err = tx.QueryRowContext(ctx, "SELECT count(*) FROM proposal_triages WHERE org = ? AND proposal = ? AND input = ? AND policy = ? AND policy_version = ? AND action = ?",
			sc.Org(), t.Proposal, t.Input, t.Policy, t.PolicyVersion, t.Action).Scan(&n)
		if err == nil && n > 0 {
			err = store.ErrDecided
		}
		if err == nil {
			err = tx.QueryRowContext(ctx, "SELECT coalesce(max(number), 0) + 1 FROM proposal_triages WHERE org = ?", sc.Org()).Scan(&t.Number)
		}
		if err != nil {
			return err
		}
		t.At = when(now)
		_, err = tx.ExecContext(ctx, `INSERT INTO proposal_triages (org, number, profile, proposal, input, policy, policy_version, action, reason, risk, record, at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			sc.Org(), t.Number, sc.Profile(), t.Proposal, t.Input, t.Policy, t.PolicyVersion, t.Action, t.Reason, t.Risk, string(t.Record), now)
		if err == nil && p != nil {
			_, err = proposals(s).changeProposal(ctx, tx, sc, *p)
		}
		if err != nil {
			return err
		}
		return s.db.record(ctx, tx, sc, "", "proposal.triaged", map[string]any{"id": t.Proposal, "policy": t.Policy, "action": t.Action, "reason": t.Reason, "decision": t.Number})
	})
	if err != nil {
		return store.Triage{}, err
	}
	return t, nil
}

// ProposalTriages implements [store.Triages].
func (s triages) ProposalTriages(ctx context.Context, sc scope.Scope, proposal string, limit int) ([]store.Triage, error) {
	query, args := inProfile(sc)
	if proposal != "" {
		query, args = query+" AND proposal = ?", append(args, proposal)
	}
	return list(ctx, s.db, sc, "reading decisions", func(scan func(...any) error) (t store.Triage, err error) {
		var at int64
		var text string
		err = scan(&t.Number, &t.Proposal, &t.Input, &t.Policy, &t.PolicyVersion, &t.Action, &t.Reason, &t.Risk, &text, &at)
		t.At, t.Record = when(at), json.RawMessage(text)
		return t, err
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
	return s.db.write(ctx, sc, "keeping how far a triage came", func(tx Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO proposal_cursors (org, profile, policy, proposal) VALUES (?, ?, ?, ?)
			ON CONFLICT (org, profile, policy) DO UPDATE SET proposal = excluded.proposal`, sc.Org(), sc.Profile(), policy, proposal)
		return err
	})
}
