package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The example in docs/proposals.md is run as it is written: its files, its
// commands, and what they print, where … stands for anything.
func TestTheExampleOfProposalsRuns(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	content, err := os.ReadFile(filepath.Join("..", "..", "docs", "proposals.md"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	var script strings.Builder
	script.WriteString("env XDG_CONFIG_HOME=$WORK/config\nenv GIT_CONFIG_NOSYSTEM=1\n")
	console := ""
	for _, block := range regexp.MustCompile("```console\n((?s).*?)```").FindAllStringSubmatch(text, -1) {
		console += block[1]
	}
	commands := 0
	for line := range strings.Lines(console) {
		line = strings.TrimRight(line, "\n")
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			commands++
			fmt.Fprintf(&script, "exec %s\n", command)
			continue
		}
		if line == "…" {
			continue
		}
		pattern := strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*")
		pattern = strings.ReplaceAll(pattern, "  ", " +") // columns are as wide as what is in them
		fmt.Fprintf(&script, "prints '^%s$'\n", strings.ReplaceAll(pattern, "'", "''"))
	}
	files := regexp.MustCompile("In `([a-z/._]+)`[^`]*(?:`[^`\n]+`[^`]*)*?\n\n```[a-z]+\n((?s).*?)```").FindAllStringSubmatch(text, -1)
	for _, f := range files {
		fmt.Fprintf(&script, "-- %s --\n%s", f[1], f[2])
	}
	if commands < 16 || len(files) != 3 {
		t.Fatalf("%d commands and %d files", commands, len(files))
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "example.txtar")
	if err := os.WriteFile(name, []byte(script.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Files: []string{name},
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("XDG_CACHE_HOME", filepath.Join(env.WorkDir, ".cache"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			// prints PATTERN: a line of what was printed, on either stream
			"prints": func(ts *testscript.TestScript, _ bool, args []string) {
				out := ts.ReadFile("stdout") + "\n" + ts.ReadFile("stderr")
				if ok, err := regexp.MatchString("(?m)"+args[0], out); err != nil || !ok {
					ts.Fatalf("%s (%v) is not in:\n%s", args[0], err, out)
				}
			},
		},
	})
}
