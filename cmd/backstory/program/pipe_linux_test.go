package program_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
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
	home := t.TempDir()
	for _, name := range []string{
		"profiles/p/backstory/.backstory.json", "profiles/p/backstory", "profiles/p/soul.md", "profiles/p/preferences.json",
		"profiles/p/.backstory-manifest.json", "profiles/p/backstory.md", "profiles/p/base.md", "profiles/p/security.md", "profiles/p/done.md",
		"profiles/p/roles", "profiles/p/roles/a.md", "profiles/p/tools", "profiles/p/tools/a.md", "profiles/p/context", "profiles/p/context/a.md",
		"profiles/p/samples/responses", "profiles/p/samples/responses/a.md", "profiles/p/config.json", "profiles/p", "profiles",
		"backstory.json", "openclaw.json", "roles", "AGENTS.md", ".backstory", ".git", ".backstory/mark",
	} {
		dir := t.TempDir()
		for file, text := range map[string]string{"soul.md": "# P\n", "backstory/a.txt": "A text.\n"} {
			path := filepath.Join(dir, "profiles", "p", file)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
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
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // one that waits does for ever
			cmd := exec.CommandContext(ctx, "backstory", args...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home)
			out, _ := cmd.CombinedOutput() // whether it is an error is another question
			if ctx.Err() != nil {
				t.Errorf("%s is a pipe: %v waits for it: %s", name, args, out)
			}
			if code := cmd.ProcessState.ExitCode(); code == cli.ExitBug || code < 0 && ctx.Err() == nil {
				t.Errorf("%s is a pipe: %v ends with %d: %s", name, args, code, out)
			}
			cancel()
		}
	}
}
