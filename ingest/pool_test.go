package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/lineend"
)

// collector takes what is delivered and says what is wrong with it.
type collector struct {
	t    *testing.T
	next int
	busy bool
	text strings.Builder
	late []int // sources that did not end in time
	fail int   // the delivery that fails; -1 for none
}

var errDelivery = errors.New("the disk is full")

func (c *collector) deliver(i int, o *ingest.Outcome) error {
	if i != c.next || c.busy {
		c.t.Errorf("source %d is delivered where %d is due", i, c.next)
	}
	c.next, c.busy = i+1, true
	defer func() { c.busy = false }()
	if i == c.fail {
		return errDelivery
	}
	if errors.Is(o.Err, ingest.ErrTimeout) {
		c.late = append(c.late, i)
	}
	if o.Chapter != nil {
		c.text.WriteString(o.Chapter.Text + "\n")
	}
	if o.Kept {
		c.text.WriteString("kept\n")
	}
	return nil
}

func TestOutcomesAreDeliveredInTheSourcesOrder(t *testing.T) {
	var contents []string
	var want strings.Builder
	for i := range 300 {
		contents = append(contents, fmt.Sprintf("text %d", i))
		if i%3 == 0 && i > 10 {
			want.WriteString("kept\n")
		} else {
			fmt.Fprintf(&want, "text %d\n", i)
		}
	}
	for _, jobs := range []int{1, 2, 8} {
		sources := folder(t, contents...)
		for i := range sources {
			if i%3 == 0 && i > 10 {
				known, _ := lineend.ContentOf([]byte(contents[i]))
				sources[i].Known, sources[i].Kept = &known, true
			}
		}
		s := settings(t, scripted{})
		c := &collector{t: t, fail: -1}
		s.Jobs, s.Deliver = jobs, c.deliver
		outcomes, err := ingest.Convert(context.Background(), sources, s)
		if err != nil || len(outcomes) > 0 || c.text.String() != want.String() {
			t.Fatalf("%d jobs: %v, %d outcomes, delivered:\n%s", jobs, err, len(outcomes), c.text.String())
		}
	}
}

func TestSourcesThatAreAllKeptAreDelivered(t *testing.T) {
	sources := folder(t, "a", "b")
	for i := range sources {
		sources[i].Known, sources[i].Kept = &lineend.Content{Raw: [32]byte{1}}, true
	}
	s := settings(t, scripted{})
	c := &collector{t: t, fail: -1}
	s.Deliver = c.deliver
	if _, err := ingest.Convert(context.Background(), sources, s); err != nil || c.text.String() != "kept\nkept\n" {
		t.Errorf("%q, %v", c.text.String(), err)
	}
}

// What waits for a slow source is bounded: the others stop and go on later.
func TestTextsThatWaitAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // whose clock goes on when all wait
		release := make(chan struct{})
		contents := []string{"hang"}
		for range 40 {
			contents = append(contents, strings.Repeat("x", 1<<20))
		}
		s := settings(t, scripted{release: release})
		c := &collector{t: t, fail: -1}
		done := 0
		var released atomic.Bool
		s.Jobs, s.Deliver = 2, c.deliver
		s.Progress = func(n, _ int) {
			if done = n; n == 10 {
				time.AfterFunc(500*time.Millisecond, func() { released.Store(true); close(release) })
			}
			if n > 20 && !released.Load() {
				t.Errorf("%d texts wait", n)
			}
		}
		if _, err := ingest.Convert(context.Background(), folder(t, contents...), s); err != nil || c.next != 41 || done != 41 {
			t.Errorf("%d delivered, %v", c.next, err)
		}
	})
}

func TestAnErrorOfTheDeliveryEndsTheRun(t *testing.T) {
	for _, jobs := range []int{1, 4} {
		s := settings(t, scripted{})
		c := &collector{t: t, fail: 2}
		s.Jobs, s.Deliver = jobs, c.deliver
		_, err := ingest.Convert(context.Background(), folder(t, strings.Split(strings.Repeat("a", 50), "")...), s)
		if !errors.Is(err, errDelivery) || c.next != 3 {
			t.Errorf("%d jobs: %v after %d", jobs, err, c.next)
		}
	}
}

// A worker that does not come back is left behind, and what waits for its
// source is delivered.
func TestWhatWaitsForASourceThatHangsIsDelivered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // whose clock goes on when all wait
		release := make(chan struct{})
		defer close(release)
		s := settings(t, scripted{release: release})
		c := &collector{t: t, fail: -1}
		s.Jobs, s.Watchdog, s.Deliver = 1, 20*time.Millisecond, c.deliver
		_, err := ingest.Convert(context.Background(), folder(t, "hang", "b", "hang", "d"), s)
		if err != nil || c.text.String() != "b\nd\n" || c.next != 4 || !slices.Equal(c.late, []int{0, 2}) {
			t.Errorf("%q, %v, %v", c.text.String(), c.late, err)
		}
	})
}

// Cancelling ends a run with a source that does not come back, and one that
// has nothing to do.
func TestCancellingDoesNotWaitForASourceThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // whose clock goes on when all wait
		release := make(chan struct{})
		defer close(release)
		ctx, cancel := context.WithCancel(context.Background())
		s := settings(t, scripted{release: release})
		s.Jobs = 2
		s.Progress = func(int, int) { cancel() }
		if _, err := ingest.Convert(ctx, folder(t, "hang", "a", "b"), s); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if outcomes, err := ingest.Convert(context.Background(), nil, ingest.Settings{Registry: mustRegistry(t)}); err != nil || len(outcomes) != 0 {
			t.Error(err)
		}
	})
}

func mustRegistry(t *testing.T) *converters.Registry {
	t.Helper()
	return settings(t, scripted{}).Registry
}
