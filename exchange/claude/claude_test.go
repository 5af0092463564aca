package claude_test

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/claude"
	"github.com/seed353dc258/backstory/exchange/exchangetest"
)

func TestAgents(t *testing.T)   { exchangetest.Run(t, claude.NewAgent(), "agent") }
func TestProjects(t *testing.T) { exchangetest.Run(t, claude.NewProject(), "project") }
func TestSkills(t *testing.T)   { exchangetest.Run(t, claude.NewSkill(), "skill") }

func FuzzAgent(f *testing.F) { exchangetest.Fuzz(f, claude.NewAgent(), "agent") }

var (
	skillName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	link      = regexp.MustCompile(`\]\((references/[^)]+)\)`)
)

// TestASkillKeepsToItsForm: a strict reader of front matter takes it, and every
// chapter is a file that SKILL.md leads to.
func TestASkillKeepsToItsForm(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "profiles", "Harbor_Desk: #1")
	if runtime.GOOS == "windows" {
		dir = filepath.Join(t.TempDir(), "profiles", "Harbor_Desk #1")
	}
	for name, text := range map[string]string{
		"soul.md":         "# Harbor\n\nKeeps: the \"desk\" <b>& more</b> " + strings.Repeat("long ", 400) + "\n\nBe exact.\n",
		"context/day.md":  "Open at nine.\n",
		"instructions.md": "Ask first.\n",
		"backstory.md":    "## Backstory\n\n### Pier\n\nLong.\n\n### Quay [1]\n\nShort.\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, form := range []struct {
		name   string
		writer exchange.Writer
		file   string
	}{{"skill", claude.NewSkill(), "SKILL.md"}, {"claude-agent", claude.NewAgent(), ""}} {
		files := exchangetest.Export(t, form.writer, dir, form.name)
		text := string(files[form.file])
		head, body, ok := strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n")
		var front map[string]string
		if err := yaml.Unmarshal([]byte(head), &front); err != nil || !ok {
			t.Fatalf("%s: front matter: %v\n%s", form.name, err, text)
		}
		if n := front["name"]; len(front) != 2 || !skillName.MatchString(n) || len(n) > 64 {
			t.Errorf("%s: name %q", form.name, n)
		}
		if d := front["description"]; d == "" || utf8.RuneCountInString(d) > 1024 || strings.ContainsAny(d, "<>\n") {
			t.Errorf("%s: description %q", form.name, d)
		}
		for _, want := range []string{"Be exact.", "## Instructions", "Open at nine."} {
			if !strings.Contains(body, want) {
				t.Errorf("%s: %q is not in it", form.name, want)
			}
		}
		led := link.FindAllStringSubmatch(body, -1)
		if len(led) != len(files)-1 || form.name == "skill" && len(led) == 0 {
			t.Errorf("%s: %d links, %d files", form.name, len(led), len(files))
		}
		for _, l := range led {
			if files[l[1]] == nil {
				t.Errorf("%s: a link leads to %s, which is not there", form.name, l[1])
			}
		}
	}
}

// TestUneditedFilesComeBack: what nobody has edited goes out as it came in, and
// what somebody has edited does not grow with each way there and back.
func TestUneditedFilesComeBack(t *testing.T) {
	const long = "Coordinates many workers at once, keeps what each of them has said, asks again where two of them disagree, and reports to the person who asked."
	text := "---\nname: sea-desk\ndescription: |\n  " + long + "\ntools: Bash, Read\n---\n# Sea desk\n\nAnswer with the tide."
	folder := map[string][]byte{"SKILL.md": []byte(text), "references/tide.md": []byte("# Tide\n\nHigh.\n"), "assets/logo.svg": []byte("<svg/>")}
	for _, c := range []struct {
		form   string
		kind   exchange.Writer
		file   string
		input  *exchange.Input
		others int
	}{
		{"claude-agent", claude.NewAgent(), "", exchangetest.File("sea.md", []byte(text)), 0},
		{"agents-md", claude.NewProject(), "", exchangetest.File("AGENTS.md", []byte(text)), 0},
		{"skill", claude.NewSkill(), "SKILL.md", exchangetest.Folder("sea", folder), 2},
	} {
		dir := exchangetest.Place(t, c.kind, c.input)
		files := exchangetest.Export(t, c.kind, dir, c.form)
		if got := string(files[c.file]); got != text || len(files) != 1+c.others {
			t.Errorf("%s: %d files, and it came back as\n%s", c.form, len(files), got)
		}
		if c.others > 0 && (string(files["references/tide.md"]) != string(folder["references/tide.md"]) || files["assets/logo.svg"] == nil) {
			t.Errorf("%s: the files beside it: %q", c.form, files)
		}
		soul := filepath.Join(dir, "soul.md")
		old, err := os.ReadFile(soul)
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, soul, string(old)+"\nAnd with the wind.\n")
		files = exchangetest.Export(t, c.kind, dir, c.form)
		edited := string(files[c.file])
		if c.form != "agents-md" && !strings.Contains(edited, "\ntools: Bash, Read\n") || c.form == "skill" && files["assets/logo.svg"] == nil {
			t.Errorf("%s: edited it may do more, or has lost a file\n%s", c.form, edited)
		}
		if !strings.Contains(edited, "And with the wind.") || c.form != "agents-md" && !strings.Contains(edited, "description: "+long) {
			t.Errorf("%s: edited it is\n%s", c.form, edited)
		}
		if c.form != "claude-agent" {
			continue
		}
		dir = exchangetest.Place(t, c.kind, exchangetest.File("p.md", []byte(edited)))
		again, err := os.ReadFile(filepath.Join(dir, "soul.md"))
		if err != nil || strings.Count(string(again), long) != 1 {
			t.Errorf("there and back it has the description more than once: %v\n%s", err, again)
		}
	}
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
