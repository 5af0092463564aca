//go:build unix

package program_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/store/postgres/pgtest"
	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
)

// TestTheTeamsPageRuns runs every command of docs/teams.md, in its order, in a
// workspace with a conversation, which is there at each step.
func TestTheTeamsPageRuns(t *testing.T) {
	server := pgtest.Own(t)
	page, blocks := cmdtest.ShellPage(t, "teams.md", 8)
	// The server of the test is at a socket, and has the two roles already.
	out := cmdtest.Shell(t, "psql -q -d postgres -c 'DROP ROLE backstory, backstory_owner'\n"+
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
	_, blocks := cmdtest.ShellPage(t, "organisations.md", 4)
	out := cmdtest.Shell(t, strings.Join(blocks, "echo '== next'\n"), nil)
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
	_, blocks := cmdtest.ShellPage(t, "install.md", 2)
	out := cmdtest.Shell(t, "mkdir bin\nln -s \"$(command -v backstory)\" bin/\nPATH=$PWD/bin:$PATH\n"+strings.Join(blocks, "test -s profiles/caelum/backstory.md\n")+
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
	_, blocks := cmdtest.ShellPage(t, "api.md", 4)
	script := strings.NewReplacer(
		"--addr 127.0.0.1:7777 &", `--addr 127.0.0.1:0 --ready-file ready.json --log off &
trap 'kill %1; wait' EXIT
until address=$(sed -n 's|.*"url": *"http://\([^"]*\)".*|\1|p' ready.json 2>/dev/null) && [ -n "$address" ]; do kill -0 %1; sleep 0.05; done`,
		"127.0.0.1:7777", "$address",
		"curl -s ", "curl -fsS ",
		`-d '{"profile": "caelum"}'`, `-d '{"profile": "caelum"}' | tee session.json`,
		"sessions/ID/messages", `sessions/$(sed -n 's/.*"id": *"\([^"]*\)".*/\1/p' session.json | head -1)/messages`,
	).Replace(strings.Join(blocks, "\necho\n"))
	out := cmdtest.Shell(t, script, sailor)
	for _, want := range []string{`> You are Caelum.`, `"data/voyages.csv"`, `"chat.completion"`, `"type":"message"`} {
		if !strings.Contains(strings.ReplaceAll(out, `": "`, `":"`), want) {
			t.Errorf("%s was not answered:\n%s", want, out)
		}
	}
}
