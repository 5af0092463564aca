package program_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tailscale/hujson"

	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
)

// pagesRun are the pages whose console and shell blocks a test runs; those of ci.md
// run in .ci/hooks, which installs what they need.
var pagesRun = []string{"README.md", "docs/api.md", "docs/ci.md", "docs/install.md", "docs/migrate.md", "docs/organisations.md", "docs/proposals.md", "docs/teams.md", "docs/tutorials.md"}

// TestEveryBlockIsRun holds each page to it that commands are run by a test or say
// why not, and that what is shown as JSON is JSON, with comments or without.
func TestEveryBlockIsRun(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join(cmdtest.Top, "docs", "*.md"))
	if err != nil || len(pages) < 20 {
		t.Fatalf("%d pages: %v", len(pages), err)
	}
	for _, page := range append(pages, filepath.Join(cmdtest.Top, "README.md")) {
		name, err := filepath.Rel(cmdtest.Top, page)
		if err != nil {
			t.Fatal(err)
		}
		name = filepath.ToSlash(name)
		text := cmdtest.ReadPage(t, name)
		if n := len(cmdtest.Blocks(text, "sh")) + len(cmdtest.Blocks(text, "console")); n > 0 && !slices.Contains(pagesRun, name) {
			t.Errorf("%s has %d blocks that no test runs: add a test, or a line <!-- not run: WHY --> before each", name, n)
		}
		for _, block := range cmdtest.Blocks(text, "json") {
			if _, err := hujson.Parse([]byte(block)); err != nil {
				t.Errorf("%s shows what is not JSON: %v\n%s", name, err, block)
			}
		}
	}
}

// TestTheReadmeRuns runs the console blocks of README.md, and holds the parts of a
// backstory that it shows, and their picture, against the one that is made.
func TestTheReadmeRuns(t *testing.T) {
	page := cmdtest.ReadPage(t, "README.md")
	_, rest, _ := strings.Cut(page, "```markdown\n")
	shown, _, ok := strings.Cut(rest, "```\n")
	if !ok {
		t.Fatal("README.md shows no backstory")
	}
	const fits = 45 // characters of a line, in the picture
	picture := cmdtest.ReadPage(t, "docs", "picture.svg")
	for line := range strings.Lines(shown) {
		line = strings.TrimSpace(line)
		if runes := []rune(line); len(runes) > fits {
			line = strings.TrimRight(string(runes[:fits]), " ,")
		}
		if !strings.Contains(picture, ">"+strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(line)) && line != "" {
			t.Errorf("docs/picture.svg has no line %q: run python3 tools/picture.py", line)
		}
	}
	const profile = "fixtures/profiles/caelum"
	dir, files := t.TempDir(), map[string]string{}
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(cmdtest.Top, profile))); err != nil {
		t.Fatal(err)
	}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(dir, name))
		files[profile+"/"+name] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	cmdtest.Build(t, dir)
	made, err := os.ReadFile(filepath.Join(dir, "backstory.md"))
	if err != nil {
		t.Fatal(err)
	}
	left := string(made)
	for part := range strings.SplitSeq(shown, "…\n") {
		if _, left, ok = strings.Cut(left, strings.TrimSpace(part)); !ok {
			t.Errorf("README.md shows what is not in the backstory there:\n%s", part)
		}
	}
	cmdtest.Console(t, page, 6, files)
}
