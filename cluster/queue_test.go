//go:build unix

package cluster

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed353dc258/backstory/agent/store/postgres/pgtest"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/ingest"
)

// fresh returns an engine of a new database.
func fresh(t *testing.T) (*Engine, *inserter) {
	t.Helper()
	address := strings.Replace(pgtest.Get(t).Database(t).Owner, pgtest.Owner+":"+pgtest.Owner, pgtest.Owner, 1)
	if err := Init(t.Context(), address); err != nil {
		t.Fatal(err)
	}
	e, err := Open(t.Context(), address)
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

// put queues chunks of a tenant, each with one source of a size.
func (i *inserter) several(t *testing.T, tenant string, n int, size int64) {
	t.Helper()
	for k := range n {
		key := ingest.Key{byte(k), byte(k >> 8), byte(len(tenant))}
		said := []bundled{{Path: fmt.Sprintf("%s/%d", tenant, k), Key: key.String(), Size: size}}
		if _, err := i.insert(t.Context(), Small, chunk{Tenant: tenant, Bundle: "b", To: 1, Bytes: size}, said); err != nil {
			t.Fatal(err)
		}
	}
}

// A tenant with many chunks does not keep the few of others waiting.
func TestTenantsTakeTurns(t *testing.T) {
	e, q := fresh(t)
	q.several(t, "whale", 300, 100<<10)
	for k := range 10 {
		q.several(t, fmt.Sprintf("small%d", k), 2, 100<<10)
	}
	rows, err := e.pool.Query(t.Context(), "SELECT args->>'tenant' FROM "+schema+".river_job WHERE state = 'available' ORDER BY priority, scheduled_at, id")
	if err != nil {
		t.Fatal(err)
	}
	order, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for at, tenant := range order {
		if tenant != "whale" {
			last = at + 1
		}
	}
	if len(order) != 320 || last > 23 { // 20 of theirs, and the whale's in between
		t.Errorf("the small tenants are done after %d of %d chunks", last, len(order))
	}
}

// A job that the queue puts back by the time of day has the place that it had.
func TestAJobThatIsPutBackKeepsItsPlace(t *testing.T) {
	e, q := fresh(t)
	q.several(t, "a", 3, 1)
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
	q.several(t, "a", 2, 1)
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
	q.several(t, "a", 2, 1)
	q.several(t, "b", 1, 1)
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
		if c, err := configure(address); err != nil || c.ConnConfig.ConnectTimeout != want {
			t.Errorf("%s: %v, %v", address, c, err)
		}
	}
}
