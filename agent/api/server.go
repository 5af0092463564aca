// Package api serves the agents of a workspace over HTTP: sessions and what is
// said in them, profiles and their files, in our own form under /api/v2. Packages
// below this one add the routes of other protocols ([Settings.Rooms]).
//
//   - events.go: the feed of builds and changes
//   - message.go: messages, turns and the approval of calls
//   - room.go: what packages with other protocols need
//   - serve.go: a server from its start to its end
//   - follow.go: a turn as a stream of events, from any point on
//   - routes.go: all routes, and those of sessions and events
//   - session.go: sessions
//   - route.go: declaring routes
//   - once.go: requests that come twice
//   - guard.go: what every request passes before it is routed
//   - standing.go: for which organisation a request is answered
//   - page.go: what people see in a browser
//   - run.go: running a turn, and keeping its events
//   - server.go: what a server has
//   - turns.go: turns that go on, whoever listens
//   - build.go: backstories, brought up to date
//   - problem.go: errors, in the form that each protocol has
//   - actor.go: who asks
//   - secret.go: tokens, and what they may do
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
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"sync/atomic"

	"github.com/danielgtaylor/huma/v2"

	"github.com/seed353dc258/backstory/agent/api/metrics"
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
	// Page is what people see in a browser; nil for none.
	Page front
}

// Server serves a workspace. Its handler is for any number of goroutines.
type Server struct {
	Builds   *builds
	host     *host.Host
	manager  *session.Manager
	store    store.Store
	version  string
	log      *slog.Logger
	gate     *admission
	metrics  *metrics.Metrics
	turns    *turns
	past     past
	feed     *feed.Feed
	api      huma.API
	rooms    []func(*Server)
	stopping atomic.Bool
}

// admission decides which requests are let in.
type admission struct {
	host     *host.Host
	store    store.Store
	log      *slog.Logger
	metrics  *metrics.Metrics
	hosts    []string
	origins  []string
	proxies  []netip.Prefix
	noAuth   bool
	cross    *http.CrossOriginProtection
	rates    *rate.Clients
	failures rate.Failures
	page     front // nil for none
}

// Host returns the agents of the organisation for which a request is answered.
func (s *Server) Host(ctx context.Context) *host.Host {
	return hostOf(ctx, s.host)
}

// hostOf is the host of the organisation of a request, or another one.
func hostOf(ctx context.Context, other *host.Host) *host.Host {
	if h, ok := ctx.Value(hostKey).(*host.Host); ok {
		return h
	}
	return other
}

// Store returns where conversations are kept.
func (s *Server) Store() store.Store { return s.store }

// Manager returns what opens and closes sessions for clients.
func (s *Server) Manager() *session.Manager { return s.manager }

// Builder returns what builds backstories.
func (s *Server) Builder() *pipeline.Builder { return s.Builds.builder }

// NeedsToken reports whether clients need a token.
func (s *Server) NeedsToken() bool { return !s.gate.noAuth }

// Version returns that of the program.
func (s *Server) Version() string { return s.version }

// Log returns where the server tells what went wrong.
func (s *Server) Log() *slog.Logger { return s.log }

// input returns what a client says, with the head of the next turn.
func (s *Server) input(ctx context.Context, c *session.Conversation, text string) (runner.Input, error) {
	head, err := s.host.Head(ctx, c, text)
	return runner.Input{Text: text, Head: head}, err
}
