package session_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/sqlite"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/internal/soak"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// tasksOf is set for a process that starts and works on tasks: the store and a
// name.
const tasksOf = "BACKSTORY_TASKS_CHILD"

const taskScript = `
rules:
  - match: task
    reply:
      - text: I look.
      - call: {id: a, name: look}
      - call: {id: b, name: look}
  - result: look
    reply: [{text: Fog.}]
  - match: .
    reply: [{text: Well.}]
`

// worker returns tasks with a slow tool.
func worker(s *sqlite.Store) (*runner.Tasks, scope.Scope, error) {
	sc, err := scope.New(scope.Local, "ida", "caelum")
	if err != nil {
		return nil, sc, err
	}
	rules, err := model.ReadScript([]byte(taskScript))
	if err != nil {
		return nil, sc, err
	}
	tools, err := tool.NewRegistry(tool.New("look", "Look.", tool.Auto, func(context.Context, tool.At, struct{}) (string, error) {
		time.Sleep(time.Duration(rand.IntN(3000)) * time.Microsecond)
		return "fog", nil
	}))
	if err != nil {
		return nil, sc, err
	}
	cast := func(_ context.Context, sc scope.Scope, s store.Session) (runner.Cast, error) {
		e, err := prompt.Compose(prompt.Inputs{Identity: &profile.Identity{Name: sc.Profile()}, Tools: tools.ForPrompt()})
		return runner.Cast{Epoch: e, Provider: model.NewOffline(rules), Model: "offline", Tools: tools}, err
	}
	return &runner.Tasks{Runner: &runner.Runner{Store: s, Cast: cast, Owner: runner.Owner("test")}}, sc, nil
}

// workOn works on the tasks that are left and starts new ones, until its standard
// input ends. It tells which are kept, and which are done.
func workOn(path, name string) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	s, err := sqlite.Open(ctx, path)
	if err != nil {
		return err
	}
	defer s.Close()
	r, sc, err := worker(s)
	if err != nil {
		return err
	}
	r.Ended = func(t tool.Task) { fmt.Println("turn", t.State, t.Task) }
	if _, err := r.Recover(ctx, sc, nil); err != nil {
		return err
	}
	for i := 0; ctx.Err() == nil; i++ {
		text := fmt.Sprintf("task %s %d", name, i)
		_, err := r.Start(ctx, tool.At{Scope: sc}, tool.Errand{Task: text})
		if err != nil {
			return err
		}
		fmt.Println("turn kept", text)
		time.Sleep(time.Duration(rand.IntN(5000)) * time.Microsecond)
	}
	return r.Shutdown(context.Background())
}

// Processes that work on tasks are killed at any moment: each task that was told
// to be kept is done in the end, once.
func TestSoakNoTaskIsLostWhenAProcessIsKilled(t *testing.T) {
	n, kept := soak.Size(t, 1000), 0
	const seed = 19
	random := rand.New(rand.NewPCG(seed, 0))
	for done := 0; done < n; done += aStore {
		kept += tasksKilled(t, random, done, min(aStore, n-done))
	}
	t.Logf("seed %d: %d processes were killed, %d tasks were kept", seed, n, kept)
}

func tasksKilled(t *testing.T, random *rand.Rand, round, n int) int {
	path := filepath.Join(t.TempDir(), "store.db")
	told := map[string]string{}
	for i := range n {
		p := begin(t, exec.Command(os.Args[0]), tasksOf+"="+path+"\n"+fmt.Sprint(round, "-", i))
		for lines := random.IntN(20); lines >= 0 && p.next(); lines-- {
		}
		time.Sleep(time.Duration(random.IntN(10_000)) * time.Microsecond)
		if err := p.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		p.end()
		for _, line := range p.told {
			state, text, _ := strings.Cut(strings.TrimPrefix(line, "turn "), " ")
			if told[text] != "done" {
				told[text] = state
			}
		}
	}
	s, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r, sc, err := worker(s)
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := r.Find(t.Context(), sc, store.Filter{Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range tasks {
		if told[x.Task] == "done" && x.State != "done" {
			t.Errorf("%q was done and is %s", x.Task, x.State)
		}
	}
	if _, err := r.Recover(t.Context(), sc, nil); err != nil {
		t.Fatal(err)
	}
	if err := r.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if tasks, err = r.Find(t.Context(), sc, store.Filter{Limit: 1000}); err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, x := range tasks {
		seen[x.Task]++
		begins := x.State == "waiting" && told[x.Task] == "" // its process was killed before it was kept
		if seen[x.Task] > 1 || x.State != "done" && !begins && !strings.Contains(x.Result, "too often") {
			t.Errorf("%+v is there %d times", x, seen[x.Task])
		}
		turns, err := s.Turns(t.Context(), sc, x.ID)
		if err != nil {
			t.Fatal(err)
		}
		done := 0
		for _, turn := range turns {
			if turn.State == store.TurnDone {
				done++
			}
		}
		if done > 1 || done == 0 && x.State == "done" {
			t.Errorf("%+v was done %d times", x, done)
		}
	}
	for text := range told {
		if seen[text] == 0 {
			t.Errorf("%q is lost", text)
		}
	}
	return len(told)
}
