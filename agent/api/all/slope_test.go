package all_test

import (
	"runtime"
	"sync"
	"testing"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/all"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/internal/soak"
)

// Soak: 10,000 rounds of what clients do, of some 15 requests each. What is in
// use between two stretches of it does not grow.
func TestSoakMemoryStaysLevel(t *testing.T) {
	const stretches, workers = 6, 4
	rounds := max(4, soak.Size(t, 10_000)/stretches/workers)
	if testing.Short() {
		rounds = 1
	}
	s := apitest.Serve(t, "", func(s *api.Settings) { s.Rooms = all.Rooms(door.Options{}) })
	c := s.As("admin")
	var used [stretches]uint64
	for i := range used {
		var wait sync.WaitGroup
		for range workers {
			wait.Go(func() {
				for range rounds {
					round(c)
				}
			})
		}
		wait.Wait()
		used[i] = inUse()
		t.Logf("after %d rounds %d KiB and %d goroutines; the process has had %s", (i+1)*rounds*workers, used[i]>>10, runtime.NumGoroutine(), residentPeak())
	}
	// Half a megabyte is what pools and the connections of clients come to.
	if before, after := used[2], used[stretches-1]; after > before+before/20+512<<10 {
		t.Errorf("%d KiB are in use, and were %d KiB", after>>10, before>>10)
	}
}

// round is a bit of everything: turns as streams, as JSON and by the protocol of
// another provider, a stream that is left, what is read, and what is refused.
func round(c *apitest.Client) {
	at := "/api/v2/sessions/" + c.Must(201, "POST", "/api/v2/sessions", apitest.M{"profile": "caelum", "kind": "branch"}).Text("id")
	say := apitest.M{"text": "Where was Caelum born?", "stream": true}
	got := c.Send("POST", at+"/messages", say)
	apitest.ReadEvents(c.TB, got.Body, nil)
	got.Body.Close()
	c.Must(200, "POST", at+"/messages", apitest.M{"text": "Who was born at Skarv?"})
	left := c.Send("POST", at+"/messages", say)
	left.Body.Close()
	got = c.Send("GET", at+"/turns/3/events", nil) // it goes on by itself
	apitest.ReadEvents(c.TB, got.Body, nil)
	got.Body.Close()
	for _, path := range []string{at, at + "/messages", "/api/v2/sessions?limit=5", "/api/v2/profiles/caelum", "/api/v1/sessions", "/v1/models", "/metrics"} {
		c.Must(200, "GET", path, nil)
	}
	c.Must(200, "POST", "/v1/chat/completions", apitest.M{"model": "caelum", "messages": []apitest.M{{"role": "user", "content": "What is the lamp made of?"}}})
	c.Must(404, "GET", at+"x", nil)
	(&apitest.Client{Site: c.Site, Token: "bst_wrong"}).Must(401, "GET", at, nil)
}

// inUse returns what is in use in the heap.
func inUse() uint64 {
	var m runtime.MemStats
	for range 3 { // what finalizers and pools let go is free after the next one
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
