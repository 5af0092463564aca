package storetest

import (
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/store"
)

// OldRows are statements for the tables of a version, as an older program left
// them: a conversation with its prompt, and a memory. "user" is in quotes as
// every database takes it.
func OldRows(version int64) []string {
	rows := []string{
		`INSERT INTO sessions (org, id, "user", profile, role, model, title, summary, kind, status, reason, parent, since, epoch, seq, created, updated)
		VALUES ('acme', 'x', 'ida', 'caelum', '', 'm', 'Lamps', '', 'interactive', 'active', '', '', 0, 1, 1, 1, 1)`,
		`INSERT INTO messages (org, session, seq, turn, role, body, tokens, created) VALUES ('acme', 'x', 1, 1, 'user', '"hello"', 1, 1)`,
		`INSERT INTO memories (n, org, id, "user", profile, text, area, session, turn, confidence, pinned, promoted, superseded, created)
		VALUES (41, 'acme', 'm', 'ida', 'caelum', 'The lamp.', '', '', 0, 0.5, 0, 0, '', 1)`,
	}
	if version < 3 {
		return append(rows, `INSERT INTO epochs (org, session, number, hash, system, tools, record, reason, changed, created)
		VALUES ('acme', 'x', 1, 'h', 'You are Ida.', '[]', '{}', 'new', '[]', 1)`)
	}
	return append(rows, `INSERT INTO prompts (id, org, "user", digest, system, tools) VALUES (7, 'acme', 'ida', 'd', 'You are Ida.', '[]')`,
		`INSERT INTO epochs (org, session, number, hash, record, reason, changed, created, prompt) VALUES ('acme', 'x', 1, 'h', '{}', 'new', '[]', 1, 7)`)
}

// TakenOver checks that a store has what OldRows left, and continues it.
func TakenOver(t *testing.T, s store.Store) {
	t.Helper()
	k := &kit{T: t, Store: s, clock: NewClock(), ctx: t.Context()}
	k.me = k.scope("acme", "ida", "caelum")
	k.ok(k.Check(k.ctx))
	if e, err := k.Epoch(k.ctx, k.me, "x", 0); err != nil || e.System != "You are Ida." || e.Tools != "[]" {
		t.Errorf("%+v (%v)", e, err)
	}
	if list, err := k.Messages(k.ctx, k.me, "x", 0, 0); err != nil || len(list) != 1 {
		t.Errorf("%+v (%v)", list, err)
	}
	if list, err := k.ListMemories(k.ctx, k.me, false, 0); err != nil || len(list) != 1 || list[0].Text != "The lamp." {
		t.Errorf("%+v (%v)", list, err)
	}
	l, err := k.Lease(k.ctx, k.me, "x", "here", time.Minute)
	k.ok(err)
	_, err = k.PutTurn(k.ctx, k.me, l, store.Turn{State: store.TurnDone}, say("one"))
	k.ok(err)
	k.ok(k.Release(k.ctx, k.me, l))
	k.ok(k.Check(k.ctx))
	k.ok(k.DeleteSession(k.ctx, k.me, "x"))
}
