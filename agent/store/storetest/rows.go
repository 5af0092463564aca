package storetest

import (
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// fill has two users of an organisation talk and remember.
func (k *kit) fill(slug string) {
	k.Helper()
	k.org(slug, "root")
	for _, user := range []string{"ida", "ole"} {
		k.ok(k.SetMember(k.ctx, k.scope(slug, "root", ""), user, map[string]string{"ida": "admin", "ole": "member"}[user], "admin"))
		sc := k.scope(slug, user, "caelum")
		s := k.session(sc)
		l, err := k.Lease(k.ctx, sc, s.ID, "here", time.Minute)
		k.ok(err)
		_, err = k.AddEpoch(k.ctx, sc, l, store.Epoch{Hash: "h", System: "You are " + user, Tools: "[]", Record: []byte(`{}`)})
		k.ok(err)
		_, err = k.PutTurn(k.ctx, sc, l, store.Turn{State: store.TurnDone, Epoch: 1}, say("hello from "+user), say("hello"))
		k.ok(err)
		k.clock.Add(time.Second)
		_, err = k.SaveMemory(k.ctx, sc, store.Memory{Text: user + " keeps a lamp", Session: s.ID, Confidence: 0.5, Pinned: user == "ida"})
		k.ok(err)
		k.ok(k.Spend(k.ctx, sc, "2026-03-04", s.ID, store.Spending{Requests: 1, Tokens: 2}))
		_, err = k.AddToken(k.ctx, sc, store.Token{Prefix: slug + user})
		k.ok(err)
	}
}

func (k *kit) taken(sc scope.Scope, user string) (all []store.Row) {
	k.Helper()
	k.ok(k.EachRow(k.ctx, sc, user, func(r store.Row) error {
		all = append(all, r)
		return nil
	}))
	return all
}

func list(rows []store.Row) func() (store.Row, bool, error) {
	return func() (store.Row, bool, error) {
		if len(rows) == 0 {
			return store.Row{}, false, nil
		}
		r := rows[0]
		rows = rows[1:]
		return r, true, nil
	}
}

func rows(k *kit) {
	k.fill("acme")
	k.fill("zeta")
	acme, other := k.scope("acme", "root", ""), k.scope("other", "root", "")
	// What somebody writes meanwhile is not taken out.
	ada := k.scope("acme", "ida", "caelum")
	var rows []store.Row
	k.ok(k.EachRow(k.ctx, acme, "", func(r store.Row) error {
		if rows = append(rows, r); len(rows) == 1 {
			_, err := k.SaveMemory(k.ctx, ada, store.Memory{Text: "written meanwhile"})
			return err
		}
		if r.Values["text"] == "written meanwhile" {
			k.Error("what was written meanwhile is taken out")
		}
		return nil
	}))
	k.is(k.AddRows(k.ctx, acme, list(rows)), store.ErrExists)
	k.ok(k.AddRows(k.ctx, other, list(rows)))
	if diff := cmp.Diff(rows, k.taken(other, "")); diff != "" || len(rows) < 20 {
		k.Errorf("%d rows: %s", len(rows), diff)
	}
	sc := k.scope("other", "ida", "caelum")
	found, err := k.SearchMemories(k.ctx, sc, "lamp", false, 0)
	k.ok(err)
	sessions, err := k.ListSessions(k.ctx, sc, store.Filter{})
	k.ok(err)
	if len(found) != 1 || found[0].Text != "ida keeps a lamp" || len(sessions) != 1 {
		k.Fatalf("%+v %+v", found, sessions)
	}
	if e, err := k.Epoch(k.ctx, sc, sessions[0].ID, 0); err != nil || e.System != "You are ida" {
		k.Errorf("%+v (%v)", e, err)
	}
	if all, err := k.Entries(k.ctx, other, 0, 0); err != nil || len(all) == 0 {
		k.Errorf("the audit: %v (%v)", all, err)
	}
	tokens, err := k.ListTokens(k.ctx, other)
	k.ok(err)
	if len(tokens) != 0 {
		k.Errorf("tokens were moved: %+v", tokens)
	}
	// Rows that do not belong together are refused, and nothing is there.
	fresh := k.scope("new", "root", "")
	if err := k.AddRows(k.ctx, fresh, list([]store.Row{rows[1], rows[0]})); err == nil {
		k.Error("rows in another order were added")
	}
	if err := k.AddRows(k.ctx, fresh, list([]store.Row{rows[0], {Table: "tokens"}})); err == nil {
		k.Error("a row of a table that is not moved was added")
	}
	_, err = k.Org(k.ctx, fresh)
	k.is(err, store.ErrNotFound)
}

func erased(k *kit) {
	k.fill("acme")
	k.fill("zeta")
	acme := k.scope("acme", "root", "")
	mine := k.taken(acme, "ole")
	tables := map[string]bool{}
	for _, r := range mine {
		tables[r.Table] = true
		if user, ok := r.Values["user"]; ok && user != "ole" {
			k.Errorf("%s has a row of %v", r.Table, user)
		}
	}
	for _, table := range []string{"members", "sessions", "turns", "messages", "epochs", "memories", "spending"} {
		if !tables[table] {
			k.Errorf("there is nothing of %s", table)
		}
	}
	k.is(k.EraseUser(k.ctx, acme, "ida", "admin"), store.ErrLast)
	k.is(k.EraseUser(k.ctx, acme, "nobody", "admin"), store.ErrNotFound)
	k.ok(k.EraseUser(k.ctx, acme, "ole", "admin"))
	if left := k.taken(acme, "ole"); len(left) != 0 {
		k.Errorf("%+v", left)
	}
	_, err := k.FindToken(k.ctx, "acmeole")
	k.is(err, store.ErrNotFound)
	if there := k.taken(k.scope("zeta", "root", ""), "ole"); len(there) != len(mine) {
		k.Errorf("%d rows of another organisation, of %d", len(there), len(mine))
	}
	if there := k.taken(acme, "ida"); len(there) != len(mine) {
		k.Errorf("%d rows of another user, of %d", len(there), len(mine))
	}
}
