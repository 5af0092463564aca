package serve

import (
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
	t.Chdir(t.TempDir())
	for name, c := range mcpClients {
		old, want := cases[name][0], cases[name][1]
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
	if err := os.WriteFile(".mcp.json", []byte(`{"mcpServers": 3}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := mcpClients["claude"].add("x", false); err == nil || !strings.Contains(err.Error(), ".mcp.json") {
		t.Errorf("a file that is something else: %v", err)
	}
}
