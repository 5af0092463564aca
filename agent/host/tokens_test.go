package host_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/store"
)

// HA-05
func TestARevokedTokenIsSeenAtOnceHereAndSoonElsewhere(t *testing.T) {
	dir := workspace(t)
	now := time.Now()
	open := func() *host.Host {
		h, err := open(t, dir, host.Settings{Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	here, there := open(), open()
	sc, err := here.Scope("")
	if err != nil {
		t.Fatal(err)
	}
	holds := func(h *host.Host, prefix string) bool {
		t.Helper()
		found, err := h.Store.FindToken(t.Context(), prefix)
		if err != nil {
			t.Fatal(err)
		}
		return found.Revoked.IsZero()
	}
	added, err := here.Store.AddToken(t.Context(), sc, store.Token{Prefix: "one"})
	if err != nil {
		t.Fatal(err)
	}
	if !holds(here, "one") || !holds(there, "one") {
		t.Fatal("a new token does not hold")
	}
	if err := here.Store.RevokeToken(t.Context(), sc, added.ID); err != nil {
		t.Fatal(err)
	}
	if holds(here, "one") {
		t.Error("a token holds in the process that revoked it")
	}
	if !holds(there, "one") {
		t.Error("the store was asked for a token that it had named just now")
	}
	now = now.Add(2 * time.Second)
	if holds(there, "one") {
		t.Error("two seconds later, a token holds that another process revoked")
	}
	if _, err := here.Store.FindToken(t.Context(), "none"); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	if added, err = here.Store.AddToken(t.Context(), sc, store.Token{Prefix: "none"}); err != nil || !holds(here, "none") {
		t.Error("that there is no token is remembered", err)
	}
	if err := here.Store.UseToken(t.Context(), sc, added.ID); err != nil {
		t.Fatal(err)
	}
	if used, err := here.Store.FindToken(t.Context(), "none"); err != nil || used.Used.IsZero() {
		t.Errorf("%+v (%v)", used, err)
	}
}

// However look-ups and a revocation meet, none that begins after it finds that the
// token holds.
func TestNoLookUpOutlivesARevocation(t *testing.T) {
	h, err := open(t, workspace(t), host.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	sc, err := h.Scope("")
	if err != nil {
		t.Fatal(err)
	}
	for n := range 20 {
		prefix := fmt.Sprint("token", n)
		added, err := h.Store.AddToken(t.Context(), sc, store.Token{Prefix: prefix})
		if err != nil {
			t.Fatal(err)
		}
		var wait sync.WaitGroup
		revoked := make(chan struct{})
		for range 4 {
			wait.Go(func() {
				for last := false; ; {
					found, err := h.Store.FindToken(t.Context(), prefix)
					if err != nil || last && found.Revoked.IsZero() {
						t.Errorf("%+v (%v)", found, err)
					}
					if last {
						return
					}
					select {
					case <-revoked:
						last = true
					default:
					}
				}
			})
		}
		err = h.Store.RevokeToken(t.Context(), sc, added.ID)
		close(revoked)
		wait.Wait()
		if err != nil {
			t.Fatal(err)
		}
	}
}
