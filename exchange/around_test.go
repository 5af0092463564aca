package exchange_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/exchangetest"
	"github.com/seed353dc258/backstory/exchange/moltis"
	"github.com/seed353dc258/backstory/exchange/openclaw"
)

// TestWhatIsAroundAWorkspace: of a system's configuration an import takes the
// files that it names, and what it says of who is who; the rest is named.
func TestWhatIsAroundAWorkspace(t *testing.T) {
	soul := "# SOUL.md\n\nExact and dry.\n"
	for _, c := range []struct {
		what, folder string
		reader       exchange.Reader
		files        map[string]string // beside the folder and in it
		want         map[string]string
		report       []string
	}{
		{
			"files by pattern", "workspace", openclaw.New(),
			map[string]string{
				"openclaw.json":     `{hooks: {internal: {entries: {"bootstrap-extra-files": {paths: ["packages/*/AGENTS.md"]}}}}, mcp: {servers: {files: {command: "x"}}}}`,
				"workspace/SOUL.md": soul, "workspace/AGENTS.md": "Answer.\n", "workspace/IDENTITY.md": "- **Name:** Ada\n",
				"workspace/packages/core/AGENTS.md": "The core.\n", "workspace/other/AGENTS.md": "Another.\n",
			},
			map[string]string{"context/packages-core-agents.md": "The core.\n", "identity.md": "- **Name:** Ada\n", "context/agents.md": ""},
			[]string{"used packages/core/AGENTS.md -> context/packages-core-agents.md", "lost other/AGENTS.md", "lost ../openclaw.json: lists servers of tools, which are not started: files"},
		},
		{
			"what files leave open", "data", moltis.New(),
			map[string]string{
				"data/moltis.toml": "[identity]\nname = \"Rex\"\ntheme = \"guide\"\n[user]\nname = \"Ruth\"\ntimezone = \"Europe/Vienna\"\n[chat]\nworkspace_file_max_chars = 5\n[mcp.servers.files]\ncommand = \"x\"\n",
				"data/SOUL.md":     soul, "data/AGENTS.md": "Answer.\n", "data/IDENTITY.md": "---\nname: Max\nemoji: x\n---\n",
			},
			map[string]string{"identity.md": "- emoji: x\n- name: Max\n- theme: guide\n", "user.md": "- name: Ruth\n- timezone: Europe/Vienna\n"},
			[]string{"moltis: Max", "mapped moltis.toml: says what a file leaves open: theme", "used moltis.toml -> user.md", "would keep 5", "not started: files"},
		},
		{
			"no files", "data", moltis.New(),
			map[string]string{"data/moltis.toml": "[identity]\nname = \"Rex\"\n[mcp.servers.files]\ncommand = \"x\"\n", "data/SOUL.md": soul, "data/TOOLS.md": "The lamp.\n"},
			map[string]string{"identity.md": "- name: Rex\n", "user.md": ""},
			[]string{"moltis: Rex", "used moltis.toml -> identity.md", "lost moltis.toml: is how the system works"},
		},
	} {
		t.Run(c.what, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range c.files {
				file := filepath.Join(dir, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			root, err := os.OpenRoot(filepath.Join(dir, c.folder))
			if err != nil {
				t.Fatal(err)
			}
			defer root.Close()
			tree, err := exchange.OpenFolder(root)
			if err != nil {
				t.Fatal(err)
			}
			in := &exchange.Input{Name: c.folder, Tree: tree, Around: exchange.ReadAround(root.Name())}
			made, report, err := exchange.Files(context.Background(), c.reader, in)
			if err != nil {
				t.Fatal(err)
			}
			for name, want := range c.want {
				if string(made[name]) != want {
					t.Errorf("%s: %q, want %q", name, made[name], want)
				}
			}
			text := exchangetest.Report(report)
			for _, want := range c.report {
				if !strings.Contains(text, want) {
					t.Errorf("the report does not say %q:\n%s", want, text)
				}
			}
		})
	}
	if a := exchange.ReadAround(t.TempDir()); a.Kind != "" {
		t.Errorf("an empty folder is of %s", a.Kind)
	}
}
