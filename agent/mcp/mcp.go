// Package mcp makes tools of those that servers of the Model Context Protocol
// have. A server is a stranger: what it says of its tools is cleaned and
// bounded, what they give is material, every call has an end, and a server that
// dies is an error of one call. Which servers there are is said by the user's
// configuration, or by that of a workspace which he trusts.
//
//   - mcp.go: connecting with servers, and closing
//   - transport.go: starting a command, speaking HTTP
//   - call.go: calling a tool, and what comes back
//   - schema.go: what a server says of its tools
package mcp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// Options are how servers are reached. The zero value works.
type Options struct {
	// Getenv reads an environment variable. Default: [os.Getenv].
	Getenv func(string) string
	// Client sends requests. Its own rules for redirects are not used: none is
	// followed.
	Client *http.Client
	// Version is that of the program, for the servers.
	Version string
	// Start is how long a server may take until its tools are known. Default:
	// 20 s.
	Start time.Duration
}

// Bounds of servers.
const (
	usualStart = 20 * time.Second
	usualCall  = time.Minute
	maxTools   = 128 // of one server
	maxStarts  = 3   // of one server, in the life of a hub
)

// Hub is the servers of a session. Several may call its tools at once.
type Hub struct {
	servers []*server // sorted by name
}

// server is one server and the session with it.
type server struct {
	name  string
	of    catalog.Server
	o     Options
	tools []tool.Tool
	notes []string

	mu      sync.Mutex
	session *sdk.ClientSession
	command *exec.Cmd
	said    *tail // what the command wrote to its standard error
	starts  int
	closed  bool
}

// Open connects with servers, all at once, and asks for their tools. What goes
// wrong with one of them is a note, and it has no tools. It comes back when each
// was reached or has had its time.
func Open(ctx context.Context, servers map[string]catalog.Server, o Options) *Hub {
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	if o.Start <= 0 {
		o.Start = usualStart
	}
	h := &Hub{}
	var group sync.WaitGroup // all of it ends before this function does
	for _, name := range slices.Sorted(maps.Keys(servers)) {
		s := &server{name: name, of: servers[name], o: o}
		h.servers = append(h.servers, s)
		group.Go(func() { s.load(ctx) })
	}
	group.Wait()
	return h
}

// Tools returns the tools of all servers that were reached, sorted by name.
func (h *Hub) Tools() []tool.Tool {
	var all []tool.Tool
	for _, s := range h.servers {
		all = append(all, s.tools...)
	}
	return all
}

// Notes says what went wrong and what was left out, in lines for a person.
func (h *Hub) Notes() []string {
	var all []string
	for _, s := range h.servers {
		for _, n := range s.notes {
			all = append(all, "server "+s.name+": "+n)
		}
	}
	return all
}

// Close ends the servers. Commands that do not end by themselves are killed.
func (h *Hub) Close() error {
	errs := make([]error, len(h.servers))
	var group sync.WaitGroup
	for i, s := range h.servers {
		group.Go(func() { errs[i] = s.close() })
	}
	group.Wait()
	return errors.Join(errs...)
}

func (s *server) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.end()
	return nil
}

// end ends the session, and the command with all that it started. How it ends
// that is told to is its business. A lock is held.
func (s *server) end() {
	if s.session != nil {
		_ = s.session.Close()
	}
	if s.command != nil {
		sweep(s.command)
	}
	s.session, s.command = nil, nil
}

// load connects and makes the tools.
func (s *server) load(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, s.o.Start)
	defer cancel()
	session, err := s.connect(ctx)
	if err != nil {
		s.note("%v", err)
		return
	}
	var found []*sdk.Tool
	for t, err := range session.Tools(ctx, nil) {
		if err != nil {
			s.note("listing its tools: %v", s.explained(err, s.words()))
			break
		}
		if len(found) == maxTools {
			s.note("it has more than %d tools: the others are left out", maxTools)
			break
		}
		found = append(found, t)
	}
	s.make(found)
}

// note keeps a line of what went wrong.
func (s *server) note(format string, args ...any) {
	s.notes = append(s.notes, oneline.Message(fmt.Sprintf(format, args...), 500))
}

// connect returns the session with the server, and starts it where there is
// none. One that dies again and again is left alone.
func (s *server) connect(ctx context.Context) (*sdk.ClientSession, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return nil, errors.New("the session is over")
	case s.session != nil:
		return s.session, nil
	case s.starts == maxStarts:
		return nil, fmt.Errorf("it has ended %d times: it is not started again", maxStarts)
	}
	s.starts++
	transport, err := s.transport()
	if err != nil {
		return nil, err
	}
	client := sdk.NewClient(&sdk.Implementation{Name: "backstory", Version: s.o.Version}, &sdk.ClientOptions{
		Capabilities:   &sdk.ClientCapabilities{}, // it learns nothing of us, and asks nothing
		MultiRoundTrip: &sdk.MultiRoundTripOptions{Disabled: true},
	})
	session, err := client.Connect(ctx, transport, nil)
	if err != nil {
		s.end() // the client has closed what there was
		return nil, fmt.Errorf("connecting: %w", s.explained(err, s.said))
	}
	s.session = session
	return session, nil
}

// words are what the command wrote last.
func (s *server) words() *tail {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.said
}

// lost forgets a session that is over, so that the next call begins another.
func (s *server) lost(session *sdk.ClientSession) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.session == session {
		s.end()
	}
}
