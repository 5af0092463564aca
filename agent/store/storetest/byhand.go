package storetest

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/store"
)

// byHand are statements that people may run beside a program, and what a check of
// the store says then.
var byHand = []struct{ statement, says string }{
	{"DELETE FROM messages WHERE org = 'acme' AND seq = 1", "organisation acme: the messages of a session are not numbered as it says"},
	{"UPDATE messages SET seq = seq + 1 WHERE org = 'acme' AND seq = 2", "organisation acme: the messages of a session are not numbered as it says"},
	{"DELETE FROM epochs WHERE org = 'acme'", "organisation acme: the prompt of a session is not there"},
	{"DELETE FROM profiles WHERE org = 'acme'", "organisation acme: an organisation has no default profile"},
	{"DELETE FROM proposal_files WHERE org = 'acme'", "organisation acme: the content of a version of a file is not there"},
	{"UPDATE proposal_files SET digest = 'other' WHERE org = 'acme'", "organisation acme: the content of a file is not what its digest says (other)"},
	{"UPDATE messages SET body = '[{' WHERE org = 'acme' AND seq = 1", "organisation acme: what is kept as JSON in messages is none ("},
	{"UPDATE epochs SET record = '{' WHERE org = 'acme'", "organisation acme: what is kept as JSON in epochs is none ("},
	{"UPDATE audit SET detail = '{}' WHERE org = 'acme' AND number = 2", "organisation acme: an entry of the audit does not follow from the one before (2)"},
	{"DELETE FROM audit WHERE org = 'acme' AND number = 1", "organisation acme: an entry of the audit does not follow from the one before (2)"},
}

// ByHand changes rows beside a store and has it say what is wrong. open gives an
// empty store, and what runs a statement in it that sees all organisations.
func ByHand(t *testing.T, open func(t *testing.T) (store.Store, func(statement string) error)) {
	for _, b := range byHand {
		t.Run(b.statement, func(t *testing.T) {
			s, run := open(t)
			k := &kit{T: t, Store: s, clock: NewClock(), ctx: t.Context()}
			k.me = k.scope("acme", "ida", "caelum")
			k.fill("acme")
			k.fill("zeta")
			_, err := k.AddFileVersion(k.ctx, k.me, "soul.md", "", []byte("You are calm.\n"))
			k.ok(err)
			k.ok(k.Check(k.ctx))
			k.ok(run(b.statement))
			if err := k.Check(k.ctx); !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), b.says) || strings.Contains(err.Error(), "zeta") {
				t.Errorf("%v, want that it says %q", err, b.says)
			}
			goesOn(k)
		})
	}
}

// goesOn has a store with rows that were changed beside it answer: with what is
// there, or an error.
func goesOn(k *kit) {
	list, err := k.ListSessions(k.ctx, k.me, store.Filter{})
	k.ok(err)
	for _, x := range list {
		_, err := k.Messages(k.ctx, k.me, x.ID, 0, 0)
		k.ok(err)
		if _, err := k.Epoch(k.ctx, k.me, x.ID, x.Epoch); err != nil && !errors.Is(err, store.ErrNotFound) {
			k.Error(err)
		}
	}
	x, err := k.CreateSession(k.ctx, k.me, store.Session{Kind: store.Once})
	k.ok(err)
	l, err := k.Lease(k.ctx, k.me, x.ID, "here", time.Minute)
	k.ok(err)
	_, err = k.PutTurn(k.ctx, k.me, l, store.Turn{State: store.TurnDone}, say("one"))
	k.ok(err)
	if _, err := k.OrgProfile(k.ctx, k.me, ""); err != nil && !errors.Is(err, store.ErrNotFound) {
		k.Error(err)
	}
}
