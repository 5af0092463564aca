package task_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/host/state"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/task"
	"github.com/seed353dc258/backstory/profile"
)

// read writes files of a profile and reads its schedules.
func read(t *testing.T, files map[string]string) ([]task.Schedule, []string) {
	t.Helper()
	dir, sums := t.TempDir(), map[string]string{}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256([]byte(text))
		sums[name] = hex.EncodeToString(sum[:])
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	if all, problems := task.Read(root, nil, "."); len(all)+len(problems) > 0 {
		t.Error("what nobody trusts is read", all, problems)
	}
	return task.Read(root, sums, ".")
}

func TestSchedulesAreRead(t *testing.T) {
	all, problems := read(t, map[string]string{
		"heartbeat.md":     "---\nevery: 1h\nquiet: 22:00-07:00\n---\n\nLook at the lamp.\n",
		"preferences.json": `{"schedule": [{"name": "morning", "cron": "0 9 * * 1-5", "text": "Say the tide."}, {"name": "Bad", "cron": "* * * * *", "text": "x"}, {"name": "often", "cron": "@every 1s", "text": "x"}, {"name": "never", "cron": "0 0 31 2 *", "text": "x"}, {"name": "loud", "cron": "@daily", "text": "x", "quiet": "25:00-1"}, {"name": "empty", "cron": "@daily"}]}`,
	})
	if len(all) != 2 || all[0].Name != task.Heartbeat || all[0].Cron != "@every 1h" || all[0].Text != "Look at the lamp." || all[1].Name != "morning" {
		t.Errorf("%+v", all)
	}
	if len(problems) != 5 {
		t.Errorf("%q", problems)
	}
	for _, text := range []string{"---\nevery: 1h\n", "---\nevery: 1h\ncron: x\n---\nx", "---\nnever: 1h\n---\nx"} {
		if all, problems := read(t, map[string]string{"heartbeat.md": text}); len(all) > 0 || len(problems) != 1 {
			t.Errorf("%q: %+v %q", text, all, problems)
		}
	}
	if all, problems := read(t, map[string]string{"heartbeat.md": "---\n---\n"}); len(all)+len(problems) > 0 {
		t.Error(all, problems)
	}
}

func TestNothingIsToldOfAHeartbeat(t *testing.T) {
	for text, want := range map[string]string{
		"HEARTBEAT_OK": "", " **HEARTBEAT_OK**\n": "", "All is well.\n\nHEARTBEAT_OK": "", "HEARTBEAT_OK.": "", "The lamp is out.": "The lamp is out.",
		"HEARTBEAT_OK " + strings.Repeat("x", 400): strings.Repeat("x", 400), "Not HEARTBEAT_OK at all": "Not HEARTBEAT_OK at all",
	} {
		if got := task.Tells(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// newIda returns a workspace with one profile.
func newIda(t *testing.T) (dir string) {
	dir = t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "profiles/ida"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "profiles/ida/soul.md"), []byte("You are Ida.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// openIda opens it, as a process of its own does.
func openIda(t *testing.T, dir string) (*host.Host, scope.Scope) {
	t.Helper()
	w, err := profile.OpenWorkspace(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	h, err := host.Open(t.Context(), host.Settings{Settings: state.Settings{Workspace: w}, Catalog: catalog.New(catalog.Options{})})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	ida, err := h.Scope("ida")
	if err != nil {
		t.Fatal(err)
	}
	return h, ida
}

// However the clock jumps, each time runs once, also with two processes, and missed
// times are reported.
func TestEachTimeComesOnce(t *testing.T) {
	dir := newIda(t)
	all, _ := read(t, map[string]string{"heartbeat.md": "---\ncron: '*/10 * * * *'\nquiet: 22:00-07:00\n---\nLook.\n"})
	var said []string
	clocks := make([]task.Clock, 2)
	var h *host.Host
	var ida scope.Scope
	for i := range clocks {
		h, ida = openIda(t, dir)
		clocks[i] = task.Clock{Store: h.Store, Tasks: h.Tasks, Say: func(f string, a ...any) { said = append(said, fmt.Sprintf(f, a...)) }}
	}
	runs := func() int {
		list, err := h.Tasks.Find(t.Context(), ida, store.Filter{Limit: 1000})
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	at := func(clock string) time.Time {
		out, err := time.Parse("2006-01-02 15:04:05", "2025-03-04 "+clock)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	for _, step := range []struct {
		clock string
		runs  int
		said  string
	}{
		{"12:01:00", 0, ""}, // it begins to count
		{"12:09:59", 0, ""},
		{"12:10:00", 1, ""},
		{"12:10:30", 1, ""},
		{"11:00:00", 1, ""}, // the clock goes back
		{"12:10:00", 1, ""},
		{"12:20:01", 2, ""},
		{"15:00:10", 3, "missed 15 times"}, // the machine slept
		{"15:18:00", 3, "missed 1 times"},  // too late
		{"15:20:00", 4, ""},
		{"23:30:00", 4, "missed 48 times"}, // and now it is quiet
		{"23:40:00", 4, ""},
	} {
		said = nil
		for i := range clocks {
			if _, err := clocks[i].Due(t.Context(), ida, all, at(step.clock)); err != nil {
				t.Fatal(err)
			}
		}
		if n := runs(); n != step.runs || strings.Contains(strings.Join(said, "\n"), step.said) == false || len(said) > 0 && step.said == "" || len(said) > 1 {
			t.Errorf("%s: %d runs, %q; want %d, %q", step.clock, n, said, step.runs, step.said)
		}
	}
	for i := range clocks {
		if err := clocks[i].Tasks.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// A program that ends between claiming a time and keeping its task loses that run. The
// next one that looks reports it once, and does not repeat it.
func TestALostRunIsSaid(t *testing.T) {
	h, ida := openIda(t, newIda(t))
	all, _ := read(t, map[string]string{"heartbeat.md": "---\ncron: '*/10 * * * *'\n---\nLook.\n"})
	var said []string
	clock := task.Clock{Store: h.Store, Tasks: h.Tasks, Say: func(f string, a ...any) { said = append(said, fmt.Sprintf(f, a...)) }}
	begin := time.Date(2025, 3, 4, 12, 1, 0, 0, time.UTC)
	due := func(after time.Duration) {
		t.Helper()
		if _, err := clock.Due(t.Context(), ida, all, begin.Add(after)); err != nil {
			t.Fatal(err)
		}
	}
	due(0)
	due(9 * time.Minute) // which is done
	if ours, err := h.Store.ClaimRun(t.Context(), ida, "heartbeat", begin.Add(19*time.Minute)); err != nil || !ours {
		t.Fatal(ours, err)
	}
	due(19*time.Minute + 30*time.Second) // somebody may be keeping it just now
	if len(said) > 0 {
		t.Errorf("%q", said)
	}
	for range 2 {
		due(21 * time.Minute)
	}
	if len(said) != 1 || said[0] != "ida: heartbeat of 2025-03-04 12:20 was lost: the program ended before its task was kept" {
		t.Errorf("%q", said)
	}
	due(29 * time.Minute)
	due(32 * time.Minute)
	if err := h.Tasks.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	list, err := h.Tasks.Find(t.Context(), ida, store.Filter{Limit: 10})
	if err != nil || len(list) != 2 || len(said) != 1 {
		t.Errorf("%d tasks, %q, %v", len(list), said, err)
	}
}

// A task of a schedule has no person watching it: it has tools that read, and no
// others.
func TestATaskOfAScheduleReadsAlone(t *testing.T) {
	h, ida := openIda(t, newIda(t))
	cast, err := h.Cast(t.Context(), ida, store.Session{Kind: store.Scheduled})
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range cast.Tools.List() {
		if strings.HasSuffix(one.Name, "_save") || strings.HasSuffix(one.Name, "_write") || strings.Contains(one.Name, "spawn") || strings.HasPrefix(one.Name, "task") {
			t.Error(one.Name)
		}
	}
	if len(cast.Tools.List()) == 0 {
		t.Error("it has no tools at all")
	}
}
