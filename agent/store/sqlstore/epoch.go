package sqlstore

import (
	"context"
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
	err = s.db.write(ctx, sc, "keeping a prompt", func(w *work) {
		seq := held(w, l)
		if summary != nil {
			added := []store.Message{*summary}
			addMessages(w, l.Session, seq, added)
			e.Summary = added[0].Seq
		}
		w.read(to{&e.Number}, "SELECT coalesce(max(number), 0) + 1 FROM epochs WHERE org = ? AND session = ?", sc.Org(), l.Session)
		prompt := promptRow(w, sc.User(), e.System, e.Tools)
		w.exec(`INSERT INTO epochs (org, session, number, hash, prompt, record, reason, changed, summary, first, created)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			sc.Org(), l.Session, e.Number, e.Hash, prompt, string(e.Record), e.Reason, string(changed), e.Summary, e.From, at)
		w.exec("UPDATE sessions SET epoch = ? WHERE org = ? AND id = ?", e.Number, sc.Org(), l.Session)
	})
	return e, err
}

// promptRow returns the row of the bytes of a prompt, which is made where the user
// has none with the same.
func promptRow(w *work, user, system, tools string) (id int64) {
	digest := digestOf(fmt.Appendf(nil, "%d:%s%s", len(system), system, tools))
	w.exec("INSERT INTO prompts (org, user, digest, system, tools) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", w.sc.Org(), user, digest, system, tools)
	w.read(to{&id}, "SELECT id FROM prompts WHERE org = ? AND user = ? AND digest = ?", w.sc.Org(), user, digest)
	return id
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
	return one(ctx, s.db, sc, fmt.Sprintf("reading prompt %d of the session %q", number, id), epochRow, epochColumns+"e.org = ? AND e.session = ? AND e.number = ?", sc.Org(), id, number)
}

// Epochs implements [store.Epochs].
func (s turns) Epochs(ctx context.Context, sc scope.Scope, id string) ([]store.Epoch, error) {
	if _, err := sessions(s).Session(ctx, sc, id); err != nil {
		return nil, err
	}
	return list(ctx, s.db, sc, "reading a prompt", epochRow, epochColumns+"e.org = ? AND e.session = ? ORDER BY e.number", sc.Org(), id)
}

const epochColumns = "SELECT e.number, e.hash, p.system, p.tools, e.record, e.reason, e.changed, e.summary, e.first, e.created FROM epochs e JOIN prompts p ON p.org = e.org AND p.id = e.prompt WHERE "

func epochRow(e *store.Epoch) to {
	changed := parsed(func(text string) error { return json.Unmarshal([]byte(text), &e.Changed) })
	return to{&e.Number, &e.Hash, &e.System, &e.Tools, raw(&e.Record), &e.Reason, changed, &e.Summary, &e.From, moment{&e.Created}}
}
