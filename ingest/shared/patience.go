package shared

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/internal/objects"
)

// What a cache may cost a run.
const (
	Connect   = 2 * time.Second  // until there is a connection
	request   = 10 * time.Second // a request
	allTime   = 30 * time.Second // all requests
	maxErrors = 3
	rest      = 10 * time.Minute // after which a process that goes on tries again
)

// Stats count what a cache did in a run.
type Stats struct {
	Requests int   `json:"requests"`
	Errors   int   `json:"errors"`
	Hits     int   `json:"hits"`    // chapters
	Refused  int   `json:"refused"` // packs and chapters that were not taken: not signed by a listed key, damaged, or not what this program makes
	Added    int   `json:"added"`   // chapters
	Bytes    int64 `json:"read_bytes"`
}

// errTime says that a cache took all the time that it has.
var errTime = fmt.Errorf("its answers took %v", allTime)

// patience counts what a cache costs. It is for one goroutine at a time.
type patience struct {
	until context.Context
	mu    sync.Mutex
	stats *Stats
	spent time.Duration
	fails int
	last  error // of the errors
	left  error // why it is not asked any more
	since time.Time
	tell  func(error) // of leaving, once; may be nil
}

// do makes a request. What the store answers is the error; [objects.ErrNotFound], the errors of
// conditions, and what is not what was signed are answers like others.
func (p *patience) do(what func(ctx context.Context) error) error {
	if err := p.gone(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(p.until, min(request, allTime-p.spent))
	defer cancel()
	began := time.Now()
	p.stats.Requests++
	err := what(ctx)
	p.spent += time.Since(began)
	switch {
	case p.until.Err() != nil: // which is no fault of the cache
		return err
	case err == nil, errors.Is(err, objects.ErrNotFound), errors.Is(err, objects.ErrExists), errors.Is(err, objects.ErrChanged), errors.Is(err, errForged):
	default:
		p.stats.Errors++
		p.last = err
		p.fails++
		if p.fails == maxErrors || errors.Is(err, objects.ErrDenied) || errors.Is(err, objects.ErrNoBucket) {
			p.leave(err)
		}
	}
	if p.spent >= allTime {
		p.leave(errTime)
	}
	return err
}

// gone says why the cache is not asked any more.
func (p *patience) gone() error {
	if p.left != nil && time.Since(p.since) > rest {
		p.left, p.fails, p.spent = nil, 0, 0
	}
	if p.left == nil {
		return p.until.Err()
	}
	return p.left
}

func (p *patience) leave(why error) {
	if p.left != nil {
		return
	}
	p.left, p.since = why, time.Now()
	if p.tell != nil {
		p.tell(why)
	}
}
