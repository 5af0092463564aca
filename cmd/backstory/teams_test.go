//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/store/postgres/pgtest"
)

// TestTheTeamsPageRuns runs every command of docs/teams.md, in its order, in a
// workspace with a conversation, which is there at each step.
func TestTheTeamsPageRuns(t *testing.T) {
	server := pgtest.Own(t)
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "teams.md"))
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	work := filepath.Join(home, "work")
	for name, text := range map[string]string{"profiles/ida/soul.md": "You are Ida.\n", "profiles/ida/backstory/a.md": "# Fog\n\nIt came at noon.\n"} {
		file := filepath.Join(work, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var blocks []string
	for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		blocks = append(blocks, block[1])
	}
	if len(blocks) < 8 {
		t.Fatalf("%d blocks, want all of the page", len(blocks))
	}
	// The server of the test is at a socket, and has the two roles already.
	script := "set -euo pipefail\npsql -q -d postgres -c 'DROP ROLE backstory, backstory_owner'\n" +
		"backstory chat --profile ida --once 'When did the fog come?' >/dev/null\n" +
		strings.ReplaceAll(strings.Join(blocks, "echo '== next'\n"), "@localhost/", "@/")
	cmd := exec.Command("bash", "-c", script)
	cmd.Dir = work
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME="+filepath.Join(home, "cache"), "XDG_CONFIG_HOME="+filepath.Join(home, "config"))
	cmd.Env = append(cmd.Env, server.Env()...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if n := strings.Count(string(out), "When did the fog come?"); n != strings.Count(string(page), "backstory sessions list") {
		t.Errorf("the conversation is listed %d times:\n%s", n, out)
	}
}
