// Package storetest holds every store to the same rules.
//
//   - run.go: the suite
//   - session.go: sessions and what is said in them
//   - server.go: what a server keeps
//   - proposals.go: changes that wait for people
//   - shared.go: what organisations share, and the archive
//   - teams.go: organisations and people
//   - byhand.go: rows that somebody changed beside the store
//   - border.go: who sees what, and many at once
//   - memory.go: what is learned and forgotten
//   - storetest.go: what its tests are built on
package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// Clock is a clock that tests move.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock returns a clock that does not move.
func NewClock() *Clock { return &Clock{now: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)} }

// Now returns the time that it shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Add moves it on.
func (c *Clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// kit is a store in a test.
type kit struct {
	*testing.T
	store.Store
	clock *Clock
	ctx   context.Context
	me    scope.Scope
}

func (k *kit) scope(org, user, profile string) scope.Scope {
	k.Helper()
	sc, err := scope.New(org, user, profile)
	k.ok(err)
	return sc
}

func (k *kit) ok(err error) {
	k.Helper()
	if err != nil {
		k.Fatal(err)
	}
}

func (k *kit) is(err, want error) {
	k.Helper()
	if !errors.Is(err, want) {
		k.Errorf("the error is %v, want %v", err, want)
	}
}

func (k *kit) session(sc scope.Scope) store.Session {
	k.Helper()
	s, err := k.CreateSession(k.ctx, sc, store.Session{Role: "coder", Model: "m", Title: "T"})
	k.ok(err)
	return s
}

func (k *kit) lease(s store.Session) store.Lease {
	k.Helper()
	l, err := k.Lease(k.ctx, k.me, s.ID, "here", time.Minute)
	k.ok(err)
	return l
}

func say(text string) store.Message {
	body, _ := json.Marshal([]map[string]string{{"text": text}})
	return store.Message{Role: "user", Turn: 1, Tokens: 3, Body: body}
}
