package session_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/sqlite"
)

// aStore is how often one store is written to by a process that is killed.
const aStore = 50

// A process that is killed at any moment loses nothing that it was told is
// kept, and leaves a store that the next one continues.
func TestNothingThatWasKeptIsLostWhenAProcessIsKilled(t *testing.T) {
	n := *kills
	if testing.Short() {
		n = min(n, 3)
	}
	turns := 0
	for done := 0; done < n; done += aStore {
		turns += killed(t, filepath.Join(t.TempDir(), "store.db"), min(aStore, n-done))
	}
	t.Logf("%d processes were killed, %d turns had been told", n, turns)
}

// killed has a store written by so many processes, all of which are killed.
func killed(t *testing.T, path string, n int) int {
	t.Helper()
	var told []string
	for i := range n {
		p := start(t, path, fmt.Sprint("p", i))
		// Some are killed while they open the store, most while they write.
		if rand.IntN(10) > 0 {
			for lines := rand.IntN(25); lines >= 0 && p.next(); lines-- {
			}
		}
		time.Sleep(time.Duration(rand.IntN(15_000)) * time.Microsecond)
		if err := p.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		p.end()
		told = append(told, p.told...)
		s, err := sqlite.Open(t.Context(), path)
		if err != nil {
			t.Fatalf("after kill %d: %v", i, err)
		}
		if err := s.Check(t.Context()); err != nil {
			t.Fatalf("after kill %d: %v", i, err)
		}
		s.Close()
	}
	verify(t, path, told)
	return len(told)
}

// Two processes talk in one workspace: each sees the other's turns, none is lost
// and none is there twice.
func TestTwoProcessesTalkInOneWorkspace(t *testing.T) {
	d := *beside
	if testing.Short() {
		d = min(d, time.Second/2)
	}
	path := filepath.Join(t.TempDir(), "store.db")
	a, b := start(t, path, "a"), start(t, path, "b")
	var spoken, ended sync.WaitGroup
	for _, p := range []*process{a, b} {
		spoken.Add(1)
		ended.Go(func() {
			more := true
			for more && len(p.told) == 0 {
				more = p.next()
			}
			spoken.Done()
			p.end()
		})
	}
	spoken.Wait()
	time.Sleep(d)
	a.stdin.Close()
	b.stdin.Close()
	ended.Wait()
	if len(a.told) == 0 || len(b.told) == 0 {
		t.Fatalf("one of them did not come to speak: %d and %d", len(a.told), len(b.told))
	}
	n := verify(t, path, append(a.told, b.told...))
	t.Logf("%d and %d things were told, in %d sessions", len(a.told), len(b.told), n)
}

// verify holds a store to what was told of it, and returns how many sessions it
// has.
func verify(t *testing.T, path string, told []string) int {
	t.Helper()
	k := &kit{TB: t, path: path}
	k.store = k.open()
	defer k.store.Close()
	k.ok(k.store.Check(t.Context()))
	sc := k.scope("caelum")
	var sessions []store.Session
	for more := true; more; {
		some, err := k.store.ListSessions(t.Context(), sc, store.Filter{Skip: len(sessions), Limit: 1000})
		k.ok(err)
		sessions, more = append(sessions, some...), len(some) == 1000
	}
	seen := map[string]int{}
	active := 0
	for _, s := range sessions {
		if s.Status == store.Active {
			active++
		}
		k.whole(sc, s, seen)
	}
	if active > 1 {
		t.Errorf("%d sessions are active", active)
	}
	memories, err := k.store.ListMemories(t.Context(), sc, false, 1000)
	k.ok(err)
	for _, m := range memories {
		seen["memory "+m.Text]++
	}
	for _, line := range told {
		if seen[line] == 0 && (strings.HasPrefix(line, "turn ") || len(memories) < 1000) {
			t.Errorf("%q is lost", line)
		}
	}
	for line, n := range seen {
		if n > 1 {
			t.Errorf("%q is there %d times", line, n)
		}
	}
	return len(sessions)
}

// whole holds a session to the rules of turns, and counts those that are done.
func (k *kit) whole(sc scope.Scope, s store.Session, seen map[string]int) {
	k.Helper()
	turns, err := k.store.Turns(k.Context(), sc, s.ID)
	k.ok(err)
	messages, err := k.store.Messages(k.Context(), sc, s.ID, 0, 0)
	k.ok(err)
	byTurn := map[int][]store.Message{}
	for i, m := range messages {
		if m.Seq != i+1 {
			k.Fatalf("message %d of %s has the number %d", i+1, s.ID, m.Seq)
		}
		if m.Role != store.SummaryRole {
			byTurn[m.Turn] = append(byTurn[m.Turn], m)
		}
	}
	running := 0
	for i, t := range turns {
		said := byTurn[t.Number]
		if t.Number != i+1 || len(said) == 0 || said[0].Role != string(model.User) {
			k.Fatalf("turn %d of %s has the number %d and %d messages", i+1, s.ID, t.Number, len(said))
		}
		text := "turn " + parts(k, said[0])[0].Text
		switch t.State {
		case store.TurnDone:
			seen[text]++
			if last := said[len(said)-1]; len(said) < 2 || last.Role != string(model.Assistant) {
				k.Errorf("%q is done and has no answer", text)
			}
		case store.TurnRunning:
			running++
		case store.TurnInterrupted:
		default:
			k.Errorf("%q is %s: %s", text, t.State, t.Error)
		}
		if t.State != store.TurnRunning {
			k.answered(said)
		}
	}
	if running > 1 || running == 1 && s.Status != store.Active {
		k.Errorf("%d turns of a session that is %s still run", running, s.Status)
	}
}

// answered holds messages to the rule that each call has its result.
func (k *kit) answered(said []store.Message) {
	k.Helper()
	open := 0
	for _, m := range said {
		for _, p := range parts(k, m) {
			if p.Call != nil {
				open++
			}
			if p.Result != nil {
				open--
			}
		}
	}
	if open != 0 {
		k.Errorf("%d calls have no result", open)
	}
}

func parts(k *kit, m store.Message) []model.Part {
	k.Helper()
	var parts []model.Part
	k.ok(json.Unmarshal(m.Body, &parts))
	return parts
}
