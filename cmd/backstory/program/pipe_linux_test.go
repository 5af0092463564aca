package program_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
	"github.com/seed353dc258/backstory/cmd/backstory/program"
)

// TestNoCommandWaitsForAPipe puts a named pipe, to which nobody writes, in the
// place of each thing that a profile or a workspace may hold.
func TestNoCommandWaitsForAPipe(t *testing.T) {
	commands := [][]string{
		{"build", "profiles/p"},
		{"check", "profiles/p"},
		{"status", "profiles/p"},
		{"explain", "profiles/p:1"},
		{"profiles", "check"},
		{"prompt", "--profile", "p"},
		{"chat", "--profile", "p", "--once", "hello"},
		{"build", "--all"},
	}
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"} {
		t.Setenv(name, t.TempDir())
	}
	for _, name := range []string{
		"profiles/p/backstory/.backstory.json", "profiles/p/backstory", "profiles/p/soul.md", "profiles/p/preferences.json",
		"profiles/p/.backstory-manifest.json", "profiles/p/backstory.md", "profiles/p/base.md", "profiles/p/security.md", "profiles/p/done.md",
		"profiles/p/roles", "profiles/p/roles/a.md", "profiles/p/tools", "profiles/p/tools/a.md", "profiles/p/context", "profiles/p/context/a.md",
		"profiles/p/samples/responses", "profiles/p/samples/responses/a.md", "profiles/p/config.json", "profiles/p", "profiles",
		"backstory.json", "openclaw.json", "roles", "AGENTS.md", ".backstory", ".git", ".backstory/mark",
	} {
		dir := t.TempDir()
		t.Chdir(dir)
		cmdtest.WriteFiles(t, "", map[string]string{"profiles/p/soul.md": "# P\n", "profiles/p/backstory/a.txt": "A text.\n"})
		path := filepath.Join(dir, name)
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(path, 0o644); err != nil {
			t.Fatal(err)
		}
		for i, args := range commands {
			if testing.Short() && i%3 != 0 {
				continue
			}
			var out bytes.Buffer
			ended := make(chan int, 1)
			go func() { // one that waits does for ever
				ended <- program.Run(t.Context(), args, &cli.Terminal{In: strings.NewReader(""), Out: &out, Err: &out})
			}()
			select {
			case <-time.After(5 * time.Minute):
				t.Fatalf("%s is a pipe: %v waits for it", name, args)
			case code := <-ended: // whether it is an error is another question
				if code == cli.ExitBug {
					t.Errorf("%s is a pipe: %v ends with %d: %s", name, args, code, &out)
				}
			}
		}
	}
}
