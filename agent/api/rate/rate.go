// Package rate counts what clients of a server ask, and says who has to wait.
package rate

import (
	"fmt"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"
)

// Limit says how many requests a client may send.
type Limit struct {
	PerSecond float64
	Burst     int
}

// Parse reads a limit: requests a second, or "off", for which it returns nil.
func Parse(text string) (*Limit, error) {
	if text == "off" {
		return nil, nil
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n <= 0 || math.IsInf(n, 0) || math.IsNaN(n) {
		return nil, fmt.Errorf("%q is neither a number of requests a second nor off", text)
	}
	return &Limit{PerSecond: n, Burst: max(1, int(math.Ceil(4*n)))}, nil
}

// maxClients is how many clients are remembered. Beyond it those that have
// their whole burst again are forgotten first.
const maxClients = 10_000

// Clients counts the requests of each client (a token bucket).
type Clients struct {
	limit *Limit
	mu    sync.Mutex
	all   map[string]*bucket
}

// NewClients returns a counter for a limit, nil where nothing is limited.
func NewClients(l *Limit) *Clients { return &Clients{limit: l, all: map[string]*bucket{}} }

// Limited reports whether anything is limited.
func (c *Clients) Limited() bool { return c.limit != nil }

type bucket struct {
	left float64
	at   time.Time
}

// Take takes one request of a client and writes what is left into the header of the
// answer. It returns how long the client has to wait: 0 where it has not.
func (c *Clients) Take(h http.Header, client string, now time.Time) time.Duration {
	if c.limit == nil {
		return 0
	}
	burst, perSecond := float64(c.limit.Burst), c.limit.PerSecond
	c.mu.Lock()
	defer c.mu.Unlock()
	b := c.all[client]
	if b == nil {
		c.shrink(now)
		b = &bucket{left: burst, at: now}
		c.all[client] = b
	}
	b.left = min(burst, b.left+perSecond*now.Sub(b.at).Seconds())
	b.at = now
	h.Set("RateLimit-Limit", strconv.Itoa(c.limit.Burst))
	h.Set("RateLimit-Remaining", strconv.Itoa(int(max(0, b.left-1))))
	h.Set("RateLimit-Reset", strconv.Itoa(int(math.Ceil((burst-b.left)/perSecond))))
	if b.left < 1 {
		return max(1, time.Duration((1-b.left)/perSecond*float64(time.Second)))
	}
	b.left--
	return 0
}

// shrink makes room for another client.
func (c *Clients) shrink(now time.Time) {
	if len(c.all) < maxClients {
		return
	}
	full := time.Duration(float64(c.limit.Burst) / c.limit.PerSecond * float64(time.Second))
	for key, b := range c.all {
		if now.Sub(b.at) >= full {
			delete(c.all, key)
		}
	}
	if len(c.all) >= maxClients { // a flood of addresses: they begin anew
		clear(c.all)
	}
}

// After how many wrong tokens an address has to wait, and how long at most.
const (
	freeFailures = 10
	maxFailWait  = time.Minute
)

// Failures counts wrong tokens by address. A right token is never refused for
// them. The zero value is ready.
type Failures struct {
	mu  sync.Mutex
	all map[netip.Addr]*failed
}

type failed struct {
	n    int
	last time.Time
}

// Add counts a wrong token and returns how long the address has to wait.
func (f *Failures) Add(addr netip.Addr, now time.Time) time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.all == nil || len(f.all) >= maxClients {
		f.all = map[netip.Addr]*failed{}
	}
	c := f.all[addr]
	if c == nil || now.Sub(c.last) > 2*maxFailWait {
		c = &failed{}
		f.all[addr] = c
	}
	c.n, c.last = c.n+1, now
	if c.n <= freeFailures {
		return 0
	}
	return min(maxFailWait, time.Second<<min(c.n-freeFailures-1, 6))
}
