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

// shellPage is a page of the documentation, as the blocks that are for a shell.
func shellPage(t *testing.T, name string, least int) (page string, blocks []string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "..", "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(string(content), -1) {
		blocks = append(blocks, block[1])
	}
	if len(blocks) < least {
		t.Fatalf("%d blocks in %s, want all of the page", len(blocks), name)
	}
	return string(content), blocks
}

// runShell runs a script in an empty folder of an empty home, and returns what it
// printed.
func runShell(t *testing.T, script string, files map[string]string, env ...string) string {
	t.Helper()
	home := t.TempDir()
	work := filepath.Join(home, "work")
	if err := os.Mkdir(work, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		file := filepath.Join(work, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("bash", "-c", "set -euo pipefail\n"+script)
	cmd.Dir = work
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME="+filepath.Join(home, "cache"), "XDG_CONFIG_HOME="+filepath.Join(home, "config"))
	cmd.Env = append(cmd.Env, env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// TestTheTeamsPageRuns runs every command of docs/teams.md, in its order, in a
// workspace with a conversation, which is there at each step.
func TestTheTeamsPageRuns(t *testing.T) {
	server := pgtest.Own(t)
	page, blocks := shellPage(t, "teams.md", 8)
	// The server of the test is at a socket, and has the two roles already.
	out := runShell(t, "psql -q -d postgres -c 'DROP ROLE backstory, backstory_owner'\n"+
		"backstory chat --profile ida --once 'When did the fog come?' >/dev/null\n"+
		strings.ReplaceAll(strings.Join(blocks, "echo '== next'\n"), "@localhost/", "@/"),
		map[string]string{"profiles/ida/soul.md": "You are Ida.\n", "profiles/ida/backstory/a.md": "# Fog\n\nIt came at noon.\n"}, server.Env()...)
	if n := strings.Count(out, "When did the fog come?"); n != strings.Count(page, "backstory sessions list") {
		t.Errorf("the conversation is listed %d times:\n%s", n, out)
	}
}

// TestTheOrganisationsPageRuns runs every command of docs/organisations.md, in its
// order, beginning in an empty folder.
func TestTheOrganisationsPageRuns(t *testing.T) {
	_, blocks := shellPage(t, "organisations.md", 4)
	out := runShell(t, strings.Join(blocks, "echo '== next'\n"), nil)
	for _, want := range []string{"orgs/acme/profiles/support", "Invoices go out on Mondays.", "max"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q was not printed:\n%s", want, out)
		}
	}
}
