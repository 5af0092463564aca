//go:build unix

package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/cluster"
	"github.com/seed353dc258/backstory/ingest"
)

// counted counts what a submission gives.
type counted struct {
	*cluster.Submission
	given, made atomic.Int64
}

// Get implements [ingest.Cache].
func (c *counted) Get(key ingest.Key) (*ingest.Chapter, bool) {
	chapter, ok := c.Submission.Get(key)
	if ok {
		c.given.Add(1)
	}
	return chapter, ok
}

// Put implements [ingest.Cache].
func (c *counted) Put(ingest.Key, *ingest.Chapter) { c.made.Add(1) }

func TestWorkersGiveTheSameBytes(t *testing.T) {
	p := newPlace(t)
	dirs := profiles(t, 40)
	want := build(t, p.registry, dirs, nil)
	p.work(t)
	s, err := p.submit(t, t.Context(), dirs)
	if err != nil {
		t.Fatal(err)
	}
	from := &counted{Submission: s}
	if diff := cmp.Diff(want, build(t, p.registry, dirs, from)); diff != "" {
		t.Errorf("with workers something else is written (-without +with):\n%s", diff)
	}
	if given, made := from.given.Load(), from.made.Load(); given != 4*40 || made != 0 {
		t.Errorf("%d chapters came from workers and %d were made here, want 160 and 0", given, made)
	}
}

func TestWhoIsInterruptedTakesTheResultsLater(t *testing.T) {
	p := newPlace(t)
	dirs := profiles(t, 3)
	want := build(t, p.registry, dirs, nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	said := ""
	_, err := p.submit(t, ctx, dirs, func(s *cluster.Submission) {
		s.Patience = 10 * time.Millisecond
		s.Say = func(format string, args ...any) {
			said = fmt.Sprintf(format, args...)
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || !strings.Contains(said, "no worker") || !strings.Contains(said, "1 chunks wait") {
		t.Fatalf("without a worker: %v; it said %q", err, said)
	}
	stop := p.work(t)
	if _, err := p.submit(t, t.Context(), dirs); err != nil {
		t.Fatal(err)
	}
	stop()
	s, err := p.submit(t, t.Context(), dirs) // nothing is left to do
	if err != nil {
		t.Fatal(err)
	}
	from := &counted{Submission: s}
	if diff := cmp.Diff(want, build(t, p.registry, dirs, from)); diff != "" || from.given.Load() == 0 {
		t.Errorf("%d chapters were given (-without +with):\n%s", from.given.Load(), diff)
	}
}
