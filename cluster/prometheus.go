package cluster

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// WriteMetrics writes the numbers of this worker, and of all queues, in the text form of
// Prometheus.
func (w *Worker) WriteMetrics(ctx context.Context, to io.Writer) error {
	state, err := w.Engine.State(ctx)
	if err != nil {
		return err
	}
	var b strings.Builder
	series := func(name, kind, help string) {
		fmt.Fprintf(&b, "# HELP backstory_cluster_%s %s\n# TYPE backstory_cluster_%s %s\n", name, help, name, kind)
	}
	value := func(name, labels string, v any) { fmt.Fprintf(&b, "backstory_cluster_%s%s %v\n", name, labels, v) }
	m := &w.Metrics
	for _, c := range []struct {
		name, help string
		v          *atomic.Int64
	}{
		{"chunks_total", "Chunks that this worker did.", &m.Chunks},
		{"given_back_total", "Chunks that it gave back.", &m.GivenBack},
		{"given_up_total", "Sources that ended too many workers.", &m.Poison},
	} {
		series(c.name, "counter", c.help)
		value(c.name, "", c.v.Load())
	}
	series("slots_busy", "gauge", "Chunks that this worker has now.")
	value("slots_busy", "", m.running.Load())
	m.mu.Lock()
	series("sources_total", "counter", "Sources by format; none are those that failed.")
	names := slices.Sorted(maps.Keys(m.formats))
	for _, name := range names {
		value("sources_total", fmt.Sprintf("{format=%q}", name), m.formats[name].sources)
	}
	series("seconds_total", "counter", "Time that conversions took, by format.")
	for _, name := range names {
		value("seconds_total", fmt.Sprintf("{format=%q}", name), m.formats[name].took.Seconds())
	}
	m.mu.Unlock()
	series("workers", "gauge", "Workers that are there.")
	value("workers", "", len(state.Workers))
	for _, c := range []struct {
		name, help string
		v          func(q QueueState) any
	}{
		{"queued_chunks", "Chunks that wait, by queue and tenant.", func(q QueueState) any { return q.Waiting }},
		{"running_chunks", "Chunks under work, by queue and tenant.", func(q QueueState) any { return q.Running }},
		{"oldest_seconds", "How long the oldest chunk has waited, by queue and tenant.", func(q QueueState) any { return q.Age }},
	} {
		series(c.name, "gauge", c.help)
		for _, q := range state.Queues {
			value(c.name, fmt.Sprintf("{queue=%q,tenant=%q}", q.Queue, q.Tenant), c.v(q))
		}
	}
	_, err = io.WriteString(to, b.String())
	return err
}

// ServeMetrics answers GET /metrics and /healthz, and returns what ends that.
func (w *Worker) ServeMetrics(at net.Listener) (end func()) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("GET /metrics", func(to http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), metricsTime)
		defer cancel()
		var b bytes.Buffer
		if err := w.WriteMetrics(ctx, &b); err != nil {
			http.Error(to, "the database does not answer", http.StatusServiceUnavailable)
			return
		}
		to.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = b.WriteTo(to) // who asked may be gone
	})
	s := &http.Server{Handler: mux, ReadHeaderTimeout: metricsTime}
	go func() { _ = s.Serve(at) }() // ends by Close
	return func() { s.Close() }
}

// metricsTime is how long an answer may take.
const metricsTime = 10 * time.Second
