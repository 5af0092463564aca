package profile_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/profile"
)

// stampOf describes files by size and time, and folders by the names in them.
func stampOf(root *os.Root, names []string) string {
	var b strings.Builder
	for _, name := range names {
		path := filepath.Join(root.Name(), name)
		info, err := os.Stat(path)
		if err != nil {
			continue
		}
		fmt.Fprintln(&b, name, info.Mode())
		if entries, err := os.ReadDir(path); err == nil {
			fmt.Fprintln(&b, entries)
		} else {
			fmt.Fprintln(&b, info.Size(), info.ModTime())
		}
	}
	return b.String()
}

// A profile is read again where a file changed that the list says something of, and no
// other.
func TestAProfileIsReadAgainThatChanged(t *testing.T) {
	w := openWorkspace(t, tree(t, map[string]string{"profiles/a/soul.md": "First", "profiles/b/soul.md": "Other"}))
	c := profile.NewCatalog(w)
	c.Stamp = stampOf
	say := func() string {
		t.Helper()
		list, problems, err := c.List()
		if err != nil || len(problems) > 0 {
			t.Fatal(problems, err)
		}
		var b strings.Builder
		for _, s := range list {
			fmt.Fprintf(&b, "%s: %s, %s, %s%v; ", s.Name, s.Display, s.Description, s.Model, s.Roles)
		}
		return b.String()
	}
	role := "---\nname: %s\ndescription: x\n---\n\nYou work.\n"
	at := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, step := range []struct{ file, content, want string }{
		{"profiles/a/soul.md", "First", "a: A, First, []; b: B, Other, []; "},
		{"profiles/a/soul.md", "Later", "a: A, Later, []; b: B, Other, []; "},
		{"profiles/b/identity.md", "# Identity\n\n- **Name:** Bea\n", "a: A, Later, []; b: Bea, Other, []; "},
		{"profiles/a/roles/clerk.md", fmt.Sprintf(role, "clerk"), "a: A, Later, [clerk]; b: Bea, Other, []; "},
		{"profiles/a/roles/clerk.md", fmt.Sprintf(role, "guide"), "a: A, Later, [guide]; b: Bea, Other, []; "},
		{"roles/guard.md", fmt.Sprintf(role, "guard"), "a: A, Later, [guard guide]; b: Bea, Other, [guard]; "},
		{"profiles/a/preferences.json", `{"prompts": {"roles": {"deny": ["guide"]}}}`, "a: A, Later, [guard]; b: Bea, Other, [guard]; "},
		{"profiles/c/soul.md", "---\nmodel: opus\n---\nThird", "a: A, Later, [guard]; b: Bea, Other, [guard]; c: C, Third, opus[guard]; "},
	} {
		path := filepath.Join(w.Dir, filepath.FromSlash(step.file))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(step.content), 0o644); err != nil {
			t.Fatal(err)
		}
		at = at.Add(time.Hour)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		if got := say(); got != step.want {
			t.Errorf("after %s: %s; want %s", step.file, got, step.want)
		}
	}
	known := say()
	soul := filepath.Join(w.Dir, "profiles", "a", "soul.md")
	info, err := os.Stat(soul)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(soul, []byte("Never"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(soul, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if got := say(); got != known {
		t.Errorf("it was read again with the same stamp: %s", got)
	}
}
