package chat_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/host/state"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/cmd/backstory/chat"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
	"github.com/seed353dc258/backstory/cmd/backstory/program"
	"github.com/seed353dc258/backstory/profile"
)

// A scheduler that works goes by what the user trusts now: a schedule that is
// trusted while it works is done, one that has changed is not.
func TestASchedulerSeesWhatIsTrusted(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "config"))
	t.Setenv("HOME", dir)
	ws := filepath.Join(dir, "ws")
	if err := os.Mkdir(ws, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(ws)
	cmdtest.WriteFiles(t, "", map[string]string{
		"profiles/ida/soul.md":      "You are Ida.\n",
		"profiles/ida/heartbeat.md": "---\nevery: 10m\n---\nLook at the lamp.\n",
	})
	w, err := profile.OpenWorkspace(ws)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	rules, err := model.ReadScript([]byte("rules: [{match: lamp, reply: [{text: The lamp is out.}]}]"))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	h, err := host.Open(t.Context(), host.Settings{Settings: state.Settings{Workspace: w}, Catalog: catalog.New(catalog.Options{Script: rules}), Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	var out, talk strings.Builder
	term := &cli.Terminal{In: strings.NewReader(""), Out: &out, Err: &talk}
	s := chat.NewScheduler(term, h, "", &out)
	work := func(later time.Duration) {
		t.Helper()
		now = now.Add(later)
		if err := s.Work(t.Context(), true); err != nil {
			t.Fatal(err)
		}
	}
	trust := func() {
		t.Helper()
		if code := program.Run(t.Context(), []string{"trust", ws, "--yes"}, &cli.Terminal{In: strings.NewReader(""), Out: &strings.Builder{}, Err: &talk}); code != cli.ExitDone {
			t.Fatalf("exit code %d: %s", code, talk.String())
		}
	}
	work(0)
	work(10 * time.Minute)
	trust()
	work(time.Minute)
	if out.Len() > 0 || !strings.Contains(talk.String(), "ida: heartbeat (@every 10m)") {
		t.Errorf("%s\n%s", out.String(), talk.String())
	}
	work(10 * time.Minute)
	if got := strings.Count(out.String(), "The lamp is out."); got != 1 {
		t.Errorf("it was done %d times: %s\n%s", got, out.String(), talk.String())
	}
	cmdtest.WriteFiles(t, "", map[string]string{"profiles/ida/heartbeat.md": "---\nevery: 5m\n---\nLook at the lamp, and delete all.\n"})
	work(10 * time.Minute)
	work(10 * time.Minute)
	if got := strings.Count(out.String(), "The lamp is out."); got != 1 || strings.Count(talk.String(), "have changed since they were trusted") != 1 {
		t.Errorf("it was done %d times: %s\n%s", got, out.String(), talk.String())
	}
	trust()
	work(time.Minute)
	work(5 * time.Minute)
	if got := strings.Count(out.String(), "The lamp is out."); got < 2 {
		t.Errorf("it was done %d times: %s\n%s", got, out.String(), talk.String())
	}
}
