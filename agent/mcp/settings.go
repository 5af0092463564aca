package mcp

import (
	"net/http"
	"sync"
	"sync/atomic"
	"time"
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
	// Start is how long a server may take until its tools are known, where its
	// configuration does not say. Default: 20 s.
	Start time.Duration
	// Known is the folder in which is kept which tools servers have, so that
	// nobody waits for them the next time. Default: nowhere.
	Known string
}

// Bounds of servers.
const (
	usualStart = 20 * time.Second
	usualCall  = time.Minute
	maxTools   = 128 // of one server
	maxStarts  = 3   // of one server, in the life of a hub
)

// news is what a hub has to tell of its servers.
type news struct {
	changes atomic.Int64 // of the tools
	offered atomic.Bool  // somebody has asked for the tools: more of them come late

	mu    sync.Mutex
	notes []string
}

// note keeps a line for people.
func (n *news) note(line string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.notes = append(n.notes, line)
}
