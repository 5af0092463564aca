package serve_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Without a workspace, mcp offers the profiles directly in the folder, and writes
// nothing there; what is written needs a workspace.
func TestMCPOffersTheProfilesBelow(t *testing.T) {
	home, dir := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{".git/HEAD": "", "ida/soul.md": "You are Ida.\n", "ida/backstory/a.md": "Born at Skarv.\n", "notes/plan.md": "No soul.\n"} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	command := func(args ...string) *exec.Cmd {
		cmd := exec.Command("backstory", append(args, "--root", dir, "--cache-dir", home)...)
		cmd.Env = append(os.Environ(), "HOME="+home, "USERPROFILE="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home)
		return cmd
	}
	if out, err := command("build", "ida").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, write := range []bool{false, true} {
		args := []string{"mcp"}
		if write {
			args = append(args, "--allow-write")
		}
		c, err := sdk.NewClient(&sdk.Implementation{Name: "t", Version: "1"}, nil).Connect(t.Context(), &sdk.CommandTransport{Command: command(args...)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		got, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "backstory_search", Arguments: map[string]any{"profile": "ida", "query": "Where was she born?"}})
		if write != (err != nil) {
			t.Fatalf("--allow-write %v: %v", write, err)
		}
		if write {
			continue
		}
		found, _ := got.StructuredContent.(map[string]any)
		if hits, _ := found["hits"].([]any); got.IsError || len(hits) != 1 {
			t.Errorf("%+v", got)
		}
	}
	for _, name := range []string{".backstory", "ida/.backstory"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s was written", name)
		}
	}
}
