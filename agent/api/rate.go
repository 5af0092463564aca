package api

import (
	"fmt"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"
)

// Rate says how many requests a client may send.
type Rate struct {
	PerSecond float64
	Burst     int
}

// DefaultRate is for people and their programs; a flood is far above it.
var DefaultRate = Rate{PerSecond: 50, Burst: 200}

// ParseRate reads a rate: requests a second, or "off".
func ParseRate(text string) (*Rate, error) {
	if text == "off" {
		return nil, nil
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n <= 0 || math.IsInf(n, 0) {
		return nil, fmt.Errorf("%q is neither a number of requests a second nor off", text)
	}
	return &Rate{PerSecond: n, Burst: max(1, int(math.Ceil(4*n)))}, nil
}

// maxBuckets is how many clients are remembered. Beyond it those that have
// their whole burst again are forgotten first.
const maxBuckets = 10_000

// buckets count requests by token, and by address where there is none.
type buckets struct {
	rate *Rate // nil where nothing is limited
	mu   sync.Mutex
	all  map[string]*bucket
}

type bucket struct {
	left float64
	at   time.Time
}

// take takes one request of a client, or says when to come again. A token is
// counted by itself, so that no other client of its address can use it up.
func (b *buckets) take(h http.Header, a Actor, addr netip.Addr, now time.Time) *Problem {
	if b.rate == nil {
		return nil
	}
	key := a.Token
	if key == "none" {
		key = addr.String()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	c := b.all[key]
	if c == nil {
		b.shrink(now)
		c = &bucket{left: float64(b.rate.Burst), at: now}
		b.all[key] = c
	}
	c.left = min(float64(b.rate.Burst), c.left+b.rate.PerSecond*now.Sub(c.at).Seconds())
	c.at = now
	reset := (float64(b.rate.Burst) - c.left) / b.rate.PerSecond
	h.Set("RateLimit-Limit", strconv.Itoa(b.rate.Burst))
	h.Set("RateLimit-Remaining", strconv.Itoa(int(max(0, c.left-1))))
	h.Set("RateLimit-Reset", strconv.Itoa(int(math.Ceil(reset))))
	if c.left < 1 {
		p := NewProblem(429, "", "too many requests; come again later")
		p.retry = time.Duration((1 - c.left) / b.rate.PerSecond * float64(time.Second))
		return p
	}
	c.left--
	return nil
}

// shrink makes room for another client.
func (b *buckets) shrink(now time.Time) {
	if len(b.all) < maxBuckets {
		return
	}
	full := time.Duration(float64(b.rate.Burst) / b.rate.PerSecond * float64(time.Second))
	for key, c := range b.all {
		if now.Sub(c.at) >= full {
			delete(b.all, key)
		}
	}
	if len(b.all) >= maxBuckets { // a flood of addresses: they begin anew
		clear(b.all)
	}
}

// After how many wrong tokens an address has to wait, and how long at most.
const (
	freeFailures = 10
	maxFailWait  = time.Minute
)

// failures counts wrong tokens by address. A right token is never refused for
// them.
type failures struct {
	mu  sync.Mutex
	all map[netip.Addr]*failed
}

type failed struct {
	n    int
	last time.Time
}

// add counts a wrong token and returns how long the address has to wait.
func (f *failures) add(addr netip.Addr, now time.Time) time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.all) >= maxBuckets {
		clear(f.all)
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
