//go:build unix

package postgres

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/postgres/pgtest"
	"github.com/seed353dc258/backstory/agent/store/sqlstore"
	"github.com/seed353dc258/backstory/internal/soak"
)

// Many ask at once through a pgbouncer, whose connections serve one organisation
// after the other: nobody is shown what is another's, and who asks for nobody is
// shown nothing.
func TestManyThroughABouncerSoak(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	const goroutines, orgs = 100, 10
	each := soak.Size(t, 10_000)
	s := opened(t, fresh(t).Bouncer(t))
	scopes, sessions := make([]scope.Scope, orgs), make([]string, orgs)
	for i := range scopes {
		scopes[i] = scoped(t, fmt.Sprint("org-", i), "caelum")
		x, err := s.CreateSession(t.Context(), scopes[i], store.Session{Title: scopes[i].Org()})
		ok(t, err)
		sessions[i] = x.ID
		for range 20 {
			_, err := s.SaveMemory(t.Context(), scopes[i], store.Memory{Text: scopes[i].Org()})
			ok(t, err)
		}
	}
	var group sync.WaitGroup
	var foreign, unscoped, statements atomic.Int64
	for g := range goroutines {
		group.Go(func() {
			for i := range each {
				statements.Add(1)
				if err := ask(t.Context(), s, scopes, sessions, g, i, &foreign, &unscoped); err != nil {
					t.Errorf("%d.%d: %v", g, i, err)
					return
				}
			}
		})
	}
	group.Wait()
	t.Logf("%d statements", statements.Load())
	if foreign.Load() != 0 || unscoped.Load() != 0 {
		t.Errorf("%d rows of another organisation were seen, %d without one", foreign.Load(), unscoped.Load())
	}
}

// ask asks for something, and counts what should not be seen.
func ask(ctx context.Context, s *Store, scopes []scope.Scope, sessions []string, g, i int, foreign, unscoped *atomic.Int64) error {
	own, other := (g+i)%len(scopes), (g+i+1+i%(len(scopes)-1))%len(scopes)
	sc := scopes[own]
	switch i % 5 {
	case 0:
		all, err := s.ListMemories(ctx, sc, false, 50)
		for _, m := range all {
			if m.Text != sc.Org() {
				foreign.Add(1)
			}
		}
		if err == nil && len(all) < 20 {
			err = fmt.Errorf("%d memories", len(all))
		}
		return err
	case 1:
		n := 0
		err := s.db.QueryRowContext(ctx, "SELECT count(*) FROM memories").Scan(&n)
		unscoped.Add(int64(n))
		return err
	case 2:
		_, err := s.Session(ctx, sc, sessions[other])
		if !errors.Is(err, store.ErrNotFound) {
			foreign.Add(1)
			return err
		}
		return nil
	case 3:
		// A statement that forgot its organisation.
		return s.Read(ctx, sqlstore.View{Org: sc.Org()}, func(scan func(...any) error) error {
			var org string
			err := scan(&org)
			if org != sc.Org() {
				foreign.Add(1)
			}
			return err
		}, "SELECT org FROM sessions LIMIT 20")
	}
	return s.UpdateSession(ctx, sc, sessions[own], store.Session{Title: sc.Org()})
}

// line is a session that is written to by one, a number a message.
type line struct {
	sc      scope.Scope
	session string
	told    int // the last number that was acknowledged
}

// say adds the next number, and takes the session where it is not held.
func (l *line) say(ctx context.Context, s *Store, hold *store.Lease) error {
	if hold.Token == "" {
		var err error
		if *hold, err = s.Lease(ctx, l.sc, l.session, "writer", -time.Second); err != nil {
			return err
		}
	}
	_, err := s.Append(ctx, l.sc, *hold, []store.Message{{Role: "user", Body: fmt.Append(nil, l.told+1)}})
	if err == nil {
		l.told++
	}
	return err
}

// holds reads all numbers: each is there once, in order, and all that were
// acknowledged. One more may be, whose answer did not arrive.
func (l *line) holds(t testing.TB, s *Store) {
	t.Helper()
	all, err := s.Messages(t.Context(), l.sc, l.session, 0, 0)
	ok(t, err)
	for i, m := range all {
		if m.Seq != i+1 || string(m.Body) != fmt.Sprint(i+1) {
			t.Fatalf("message %d has the number %d and says %s", i+1, m.Seq, m.Body)
		}
	}
	if len(all) < l.told || len(all) > l.told+1 {
		t.Fatalf("%d messages were acknowledged, and %d are kept", l.told, len(all))
	}
	l.told = len(all)
}

// PostgreSQL is killed while it writes: what it acknowledged is there, once.
func TestPostgreSQLIsKilledSoak(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	server := pgtest.Own(t)
	d := server.Copy(t, func(d pgtest.Database) error {
		_, _, err := Upgrade(context.Background(), d.Owner, d.Role)
		return err
	})
	s := opened(t, d.Role)
	lines := make([]*line, 4)
	for i := range lines {
		sc := scoped(t, fmt.Sprint("org-", i%2), fmt.Sprint("p", i))
		x, err := s.CreateSession(t.Context(), sc, store.Session{})
		ok(t, err)
		lines[i] = &line{sc: sc, session: x.ID}
	}
	for kill := range soak.Size(t, 20) {
		var group sync.WaitGroup
		var told atomic.Int64
		enough, failed := make(chan struct{}), make(chan error, len(lines))
		wanted := int64(100 + 17*kill)
		for _, l := range lines {
			group.Go(func() {
				var hold store.Lease
				var err error
				for err == nil {
					if err = l.say(t.Context(), s, &hold); err == nil && told.Add(1) == wanted {
						close(enough)
					}
				}
				failed <- err // as it should when it is killed
			})
		}
		select {
		case <-enough:
		case err := <-failed:
			t.Fatal("before it was killed:", err)
		}
		server.Kill()
		group.Wait()
		ok(t, server.Run())
		for _, l := range lines {
			l.holds(t, s)
		}
	}
	ok(t, s.Check(t.Context()))
}

// writerVariable has this program write to a session until it is killed.
const writerVariable = "BACKSTORY_TEST_WRITER"

// TestWrites is not a test but the program that the next one kills.
func TestWrites(t *testing.T) {
	fields := strings.Fields(os.Getenv(writerVariable))
	if len(fields) != 3 {
		t.Skip("this is run by TestServersAreKilledSoak")
	}
	s := opened(t, fields[0])
	l := &line{sc: scoped(t, "org", "caelum"), session: fields[1]}
	_, err := fmt.Sscan(fields[2], &l.told)
	ok(t, err)
	var hold store.Lease
	for {
		ok(t, l.say(t.Context(), s, &hold))
		fmt.Println("told", l.told)
	}
}

// A server is killed while it writes: what it acknowledged is there, once, and
// the next one continues the session.
func TestServersAreKilledSoak(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	d := fresh(t)
	s := opened(t, d.Role)
	l := &line{sc: scoped(t, "org", "caelum")}
	x, err := s.CreateSession(t.Context(), l.sc, store.Session{})
	ok(t, err)
	l.session = x.ID
	for kill := range soak.Size(t, 1000) {
		cmd := exec.Command(os.Args[0], "-test.run=^TestWrites$")
		cmd.Env = append(os.Environ(), writerVariable+"="+strings.Join([]string{d.Role, l.session, fmt.Sprint(l.told)}, " "))
		out, err := cmd.StdoutPipe()
		ok(t, err)
		ok(t, cmd.Start())
		lines := bufio.NewScanner(out)
		n := 0
		for lines.Scan() {
			if _, err := fmt.Sscanf(lines.Text(), "told %d", &l.told); err != nil {
				t.Errorf("it said %q", lines.Text())
			}
			if n++; n == 1+7*kill%20 {
				ok(t, cmd.Process.Kill())
			}
		}
		if cmd.Wait() == nil || n < 1+7*kill%20 {
			t.Fatalf("it ended by itself, after %d", n)
		}
		settled(t, s, l)
		l.holds(t, s)
	}
}

// settled waits for the end of a transaction that a killed writer left: writes
// take turns in an organisation.
func settled(t testing.TB, s *Store, l *line) {
	t.Helper()
	ok(t, s.UpdateSession(t.Context(), l.sc, l.session, store.Session{}))
}
