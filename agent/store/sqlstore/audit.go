package sqlstore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// audit is the table of that name.
type audit struct{ db *base }

// Record implements [store.Audit].
func (s audit) Record(ctx context.Context, sc scope.Scope, session, action string, detail any) error {
	return s.db.write(ctx, sc, "recording "+action, func(w *work) { w.record(session, action, detail) })
}

// record is Record, in a transaction with what it is about.
func (w *work) record(session, action string, detail any) {
	text, err := json.Marshal(detail)
	if err != nil {
		w.fail(err)
	}
	e := store.Entry{User: w.sc.User(), Profile: w.sc.Profile(), Session: session, Action: action, Detail: text, At: when(w.stamp())}
	var before string
	w.read(to{&e.Number, &before}, "SELECT number, hash FROM audit WHERE org = ? ORDER BY number DESC LIMIT 1", w.sc.Org())
	e.Number++
	e.Hash = chained(before, e)
	w.exec("INSERT INTO audit (org, number, at, user, profile, session, action, detail, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		w.sc.Org(), e.Number, stampOf(e.At), e.User, e.Profile, e.Session, e.Action, string(e.Detail), e.Hash)
}

// chained is the digest of an entry and of all before it.
func chained(before string, e store.Entry) string {
	h := sha256.New()
	for _, field := range []string{
		before, fmt.Sprint(e.Number), fmt.Sprint(stampOf(e.At)), e.User, e.Profile, e.Session, e.Action, string(e.Detail),
	} {
		fmt.Fprintf(h, "%d:%s", len(field), field)
	}
	return hex.EncodeToString(h.Sum(nil))
}

const entryColumns = "number, at, user, profile, session, action, detail, hash"

func entryRow(e *store.Entry) to {
	return to{&e.Number, moment{&e.At}, &e.User, &e.Profile, &e.Session, &e.Action, raw(&e.Detail), &e.Hash}
}

// Entries implements [store.Audit]. An entry whose digest does not follow from
// the one before is an [store.ErrDamaged].
func (s audit) Entries(ctx context.Context, sc scope.Scope, after int64, limit int) ([]store.Entry, error) {
	all, err := list(ctx, s.db, sc, "reading the audit", entryRow, "SELECT "+entryColumns+" FROM audit WHERE org = ? AND number >= ? ORDER BY number LIMIT ?",
		sc.Org(), after, limited(limit)+1)
	if err != nil {
		return nil, err
	}
	before := ""
	if after > 0 {
		if len(all) == 0 || all[0].Number != after {
			return nil, fmt.Errorf("reading the audit: entry %d: %w", after, store.ErrNotFound)
		}
		before, all = all[0].Hash, all[1:]
	}
	all = all[:min(len(all), limited(limit))]
	for i, e := range all {
		if e.Hash != chained(before, e) || e.Number != after+int64(i)+1 {
			return nil, fmt.Errorf("reading the audit: %w: entry %d does not follow from the one before", store.ErrDamaged, e.Number)
		}
		before = e.Hash
	}
	return all, nil
}

// Recent implements [store.Audit].
func (s audit) Recent(ctx context.Context, sc scope.Scope, action string, since time.Time, limit int) ([]store.Entry, error) {
	return list(ctx, s.db, sc, "reading the audit", entryRow, "SELECT "+entryColumns+" FROM audit WHERE org = ? AND action = ? AND at >= ? ORDER BY at DESC, number DESC LIMIT ?",
		sc.Org(), action, stampOf(since), limited(limit))
}
