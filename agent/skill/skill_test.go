package skill_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/skill"
)

// load writes files and trusts them.
func load(t *testing.T, files map[string]string, folders ...string) (*skill.Set, []string, string) {
	t.Helper()
	dir, sums := t.TempDir(), map[string]string{}
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256([]byte(text))
		sums[name] = hex.EncodeToString(sum[:])
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	s, problems := skill.Load(root, sums, folders...)
	return s, problems, dir
}

func md(name, description, body string) string {
	return "---\nname: " + name + "\ndescription: " + description + "\nlicense: MIT\nmetadata:\n  a: [b]\n---\n\n" + body + "\n"
}

func TestSkillsAreMatchedAndRead(t *testing.T) {
	s, problems, dir := load(t, map[string]string{
		"skills/knots/SKILL.md":           md("knots", ">-\n  Ties knots,\n  such as the bowline.", "# Bowline\n\nOver and under.\n\n---\n\nDone."),
		"skills/knots/references/more.md": "More.",
		"skills/knots/scripts/tie.sh":     "touch ran",
		"skills/tide-tables/SKILL.md":     md("tide-tables", "Reads tables of the tide.", "Look at the moon."),
		"p/skills/knots/SKILL.md":         md("knots", "Ties the knots of the profile.", "Own."),
	}, "p/skills", "skills")
	if len(problems) > 0 || len(s.List()) != 2 {
		t.Fatalf("%q %+v", problems, s.List())
	}
	if d := s.List()[0].Description; d != "Ties the knots of the profile." {
		t.Error(d)
	}
	for text, want := range map[string]string{
		"How do I tie knots?": "knots", "When is the next tide?": "tide-tables", "use tide-tables please": "tide-tables", "Hello there": "",
	} {
		got := ""
		if m := s.Match(text, 3); len(m) > 0 {
			got = m[0].Name
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	s, _, _ = load(t, map[string]string{
		"skills/knots/SKILL.md": md("knots", ">-\n  Ties knots,\n  such as the bowline.", "# Bowline\n\nOver and under.\n\n---\n\nDone."), "skills/knots/more.md": "More.", "secret.md": "x",
	}, "skills")
	text, others, err := s.Read("knots", "")
	if err != nil || text != "# Bowline\n\nOver and under.\n\n---\n\nDone." || strings.Join(others, " ") != "more.md" {
		t.Errorf("%q %q %v", text, others, err)
	}
	if s.List()[0].Description != "Ties knots, such as the bowline." {
		t.Errorf("%+v", s.List())
	}
	if text, _, err = s.Read("knots", "more.md"); err != nil || text != "More." {
		t.Error(text, err)
	}
	for _, bad := range []string{"../../secret.md", "nothing.md", "/etc/passwd"} {
		if text, _, err = s.Read("knots", bad); err == nil {
			t.Error(bad, text)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "ran")); err == nil {
		t.Error("a script ran")
	}
}

func TestWhatIsNoSkillIsLeftOut(t *testing.T) {
	s, problems, dir := load(t, map[string]string{
		"skills/good/SKILL.md":  md("good", "Is good.", "x"),
		"skills/other/SKILL.md": md("name", "Has another name.", "x"),
		"skills/Big/SKILL.md":   md("Big", "Has a large letter.", "x"),
		"skills/none/SKILL.md":  "no front matter",
		"skills/open/SKILL.md":  "---\nname: open\n",
		"skills/yaml/SKILL.md":  "---\nname: [\n---\nx",
		"skills/long/SKILL.md":  md("long", strings.Repeat("x", 1025), "x"),
		"skills/mute/SKILL.md":  md("mute", "", "x"),
	}, "skills")
	if len(s.List()) != 1 || len(problems) != 7 {
		t.Errorf("%+v %q", s.List(), problems)
	}
	if err := os.WriteFile(filepath.Join(dir, "skills/good/SKILL.md"), []byte(md("good", "Is good.", "evil")), 0o644); err != nil {
		t.Fatal(err)
	}
	if text, _, err := s.Read("good", ""); err == nil || !strings.Contains(err.Error(), "has changed since it was trusted") {
		t.Errorf("%q %v", text, err)
	}
}
