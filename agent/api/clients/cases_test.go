package clients_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/all"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
)

// minCases is how many requests schemathesis makes at least.
const minCases = 5000

var generated = regexp.MustCompile(`(?m)^ *(\d+) generated, (\d+) passed`)

// TestRequestsOfSchemathesis has schemathesis make requests from openapi.json, some of
// which go on from the answers before them, and holds each answer to all of its checks. Not
// asked is /a2a, where JSON-RPC has errors in answers with the status 200.
func TestRequestsOfSchemathesis(t *testing.T) {
	python := found().python
	program := filepath.Join(filepath.Dir(python), "schemathesis")
	if python == "" || exec.Command(program, "--version").Run() != nil {
		t.Skip("no Python with schemathesis: make clients installs it")
	}
	s := apitest.Serve(t, "", func(s *api.Settings) { s.Rooms = all.Rooms(door.Options{}) })
	config, err := filepath.Abs("schemathesis.toml")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	c := exec.CommandContext(ctx, program, "--config-file", config, "run", s.URL+"/openapi.json",
		"-H", "Authorization: Bearer "+s.As("admin").Token, "--checks", "all", "--phases", "examples,coverage,stateful", "--max-examples", "50",
		"--seed", "20", "--max-failures", "20",
		"--exclude-checks", "ensure_resource_availability") // a profile that was just made has no picture, which it takes for a fault
	c.Dir = t.TempDir() // for what it keeps
	out, err := c.CombinedOutput()
	m := generated.FindSubmatch(out)
	if err != nil || m == nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if n, _ := strconv.Atoi(string(m[1])); n < minCases {
		t.Errorf("%d cases\n%s", n, out)
	}
	t.Logf("%s", m[0])
}
