//go:build unix

package cluster

import (
	"fmt"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/soak"
)

// A million sources that cost nothing to convert go through the queue. What that costs the
// programs is said; of the database, the system knows it.
func TestManySourcesGoThroughTheQueueSoak(t *testing.T) {
	e, q := fresh(t)
	n := soak.Size(t, 1_000_000)
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			t.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	began, before := time.Now(), used()
	said := func(what string) {
		took, cpu := time.Since(began), used()-before
		t.Logf("%s: %v, %.0f a second, %v of processors a source", what, took.Round(time.Millisecond), float64(n)/took.Seconds(), cpu/time.Duration(n))
		began, before = time.Now(), used()
	}
	const tenants = 8
	each := (n + tenants - 1) / tenants
	n = each * tenants
	var queued sync.WaitGroup
	for k := range tenants {
		queued.Go(func() { q.simulate(t, fmt.Sprint("t", k), each, maxSources, 1<<10) })
	}
	queued.Wait()
	said("queued")
	var left atomic.Int64
	left.Store(int64(n))
	all := make(chan bool)
	stop := pretend(t, e, 8, func(c chunk) {
		if left.Add(int64(c.From-c.To)) == 0 {
			close(all)
		}
	})
	<-all
	stop()
	said("done")
	for k := range tenants {
		tenant := fmt.Sprint("t", k)
		for from := 0; from < each; from += maxLooked {
			keys := make([]ingest.Key, min(maxLooked, each-from))
			for i := range keys {
				keys[i] = simulated(tenant, from+i)
			}
			known, err := e.lookUp(t.Context(), tenant, keys)
			if err != nil || len(known) != len(keys) {
				t.Fatalf("%d of %d are known, %v", len(known), len(keys), err)
			}
			for i := range known {
				if known[i].pack == nil {
					t.Fatalf("%v was not done", known[i].key)
				}
			}
		}
	}
	said("looked up")
}
