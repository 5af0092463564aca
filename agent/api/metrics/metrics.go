// Package metrics counts what a server does, for Prometheus.
package metrics

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Metrics are the numbers of a server. None has a name of a person, a profile or
// a session.
type Metrics struct {
	mu       sync.Mutex
	requests map[requestLabel]int64
	took     map[string]time.Duration // by route

	Turns, FailedTurns           atomic.Int64
	Input, Output, Cached        atomic.Int64 // tokens
	Builds, FailedBuilds, Events atomic.Int64
}

type requestLabel struct {
	route  string
	status int
}

// New returns metrics of a server that did nothing yet.
func New() *Metrics {
	return &Metrics{requests: map[requestLabel]int64{}, took: map[string]time.Duration{}}
}

// Request counts an answer.
func (m *Metrics) Request(route string, status int, took time.Duration) {
	if route == "" {
		route = "none"
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests[requestLabel{route, status}]++
	m.took[route] += took
}

// Write writes all numbers in the text form of Prometheus: live are the turns that
// go on, broken the requests that did not go on from the one before.
func (m *Metrics) Write(w io.Writer, live, broken int) {
	m.mu.Lock()
	labels := slices.SortedFunc(maps.Keys(m.requests), func(a, b requestLabel) int {
		return cmp.Or(strings.Compare(a.route, b.route), a.status-b.status)
	})
	fmt.Fprintln(w, "# HELP backstory_requests_total Requests by route and status.\n# TYPE backstory_requests_total counter")
	for _, l := range labels {
		fmt.Fprintf(w, "backstory_requests_total{route=%q,status=\"%d\"} %d\n", l.route, l.status, m.requests[l])
	}
	fmt.Fprintln(w, "# HELP backstory_request_seconds_total Time spent on requests by route.\n# TYPE backstory_request_seconds_total counter")
	for _, route := range slices.Sorted(maps.Keys(m.took)) {
		fmt.Fprintf(w, "backstory_request_seconds_total{route=%q} %g\n", route, m.took[route].Seconds())
	}
	m.mu.Unlock()
	for _, n := range []struct {
		name, help, kind string
		value            int64
	}{
		{"backstory_turns_total", "Turns that ended.", "counter", m.Turns.Load()},
		{"backstory_turns_failed_total", "Turns that failed or were cut off.", "counter", m.FailedTurns.Load()},
		{"backstory_turns_live", "Turns that go on.", "gauge", int64(live)},
		{"backstory_tokens_input_total", "Tokens sent to models.", "counter", m.Input.Load()},
		{"backstory_tokens_output_total", "Tokens received from models.", "counter", m.Output.Load()},
		{"backstory_tokens_cached_total", "Tokens that models read from their caches.", "counter", m.Cached.Load()},
		{"backstory_prefix_broken_total", "Requests that did not go on from the one before.", "counter", int64(broken)},
		{"backstory_builds_total", "Builds of backstories.", "counter", m.Builds.Load()},
		{"backstory_builds_failed_total", "Builds that failed.", "counter", m.FailedBuilds.Load()},
		{"backstory_events_total", "Events of turns that were kept.", "counter", m.Events.Load()},
	} {
		fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n%s %d\n", n.name, n.help, n.name, n.kind, n.name, n.value)
	}
}
