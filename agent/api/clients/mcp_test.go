package clients_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/mcp"
)

// TestMCPConformance has the protocol's own suite ask a server. What mcp.yaml names
// is expected to fail, and nothing else: a scenario there that passes fails, too.
func TestMCPConformance(t *testing.T) {
	s := mcpServer(t)
	suite := filepath.Join(s.modules, "@modelcontextprotocol", "conformance", "dist", "index.js")
	out := s.run(t, ".", "node", suite, "server", "--url", s.URL+mcp.Path, "--suite", "all", "--expected-failures", "mcp.yaml")
	for _, scenario := range []string{"server-initialize", "ping", "completion-complete", "tools-list", "resources-list", "prompts-list", "dns-rebinding-protection"} {
		if !strings.Contains(out, "✓ "+scenario+":") {
			t.Errorf("%s did not pass:\n%s", scenario, out)
		}
	}
}

// TestMCPSuiteWithOurNames has the suite's scenarios of texts, subscriptions, prompts
// and errors ask for what there is here, in the place of its own fixtures.
func TestMCPSuiteWithOurNames(t *testing.T) {
	s := mcpServer(t)
	dir := s.moduleDir(t, "")
	suite := filepath.Join(dir, "suite.mjs")
	const edit = `s#uri:.test://static-text.#uri:"backstory://caelum/soul"#g
s#uri:.test://watched-resource.#uri:"backstory://caelum/backstory"#g
s#name:.test_error_handling.,arguments:{}#name:"backstory_read",arguments:{profile:"caelum",segment:"nothing"}#
s#name:.test_simple_prompt.#name:"interview",arguments:{profile:"caelum"}#`
	original := filepath.Join(s.modules, "@modelcontextprotocol", "conformance", "dist", "index.js")
	if out, err := exec.Command("sh", "-c", `sed -e "$1" "$2" > "$3"`, "sh", edit, original, suite).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, scenario := range []string{"resources-read-text", "resources-subscribe", "resources-unsubscribe", "prompts-get-simple", "tools-call-error"} {
		if out := s.run(t, dir, "node", suite, "server", "--url", s.URL+mcp.Path, "--scenario", scenario); !strings.Contains(out, "Passed: 1/1") {
			t.Errorf("%s:\n%s", scenario, out)
		}
	}
}

// mcpServer is a server that asks for no token, since the suite has none.
func mcpServer(t *testing.T) *server {
	t.Helper()
	tools := found()
	if tools.modules == "" {
		t.Skip("no Node with the packages of package.json: make clients installs them")
	}
	site := apitest.Serve(t, script, func(s *api.Settings) {
		s.NoAuth = true
		s.Rooms = []func(*api.Server){mcp.Routes}
	})
	return &server{site, tools, exec.Command("true").Environ()}
}

// TestMCPClients has the SDKs for Python and JavaScript start the program and ask it.
func TestMCPClients(t *testing.T) {
	tools := found()
	if tools.python == "" && tools.modules == "" {
		t.Skip("no packages: make clients installs them")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "backstory")
	if out, err := exec.Command("go", "build", "-o", program, "../../../cmd/backstory").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, text := range map[string]string{
		"w/profiles/caelum/soul.md": "You are Caelum.\n", "w/profiles/caelum/backstory/home.md": "# Home\n\nThe harbour of Skarv is small.\n",
		"w/table.csv": "day,wind\n1,20\n", "secret": "a secret\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	folder := filepath.Join(dir, "w")
	if out, err := exec.Command(program, "build", filepath.Join(folder, "profiles", "caelum")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s := &server{tools: tools, env: exec.Command("true").Environ()}
	var lines [][]string
	if tools.python != "" {
		lines = append(lines, []string{tools.python, "mcp_client.py"})
	}
	if tools.modules != "" {
		script, err := os.ReadFile("mcp_client.mjs")
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, []string{"node", filepath.Join(s.moduleDir(t, string(script)), "client.mjs")})
	}
	for _, line := range lines {
		if out := s.run(t, ".", line[0], line[1], program, folder); !strings.Contains(out, "all is answered") {
			t.Errorf("%s:\n%s", line[1], out)
		} else {
			t.Log(out)
		}
	}
}
