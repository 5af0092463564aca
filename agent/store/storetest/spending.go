package storetest

import "github.com/seed353dc258/backstory/agent/store"

func spent(k *kit) {
	s := k.session(k.me)
	for _, one := range []struct{ day, session string }{{"2026-03-04", s.ID}, {"2026-03-04", "other"}, {"2026-03-05", s.ID}, {"2026-03-05", s.ID}} {
		k.ok(k.Spend(k.ctx, k.me, one.day, one.session, store.Spending{Requests: 1, Tokens: 10, Cost: 100}))
	}
	k.ok(k.Spend(k.ctx, k.scope("other", "ida", "caelum"), "2026-03-05", s.ID, store.Spending{Requests: 1}))
	k.ok(k.DeleteSession(k.ctx, k.me, s.ID))
	for _, one := range []struct {
		day, session string
		want         int64
	}{{"2026-03-04", "", 2}, {"2026-03-05", "", 2}, {"", s.ID, 3}, {"2026-03-04", s.ID, 1}, {"", "", 4}, {"2026-03-06", "", 0}} {
		n, err := k.Spent(k.ctx, k.me, one.day, one.session)
		k.ok(err)
		if want := (store.Spending{Requests: one.want, Tokens: 10 * one.want, Cost: 100 * one.want}); n != want {
			k.Errorf("%+v: %+v, want %+v", one, n, want)
		}
	}
}
