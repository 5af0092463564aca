package repl

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
)

// late are servers whose tools come and go while somebody talks.
type late struct {
	tools   []tool.Tool
	changes int
	notes   []string
}

func (l *late) Wait(context.Context, time.Duration) {}
func (l *late) Tools() []tool.Tool                  { return l.tools }
func (l *late) Changes() int                        { return l.changes }

func (l *late) Notes() []string {
	notes := l.notes
	l.notes = nil
	return notes
}

func (l *late) become(note string, names ...string) {
	l.tools, l.notes = nil, append(l.notes, note)
	l.changes++
	for _, name := range names {
		l.tools = append(l.tools, tool.NewForeign(name, "Depth.", json.RawMessage(`{"type":"object"}`), tool.Auto, func(context.Context, json.RawMessage) (string, error) {
			return "12 fathoms", nil
		}))
	}
}

// Tools of servers that come late are offered from the next turn on, those that
// went are not, and both is said; as long as nothing changes, the prompt is the
// same.
func TestToolsComeLateAndGo(t *testing.T) {
	r := newRoom(t)
	servers := &late{}
	r.host.Servers = servers
	if err := r.shell.Begin(t.Context(), Start{Profile: "ida"}); err != nil {
		t.Fatal(err)
	}
	turn := func() (number int, tools string) {
		t.Helper()
		if _, err := r.shell.answer(t.Context(), "Well?"); err != nil {
			t.Fatal(err)
		}
		return r.shell.at.talk.Session().Epoch, r.shell.at.talk.Epoch().Tools
	}
	first, tools := turn()
	if again, same := turn(); again != first || same != tools || strings.Contains(tools, "mcp_tide_depth") {
		t.Errorf("prompt %d, then %d", first, again)
	}
	servers.become("server tide: it is there", "mcp_tide_depth")
	second, tools := turn()
	if second != first+1 || !strings.Contains(tools, "mcp_tide_depth") {
		t.Errorf("prompt %d, then %d: %s", first, second, tools)
	}
	if said := r.err.String(); !strings.Contains(said, "server tide: it is there") || !strings.Contains(said, "the prompt is a new one") {
		t.Errorf("it is not said: %s", said)
	}
	if again, _ := turn(); again != second {
		t.Errorf("prompt %d, then %d", second, again)
	}
	servers.become("server tide: gone")
	if third, tools := turn(); third != second+1 || strings.Contains(tools, "mcp_tide_depth") {
		t.Errorf("prompt %d, then %d", second, third)
	}
	if n := r.host.Runner.Broken(); n != 0 {
		t.Errorf("what was sent has changed %d times", n)
	}
}

// A profile that is edited under a running session is said, once for each edit;
// the prompt stays until somebody refreshes it.
func TestAProfileThatIsEditedIsSaid(t *testing.T) {
	r := newRoom(t)
	if err := r.shell.Begin(t.Context(), Start{Profile: "ida"}); err != nil {
		t.Fatal(err)
	}
	defer r.shell.Close()
	const words = "the profile has changed since the prompt was composed"
	turn := func(want int, stale bool) {
		t.Helper()
		if _, err := r.shell.answer(t.Context(), "Well?"); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(r.err.String(), words); got != want {
			t.Errorf("it is said %d times, and should be %d times: %s", got, want, r.err.String())
		}
		if result, err := r.shell.Result(t.Context()); err != nil || result.Stale != stale {
			t.Errorf("stale: %t, %v", result.Stale, err)
		}
	}
	edit := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(r.dir, "profiles", "ida", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	turn(0, false)
	if _, err := r.host.Store.SaveMemory(t.Context(), r.shell.at.scope, store.Memory{Text: "Tea at noon."}); err != nil {
		t.Fatal(err)
	}
	turn(0, false) // what was learned is told in the turn
	edit("soul.md", "You are Ida, the harbour master.\n")
	turn(1, true)
	turn(1, true)
	if strings.Contains(r.shell.at.talk.Epoch().System, "harbour master") {
		t.Error("the prompt has changed by itself")
	}
	edit("preferences.json", `{"prompt_directives": {"tone": "dry"}}`)
	turn(2, true)
	if !strings.Contains(r.err.String(), "soul") || !strings.Contains(r.err.String(), "preferences") {
		t.Errorf("what has changed is not said: %s", r.err.String())
	}
	if _, err := r.shell.handle(t.Context(), "/prompt refresh"); err != nil {
		t.Fatal(err)
	}
	turn(2, false)
	if !strings.Contains(r.shell.at.talk.Epoch().System, "harbour master") {
		t.Error("the refreshed prompt is the old one")
	}
	edit("soul.md", "You are Ida, the harbour master.\n") // the same words
	turn(2, false)
	edit("preferences.json", `{"prompts": {"features": {"todos": false}}}`)
	turn(3, true)
}

// A task that ends beside the talk is said before the next prompt, once.
func TestATaskThatEndsIsSaid(t *testing.T) {
	r := newRoom(t)
	if err := r.shell.Begin(t.Context(), Start{Profile: "ida"}); err != nil {
		t.Fatal(err)
	}
	defer r.shell.Close()
	begun, err := r.host.Tasks.Start(t.Context(), tool.At{Scope: r.shell.at.scope}, tool.Errand{Role: "clerk", Task: "File the papers."})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.host.Tasks.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		r.shell.tellEnded(r.shell.at.ended.take())
	}
	if want := "task " + begun.ID + " is done: File the papers."; strings.Count(r.err.String(), want) != 1 {
		t.Errorf("%s", r.err.String())
	}
}
