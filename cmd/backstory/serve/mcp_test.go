package serve

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What else is in a client's file stays as it is, and doing it again changes nothing.
func TestMCPInstallKeepsWhatIsThere(t *testing.T) {
	cases := map[string][2]string{
		"claude": {"", `{
  "mcpServers": {
    "backstory": {"command": "/bin/backstory", "args": ["mcp"]}
  }
}
`},
		"cursor": {`{
    "mcpServers": {}
}
`, `{
    "mcpServers": {
        "backstory": {"command": "/bin/backstory", "args": ["mcp", "--root", "${workspaceFolder}"]}
    }
}
`},
		"vscode": {`{
	// mine
	"inputs": [],
	"servers": {
		"other": { "type": "http", "url": "https://example.org" }, // theirs
	},
}
`, `{
	// mine
	"inputs": [],
	"servers": {
		"other": { "type": "http", "url": "https://example.org" }, // theirs
		"backstory": {"type": "stdio", "command": "/bin/backstory", "args": ["mcp", "--root", "${workspaceFolder}"]}
	},
}
`},
		"claude-desktop": {"{\n  \"mcpServers\": {\n    \"backstory\": {\"command\": \"old\"}\n  },\n  \"theme\": 1\n}\n", `{
  "mcpServers": {
    "backstory": {"command": "/bin/backstory", "args": ["mcp", "--root", HERE]}
  },
  "theme": 1
}
`},
		"codex": {`model = "m" # mine
[mcp_servers.other]
command = "x"

[mcp_servers.backstory]
command = "old"
env_vars = ["A"]
# theirs
[mcp_servers.backstory.env]
B = "1"
`, `model = "m" # mine
[mcp_servers.other]
command = "x"

[mcp_servers.backstory]
command = "/bin/backstory"
args = ["mcp"]
# theirs
[mcp_servers.backstory.env]
B = "1"
`},
		"gemini": {"", `{
  "mcpServers": {
    "backstory": {"command": "/bin/backstory", "args": ["mcp"]}
  }
}
`},
		"windsurf": {"", `{
  "mcpServers": {
    "backstory": {"command": "/bin/backstory", "args": ["mcp", "--root", HERE]}
  }
}
`},
		"zed": {`// Folder-specific settings
{
  "tab_size": 2
}
`, `// Folder-specific settings
{
  "tab_size": 2,
  "context_servers": {
    "backstory": {"command": "/bin/backstory", "args": ["mcp"]}
  }
}
`},
	}
	dir := t.TempDir()
	t.Chdir(dir)
	if at, err := os.Getwd(); err == nil {
		dir = at
	}
	t.Setenv("HOME", dir)
	t.Setenv("USERPROFILE", dir)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "config"))
	t.Setenv("AppData", filepath.Join(dir, "config"))
	for name, c := range mcpClients {
		c, err := c.here()
		if err != nil || cases[name][1] == "" {
			t.Fatalf("%s has no case (%v)", name, err)
		}
		quoted, _ := json.Marshal(dir)
		old, want := cases[name][0], strings.ReplaceAll(cases[name][1], "HERE", string(quoted))
		if old != "" {
			if err := os.MkdirAll(filepath.Dir(c.file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(c.file, []byte(old), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 {
			content, err := c.add("/bin/backstory", false)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.write(content); err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(c.file); err != nil || string(got) != want {
				t.Errorf("%s: got\n%swant\n%s(%v)", name, got, want, err)
			}
		}
	}
	for _, c := range []struct{ old, want string }{
		{"", "[mcp_servers.backstory]\ncommand = \"b\"\nargs = [\"mcp\"]\n"},
		{"a = 1", "a = 1\n\n[mcp_servers.backstory]\ncommand = \"b\"\nargs = [\"mcp\"]\n"},
		{"[t]\na = 1\n", "[t]\na = 1\n\n[mcp_servers.backstory]\ncommand = \"b\"\nargs = [\"mcp\"]\n"},
	} {
		if got, err := mcpClients["codex"].addTable(c.old, "b", false); err != nil || string(got) != c.want {
			t.Errorf("%q became %q, not %q (%v)", c.old, got, c.want, err)
		}
	}
	if _, err := mcpClients["codex"].addTable("mcp_servers = { a = {} }\n", "b", false); err == nil {
		t.Error("a table was added to a value")
	}
	if err := os.WriteFile(".mcp.json", []byte(`{"mcpServers": 3}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := mcpClients["claude"].add("x", false); err == nil || !strings.Contains(err.Error(), ".mcp.json") {
		t.Errorf("a file that is something else: %v", err)
	}
}
