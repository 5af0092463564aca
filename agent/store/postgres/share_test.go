//go:build unix

package postgres

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/store"
)

// A hold ends by the clock of the database: whoever comes then takes it, without
// having watched its holder. One that was not taken yet still holds.
func TestAHoldEndsByTheClockOfTheDatabase(t *testing.T) {
	d := fresh(t)
	a, b := opened(t, d.Role), opened(t, d.Role)
	ctx, sc := t.Context(), scoped(t, "local", "caelum")
	x, err := a.CreateSession(ctx, sc, store.Session{})
	ok(t, err)
	gone, err := a.Lease(ctx, sc, x.ID, "server a", -time.Second)
	ok(t, err)
	if _, err := a.Append(ctx, sc, gone, []store.Message{{Role: "user", Body: []byte(`"late"`)}}); err != nil {
		t.Error("a hold that ran out, and that nobody took:", err)
	}
	held, err := b.Lease(ctx, sc, x.ID, "server b", time.Hour)
	ok(t, err)
	if until := time.Until(held.Until); until < 50*time.Minute || until > 70*time.Minute {
		t.Errorf("it holds until %v", held.Until)
	}
	if _, err := a.Append(ctx, sc, gone, []store.Message{{Role: "user", Body: []byte(`"too late"`)}}); !errors.Is(err, store.ErrLost) {
		t.Error(err)
	}
	if _, err := a.Renew(ctx, sc, gone, time.Hour); !errors.Is(err, store.ErrLost) {
		t.Error(err)
	}
	if _, err := a.Lease(ctx, sc, x.ID, "server a", time.Hour); !errors.Is(err, store.ErrLeased) {
		t.Error(err)
	}
}

// So does the lock of a triage: a server whose clock is ahead takes none that
// holds.
func TestALockEndsByTheClockOfTheDatabase(t *testing.T) {
	d := fresh(t)
	a := opened(t, d.Role)
	ahead, err := open(t.Context(), d.Role, func() time.Time { return time.Now().Add(24 * time.Hour) })
	ok(t, err)
	defer ahead.Close()
	ctx, sc := t.Context(), scoped(t, "local", "caelum")
	decision := store.Triage{Proposal: "p", Input: "i", Policy: "x", Action: "keep", Record: []byte("{}")}
	ok(t, a.LockProposal(ctx, sc, "p", "i", "a", time.Hour))
	if err := ahead.LockProposal(ctx, sc, "p", "i", "b", time.Hour); !errors.Is(err, store.ErrLeased) {
		t.Error(err)
	}
	if made, err := ahead.DecideProposal(ctx, sc, "a", decision, nil); err != nil || time.Until(made.At) > time.Hour {
		t.Error(made.At, err)
	}
}

// Of two servers with one database one at a time has a session.
func TestTwoServersTakeTurns(t *testing.T) {
	d := fresh(t)
	servers := []*Store{opened(t, d.Role), opened(t, d.Role)}
	ctx, sc := t.Context(), scoped(t, "local", "caelum")
	x, err := servers[0].CreateSession(ctx, sc, store.Session{})
	ok(t, err)
	const each, turns = 4, 5
	var inside, overlaps, done atomic.Int32
	var group sync.WaitGroup
	for i := range each * len(servers) {
		s := servers[i%len(servers)]
		group.Go(func() {
			for n := 0; n < turns; {
				l, err := s.Lease(ctx, sc, x.ID, "server", time.Hour)
				if errors.Is(err, store.ErrLeased) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if inside.Add(1) > 1 {
					overlaps.Add(1)
				}
				if _, err := s.PutTurn(ctx, sc, l, store.Turn{State: store.TurnDone}, store.Message{Role: "user", Body: []byte(`"x"`)}); err != nil {
					t.Error(err)
				}
				inside.Add(-1)
				if err := s.Release(ctx, sc, l); err != nil {
					t.Error(err)
				}
				done.Add(1)
				n++
			}
		})
	}
	group.Wait()
	all, err := servers[1].Turns(ctx, sc, x.ID)
	ok(t, err)
	if want := each * len(servers) * turns; overlaps.Load() != 0 || int(done.Load()) != want || len(all) != want {
		t.Errorf("%d overlaps, %d turns done, %d kept of %d", overlaps.Load(), done.Load(), len(all), want)
	}
}
