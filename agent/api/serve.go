package api

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/seed353dc258/backstory/agent/api/cite"
	"github.com/seed353dc258/backstory/agent/api/metrics"
	"github.com/seed353dc258/backstory/agent/api/rate"
	"github.com/seed353dc258/backstory/agent/api/wire"
	"github.com/seed353dc258/backstory/agent/feed"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
)

// New returns a server. The host's runner asks it about calls of tools from
// then on.
func New(s Settings) (*Server, error) {
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	numbers, news := metrics.New(), feed.New()
	gate := &admission{
		host: s.Host, store: s.Host.Store, log: s.Log, metrics: numbers, origins: s.Origins, proxies: s.Proxies, noAuth: s.NoAuth,
		cross: http.NewCrossOriginProtection(), rates: rate.NewClients(s.Rate), page: s.Page,
	}
	for _, name := range s.Hosts {
		gate.hosts = append(gate.hosts, strings.ToLower(strings.Trim(strings.TrimSuffix(name, "."), "[]")))
	}
	for _, origin := range s.Origins {
		if u, err := url.Parse(origin); err != nil || u.Scheme == "" || u.Host == "" || u.Path != "" {
			return nil, errors.New("an allowed origin is a scheme and a host, such as https://chat.example.org: " + origin)
		}
		if err := gate.cross.AddTrustedOrigin(origin); err != nil {
			return nil, err
		}
	}
	m := *s.Host.Manager
	m.Via, m.Pointer = session.API, nil
	s.Host.Runner.Approve = approve
	return &Server{
		Builds: &builds{host: s.Host, builder: s.Builder, feed: news, metrics: numbers, log: s.Log},
		host:   s.Host, manager: &m, store: s.Host.Store, version: s.Version, log: s.Log,
		rooms: s.Rooms, gate: gate, metrics: numbers, feed: news, past: past{s.Host.Store, &m, s.Log},
		turns: &turns{live: map[string]*turn{}, store: s.Host.Store, log: s.Log, metrics: numbers, cited: &cite.Finder{Host: s.Host, Trace: s.Builder.Tracer(), Log: s.Log}},
	}, nil
}

// Handler returns what answers requests.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	s.api = humago.New(mux, s.config())
	s.routes()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { writeStatus(w, true) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) { writeStatus(w, s.ready(r.Context())) })
	wire.DescribeStatus(s.api.OpenAPI())
	wire.DescribeTags(s.api.OpenAPI())
	for _, schema := range s.api.OpenAPI().Components.Schemas.Map() {
		nullable(schema)
	}
	if s.gate.page != nil {
		s.gate.page.Routes(s, mux)
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { noRoute(mux, r.URL, w.Header()).write(w, r) })
	return s.gate.guard(s.once(mux))
}

// noRoute says that there is nothing at an address, or not with that method.
func noRoute(mux *http.ServeMux, at *url.URL, h http.Header) *Problem {
	var allowed []string
	nearest := ""
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
		_, pattern := mux.Handler(&http.Request{Method: method, URL: at})
		_, path, ok := strings.Cut(pattern, " ")
		switch {
		case !ok: // the catch-all
		case nearest == "" || strings.Count(path, "{") < strings.Count(nearest, "{"): // sessions/resolve before sessions/{id}
			nearest, allowed = path, []string{method}
		case path == nearest:
			allowed = append(allowed, method)
		}
	}
	switch {
	case at.Path == "/":
		return NewProblem(404, "", "this server is for programs, and /openapi.json describes it; for a browser there is `backstory open`")
	case len(allowed) == 0:
		return NotFound()
	}
	h.Set("Allow", strings.Join(allowed, ", "))
	return NewProblem(405, "", "this address takes "+strings.Join(allowed, ", "))
}

func writeStatus(w http.ResponseWriter, good bool) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	status, text := http.StatusOK, `{"status":"ok"}`
	if !good {
		status, text = http.StatusServiceUnavailable, `{"status":"unavailable"}`
	}
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n")) // who does not read it has gone
}

// ready reports whether requests are answered.
func (s *Server) ready(ctx context.Context) bool {
	if s.stopping.Load() {
		return false
	}
	_, err := s.store.FindToken(ctx, "none")
	return err == nil || errors.Is(err, store.ErrNotFound)
}

// HTTP returns an HTTP server with the limits of this one.
func (s *Server) HTTP() *http.Server {
	return &http.Server{
		Handler: s.Handler(), ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
}

// Serve answers what comes through a listener until the context ends, and then
// shuts down.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	listening := s.HTTP()
	failed := make(chan error, 1)
	go func() { failed <- listening.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	return s.Shutdown(context.WithoutCancel(ctx), listening)
}

// parkAfter is how long turns may take to end when the server stops. Then they
// are cut off, and keep what was said.
const parkAfter = 30 * time.Second

// Shutdown stops a server that listens: it is not ready any more, takes no new
// turns, and ends when those that go on have ended or been cut off.
func (s *Server) Shutdown(ctx context.Context, listening *http.Server) error {
	s.stopping.Store(true)
	s.turns.stop()
	s.feed.End()
	wait, cancel := context.WithTimeout(ctx, parkAfter)
	defer cancel()
	if !s.turns.wait(wait) {
		s.turns.cut(errStopping)
		s.turns.wait(context.WithoutCancel(ctx))
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	if err := listening.Shutdown(last); err != nil {
		return listening.Close() // streams that listen to nothing any more
	}
	return nil
}
