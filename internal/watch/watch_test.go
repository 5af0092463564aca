package watch_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/seed353dc258/backstory/internal/watch"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// watched is a folder of profiles that is watched.
type watched struct {
	*testing.T
	dir   string
	told  chan watch.Change
	stop  func()
	spoil func() // has the system refuse more
}

// begin watches every folder in a folder, by notification or by looking.
func begin(t *testing.T, poll time.Duration, told func(watch.Change), names ...string) *watched {
	w := &watched{T: t, dir: t.TempDir(), told: make(chan watch.Change, 1000)}
	for _, name := range names {
		w.write(name+"/backstory/a.md", "a")
		w.write(name+"/soul.md", "I")
	}
	w.write("config.json", "{}")
	ctx, cancel := context.WithCancel(t.Context())
	var broken atomic.Bool
	s := watch.Spoiled(watch.Settings{Poll: poll, Above: []string{w.dir}, Files: []string{filepath.Join(w.dir, "config.json")}, List: func() ([]string, error) {
		souls, err := filepath.Glob(filepath.Join(w.dir, "p*", "soul.md"))
		for i := range souls {
			souls[i] = filepath.Dir(souls[i])
		}
		return souls, err
	}}, func(string) error {
		if broken.Load() {
			return syscall.ENOSPC
		}
		return nil
	})
	w.spoil = func() { broken.Store(true) }
	var done sync.WaitGroup
	done.Go(func() {
		if err := watch.Run(ctx, s, func(_ context.Context, c watch.Change) {
			if told != nil {
				told(c)
			}
			w.told <- c
		}); err != nil {
			t.Error(err)
		}
	})
	w.stop = func() { cancel(); done.Wait() }
	t.Cleanup(w.stop)
	for range names {
		if c := w.next(); !c.Sources {
			t.Fatalf("at first every profile is to be built: %+v", c)
		}
	}
	return w
}

func (w *watched) path(name string) string { return filepath.Join(w.dir, filepath.FromSlash(name)) }

func (w *watched) write(name, text string) {
	w.Helper()
	if err := os.MkdirAll(filepath.Dir(w.path(name)), 0o755); err != nil {
		w.Fatal(err)
	}
	if err := os.WriteFile(w.path(name), []byte(text), 0o644); err != nil {
		w.Fatal(err)
	}
}

func (w *watched) check(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// next waits for a change. That none comes is a failure, after long.
func (w *watched) next() watch.Change {
	w.Helper()
	select {
	case c := <-w.told:
		c.Dir = filepath.Base(c.Dir)
		return c
	case <-time.After(5 * time.Minute):
		w.Fatal("nothing was told")
		return watch.Change{}
	}
}

// until takes changes until one is as wanted.
func (w *watched) until(what string, want func(watch.Change) bool) {
	w.Helper()
	for {
		if c := w.next(); want(c) {
			return
		}
	}
}

// both runs a test with notifications, and with looking.
func both(t *testing.T, test func(t *testing.T, poll time.Duration)) {
	t.Run("told", func(t *testing.T) { t.Parallel(); test(t, 0) })
	t.Run("looked", func(t *testing.T) { t.Parallel(); test(t, 5*time.Millisecond) })
}

func TestEveryKindOfChangeIsTold(t *testing.T) {
	both(t, func(t *testing.T, poll time.Duration) {
		w := begin(t, poll, nil, "p1", "p2")
		sources := func(c watch.Change) bool { return c.Dir == "p1" && c.Sources }
		for _, step := range []struct {
			what string
			do   func() error
		}{
			{"writing", func() error { return os.WriteFile(w.path("p1/backstory/a.md"), []byte("longer"), 0o644) }},
			{"a new folder", func() error { return os.MkdirAll(w.path("p1/backstory/x/y/z"), 0o755) }},
			{"a file in a new folder", func() error { return os.WriteFile(w.path("p1/backstory/x/y/z/b.md"), []byte("b"), 0o644) }},
			{"an editor's rename", func() error {
				w.write("p1/backstory/.b.swp", "b2")
				return os.Rename(w.path("p1/backstory/.b.swp"), w.path("p1/backstory/x/y/z/b.md"))
			}},
			{"moving a folder", func() error { return os.Rename(w.path("p1/backstory/x"), w.path("p1/backstory/w")) }},
			{"writing in a folder that was moved", func() error { return os.WriteFile(w.path("p1/backstory/w/y/z/b.md"), []byte("b three"), 0o644) }},
			{"deleting", func() error { return os.Remove(w.path("p1/backstory/a.md")) }},
			{"deleting all sources", func() error { return os.RemoveAll(w.path("p1/backstory")) }},
			{"sources again", func() error { return os.MkdirAll(w.path("p1/backstory/deep"), 0o755) }},
			{"a file there", func() error { return os.WriteFile(w.path("p1/backstory/deep/c.md"), []byte("c"), 0o644) }},
			{"the label", func() error { return os.WriteFile(w.path("p1/preferences.json"), []byte("{}"), 0o644) }},
		} {
			w.check(step.do())
			w.until(step.what, sources)
			time.Sleep(20 * time.Millisecond) // more than one event may be of it
			for len(w.told) > 0 {
				<-w.told
			}
		}
	})
}

func TestFilesOfTheAgentAreNamed(t *testing.T) {
	both(t, func(t *testing.T, poll time.Duration) {
		w := begin(t, poll, nil, "p1")
		w.write("p1/soul.md", "# Soul")
		w.until("the soul", func(c watch.Change) bool { return !c.Sources && slices.Contains(c.Files, "soul.md") })
		w.write("p1/roles/coder.md", "role")
		w.until("a role", func(c watch.Change) bool { return slices.Contains(c.Files, "roles/coder.md") })
		w.write("config.json", `{"a": 1}`)
		w.until("the configuration", func(c watch.Change) bool { return slices.Equal(c.Files, []string{w.path("config.json")}) })
	})
}

func TestProfilesComeAndGo(t *testing.T) {
	both(t, func(t *testing.T, poll time.Duration) {
		w := begin(t, poll, nil, "p1")
		w.write("p2/backstory/new.md", "n")
		time.Sleep(10 * time.Millisecond)
		w.write("p2/soul.md", "what makes it a profile")
		w.until("a new profile", func(c watch.Change) bool { return c.Dir == "p2" && c.Sources })
		w.check(os.RemoveAll(w.path("p1")))
		w.until("its end", func(c watch.Change) bool { return c.Dir == "p1" && c.Gone })
		w.write("p1/backstory/again.md", "n")
		w.write("p1/soul.md", "again")
		w.until("its return", func(c watch.Change) bool { return c.Dir == "p1" && c.Sources && !c.Gone })
		w.write("p1/backstory/again.md", "more")
		w.until("a change after it", func(c watch.Change) bool { return c.Dir == "p1" && c.Sources })
	})
}

func TestWhatABuildWritesIsNoChange(t *testing.T) {
	both(t, func(t *testing.T, poll time.Duration) {
		w := begin(t, poll, nil, "p1")
		w.write("p1/backstory.md", "x")
		w.write("p1/.backstory-manifest.json", "{}")
		w.write("p1/.backstory.md.123", "x")
		w.write("p1/backstory/a.md", "last")
		if c := w.next(); !c.Sources || len(c.Files) > 0 {
			t.Errorf("told: %+v", c)
		}
	})
}

// TestABurstIsToldFewTimes writes many files while one that is told takes its
// time: all of it is one change afterwards.
func TestABurstIsToldFewTimes(t *testing.T) {
	entered, leave := make(chan struct{}, 100), make(chan struct{})
	var once sync.Once
	w := begin(t, 0, func(c watch.Change) {
		if slices.Contains(c.Files, "soul.md") {
			entered <- struct{}{}
			<-leave
		}
	}, "p1")
	defer once.Do(func() { close(leave) })
	w.write("p1/soul.md", "s")
	<-entered
	const files = 600
	for i := range files {
		w.write(fmt.Sprintf("p1/backstory/d%d/f%d.md", i%50, i), "x")
	}
	once.Do(func() { close(leave) })
	w.next() // the soul
	w.until("the burst", func(c watch.Change) bool { return c.Sources })
	time.Sleep(100 * time.Millisecond)
	if n := len(w.told); n > files/10 { // a busy machine takes its time over what the system tells
		t.Errorf("a burst of %d files was told %d times more", files, n)
	}
}

// TestWhereTheSystemTellsNoMoreIsLooked has the system refuse to watch a new
// folder, as it does when all watches of a user are taken.
func TestWhereTheSystemTellsNoMoreIsLooked(t *testing.T) {
	t.Parallel() // it is looked once a second
	w := begin(t, 0, nil, "p1")
	w.spoil()
	w.write("p1/backstory/new/b.md", "b")
	w.until("the new folder", func(c watch.Change) bool { return c.Sources })
	w.write("p1/backstory/new/b.md", "another text")
	w.until("a change there", func(c watch.Change) bool { return c.Sources })
}
