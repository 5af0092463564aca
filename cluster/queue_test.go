//go:build unix

package cluster

import (
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"github.com/seed353dc258/backstory/agent/store/postgres/pgtest"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/ingest"
)

// fresh returns an engine of a new database.
func fresh(t *testing.T) (*Engine, *inserter) {
	t.Helper()
	address := strings.Replace(pgtest.Get(t).Database(t).Owner, pgtest.Owner+":"+pgtest.Owner, pgtest.Owner, 1)
	if err := Init(t.Context(), address, ""); err != nil {
		t.Fatal(err)
	}
	e, err := Open(t.Context(), address, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	r, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	q, err := newInserter(e, r)
	if err != nil {
		t.Fatal(err)
	}
	return e, q
}

// simulate queues sources that nobody has, in chunks of some each.
func (i *inserter) simulate(t *testing.T, tenant string, sources, each int, size int64) {
	t.Helper()
	for from := 0; from < sources; from += each {
		to := min(from+each, sources)
		var said []bundled
		for n := from; n < to; n++ {
			said = append(said, bundled{Path: fmt.Sprintf("%s/%d", tenant, n), Key: simulated(tenant, n).String(), Size: size})
		}
		if _, err := i.insert(t.Context(), Small, chunk{Tenant: tenant, Bundle: tenant, From: from, To: to, Bytes: size * int64(to-from)}, said); err != nil {
			t.Error(err)
			return
		}
	}
}

// simulated is the key of a source that nobody has.
func simulated(tenant string, n int) ingest.Key {
	return sha256.Sum256(fmt.Append(nil, tenant, " ", n))
}

// pretender ends jobs as if each source had been converted in no time.
type pretender struct {
	river.WorkerDefaults[chunk]
	*Worker
	did func(c chunk)
}

// Work implements [river.Worker].
func (p *pretender) Work(ctx context.Context, job *river.Job[chunk]) error {
	c := &work{worker: p.Worker, job: job}
	for n := job.Args.From; n < job.Args.To; n++ {
		c.told = append(c.told, told{key: simulated(job.Args.Tenant, n).String()})
	}
	sum := digest(simulated(job.Args.Tenant, -job.Args.From))
	if err := c.finish(ctx, &sum); err != nil {
		return err
	}
	p.did(job.Args)
	return nil
}

// pretend does all jobs of an engine, some at once.
func pretend(t *testing.T, e *Engine, slots int, did func(c chunk), set ...func(*river.Config)) (stop func()) {
	t.Helper()
	r, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	w := &Worker{Engine: e, Registry: r, Slots: slots}
	if err := w.prepare(); err != nil {
		t.Fatal(err)
	}
	config := w.config(&pretender{Worker: w, did: did})
	for _, f := range set {
		f(config)
	}
	client, err := river.NewClient(riverpgxv5.New(e.pool), config)
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	return func() {
		w.folder.remove()
		if err := client.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}
}

// Tenants with few sources do not wait for one with many that was there before.
func TestTenantsTakeTurns(t *testing.T) {
	e, q := fresh(t)
	const whale, tenants, each = 19_000, 100, 10
	q.simulate(t, "whale", whale, maxSources, 100<<10)
	for k := range tenants {
		q.simulate(t, fmt.Sprintf("small%d", k), each, each, 100<<10)
	}
	done, small, waited := 0, 0, make(chan int, 1)
	stop := pretend(t, e, 1, func(c chunk) { // one at once
		done += c.To - c.From
		if c.Tenant != "whale" {
			if small++; small == tenants {
				waited <- done
			}
		}
	})
	defer stop()
	if n := <-waited; n > 1_100 {
		t.Errorf("the small tenants are done after %d of %d sources", n, whale+tenants*each)
	}
}

// A database that has not counted the rows of a tenant finds those that are asked for by
// their keys, and their jobs, too.
func TestKeysAreLookedUpOneByOne(t *testing.T) {
	e, q := fresh(t)
	q.simulate(t, "a", 20*maxSources, maxSources, 1)
	var plan []string
	err := e.within(t.Context(), "a", func(tx pgx.Tx) error {
		rows, err := tx.Query(t.Context(), "EXPLAIN "+known, "a", [][]byte{{1}, {2}})
		if err == nil {
			plan, err = pgx.CollectRows(rows, pgx.RowTo[string])
		}
		return err
	})
	text := strings.Join(plan, "\n")
	if err != nil || !strings.Contains(text, "((tenant = 'a'::text) AND (key = asked.key))") || !strings.Contains(text, "river_job_pkey") || strings.Contains(text, "Seq Scan") {
		t.Errorf("%v\n%s", err, text)
	}
}

// Two versions of the program have queues of their own.
func TestTwoVersionsAtOnce(t *testing.T) {
	e, q := fresh(t)
	other := *q
	other.revision = "other"
	other.simulate(t, "a", 1, 1, 1)
	q.simulate(t, "b", 1, 1, 1)
	done := make(chan string, 2)
	stop := pretend(t, e, 1, func(c chunk) { done <- c.Tenant })
	if got := <-done; got != "b" {
		t.Errorf("a chunk of %s, which another version queued, was taken", got)
	}
	stop()
	s, err := e.State(t.Context())
	if err != nil || len(s.Queues) != 1 || s.Queues[0].Queue != "small_other" || s.Queues[0].Waiting != 1 {
		t.Errorf("%+v, %v", s.Queues, err)
	}
}

// off is a clock that is not right.
type off struct {
	rivertype.TimeGenerator
	by time.Duration
}

// Now implements [rivertype.TimeGenerator].
func (o off) Now() time.Time { return time.Now().Add(o.by) }

// NowOrNil implements [rivertype.TimeGenerator].
func (o off) NowOrNil() *time.Time { return new(o.Now()) }

// Workers whose clocks are an hour off do their chunks like others, each once.
func TestClocksThatAreNotRight(t *testing.T) {
	e, q := fresh(t)
	const n = 100
	q.simulate(t, "a", n, 1, 1)
	var did atomic.Int64
	all := make(chan bool)
	for _, by := range []time.Duration{-time.Hour, 0, time.Hour} {
		stop := pretend(t, e, 1, func(chunk) {
			if did.Add(1) == n {
				close(all)
			}
		}, func(c *river.Config) { c.Test.Time = off{by: by} })
		defer stop()
	}
	<-all
	time.Sleep(1500 * time.Millisecond) // two looks for more
	if got := did.Load(); got != n {
		t.Errorf("%d chunks were done, of %d", got, n)
	}
}

// A job that the queue puts back by the time of day has the place that it had.
func TestAJobThatIsPutBackKeepsItsPlace(t *testing.T) {
	e, q := fresh(t)
	q.simulate(t, "a", 3, 1, 1)
	if _, err := e.pool.Exec(t.Context(), "UPDATE "+schema+".river_job SET scheduled_at = now() WHERE id = (SELECT min(id) FROM "+schema+".river_job)"); err != nil {
		t.Fatal(err)
	}
	conn, err := e.pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	w := &Worker{Engine: e, Classes: Classes(), queue: q}
	if err := w.restore(t.Context(), conn.Conn()); err != nil {
		t.Fatal(err)
	}
	var sorted bool
	if err := e.pool.QueryRow(t.Context(), "SELECT array_agg(id ORDER BY scheduled_at) = array_agg(id ORDER BY id) FROM "+schema+".river_job").Scan(&sorted); err != nil || !sorted {
		t.Errorf("the first job has lost its place: %v", err)
	}
}

// The jobs of a worker whose lock is gone are given back, once its successor has had its
// connection for some seconds; those of others are not.
func TestJobsOfWorkersThatEndedAreGivenBack(t *testing.T) {
	e, q := fresh(t)
	q.simulate(t, "a", 2, 1, 1)
	one := &Worker{Engine: e, Classes: Classes(), queue: q, id: "one"}
	a := &alive{engine: e, worker: one}
	held, err := a.hold(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close(context.Background())
	if _, err := e.pool.Exec(t.Context(), `UPDATE `+schema+`.river_job SET state = 'running', attempt = 1, attempted_at = now(),
		attempted_by = ARRAY[CASE WHEN id = (SELECT min(id) FROM `+schema+`.river_job) THEN 'one' ELSE 'gone' END]`); err != nil {
		t.Fatal(err)
	}
	state := func() (text string) {
		if err := e.pool.QueryRow(t.Context(), `SELECT string_agg(state || ' ' || coalesce(metadata->>'deaths', '0'), ', ' ORDER BY id) FROM `+schema+`.river_job`).Scan(&text); err != nil {
			t.Fatal(err)
		}
		return text
	}
	if err := one.reap(t.Context(), held); err != nil {
		t.Fatal(err)
	}
	if got := state(); got != "running 0, running 0" {
		t.Errorf("at once: %s", got)
	}
	if _, err := held.Exec(t.Context(), "SELECT pg_sleep(3.1)"); err != nil {
		t.Fatal(err)
	}
	if err := one.reap(t.Context(), held); err != nil {
		t.Fatal(err)
	}
	if got := state(); got != "running 0, available 1" {
		t.Errorf("after 3 s: %s", got)
	}
}

func TestATenantSeesNoOther(t *testing.T) {
	e, q := fresh(t)
	q.simulate(t, "a", 2, 1, 1)
	q.simulate(t, "b", 1, 1, 1)
	for tenant, want := range map[string]int{"a": 2, "b": 1, "c": 0} {
		err := e.within(t.Context(), tenant, func(tx pgx.Tx) error {
			var n int
			if err := tx.QueryRow(t.Context(), "SELECT count(*) FROM "+schema+".conversion").Scan(&n); err != nil {
				return err
			}
			if n != want {
				t.Errorf("%s sees %d rows, want %d", tenant, n, want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestAddressesWithAPasswordAreRefused(t *testing.T) {
	for address, ok := range map[string]bool{
		"postgres://a@h/d": true, "postgresql://h/d?sslmode=require": true,
		"postgres://a:secret@h/d": false, "postgres://h/d?password=secret": false, "postgres://h/d?sslpassword=secret": false, "host=h password=secret": false, "mysql://h/d": false,
	} {
		err := checkAddress(address)
		if ok != (err == nil) || err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestADatabaseIsGivenItsTime(t *testing.T) {
	t.Setenv("PGCONNECT_TIMEOUT", "")
	for address, want := range map[string]time.Duration{
		"postgres://u@127.0.0.1/d":                    connectTime,
		"postgres://u@127.0.0.1/d?connect_timeout=40": 40 * time.Second,
	} {
		if c, err := configure(address, ""); err != nil || c.ConnConfig.ConnectTimeout != want {
			t.Errorf("%s: %v, %v", address, c, err)
		}
	}
}

func TestThePasswordOfTheEnvironmentIsTakenFirst(t *testing.T) {
	t.Setenv("PGPASSFILE", filepath.Join(t.TempDir(), "none"))
	for said, want := range map[string]string{"": "of a file", "of the environment": "of the environment"} {
		t.Setenv("PGPASSWORD", said)
		if c, err := configure("postgres://u@127.0.0.1/d", "of a file"); err != nil || c.ConnConfig.Password != want {
			t.Errorf("%q: %v, want %q", said, err, want)
		}
	}
}
