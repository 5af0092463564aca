package clients_test

import (
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
