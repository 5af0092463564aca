package session_test

import (
	"errors"
	"testing"

	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
)

// Sessions of scripts are kept up to a number, of each profile; those that a
// person talks in stay, whatever was made since.
func TestSessionsOfScriptsAreKeptUpToANumber(t *testing.T) {
	k := newKit(t, "")
	k.Keep = map[store.Kind]int{store.Once: 3}
	sc := k.scope("caelum")
	mine := k.resolve("caelum").Session
	var made []string
	for range 6 {
		s, err := k.Make(t.Context(), sc, store.Once, session.Want{})
		k.ok(err)
		made = append(made, s.ID)
		if len(made) == 1 {
			branch, err := k.Branch(t.Context(), sc, s.ID, 0)
			k.ok(err)
			made = append(made, branch.ID)
		}
	}
	other, err := k.Make(t.Context(), k.scope("lyra"), store.Once, session.Want{})
	k.ok(err)
	if _, err := k.Store.Session(t.Context(), k.scope("lyra"), other.ID); err != nil {
		t.Error(err)
	}
	for i, id := range append([]string{mine.ID}, made...) {
		_, err := k.Store.Session(t.Context(), sc, id)
		gone := i == 1 || i == 3 || i == 4 // 0 is the person's, 2 the branch
		if gone != errors.Is(err, store.ErrNotFound) || !gone && err != nil {
			t.Errorf("session %d: %v", i, err)
		}
	}
	if len(k.warned) > 0 {
		t.Error(k.warned)
	}
}
