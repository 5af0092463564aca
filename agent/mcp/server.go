package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// newServer returns a server with the tools that it had the last time.
func newServer(ctx context.Context, name string, of catalog.Server, o Options, n *news) *server {
	s := &server{name: name, of: of, o: o, news: n, reached: make(chan struct{}), gate: make(chan struct{}, 1)}
	s.life, s.kill = context.WithCancel(context.WithoutCancel(ctx)) // it ends with the hub
	if last, ok := s.recall(); ok {
		if s.failed = last.Failed; !s.failed {
			s.offered.tools, _ = s.make(last.Tools) // what is wrong with them is said when it is seen again
			s.offered.known = true
		}
	}
	return s
}

// isKnown reports whether its tools are known.
func (s *server) isKnown() bool {
	s.offered.shown.Lock()
	defer s.offered.shown.Unlock()
	return s.offered.known
}

// list returns its tools.
func (s *server) list() []tool.Tool {
	s.offered.shown.Lock()
	defer s.offered.shown.Unlock()
	return slices.Clone(s.offered.tools)
}

// late says once that its tools will come later, if at all.
func (s *server) late() {
	s.offered.shown.Lock()
	defer s.offered.shown.Unlock()
	if s.offered.told || s.offered.known {
		return
	}
	s.offered.told = true
	why := "it has not started yet"
	if s.failed {
		why = "it was not there in time the last time, and is not waited for"
	} else {
		s.keep(last{Failed: true}) // unless it comes
	}
	s.note("%s; its tools are offered as soon as it is there", why)
}

// note keeps a line on the server.
func (s *server) note(format string, args ...any) {
	s.news.note("server " + s.name + ": " + oneline.Message(fmt.Sprintf(format, args...), 500))
}

// startLimit is how long it may take until its tools are known.
func startLimit(of catalog.Server, o Options) time.Duration {
	if of.Seconds > 0 {
		return time.Duration(of.Seconds) * time.Second
	}
	return o.Start
}

// load connects and makes the tools. One that cannot be reached has none.
func (s *server) load() {
	defer close(s.reached)
	limit := startLimit(s.of, s.o)
	ctx, cancel := context.WithTimeoutCause(s.life, limit, fmt.Errorf("it has not started within %v (\"seconds\" in the configuration says how long it may take)", limit))
	defer cancel()
	found, err := s.ask(ctx)
	if s.life.Err() != nil {
		return
	}
	if err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		s.take(nil)
		s.note("%v; its tools are left out", err)
		s.keep(last{Failed: true})
		return
	}
	tools, notes := s.make(found)
	for _, n := range notes {
		s.note("%s", n)
	}
	s.take(tools)
	s.keep(last{Tools: found})
}

// ask connects and asks for the tools.
func (s *server) ask(ctx context.Context) ([]*sdk.Tool, error) {
	session, err := s.connect(ctx)
	if err != nil {
		return nil, err
	}
	var found []*sdk.Tool
	for t, err := range session.Tools(ctx, nil) {
		if err != nil && len(found) == 0 {
			return nil, fmt.Errorf("listing its tools: %w", explained(s.of, s.o, err, s.words()))
		}
		if err != nil {
			s.note("listing its tools: %v", explained(s.of, s.o, err, s.words()))
			break
		}
		if len(found) == maxTools {
			s.note("it has more than %d tools: the others are left out", maxTools)
			break
		}
		found = append(found, t)
	}
	return found, nil
}

// take makes tools those that it has.
func (s *server) take(tools []tool.Tool) {
	s.offered.shown.Lock()
	defer s.offered.shown.Unlock()
	same := slices.EqualFunc(s.offered.tools, tools, func(a, b tool.Tool) bool {
		return a.Name == b.Name && a.Summary == b.Summary && string(a.Schema) == string(b.Schema) && a.Policy == b.Policy
	})
	if !same {
		if s.news.offered.Load() && len(tools) > 0 {
			s.note("it is there; tools that are offered from now on: %d", len(tools))
		}
		s.offered.tools = tools
		s.news.changes.Add(1)
	}
	s.offered.known = true
}

// connect returns the session with the server, and starts it where there is
// none. One that dies again and again is left alone.
func (s *server) connect(ctx context.Context) (*sdk.ClientSession, error) {
	select {
	case s.gate <- struct{}{}:
		defer func() { <-s.gate }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	session, transport, err := s.begin()
	if session != nil || err != nil {
		return session, err
	}
	client := sdk.NewClient(&sdk.Implementation{Name: "backstory", Version: s.o.Version}, &sdk.ClientOptions{
		Capabilities:   &sdk.ClientCapabilities{}, // it learns nothing of us, and asks nothing
		MultiRoundTrip: &sdk.MultiRoundTripOptions{Disabled: true},
	})
	session, err = client.Connect(ctx, transport, nil)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.end() // the client has closed what there was
		return nil, fmt.Errorf("connecting: %w", explained(s.of, s.o, err, s.live.said))
	}
	if s.live.session = session; s.closed {
		s.end()
		return nil, errOver
	}
	return session, nil
}

// errOver says that the hub was closed.
var errOver = errors.New("the session is over")

// begin returns the session that there is, or how one is begun.
func (s *server) begin() (*sdk.ClientSession, sdk.Transport, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return nil, nil, errOver
	case s.live.session != nil:
		return s.live.session, nil, nil
	case s.starts == maxStarts && s.of.URL == "":
		return nil, nil, fmt.Errorf("it has ended %d times: it is not started again", maxStarts)
	}
	s.starts++
	transport, err := s.transport()
	return nil, transport, err
}

func (s *server) close() error {
	s.mu.Lock()
	s.closed = true
	begun := s.live.session != nil
	if begun {
		s.end()
	}
	s.mu.Unlock()
	s.kill()
	return nil
}

// end ends the session, and the command with all that it started. How it ends
// that is told to is its business. A lock is held.
func (s *server) end() {
	if s.live.session != nil {
		_ = s.live.session.Close()
	}
	if s.live.command != nil {
		sweep(s.live.command)
	}
	s.live.session, s.live.command = nil, nil
}

// words are what the command wrote last.
func (s *server) words() *tail {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.live.said
}

// lost forgets a session that is over, so that the next call begins another.
func (s *server) lost(session *sdk.ClientSession) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.live.session == session {
		s.end()
	}
}
