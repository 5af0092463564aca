package profile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/profile"
)

// tellsCases reports whether the disk of a folder has two files whose names differ
// by case alone.
func tellsCases(t *testing.T) bool {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := os.Stat(filepath.Join(dir, "A"))
	return err != nil
}

// TC-08, TC-09
func TestAProfileWithCapitalNamesIsRead(t *testing.T) {
	dir := tree(t, map[string]string{
		"profiles/mira/SOUL.md": "---\nmodel: opus\n---\n# Mira\n\nKeeps bees.\n", "profiles/mira/STYLE.md": "Short.\n",
		"profiles/mira/INSTRUCTIONS.md": "Count twice.\n", "profiles/mira/MEMORY.md": "## 2026-01-02\n- Hive 3 is new.\n",
		"profiles/mira/examples/b.md": "Second.\n", "profiles/mira/examples/a.md": "---\nprompt: How many?\n---\nSeven.\n",
		"profiles/mira/examples/blank.md": " \n", "profiles/mira/knowledge-base/hives.md": "# Hives\n", "USER.md": "---\nname: Ana\n---\n",
	})
	w := openWorkspace(t, dir)
	list, problems, err := profile.NewCatalog(w).List()
	if err != nil || len(list) != 1 || len(problems) > 0 || list[0].Description != "Keeps bees." || list[0].Model != "opus" {
		t.Fatalf("%v, %v, %v", list, problems, err)
	}
	p, err := w.Open("MIRA")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	i, err := profile.Load(w, p)
	if err != nil {
		t.Fatal(err)
	}
	if i.Soul.File.Tier != profile.TierProfile || i.Soul.Body != "# Mira\n\nKeeps bees." || i.Own.Style.Text != "Short.\n" ||
		i.Own.Instructions.Text != "Count twice.\n" || !strings.Contains(i.Own.Memory.Text, "Hive 3") || i.User.Name != "Ana" {
		t.Errorf("%+v", i)
	}
	if len(i.Own.Examples) != 2 || i.Own.Examples[0].Prompt != "How many?" || i.Own.Examples[1].Answer != "Second." {
		t.Errorf("examples: %+v", i.Own.Examples)
	}
	if found, err := profile.Find(filepath.Join(dir, "profiles", "mira", "examples")); err != nil || filepath.Base(found) != "mira" {
		t.Errorf("found %s, %v", found, err)
	}
	if all, err := profile.FindAll(dir, nil); err != nil || len(all) != 1 {
		t.Errorf("found %v, %v", all, err)
	}
	if tellsCases(t) {
		if at := p.At(profile.SourcesFolder + "/x/y.md"); at != "knowledge-base/x/y.md" || p.At(profile.SoulFile) != "SOUL.md" {
			t.Errorf("at %s, %s", at, p.At(profile.SoulFile))
		}
	}
}

func TestOfTwoNamesTheFirstCountsAndTheOtherIsSaid(t *testing.T) {
	files := map[string]string{
		"profiles/mira/soul.md": "One.\n", "profiles/mira/backstory/a.md": "A\n", "profiles/mira/knowledge-base/b.md": "B\n",
	}
	want := []string{"profiles/mira/knowledge-base: is not read"}
	if tellsCases(t) {
		files["profiles/mira/SOUL.md"] = "Two.\n"
		want = append(want, "profiles/mira/SOUL.md: is not read")
	}
	i := load(t, files, "mira")
	if i.Soul.Body != "One." {
		t.Errorf("the soul is %q", i.Soul.Body)
	}
	for _, w := range want {
		if !strings.Contains(problemsOf(i), w) {
			t.Errorf("%q is not said: %s", w, problemsOf(i))
		}
	}
}

func problemsOf(i *profile.Identity) string {
	var all []string
	for _, p := range i.Problems {
		all = append(all, p.String())
	}
	return strings.Join(all, "\n")
}

// TC-08, TC-13
func TestWhatNobodyFilledInCountsAsBlank(t *testing.T) {
	for _, c := range []struct {
		name, text string
		blank      bool
	}{
		{"the name of a template", "# Your Name\n\nI like tea.\n", true},
		{"its brackets", "# [Your Name]\n\nI like tea.\n", true},
		{"a belief of it", "# Mira\n\nI like tea.\n\n- **[Belief 1]**\n", true},
		{"nothing but places", "# Mira\n\n<!-- say who\nyou are -->\n\n## Tone\n\n- [How you sound]\n> [What you avoid]\n", true},
		{"a place among text", "# Mira\n\nI like tea.\n\n- [more]\n", false},
		{"the words in a sentence", "# Mira\n\nWrite [Belief 1] first, then Your Name.\n", false},
		{"a heading alone", "# Mira\n", false},
		{"a list of links", "- [a](b.md)\n", false},
	} {
		i := load(t, map[string]string{"profiles/mira/soul.md": c.text, "profiles/mira/style.md": c.text}, "mira")
		if (i.Soul.Body == "") != c.blank || (i.Own.Style.Text == "") != c.blank || (len(i.Problems) == 2) != c.blank {
			t.Errorf("%s: soul %q, style %q, %v", c.name, i.Soul.Body, i.Own.Style.Text, i.Problems)
		}
	}
}

func TestTheUserFileThatIsNearestCounts(t *testing.T) {
	files := map[string]string{
		"profiles/mira/soul.md": "M\n", "user.md": "---\nname: Ana\naddress: Doctor  Reis\ntimezone: Asia/Kathmandu\n---\n\n## Work\n\nBees.\n",
	}
	i := load(t, files, "mira")
	u := i.User
	if u.Name != "Ana" || u.Address != "Doctor Reis" || u.Zone != "Asia/Kathmandu" || u.Body != "## Work\n\nBees." || u.IsZero() || len(i.Problems) > 0 {
		t.Errorf("%+v, %v", u, i.Problems)
	}
	if got := u.Clock(time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)).Format("2 15:04"); got != "2 01:45" {
		t.Errorf("the clock shows %s", got)
	}
	files["profiles/mira/user.md"] = "---\nname: Bo\ntimezone: Mars/Olympus\n---\n"
	if i = load(t, files, "mira"); i.User.Name != "Bo" || i.User.Location != nil || !strings.Contains(problemsOf(i), "Mars/Olympus") {
		t.Errorf("%+v, %s", i.User, problemsOf(i))
	}
	if at := time.Unix(0, 0); i.User.Clock(at) != at {
		t.Error("without a zone the clock is not the machine's")
	}
}
