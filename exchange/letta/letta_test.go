package letta_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/exchangetest"
	"github.com/seed353dc258/backstory/exchange/letta"
)

func TestImport(t *testing.T) { exchangetest.Run(t, letta.New()) }

func FuzzImport(f *testing.F) { exchangetest.Fuzz(f, letta.New(), "") }

// TestAgentFilesComeBack: what is not edited comes back byte for byte, and an edit
// goes out while all else stays.
func TestAgentFilesComeBack(t *testing.T) {
	content := []byte(`{"agents":[{"id":"agent-0","name":"Anna","system":"S","block_ids":["b0","b1"],"llm_config":{"model":"m","temperature":0.70}}],
		"blocks":[{"id":"b0","label":"persona","value":"You are Anna.","limit":5000},{"id":"b1","label":"policies","value":"No refunds."}],"tools":[{"name":"x"}],"files":[{"id":"f0","file_name":"guide.pdf","content":"Page one."},{"id":"f1","file_name":"more.pdf","content":"Page two."}]}`)
	dir := exchangetest.Place(t, letta.New(), exchangetest.File("in.af", content))
	if got := string(exchangetest.Export(t, letta.New(), dir, "letta")[""]); got != string(content) {
		t.Errorf("it came back as %s", got)
	}
	for name, text := range map[string]string{"soul.md": "# Anna\n\nYou are Anna, and calm.\n", "context/policies.md": "Refunds.\n", "backstory/files/guide.md": "Page 1.\n"} {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	edited := string(exchangetest.Export(t, letta.New(), dir, "letta")[""])
	for _, part := range []string{`"value": "You are Anna, and calm."`, `"value": "Refunds.\n"`, `"content": "Page 1.\n"`, `"content": "Page two."`, `"temperature": 0.70`, `"limit": 5000`} {
		if !strings.Contains(edited, part) {
			t.Errorf("%s is not in %s", part, edited)
		}
	}
}

func TestAProfileBecomesAnAgentFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "profiles", "desk")
	files := map[string]string{
		"soul.md": "# Desk\n\nKeeps the desk.\n", "instructions.md": "Ask first.\n", "context/hours.md": "Nine.\n", "user.md": "Ruth.\n", "backstory.md": "## Backstory\n\n### Pier\n\nLong.\n",
	}
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	content := exchangetest.Export(t, letta.New(), dir, "letta")[""]
	got, _, err := exchange.Files(context.Background(), letta.New(), exchangetest.File("in.af", content))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"instructions.md": "Ask first.\n", "context/hours.md": "Nine.\n", "user.md": "Ruth.\n"} {
		if string(got[name]) != want {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
	if !strings.Contains(string(got["soul.md"]), "Keeps the desk.") || len(got) < 7 {
		t.Errorf("files: %q", got)
	}
}
