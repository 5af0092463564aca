package session_test

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/sqlite"
	"github.com/seed353dc258/backstory/internal/soak"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// streamOf is set for a process that streams an answer without an end: the store.
const streamOf = "BACKSTORY_STREAM_CHILD"

// endless is a model that counts and never ends.
type endless struct{ model.Provider }

func (endless) Name() string { return "endless" }

func (endless) Stream(ctx context.Context, _ *model.Request) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) {
		for i := 0; ctx.Err() == nil && yield(model.Event{Text: fmt.Sprint(i, " ")}, nil); i++ {
			time.Sleep(time.Millisecond)
		}
	}
}

// counter returns a manager of a store in which the endless model answers, or a
// usual one.
func counter(s *sqlite.Store, p model.Provider) (*session.Manager, scope.Scope, error) {
	sc, err := scope.New(scope.Local, "ida", "caelum")
	cast := func(_ context.Context, sc scope.Scope, _ store.Session) (runner.Cast, error) {
		e, err := prompt.Compose(prompt.Inputs{Identity: &profile.Identity{Name: sc.Profile()}})
		return runner.Cast{Epoch: e, Provider: p, Model: "endless"}, err
	}
	return &session.Manager{Store: s, Runner: &runner.Runner{Store: s, Cast: cast, Owner: runner.Owner("test")}}, sc, err
}

// streamOn streams an answer, and tells of each piece when it was shown.
func streamOn(path string) error {
	ctx := context.Background()
	s, err := sqlite.Open(ctx, path)
	if err != nil {
		return err
	}
	m, sc, err := counter(s, endless{model.NewOffline(nil)})
	if err != nil {
		return err
	}
	r, err := m.Resolve(ctx, sc, session.Want{})
	if err != nil {
		return err
	}
	c, _, err := m.Open(ctx, sc, r.Session.ID)
	if err != nil {
		return err
	}
	_, err = c.Turn(ctx, runner.Input{Text: "Count."}, func(e runner.Event) {
		if e.Text != "" {
			fmt.Println("turn", time.Now().UnixMicro(), strings.TrimSpace(e.Text))
		}
	})
	return err
}

// Processes that stream an answer are killed at any moment. What they had shown is
// kept but for the last moment, in order and with nothing between; the next
// process says that the turn was cut off, and goes on.
func TestSoakWhatWasStreamedIsKeptWhenAProcessIsKilled(t *testing.T) {
	n := soak.Size(t, 1000)
	var mu sync.Mutex
	var lags []time.Duration
	var group sync.WaitGroup
	slots := make(chan struct{}, 8)
	for range n {
		path := filepath.Join(t.TempDir(), "store.db")
		group.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			lag := streamKilled(t, path, time.Duration(rand.IntN(900_000))*time.Microsecond)
			mu.Lock()
			defer mu.Unlock()
			lags = append(lags, lag)
		})
	}
	group.Wait()
	if len(lags) < n {
		return // some have failed
	}
	slices.Sort(lags)
	t.Logf("%d processes were killed; behind what was shown: half of them up to %v, 99%% up to %v, all up to %v", n, lags[n/2], lags[n*99/100], lags[n-1])
}

// streamKilled kills a process after so much time of streaming, and returns how
// far what is kept is behind what was shown.
func streamKilled(t *testing.T, path string, after time.Duration) (lag time.Duration) {
	p := begin(t, exec.Command(os.Args[0]), streamOf+"="+path)
	if !p.next() {
		t.Error("nothing was streamed")
		return 0
	}
	var kill time.Time
	killed := time.AfterFunc(after, func() {
		kill = time.Now()
		_ = p.cmd.Process.Kill()
	})
	for p.next() {
	}
	killed.Stop()
	p.end()
	s, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Error(err)
		return 0
	}
	defer s.Close()
	m, sc, err := counter(s, model.NewOffline(nil))
	if err != nil {
		t.Error(err)
		return 0
	}
	r, err := m.Resolve(t.Context(), sc, session.Want{})
	if err != nil {
		t.Error(err)
		return 0
	}
	c, opening, err := m.Open(t.Context(), sc, r.Session.ID)
	if err != nil || len(opening.Mended) != 1 {
		t.Errorf("%q, %v", opening.Lines, err)
		return 0
	}
	kept := ""
	if h := c.History(); len(h) == 2 {
		kept = h[1].Said()
	}
	words := strings.Fields(kept)
	for i, word := range words {
		if word != fmt.Sprint(i) && i < len(words)-1 {
			t.Errorf("word %d of what is kept is %q", i, word)
		}
	}
	for _, line := range p.told {
		var at int64
		var i int
		if _, err := fmt.Sscanf(line, "turn %d %d", &at, &i); err == nil && i >= len(words) {
			lag = max(0, kill.Sub(time.UnixMicro(at)))
			break
		}
	}
	if _, err := c.Turn(t.Context(), runner.Input{Text: "And now?"}, nil); err != nil {
		t.Errorf("the next turn: %v", err)
	}
	return lag
}
