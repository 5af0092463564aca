//go:build unix

package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/cluster"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/objects"
	"github.com/seed353dc258/backstory/internal/objects/s3test"
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

func TestWorkersGiveTheSameBytes(t *testing.T) { sameBytes(t, newPlace(t)) }

func TestWorkersGiveTheSameBytesOverASignedStore(t *testing.T) {
	s3test.Start(t)
	p := placeAt(t, "s3://texts/team")
	sameBytes(t, p)
	if n, err := p.Remove(t.Context(), p.store, ""); n != 6 || err != nil { // bundles and packs
		t.Errorf("removed %d objects, %v", n, err)
	}
	t.Setenv("AWS_SECRET_ACCESS_KEY", "another secret")
	store, err := objects.Open(p.folder, objects.Patience{})
	if err != nil {
		t.Fatal(err)
	}
	if err := cluster.CheckStore(t.Context(), store, p.folder); err == nil || !strings.Contains(err.Error(), "--store s3://texts/team") || !strings.Contains(err.Error(), "see whether the keys are right") {
		t.Error(err)
	}
}

func sameBytes(t *testing.T, p *place) {
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

// faulty is a store that has packs and does not hand them out.
type faulty struct {
	objects.Store
	asked atomic.Int64
}

func (f *faulty) Get(ctx context.Context, name string) (io.ReadCloser, objects.Info, error) {
	if strings.Contains(name, "/packs/") {
		f.asked.Add(1)
		return nil, objects.Info{}, errors.New("it is somewhere else")
	}
	return f.Store.Get(ctx, name)
}

// A store that fails after the workers are done costs a build three requests and a line.
func TestAFaultyStoreIsLeft(t *testing.T) {
	p := newPlace(t)
	p.work(t)
	store := &faulty{Store: p.store}
	dirs := profiles(t, 60)
	want := build(t, p.registry, dirs, nil)
	p.store = store
	var said []string
	s, err := p.submit(t, t.Context(), dirs, func(s *cluster.Submission) {
		s.Say = func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, build(t, p.registry, dirs, &counted{Submission: s})); diff != "" {
		t.Errorf("with a faulty store something else is written (-without +with):\n%s", diff)
	}
	if n := store.asked.Load(); n != 3 || len(said) != 1 || !strings.Contains(said[0], "it is somewhere else") {
		t.Errorf("asked %d times, said %q", n, said)
	}
}

// Who writes into the bucket of others changes nothing of what is built: the sources of a
// chunk that is another one, and the chapters of a pack that is, are converted by the build.
func TestSomebodyElseWritesIntoTheStore(t *testing.T) {
	p := newPlace(t)
	dirs := profiles(t, 10)
	want := build(t, p.registry, dirs, nil)
	spoil := func(folder string) {
		t.Helper()
		all, _, err := p.store.List(t.Context(), folder, "")
		if err != nil || len(all) == 0 {
			t.Fatalf("%d objects, %v", len(all), err)
		}
		for _, o := range all {
			if _, err := p.store.Put(t.Context(), o.Name, objects.Content([]byte("something else")), objects.Condition{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	var said []string
	listen := func(s *cluster.Submission) {
		s.Say = func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
	}
	s, err := p.submit(t, t.Context(), dirs, listen, func(s *cluster.Submission) {
		s.Patience = 10 * time.Millisecond
		say := s.Say
		s.Say = func(format string, args ...any) {
			if len(said) == 0 { // that no worker is there
				spoil("_/bundles/")
				p.work(t)
			}
			say(format, args...)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(said) != 2 || !strings.Contains(said[1], "workers gave no result for 41 of 41 sources") {
		t.Errorf("said %q", said)
	}
	if diff := cmp.Diff(want, build(t, p.registry, dirs, &counted{Submission: s})); diff != "" {
		t.Errorf("with other bundles something else is written (-without +with):\n%s", diff)
	}

	dirs = profilesFrom(t, 100, 10) // the bundles of the others stay as they are
	want, said = build(t, p.registry, dirs, nil), nil
	if s, err = p.submit(t, t.Context(), dirs, listen); err != nil {
		t.Fatal(err)
	}
	spoil("_/packs/")
	from := &counted{Submission: s}
	if diff := cmp.Diff(want, build(t, p.registry, dirs, from)); diff != "" || from.given.Load() != 0 {
		t.Errorf("%d chapters of other packs are taken (-without +with):\n%s", from.given.Load(), diff)
	}
	s.Close()
	if len(said) != 1 || !strings.Contains(said[0], "are not what workers wrote") {
		t.Errorf("said %q", said)
	}
}

// A source that is written to while it is queued is converted by the build, and what a
// worker finds says nothing of the one that was meant.
func TestASourceThatChangesWhileItIsQueued(t *testing.T) {
	p := newPlace(t)
	p.work(t)
	dirs := profiles(t, 1)
	long := filepath.Join(dirs[0], "backstory", "long.txt") // it is not held until it is queued
	before := strings.Repeat("before\n", 200_000)
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(long, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(before)
	_, err := p.submit(t, t.Context(), dirs, func(s *cluster.Submission) {
		s.Have = func(ingest.Key) bool {
			write(strings.Replace(before, "before", "behind", 1))
			return false
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	write(before)
	s, err := p.submit(t, t.Context(), dirs)
	if err != nil {
		t.Fatal(err)
	}
	from := &counted{Submission: s}
	want := build(t, p.registry, dirs, nil)
	if diff := cmp.Diff(want, build(t, p.registry, dirs, from)); diff != "" || from.made.Load() != 0 {
		t.Errorf("%d chapters were made here (-without +with):\n%s", from.made.Load(), diff)
	}
}

// Who may read a store alone is told so before they take a chunk: they could hand in nothing.
func TestAStoreThatCannotBeWrittenIsNamed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	store, err := objects.Open(dir, objects.Patience{})
	if err != nil {
		t.Fatal(err)
	}
	if err := cluster.CheckStore(t.Context(), store, dir); err != nil {
		t.Fatal(err)
	}
	// A folder of that name cannot be replaced, by no user.
	if err := errors.Join(os.Remove(filepath.Join(dir, "_reachable")), os.MkdirAll(filepath.Join(dir, "_reachable", "x"), 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := cluster.CheckStore(t.Context(), store, dir); err == nil || !strings.Contains(err.Error(), "--store "+dir) {
		t.Error(err)
	}
}
