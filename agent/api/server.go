// Package api serves the agents of a workspace over HTTP: sessions and what is
// said in them, profiles and their files, in our own form under /api/v2. Packages
// below this one add the routes of other protocols ([Settings.Rooms]).
//
//   - server.go: the server, and its life
//   - guard.go: what every request passes before it is routed
//   - standing.go: for which organisation a request is answered
//   - secret.go: tokens, and what they may do
//   - problem.go: errors, in the form that each protocol has
//   - route.go: declaring routes
//   - once.go: requests that come twice
//   - room.go: what packages with other protocols need
//   - turns.go: turns that go on, whoever listens
//   - follow.go: a turn as a stream of events, from any point on
//   - session.go: sessions
//   - message.go: messages, turns and the approval of calls
//   - build.go: backstories, brought up to date
//   - events.go: the feed of builds and changes
//   - metrics.go: numbers for those who run it
//
// Nothing is composed, run or kept here: that is agent/host. A handler acts for
// the scope that the guard made of the request's token, never for one that the
// request names.
//
// Goroutines start here for the listener, which ends with [Server.Shutdown]; for
// a turn, which ends with its answer or then; and for the writer of its events,
// which ends with it.
package api

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/seed353dc258/backstory/agent/api/rate"
	"github.com/seed353dc258/backstory/agent/feed"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/pipeline"
)

// Settings say how a server serves. The zero value of those that say so works.
type Settings struct {
	Host    *host.Host
	Builder *pipeline.Builder // of backstories
	Version string
	Log     *slog.Logger // default: nowhere
	// Hosts are the names that the server answers to besides those of this
	// machine's loopback.
	Hosts []string
	// Origins are those whose pages may ask. Default: none but its own.
	Origins []string
	// Proxies are the addresses whose word for the client's address counts.
	Proxies []netip.Prefix
	// NoAuth lets who has no token read and chat.
	NoAuth bool
	Rate   *rate.Limit // nil for no limit
	// Rooms add the routes of other packages.
	Rooms []func(*Server)
}

// Server serves a workspace. Its handler is for any number of goroutines.
type Server struct {
	host     *host.Host
	manager  *session.Manager
	store    store.Store
	builder  *pipeline.Builder
	building sync.Mutex
	version  string
	log      *slog.Logger
	admission
	metrics  *metrics
	turns    *turns
	feed     *feed.Feed
	api      huma.API
	rooms    []func(*Server)
	stopping atomic.Bool
}

// admission decides which requests are let in.
type admission struct {
	hosts    []string
	origins  []string
	proxies  []netip.Prefix
	noAuth   bool
	cross    *http.CrossOriginProtection
	rates    *rate.Clients
	failures rate.Failures
}

// New returns a server. The host's runner asks it about calls of tools from
// then on.
func New(s Settings) (*Server, error) {
	srv := &Server{
		host: s.Host, store: s.Host.Store, builder: s.Builder, version: s.Version, log: s.Log,
		rooms: s.Rooms, metrics: newMetrics(), turns: newTurns(), feed: feed.New(),
		admission: admission{
			origins: s.Origins, proxies: s.Proxies, noAuth: s.NoAuth,
			cross: http.NewCrossOriginProtection(), rates: rate.NewClients(s.Rate),
		},
	}
	if srv.log == nil {
		srv.log = slog.New(slog.DiscardHandler)
	}
	for _, name := range s.Hosts {
		srv.hosts = append(srv.hosts, strings.ToLower(strings.Trim(strings.TrimSuffix(name, "."), "[]")))
	}
	for _, origin := range s.Origins {
		if u, err := url.Parse(origin); err != nil || u.Scheme == "" || u.Host == "" || u.Path != "" {
			return nil, errors.New("an allowed origin is a scheme and a host, such as https://chat.example.org: " + origin)
		}
		if err := srv.cross.AddTrustedOrigin(origin); err != nil {
			return nil, err
		}
	}
	m := *s.Host.Manager
	m.Via, m.Pointer = session.API, nil
	srv.manager = &m
	s.Host.Runner.Approve = srv.approve
	return srv, nil
}

// Handler returns what answers requests.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	s.api = humago.New(mux, s.config())
	s.routes()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { writeStatus(w, true) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) { writeStatus(w, s.ready(r.Context())) })
	for _, schema := range s.api.OpenAPI().Components.Schemas.Map() {
		nullable(schema)
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { noRoute(mux, r.URL, w.Header()).write(w, r) })
	return s.guard(s.once(mux))
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
	if len(allowed) == 0 {
		return NotFound()
	}
	h.Set("Allow", strings.Join(allowed, ", "))
	return NewProblem(405, "", "this address takes "+strings.Join(allowed, ", "))
}

// Host returns the agents of the organisation for which a request is answered.
func (s *Server) Host(ctx context.Context) *host.Host {
	if h, ok := ctx.Value(hostKey).(*host.Host); ok {
		return h
	}
	return s.host
}

// Store returns where conversations are kept.
func (s *Server) Store() store.Store { return s.store }

// Manager returns what opens and closes sessions for clients.
func (s *Server) Manager() *session.Manager { return s.manager }

// Builder returns what builds backstories.
func (s *Server) Builder() *pipeline.Builder { return s.builder }

// NeedsToken reports whether clients need a token.
func (s *Server) NeedsToken() bool { return !s.noAuth }

// Version returns that of the program.
func (s *Server) Version() string { return s.version }

// Log returns where the server tells what went wrong.
func (s *Server) Log() *slog.Logger { return s.log }

// routes declares all routes.
func (s *Server) routes() {
	s.sessionRoutes()
	s.eventRoutes()
	for _, room := range s.rooms {
		room(s)
	}
	Add(s, Route{ID: "metrics", Method: "GET", Path: "/metrics", Right: Admin, Tag: "operation", Summary: "Numbers, in the text form of Prometheus", Adapt: documentText},
		func(context.Context, *struct{}) (*plainText, error) {
			var b bytes.Buffer
			s.metrics.write(&b, s.turns.count(), s.host.Runner.Broken())
			return &plainText{"text/plain; version=0.0.4", b.Bytes()}, nil
		})
}

// documentText says that an answer is text.
func documentText(op *huma.Operation) {
	op.Responses = map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{"text/plain": {Schema: &huma.Schema{Type: huma.TypeString}}}}}
}

// plainText is an answer that is not JSON.
type plainText struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
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

var errStopping = errors.New("the server stops")

// input returns what a client says, with the head of the next turn.
func (s *Server) input(ctx context.Context, c *session.Conversation, text string) (runner.Input, error) {
	head, err := s.host.Head(ctx, c, text)
	return runner.Input{Text: text, Head: head}, err
}
