// Package mcp makes tools of those that servers of the Model Context Protocol
// have. A server is a stranger: what it says of its tools is cleaned and
// bounded, what they give is material, every call has an end, and a server that
// hangs or dies costs nothing but its own tools. Which servers there are is said
// by the user's configuration, or by that of a workspace which they trust.
//
//   - mcp.go: the servers of a program, and when they are waited for
//   - known.go: tools that are known from the last time
//   - call.go: calling a tool, and what comes back
//   - schema.go: what a server says of its tools
//   - server.go, connection.go: one server: starting it, asking for its tools, ending it
//   - transport.go: starting a command, speaking HTTP
//   - settings.go: options, bounds, and notes for people
//
// A goroutine starts here for each server, which reaches it and asks for its
// tools; [Hub.Close] ends it.
package mcp

import (
	"context"
	"errors"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/tool"
)

// Hub is the servers of a program. Several may call its tools at once.
type Hub struct {
	servers []*server // sorted by name
	opened  time.Time
	news    news
	loading sync.WaitGroup
}

// Open begins to connect with servers, all at once, and does not wait for them.
// The tools that are known from the last time are there at once; a call of one
// waits for its server.
func Open(ctx context.Context, servers map[string]catalog.Server, o Options) *Hub {
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	if o.Start <= 0 {
		o.Start = usualStart
	}
	h := &Hub{opened: time.Now()}
	for _, name := range slices.Sorted(maps.Keys(servers)) {
		s := newServer(ctx, name, servers[name], o, &h.news)
		h.servers = append(h.servers, s)
		h.loading.Go(s.load)
	}
	return h
}

// Wait waits for the servers whose tools are not known yet, until so much time
// has passed since the hub was opened. Those that could not be reached the last
// time are not waited for. Whoever is not there then is in the notes, once.
func (h *Hub) Wait(ctx context.Context, most time.Duration) {
	timer := time.NewTimer(time.Until(h.opened.Add(most)))
	defer timer.Stop()
	for _, s := range h.servers {
		if s.isKnown() {
			continue
		}
		select {
		case <-s.reached:
			continue
		default:
		}
		if !s.failed {
			select {
			case <-s.reached:
				continue
			case <-timer.C:
				timer.Reset(0) // for the next one
			case <-ctx.Done():
				return
			}
		}
		s.late()
	}
}

// Tools returns the tools of all servers, as far as they are known, sorted by
// name.
func (h *Hub) Tools() []tool.Tool {
	h.news.offered.Store(true)
	var all []tool.Tool
	for _, s := range h.servers {
		all = append(all, s.list()...)
	}
	return all
}

// Changes returns how often the tools have changed since the hub was opened.
func (h *Hub) Changes() int { return int(h.news.changes.Load()) }

// Notes says what went wrong, what was left out and what came late, in lines for
// a person, each of them once.
func (h *Hub) Notes() []string {
	h.news.mu.Lock()
	defer h.news.mu.Unlock()
	all := h.news.notes
	h.news.notes = nil
	slices.Sort(all)
	return all
}

// Close ends the servers. Commands that do not end by themselves are killed, and
// those that have not started yet at once.
func (h *Hub) Close() error {
	errs := make([]error, len(h.servers))
	var group sync.WaitGroup
	for i, s := range h.servers {
		group.Go(func() { errs[i] = s.close() })
	}
	group.Wait()
	h.loading.Wait()
	return errors.Join(errs...)
}
