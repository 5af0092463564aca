// Package elsewhere joins the cache of a user with chapters that were made on other
// machines.
package elsewhere

import (
	"errors"

	"github.com/seed353dc258/backstory/ingest"
)

// ErrGivenUp says that a source is converted nowhere, since workers ended while they did.
var ErrGivenUp = errors.New("it was given up")

// Behind returns a cache that takes from another one what the user's own has not, and
// keeps it there. The user's own may be nil.
func Behind(own, other ingest.Cache) ingest.Cache {
	if own == nil {
		own = none{}
	}
	return &layers{own, other}
}

type layers struct{ own, other ingest.Cache }

// Get implements [ingest.Cache].
func (l *layers) Get(key ingest.Key) (*ingest.Chapter, bool) {
	if c, ok := l.own.Get(key); ok {
		return c, true
	}
	c, ok := l.other.Get(key)
	if ok {
		l.own.Put(key, c)
	}
	return c, ok
}

// Put implements [ingest.Cache].
func (l *layers) Put(key ingest.Key, c *ingest.Chapter) {
	l.own.Put(key, c)
	l.other.Put(key, c)
}

// Refused returns why a source is converted nowhere, with [ErrGivenUp], if that is so.
func (l *layers) Refused(key ingest.Key) error {
	if r, ok := l.other.(interface{ Refused(ingest.Key) error }); ok {
		return r.Refused(key)
	}
	return nil
}

// none keeps nothing.
type none struct{}

func (none) Get(ingest.Key) (*ingest.Chapter, bool) { return nil, false }
func (none) Put(ingest.Key, *ingest.Chapter)        {}
