package storetest

import "time"

func scheduled(k *kit) {
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	other := k.scope("local", "ida", "aurora")
	if last, err := k.LastRun(k.ctx, k.me, "lamp"); err != nil || !last.IsZero() {
		k.Errorf("before the first: %v, %v", last, err)
	}
	for i, want := range []struct {
		after time.Duration
		ours  bool
	}{{0, true}, {0, false}, {-time.Hour, false}, {time.Minute, true}, {time.Second, false}} {
		ours, err := k.ClaimRun(k.ctx, k.me, "lamp", at.Add(want.after))
		k.ok(err)
		if ours != want.ours {
			k.Errorf("claim %d: %v", i, ours)
		}
	}
	if ours, err := k.ClaimRun(k.ctx, other, "lamp", at); err != nil || !ours {
		k.Errorf("of another profile: %v, %v", ours, err)
	}
	if last, err := k.LastRun(k.ctx, k.me, "lamp"); err != nil || !last.Equal(at.Add(time.Minute)) {
		k.Errorf("%v, %v", last, err)
	}
}
