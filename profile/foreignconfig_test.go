package profile_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/profile"
)

// told reports whether a note about a file has all of the words.
func told(i *profile.Identity, file string, words ...string) bool {
	return slices.ContainsFunc(i.Foreign.Notes, func(n profile.Problem) bool {
		return n.File == file && !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(n.Message, w) })
	})
}

const extraFiles = `{ // as OpenClaw writes it, with comments
  "agents": {"defaults": {"bootstrapMaxChars": 30, "bootstrapTotalMaxChars": 60}},
  "mcp": {"servers": {"github": {"command": "npx"}, "files": {}}},
  "hooks": {"internal": {"enabled": true, "entries": {"bootstrap-extra-files": {"enabled": true, "paths": [
    "packages/*/{AGENTS,TOOLS}.md", "notes/**/MEMORY.md", "a[1]/SOUL.md", "AGENTS.md", "packages/*/README.md", "../other/AGENTS.md", "none/TOOLS.md",
  ]}}}},
}`

// TestFilesByPatternAreLoaded: those that OpenClaw's configuration names, of the
// names that it loads, inside the workspace. Each audience sees them by their name.
// What else the configuration says is told.
//
// OC-06, OC-11, OC-12
func TestFilesByPatternAreLoaded(t *testing.T) {
	dir := folder(t, "workspace", map[string]string{
		"AGENTS.md": "Rules.", "SOUL.md": strings.Repeat("A soul. ", 8), "packages/b/AGENTS.md": "---\nx: y\n---\nRules of b.", "packages/a/TOOLS.md": "Tools of a.", "packages/a/SOUL.md": "no",
		"packages/a/README.md": "no", "notes/2026/may/MEMORY.md": "May.", "notes/MEMORY.md": "All.", "a[1]/SOUL.md": "The other soul.", "a1/SOUL.md": "no",
		"../other/AGENTS.md": "outside", "../openclaw.json": extraFiles, "node_modules/packages/AGENTS.md": "no",
	})
	names := func(i *profile.Identity) string {
		var list []string
		for _, f := range i.Foreign.Files {
			list = append(list, f.Name)
		}
		return strings.Join(list, " ")
	}
	i := inPlace(t, dir)
	if got, want := names(i), "packages/a/TOOLS.md packages/b/AGENTS.md notes/2026/may/MEMORY.md notes/MEMORY.md a[1]/SOUL.md"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if i.Foreign.Files[1].Text != "Rules of b." {
		t.Errorf("%q", i.Foreign.Files[1].Text)
	}
	for _, c := range [][]string{
		{"packages/a/README.md", "is not loaded"},
		{"../openclaw.json", `"../other/AGENTS.md" matches no file`},
		{"../openclaw.json", `"none/TOOLS.md" matches no file`},
		{"../openclaw.json", "servers of tools", "github, files"},
		{"SOUL.md", "64 characters, of which OpenClaw would keep 30"},
		{"", "of which OpenClaw would keep 60"},
	} {
		if !told(i, c[0], c[1:]...) {
			t.Errorf("nothing says %v: %v", c, i.Foreign.Notes)
		}
	}
	for audience, want := range map[profile.Audience]string{
		profile.ForChild:  "packages/a/TOOLS.md packages/b/AGENTS.md",
		profile.ForCron:   "packages/a/TOOLS.md packages/b/AGENTS.md a[1]/SOUL.md",
		profile.ForShared: "packages/a/TOOLS.md packages/b/AGENTS.md a[1]/SOUL.md",
	} {
		i := inPlace(t, dir)
		if i.For(audience); names(i) != want {
			t.Errorf("audience %d sees %s, want %s", audience, names(i), want)
		}
	}
}

// TestConfigurationsOfOpenClawAreRead as far as they can be: a hook that is off loads
// nothing, and a file that is none costs nothing else.
func TestConfigurationsOfOpenClawAreRead(t *testing.T) {
	for config, want := range map[string]int{
		`{"hooks":{"internal":{"entries":{"bootstrap-extra-files":{"patterns":["x/AGENTS.md"]}}}}}`:                              1,
		`{"hooks":{"internal":{"entries":{"bootstrap-extra-files":{"enabled":false,"paths":["x/AGENTS.md"]}}}}}`:                 0,
		`{"hooks":{"internal":{"enabled":false,"entries":{"bootstrap-extra-files":{"paths":["x/AGENTS.md"]}}}}}`:                 0,
		`{"hooks":{"internal":{"entries":{"bootstrap-extra-files":{"files":["/AGENTS.md",7,"x/../../other/TOOLS.md"]}}}}}`:       0,
		"{hooks: {internal: {entries: {'bootstrap-extra-files': {enabled: true /* on: */, paths: ['x/AGENTS.md',]}}}}} // JSON5": 1,
		`{"a:b // \" c": 'it\'s "x"', hooks : {"internal":{"entries":{"bootstrap-extra-files":{"paths":["x/AGENTS.md"]}}}}}`:     1,
		`{"hooks":[]}`: 0,
		`{"hooks":`:    0,
	} {
		i := inPlace(t, folder(t, "workspace", map[string]string{"AGENTS.md": "Rules.", "SOUL.md": "A soul.", "x/AGENTS.md": "More.", "../openclaw.json": config, "../other/TOOLS.md": "no"}))
		if len(i.Foreign.Files) != want {
			t.Errorf("%s: %v", config, i.Foreign.Files)
		}
		if broken := strings.HasSuffix(config, ":"); broken != (len(i.Problems) == 1) {
			t.Errorf("%s: %v", config, i.Problems)
		}
	}
	many := map[string]string{"AGENTS.md": "Rules.", "SOUL.md": "A soul.", "../openclaw.json": `{"hooks":{"internal":{"entries":{"bootstrap-extra-files":{"paths":["*/AGENTS.md"]}}}}}`}
	for n := range 70 {
		many["p"+strconv.Itoa(n)+"/AGENTS.md"] = "More."
	}
	if i := inPlace(t, folder(t, "workspace", many)); len(i.Foreign.Files) != 64 || !told(i, "../openclaw.json", "more than 64 files match") {
		t.Errorf("%d files: %v", len(i.Foreign.Files), i.Foreign.Notes)
	}
}

// TestTheConfigurationOfMoltisIsRead: the limit of files, and the servers of tools
// of both places, of which none is started.
//
// MO-12
func TestTheConfigurationOfMoltisIsRead(t *testing.T) {
	i := inPlace(t, folder(t, ".moltis", map[string]string{
		"SOUL.md": "A soul.", "AGENTS.md": strings.Repeat("x", 51), "IDENTITY.md": "---\nname: Rex\n---\n",
		"moltis.toml":      "[chat]\nworkspace_file_max_chars = 50 # fifty\n[mcp.servers.remote]\nurl = \"https://mcp.example/mcp\"\n[mcp.servers.remote.headers]\na = \"b\"\n[mcp.servers.\"local\"]\ncommand = 'npx'\n",
		"mcp-servers.json": `{"servers": {"github": {"command": "npx"}}}`,
	}))
	for _, c := range [][]string{
		{"AGENTS.md", "51 characters, of which Moltis would keep 50"},
		{"moltis.toml", "not started: local, remote."},
		{"mcp-servers.json", "not started: github."},
	} {
		if !told(i, c[0], c[1:]...) {
			t.Errorf("nothing says %v: %v", c, i.Foreign.Notes)
		}
	}
	if len(i.Problems) > 0 {
		t.Error(i.Problems)
	}
}
