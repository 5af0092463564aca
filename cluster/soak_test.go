//go:build unix

package cluster_test

import (
	"context"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/seed353dc258/backstory/agent/store/postgres/pgtest"
	"github.com/seed353dc258/backstory/cluster"
	"github.com/seed353dc258/backstory/internal/soak"
)

// unreliable starts an S3 server of which every 20th request fails, in one of four ways,
// and points the environment to it.
func unreliable(t *testing.T) {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("texts"); err != nil {
		t.Fatal(err)
	}
	inner := gofakes3.New(backend).Server()
	var count atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := count.Add(1)
		if n%20 != 0 {
			inner.ServeHTTP(w, r)
			return
		}
		switch n / 20 % 4 {
		case 0:
			w.WriteHeader(http.StatusServiceUnavailable)
		case 1:
			w.WriteHeader(http.StatusInternalServerError)
		case 2:
			panic(http.ErrAbortHandler)
		case 3: // what was asked for is done, and the answer cut off
			recorded := httptest.NewRecorder()
			inner.ServeHTTP(recorded, r)
			for key, values := range recorded.Header() {
				w.Header()[key] = values
			}
			w.WriteHeader(recorded.Code)
			_, _ = w.Write(recorded.Body.Bytes()[:recorded.Body.Len()/2])
			panic(http.ErrAbortHandler)
		}
	}))
	t.Cleanup(func() {
		s.Close()
		t.Logf("%d requests of the store", count.Load())
	})
	for name, value := range map[string]string{
		"AWS_ENDPOINT_URL": s.URL, "AWS_ENDPOINT_URL_S3": "", "AWS_PROFILE": "", "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "HOME": t.TempDir(),
	} {
		t.Setenv(name, value)
	}
}

// trouble kills workers and the database while work is done, and measures how long that
// rests.
type trouble struct {
	server *pgtest.Server
	random *rand.Rand
	kills  int // of workers that are left
	ends   int // of the database

	mu      sync.Mutex
	killed  time.Time // when there was a kill since which nothing was done
	done    int
	longest time.Duration
	sum     time.Duration
	rests   int
}

// make kills until the work is done, or enough were killed.
func (k *trouble) make(t *testing.T, ctx context.Context, workers []*supervised) {
	for k.kills+k.ends > 0 {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Duration(200+k.random.IntN(800)) * time.Millisecond):
		}
		k.mu.Lock()
		rests := !k.killed.IsZero()
		if !rests {
			k.killed = time.Now()
		}
		k.mu.Unlock()
		if rests { // since the last kill
			continue
		}
		if k.random.IntN(k.kills+k.ends) < k.ends {
			k.ends--
			k.server.Kill()
			if err := k.server.Run(); err != nil {
				t.Error(err)
				return
			}
		} else if process := workers[k.random.IntN(len(workers))].now.Load(); process != nil && process.Kill() == nil {
			k.kills--
		}
	}
}

// progress notes that something was done.
func (k *trouble) progress(done, _ int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if done > k.done && !k.killed.IsZero() {
		rest := time.Since(k.killed)
		k.longest, k.sum, k.rests, k.killed = max(k.longest, rest), k.sum+rest, k.rests+1, time.Time{}
	}
	k.done = done
}

// While workers and PostgreSQL are killed and the store fails now and then, nothing is lost,
// made twice for good or given up, and the same bytes are written.
func TestWorkersAndTheDatabaseAreKilledSoak(t *testing.T) {
	server := pgtest.Own(t)
	unreliable(t)
	p := placeOn(t, server, "s3://texts/team")
	workers := []*supervised{p.supervise(t), p.supervise(t)}
	k := &trouble{
		server: server, kills: soak.Size(t, 100), ends: soak.Size(t, 20),
		random: rand.New(rand.NewPCG(soak.Seed(t, 1), 0)),
	}
	const n = 200 // profiles a round
	for round := 0; k.kills+k.ends > 0; round++ {
		dirs := profilesFrom(t, n*round, n)
		want := build(t, p.registry, dirs, nil)
		ctx, cancel := context.WithCancel(t.Context())
		var troubled sync.WaitGroup
		troubled.Go(func() { k.make(t, ctx, workers) })
		s, err := p.submit(t, t.Context(), dirs, func(s *cluster.Submission) { s.Progress = k.progress })
		cancel()
		troubled.Wait()
		if err != nil {
			t.Fatal(err)
		}
		from := &counted{Submission: s}
		if diff := cmp.Diff(want, build(t, p.registry, dirs, from)); diff != "" {
			t.Errorf("something else is written (-without +with):\n%s", diff)
		}
		if given, made := from.given.Load(), from.made.Load(); given != 4*n || made != 0 {
			t.Errorf("round %d: %d chapters came from workers and %d were made here, want %d and 0", round, given, made, 4*n)
		}
		k.killed, k.done = time.Time{}, 0
	}
	if failed, err := p.Failed(t.Context(), ""); len(failed) > 0 || err != nil {
		t.Errorf("given up: %v, %v", failed, err)
	}
	t.Logf("%d workers were started; work rested for %v at most, %v in the mean of %d", workers[0].starts.Load()+workers[1].starts.Load(), k.longest, k.sum/time.Duration(max(k.rests, 1)), k.rests)
}
