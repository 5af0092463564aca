package program_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// namesAlike are names of files that differ in what nobody sees.
func namesAlike() []string {
	return []string{
		"a.md", "a\u200b.md", "a\u00ad.md", "a\ufe0f.md", "a\u202e.md", "a\u0085.md", "a\n.md", "a\n# b.md", "a\x1b[31m.md", "a\xff.md", "a\xfe.md", "a\ufffd.md",
		`a\xff.md`, `a\u{200b}.md`, `a\x5cxff.md`, "a .md", "a  .md", "a\u00a0.md", "a\u2028.md", "a\U000e0061.md", "a\u3164.md", "#.md", "`a`.md", "<a>.md", "^[a].md",
		"bad\u200b.docx", "bad\xff.docx", "no\u202e.exe", "no\u200b.e\u200bxe", "d\u200b/a.md", "d/a.md",
	}
}

// isPlain says where a text has what nobody sees.
func isPlain(t *testing.T, what, text string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%s is not UTF-8:\n%q", what, text)
	}
	for line := range strings.Lines(text) {
		for _, r := range strings.TrimSuffix(line, "\n") {
			if unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector) || r == 0xa0 || r == 0x3164 {
				t.Errorf("%s has %U in %q", what, r, line)
			}
		}
	}
}

// TestNamesAreShownEverywhere builds a profile whose sources have names that
// look alike, and looks at all that is written and printed of them.
func TestNamesAreShownEverywhere(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems refuse such names")
	}
	alike := namesAlike()
	dir := filepath.Join(t.TempDir(), "p")
	for _, name := range alike {
		file := filepath.Join(dir, "backstory", name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("Text.\n"), 0o644); err != nil {
			t.Skipf("%q: %v", name, err)
		}
	}
	run := func(args ...string) (out, talk string) {
		cmd := exec.Command("backstory", args...)
		var o, e strings.Builder
		cmd.Stdout, cmd.Stderr = &o, &e
		_ = cmd.Run() // two sources fail
		return o.String(), e.String()
	}
	seen := map[string]string{}
	look := func(what, text string) { t.Helper(); isPlain(t, what, text) }
	for _, args := range [][]string{
		{"build", dir},
		{"status", dir},
		{"status", "--json", dir},
		{"failed", dir},
		{"failed", "--json", dir},
		{"check", dir},
		{"check", "--json", dir},
		{"build", "--force", "--json", dir},
		{"convert", filepath.Join(dir, "backstory", "a\u200b.md"), filepath.Join(dir, "backstory", "a\u202e.md"), filepath.Join(dir, "backstory", "bad\xff.docx")},
		{"convert", "--json", filepath.Join(dir, "backstory", "a\xff.md"), filepath.Join(dir, "backstory", "no\u202e.exe")},
	} {
		out, talk := run(args...)
		look(args[0]+" "+args[1]+" on stdout", out)
		look(args[0]+" "+args[1]+" on stderr", talk)
		seen[strings.Join(args[:2], " ")] = out
	}
	markdown, err := os.ReadFile(filepath.Join(dir, "backstory.md"))
	if err != nil {
		t.Fatal(err)
	}
	look("backstory.md", string(markdown))
	headings := map[string]bool{}
	for line := range strings.Lines(string(markdown)) {
		if strings.HasPrefix(line, "### ") {
			headings[line] = true
		}
	}
	raw, err := os.ReadFile(filepath.Join(dir, ".backstory-manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	type file struct {
		Path string `json:"relative_path"`
	}
	var written struct{ Files []file }
	if err := json.Unmarshal(raw, &written); err != nil {
		t.Fatal(err)
	}
	entries := map[string]bool{}
	for _, f := range written.Files {
		look("the manifest", f.Path)
		entries[f.Path] = true
	}
	if len(headings) != len(alike)-4 || len(entries) != len(alike) {
		t.Errorf("%d names have %d headings and %d entries:\n%s", len(alike), len(headings), len(entries), markdown)
	}
	if out, _ := run("explain", dir, "--grep", "Text"); strings.Count(out, "Text.") < len(headings) {
		t.Errorf("explain finds:\n%s", out)
	} else {
		look("explain", out)
	}
	if !strings.Contains(seen["status --json"], `a\\u{200b}.md`) {
		t.Errorf("status --json says:\n%s", seen["status --json"])
	}
}
