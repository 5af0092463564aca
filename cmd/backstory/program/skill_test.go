package program_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
	"github.com/seed353dc258/backstory/cmd/backstory/program"
)

// skillFile is the skill that agents read, of the open standard (agentskills.io).
const skillFile = "skills/backstory/SKILL.md"

// TestTheSkillIsOne holds the skill to the standard, and its list of commands to the help.
func TestTheSkillIsOne(t *testing.T) {
	text := cmdtest.ReadPage(t, skillFile)
	_, rest, _ := strings.Cut(text, "---\n")
	front, body, ok := strings.Cut(rest, "\n---\n")
	if !ok {
		t.Fatal("there is no front matter")
	}
	var meta struct {
		Name, Description, License, Compatibility string
	}
	d := yaml.NewDecoder(strings.NewReader(front))
	d.KnownFields(true)
	if err := d.Decode(&meta); err != nil {
		t.Fatal(err)
	}
	if meta.Name != filepath.Base(filepath.Dir(skillFile)) || !regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`).MatchString(meta.Name) {
		t.Errorf("its name is %q", meta.Name)
	}
	if n := utf8.RuneCountInString(meta.Description); n < 1 || n > 1024 {
		t.Errorf("its description has %d characters", n)
	}
	if n := utf8.RuneCountInString(meta.Compatibility); n > 500 {
		t.Errorf("its compatibility has %d characters", n)
	}
	if n := strings.Count(body, "\n"); n > 500 {
		t.Errorf("it has %d lines", n)
	}
	head, rest, ok := strings.Cut(text, "<!-- commands -->\n")
	_, tail, ok2 := strings.Cut(rest, "<!-- /commands -->")
	if !ok || !ok2 {
		t.Fatal("it has no place for the commands")
	}
	var list strings.Builder
	root := program.NewRoot(&cli.Terminal{})
	for _, name := range []string{"convert", "search", "build", "check", "status", "explain", "lint", "init", "prompt", "chat", "mcp"} {
		cmd, _, err := root.Find([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		list.WriteString("- `backstory " + cmd.Use + "`: " + cmd.Short + "\n")
	}
	want := head + "<!-- commands -->\n" + list.String() + "<!-- /commands -->" + tail
	if *update {
		if err := os.WriteFile(filepath.Join(cmdtest.Top, filepath.FromSlash(skillFile)), []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if text != want {
		t.Errorf("%s is stale: go test ./cmd/backstory/program -run Skill -update", skillFile)
	}
}

// TestTheSkillRuns runs its commands, by its script.
func TestTheSkillRuns(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("sh is not there")
	}
	dir := t.TempDir()
	for name, from := range map[string]string{
		"report.docx": "survey-1974.docx", "papers/lease.docx": "survey-1974.docx", "book.xlsx": "tides-1974.xlsx",
	} {
		content, err := os.ReadFile(filepath.Join(cmdtest.Top, "fixtures/profiles/caelum/backstory/20-papers", from))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, content, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	script, err := filepath.Abs(filepath.Join(cmdtest.Top, "skills/backstory/scripts/run.sh"))
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, block := range cmdtest.Blocks(cmdtest.ReadPage(t, skillFile), "sh") {
		for line := range strings.Lines(block) {
			args, ok := strings.CutPrefix(strings.TrimSpace(line), "backstory ")
			if !ok {
				t.Errorf("%q is no command of ours", line)
				continue
			}
			cmd := exec.CommandContext(t.Context(), "sh", "-c", `"$0" `+args, script)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if code := cmd.ProcessState.ExitCode(); code != cli.ExitDone {
				t.Errorf("%s: exit code %d (%v)\n%s", line, code, err, out)
			}
			ran++
		}
	}
	if ran < 9 {
		t.Errorf("only %d commands ran", ran)
	}
}
