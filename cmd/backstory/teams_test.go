//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/store/postgres/pgtest"
)

// shellPage is a page of the documentation, and its blocks that are for a shell.
func shellPage(t *testing.T, name string, least int) (page string, found []string) {
	t.Helper()
	page = readPage(t, "docs", name)
	found = blocks(page, "sh")
	if len(found) < least {
		t.Fatalf("%d blocks in %s, want all of the page", len(found), name)
	}
	return page, found
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

// sailor is a workspace with one profile.
var sailor = map[string]string{
	"profiles/caelum/soul.md":             "You are Caelum.\n",
	"profiles/caelum/backstory/origin.md": "# Origin\n\nBorn in 1951 at Skarv Point.\n",
	"voyages.csv":                         "from,to\nSkarv,Bergen\n",
}

// TestTheInstallPageRuns runs every command of docs/install.md, where the program is
// a link, since the last one removes it.
func TestTheInstallPageRuns(t *testing.T) {
	_, blocks := shellPage(t, "install.md", 2)
	out := runShell(t, "mkdir bin\nln -s \"$(command -v backstory)\" bin/\nPATH=$PWD/bin:$PATH\n"+strings.Join(blocks, "test -s profiles/caelum/backstory.md\n")+
		"hash -r\ntest ! -e bin/backstory\n", sailor)
	if !strings.Contains(out, "profiles/caelum: wrote backstory.md") {
		t.Errorf("the profile was not built:\n%s", out)
	}
}

// TestTheAPIPageRuns runs the commands of docs/api.md in their order, at whatever port is free, with the
// session that the first one began.
func TestTheAPIPageRuns(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not installed")
	}
	_, blocks := shellPage(t, "api.md", 4)
	script := strings.NewReplacer(
		"--addr 127.0.0.1:7777 &", `--addr 127.0.0.1:0 --ready-file ready.json --log off &
trap 'kill %1; wait' EXIT
until address=$(sed -n 's|.*"url": *"http://\([^"]*\)".*|\1|p' ready.json 2>/dev/null) && [ -n "$address" ]; do kill -0 %1; sleep 0.05; done`,
		"127.0.0.1:7777", "$address",
		"curl -s ", "curl -fsS ",
		`-d '{"profile": "caelum"}'`, `-d '{"profile": "caelum"}' | tee session.json`,
		"sessions/ID/messages", `sessions/$(sed -n 's/.*"id": *"\([^"]*\)".*/\1/p' session.json | head -1)/messages`,
	).Replace(strings.Join(blocks, "\necho\n"))
	out := runShell(t, script, sailor)
	for _, want := range []string{`> You are Caelum.`, `"data/voyages.csv"`, `"chat.completion"`, `"type":"message"`} {
		if !strings.Contains(strings.ReplaceAll(out, `": "`, `":"`), want) {
			t.Errorf("%s was not answered:\n%s", want, out)
		}
	}
}
