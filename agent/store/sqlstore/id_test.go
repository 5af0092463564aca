package sqlstore

import (
	"slices"
	"sync"
	"testing"
	"time"
)

// start is any time.
var start = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// Ids sort in the order they were made, whatever the clock does: it stops, runs,
// and is set back.
func TestIDsSortInTheOrderTheyWereMade(t *testing.T) {
	for name, clock := range map[string]func(i int) time.Time{
		"stands":   func(int) time.Time { return start },
		"runs":     func(i int) time.Time { return start.Add(time.Duration(i) * 100 * time.Microsecond) },
		"set back": func(i int) time.Time { return start.Add(-time.Duration(i) * time.Millisecond) },
		"is real":  func(int) time.Time { return time.Now() },
	} {
		t.Run(name, func(t *testing.T) {
			var g ids
			all := make([]string, 10_000)
			for i := range all {
				all[i] = g.next(clock(i))
			}
			for i, id := range all[1:] {
				if len(id) != 24 || id <= all[i] {
					t.Fatalf("id %d is %q, after %q", i+1, id, all[i])
				}
			}
		})
	}
}

// An id whose step carries into the time is not before those of the next
// milliseconds.
func TestAnIDThatLeavesItsMillisecondStillSorts(t *testing.T) {
	ms := uint64(start.UnixMilli())
	g := ids{high: ms<<8 | 0xff, low: 1<<64 - 1}
	var before string
	for i := range 3 {
		id := g.next(start.Add(time.Duration(i) * time.Millisecond))
		if i == 0 && g.high>>8 != ms+1 {
			t.Fatal("the step did not carry")
		}
		if id <= before {
			t.Fatalf("%q, after %q", id, before)
		}
		before = id
	}
}

// Ids that several make at once differ, and those of each sort.
func TestIDsMadeAtOnceDiffer(t *testing.T) {
	var g ids
	var all [8][]string
	var wg sync.WaitGroup
	for i := range all {
		wg.Go(func() {
			for range 1000 {
				all[i] = append(all[i], g.next(start))
			}
		})
	}
	wg.Wait()
	for i := range all {
		if !slices.IsSorted(all[i]) {
			t.Errorf("those of %d do not sort", i)
		}
	}
	together := slices.Sorted(slices.Values(slices.Concat(all[:]...)))
	if n := len(slices.Compact(together)); n != 8000 {
		t.Errorf("%d of 8000 differ", n)
	}
}
