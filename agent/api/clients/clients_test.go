// Package clients_test asks a server with the clients that people have: OpenAI's
// and Anthropic's packages, llm, the SDK of the Agent2Agent protocol, the SDKs and the conformance suite of MCP, and what docs/api.md shows.
package clients_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/a2a"
	"github.com/seed353dc258/backstory/agent/api/anthropic"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/openai"
)

// script is what the model answers. The clients expect it.
const script = `
rules:
  - match: fog
    reply: [{text: Fog till noon.}]
  - match: boom
    reply: [{error: {kind: overloaded, status: 529, message: try later}}]
  - match: breaks
    reply: [{text: So far.}, {error: {kind: overloaded, status: 529, message: try later}}]
  - match: weather in
    reply: [{text: Let me look.}, {call: {id: call_a, name: forecast, arguments: {place: Skarv}}}]
  - result: forecast
    reply: [{text: It rains.}]
  - match: born
    reply: [{text: "Caelum was born at Skarv, in a house by the sea."}]
  - match: long
    reply: [{text: "Too long to"}, {stop: length}]
  - match: '[\s\S]*'
    reply: [{chunks: ["Caelum ", "answers."]}]
`

// standard is the address that the documentation shows.
const standard = "http://127.0.0.1:7777"

// tools are what clients run with.
type tools struct {
	python  string // that has the packages of requirements.txt
	modules string // the folder of Node's packages
	curl    string
}

// found looks for what there is. `make clients` installs it.
func found() tools {
	t := tools{python: os.Getenv("BACKSTORY_PYTHON"), modules: os.Getenv("BACKSTORY_NODE_MODULES")}
	if t.python == "" {
		t.python = "python3"
	}
	if exec.Command(t.python, "-c", "import openai, anthropic, llm, a2a, mcp").Run() != nil {
		t.python = ""
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.modules = ""
	}
	t.curl, _ = exec.LookPath("curl")
	return t
}

// server is a server, and the environment in which clients ask it.
type server struct {
	*apitest.Site
	tools
	env []string
}

func serve(t *testing.T) *server {
	t.Helper()
	s := apitest.Serve(t, script, func(s *api.Settings) {
		s.Rooms = []func(*api.Server){func(s *api.Server) {
			d := door.New(s, door.Options{})
			openai.Routes(d)
			anthropic.Routes(d)
			a2a.Routes(d, "caelum")
		}}
	})
	home := t.TempDir()
	token := s.As("chat").Token
	return &server{s, found(), append(os.Environ(),
		"BACKSTORY_URL="+s.URL, "BACKSTORY_TOKEN="+token, "HOME="+home, "LLM_USER_PATH="+home, "NO_PROXY=127.0.0.1",
	)}
}

// run runs a client and returns what it says.
func (s *server) run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, name, args...)
	c.Env, c.Dir = s.env, dir
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	if err := c.Run(); err != nil {
		t.Errorf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out.Bytes())
	}
	return out.String()
}

// moduleDir returns a folder in which Node finds its packages, with a script.
func (s *server) moduleDir(t *testing.T, script string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Symlink(s.modules, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "client.mjs"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

var calls = regexp.MustCompile(`(?m)^(\d\d+) calls$`)

// TestClients has the packages for Python and Node make 25 calls and more each,
// with streams, tools, and errors as typed exceptions.
func TestClients(t *testing.T) {
	s := serve(t)
	for _, name := range []string{"openai_client.py", "anthropic_client.py"} {
		t.Run(name, func(t *testing.T) {
			if s.python == "" {
				t.Skip("no Python with the packages of requirements.txt: make clients installs them")
			}
			if out := s.run(t, ".", s.python, name); !calls.MatchString(out) {
				t.Errorf("%s", out)
			}
		})
	}
	t.Run("a2a_client.py", func(t *testing.T) {
		if s.python == "" {
			t.Skip("no Python with the packages of requirements.txt: make clients installs them")
		}
		const want = "card Caelum | You are Caelum.\nfirst Caelum was born at Skarv, in a house by the sea.\nsecond Fog till noon. True\ntask TaskNotFoundError\n"
		if out := s.run(t, ".", s.python, "a2a_client.py"); out != want {
			t.Errorf("%s", out)
		}
	})
	t.Run("openai_client.mjs", func(t *testing.T) {
		if s.modules == "" {
			t.Skip("no Node with the packages of package.json: make clients installs them")
		}
		text, err := os.ReadFile("openai_client.mjs")
		if err != nil {
			t.Fatal(err)
		}
		if out := s.run(t, s.moduleDir(t, string(text)), "node", "client.mjs"); !calls.MatchString(out) {
			t.Errorf("%s", out)
		}
	})
}

// blocks are the fenced blocks of the documentation that are to be run.
var blocks = regexp.MustCompile("(?ms)^<!-- run -->\n```(\\w+)\n(.*?)^```$")

// TestDocumentation runs what docs/api.md shows of clients.
func TestDocumentation(t *testing.T) {
	text, err := os.ReadFile("../../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t)
	all := blocks.FindAllStringSubmatch(string(text), -1)
	if len(all) < 5 {
		t.Fatalf("there are %d blocks", len(all))
	}
	for _, b := range all {
		kind, code := b[1], strings.ReplaceAll(b[2], standard, s.URL)
		first, _, _ := strings.Cut(b[2], "\n")
		t.Run(kind+" "+first, func(t *testing.T) {
			out := ""
			switch {
			case kind == "python" && s.python != "":
				out = s.run(t, t.TempDir(), s.python, "-c", code)
			case kind == "js" && s.modules != "":
				out = s.run(t, s.moduleDir(t, code), "node", "client.mjs")
			case kind == "sh" && strings.Contains(code, "curl") && s.curl != "":
				out = s.run(t, t.TempDir(), "sh", "-ec", code)
			case kind == "sh" && strings.Contains(code, "llm") && s.python != "":
				out = s.run(t, t.TempDir(), "sh", "-ec", "PATH="+filepath.Dir(s.python)+":$PATH\n"+code)
			default:
				t.Skip("what it needs is not installed: make clients")
			}
			if !strings.Contains(out, "Caelum") {
				t.Errorf("%s", out)
			}
		})
	}
}
