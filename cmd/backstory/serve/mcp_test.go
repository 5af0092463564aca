package serve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What else is in a client's file stays, and doing it again changes nothing.
func TestMCPInstallKeepsWhatIsThere(t *testing.T) {
	t.Chdir(t.TempDir())
	const old = "{\n\t// mine\n\t\"servers\": {\"other\": {\"command\": \"x\"}},\n}\n"
	if err := os.MkdirAll(".vscode", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(".vscode", "mcp.json"), []byte(old), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, c := range mcpClients {
		var before []byte
		for range 2 {
			got, err := c.add("/bin/backstory", false)
			if err != nil {
				t.Fatal(err)
			}
			if before != nil && string(got) != string(before) {
				t.Errorf("%s: again it is\n%s", name, got)
			}
			before = got
			if err := os.MkdirAll(filepath.Dir(c.file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(c.file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if !strings.Contains(string(before), "/bin/backstory") || !strings.Contains(string(before), c.key) {
			t.Errorf("%s: %s", name, before)
		}
	}
	got, err := os.ReadFile(filepath.Join(".vscode", "mcp.json"))
	if err != nil || !strings.Contains(string(got), "// mine") || !strings.Contains(string(got), `"other"`) {
		t.Errorf("%s (%v)", got, err)
	}
	if err := os.WriteFile(".mcp.json", []byte(`{"mcpServers": 3}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := mcpClients["claude"].add("x", false); err == nil || !strings.Contains(err.Error(), ".mcp.json") {
		t.Errorf("a file that is something else: %v", err)
	}
}
