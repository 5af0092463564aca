package sqlstore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// AddEpoch implements [store.Epochs].
func (s turns) AddEpoch(ctx context.Context, sc scope.Scope, l store.Lease, e store.Epoch) (store.Epoch, error) {
	return s.compact(ctx, sc, l, e, nil)
}

// Compact implements [store.Epochs].
func (s turns) Compact(ctx context.Context, sc scope.Scope, l store.Lease, e store.Epoch, summary store.Message) (store.Epoch, error) {
	summary.Role = store.SummaryRole
	return s.compact(ctx, sc, l, e, &summary)
}

// compact makes a prompt the one in use, with a summary or nil.
func (s turns) compact(ctx context.Context, sc scope.Scope, l store.Lease, e store.Epoch, summary *store.Message) (store.Epoch, error) {
	changed, err := json.Marshal(append([]string{}, e.Changed...))
	if err != nil {
		return store.Epoch{}, err
	}
	at := s.db.stamp()
	e.Created = when(at)
	err = s.db.write(ctx, sc, "keeping a prompt", func(tx Tx) error {
		seq, err := sessions(s).held(ctx, tx, sc, l)
		if err != nil {
			return err
		}
		if summary != nil {
			added := []store.Message{*summary}
			if err := s.add(ctx, tx, sc, l.Session, seq, added); err != nil {
				return err
			}
			e.Summary = added[0].Seq
		}
		err = tx.QueryRowContext(ctx, "SELECT coalesce(max(number), 0) + 1 FROM epochs WHERE org = ? AND session = ?", sc.Org(), l.Session).Scan(&e.Number)
		if err != nil {
			return err
		}
		prompt, err := shared(ctx, tx, sc, e)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx,
			`INSERT INTO epochs (org, session, number, hash, prompt, record, reason, changed, summary, first, created)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			sc.Org(), l.Session, e.Number, e.Hash, prompt, string(e.Record), e.Reason, string(changed), e.Summary, e.From, at)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "UPDATE sessions SET epoch = ? WHERE org = ? AND id = ?", e.Number, sc.Org(), l.Session)
		return err
	})
	if err != nil {
		return store.Epoch{}, err
	}
	return e, nil
}

// shared returns the row of the bytes of a prompt, which is made where the user
// has none with the same.
func shared(ctx context.Context, tx Tx, sc scope.Scope, e store.Epoch) (id int64, err error) {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d:%s%s", len(e.System), e.System, e.Tools))
	digest := hex.EncodeToString(sum[:])
	_, err = tx.ExecContext(ctx, "INSERT INTO prompts (org, user, digest, system, tools) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
		sc.Org(), sc.User(), digest, e.System, e.Tools)
	if err != nil {
		return 0, err
	}
	err = tx.QueryRowContext(ctx, "SELECT id FROM prompts WHERE org = ? AND user = ? AND digest = ?", sc.Org(), sc.User(), digest).Scan(&id)
	return id, err
}

// Epoch implements [store.Epochs].
func (s turns) Epoch(ctx context.Context, sc scope.Scope, id string, number int) (store.Epoch, error) {
	x, err := sessions(s).Session(ctx, sc, id)
	if err != nil {
		return store.Epoch{}, err
	}
	if number == 0 {
		number = x.Epoch
	}
	found, err := s.epochs(ctx, sc, "e.org = ? AND e.session = ? AND e.number = ?", sc.Org(), id, number)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("reading prompt %d of the session %q: %w", number, id, store.ErrNotFound)
	}
	if err != nil {
		return store.Epoch{}, err
	}
	return found[0], nil
}

// Epochs implements [store.Epochs].
func (s turns) Epochs(ctx context.Context, sc scope.Scope, id string) ([]store.Epoch, error) {
	if _, err := sessions(s).Session(ctx, sc, id); err != nil {
		return nil, err
	}
	return s.epochs(ctx, sc, "e.org = ? AND e.session = ? ORDER BY e.number", sc.Org(), id)
}

// epochs reads the prompts that a clause chooses.
func (s turns) epochs(ctx context.Context, sc scope.Scope, clause string, args ...any) ([]store.Epoch, error) {
	return list(ctx, s.db, sc, "reading a prompt", func(scan func(...any) error) (e store.Epoch, err error) {
		var record, changed string
		var created int64
		if err := scan(&e.Number, &e.Hash, &e.System, &e.Tools, &record, &e.Reason, &changed, &e.Summary, &e.From, &created); err != nil {
			return e, err
		}
		if record != "" {
			e.Record = json.RawMessage(record)
		}
		e.Created = when(created)
		return e, json.Unmarshal([]byte(changed), &e.Changed)
	}, "SELECT e.number, e.hash, p.system, p.tools, e.record, e.reason, e.changed, e.summary, e.first, e.created FROM epochs e JOIN prompts p ON p.org = e.org AND p.id = e.prompt WHERE "+clause, args...)
}
