//go:build unix

package session_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
)

// Bounds of the stores that benchmarks read.
const (
	manySessions = 10_000
	manyMessages = 100 // a session
)

// filled is a store with many sessions of a profile, of which the last goes on.
func filled(b *testing.B) (*kit, string) {
	b.Helper()
	k := newKit(b, "")
	active := k.resolve("caelum").Session.ID
	c, _ := k.talk("caelum", active)
	k.turn(c, "Who keeps the charts?")
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(k.path)+"?_pragma=synchronous(off)")
	k.ok(err)
	defer db.Close()
	tx, err := db.Begin()
	k.ok(err)
	run := func(query string, args ...any) {
		_, err := tx.Exec(query, args...)
		k.ok(err)
	}
	run(`WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)
		INSERT INTO sessions (org, id, user, profile, role, model, title, summary, kind, status, reason, parent, since, epoch, seq, purged, created, updated)
		SELECT 'local', printf('old%06d', n), 'ida', 'caelum', '', 'offline', 'T', 'S', 'interactive', 'archived', 'x', '', 0, 0, ?, 0, n, n FROM n`,
		manySessions-1, manyMessages)
	body, err := json.Marshal([]model.Part{{Text: "The lamp at Skarv turns once in seven seconds, and the fog is deep."}})
	k.ok(err)
	fill := `WITH RECURSIVE n (n) AS (SELECT ?1 UNION ALL SELECT n + 1 FROM n WHERE n < ?2)
		INSERT INTO messages (org, session, seq, turn, role, body, tokens, created)
		SELECT 'local', s.id, n, (n + 1) / 2, CASE n % 2 WHEN 1 THEN 'user' ELSE 'assistant' END, ?3, 20, 1 FROM n, sessions s WHERE s.id `
	run(fill+"<> ?4", 1, manyMessages, string(body), active)
	run(fill+"= ?4", 3, manyMessages, string(body), active)
	run("UPDATE sessions SET seq = ? WHERE id = ?", manyMessages, active)
	k.ok(tx.Commit())
	return k, active
}

// BenchmarkResume finds the session that goes on among 10,000 of 100 messages
// each, and reads it with its prompt: to be below 5 ms.
func BenchmarkResume(b *testing.B) {
	k, active := filled(b)
	sc := k.scope("caelum")
	b.Run("resolve and open", func(b *testing.B) {
		for b.Loop() {
			r, err := k.Resolve(b.Context(), sc, session.Want{})
			k.ok(err)
			c, _, err := k.Open(b.Context(), sc, r.Session.ID)
			k.ok(err)
			if r.Session.ID != active || len(c.History()) != manyMessages {
				b.Fatalf("%s with %d messages", r.Session.ID, len(c.History()))
			}
		}
	})
	b.Run("find by the start of an id", func(b *testing.B) {
		for b.Loop() {
			if _, err := k.Find(b.Context(), sc, "old00777"); err == nil {
				b.Fatal("it is the start of one alone")
			}
		}
	})
	b.Run("list", func(b *testing.B) {
		for b.Loop() {
			all, err := k.Store.ListSessions(b.Context(), sc, store.Filter{Limit: 20})
			k.ok(err)
			if len(all) != 20 {
				b.Fatal(len(all))
			}
		}
	})
}

// BenchmarkTurn is what a turn costs besides the model, which says one word: to
// be below 1 ms. The CPU time is told apart, because the rest is waiting for
// the disk.
func BenchmarkTurn(b *testing.B) {
	k := newKit(b, "")
	l := k.listen()
	l.say = func(*model.Request) ([]model.Event, error) { return says("Well.") }
	c, _ := k.talk("caelum", k.resolve("caelum").Session.ID)
	begin := cpu(b)
	for n := 0; b.Loop(); n++ {
		if n%50 == 49 { // a session of a usual length
			b.StopTimer()
			stopped := cpu(b)
			_, err := k.New(b.Context(), k.scope("caelum"), session.Want{})
			k.ok(err)
			c, _ = k.talk("caelum", k.resolve("caelum").Session.ID)
			l.asked = nil
			begin += cpu(b) - stopped
			b.StartTimer()
		}
		_, err := c.Turn(b.Context(), runner.Input{Text: fmt.Sprint("Question ", n)}, nil)
		k.ok(err)
	}
	b.ReportMetric(float64(cpu(b)-begin)/float64(time.Microsecond)/float64(b.N), "cpu-µs/op")
}

// cpu returns the CPU time that this process has used, in its own code and in
// the system's.
func cpu(b *testing.B) time.Duration {
	b.Helper()
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
