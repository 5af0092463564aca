package profile_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/profile"
)

func openWorkspace(t testing.TB, dir string) *profile.Workspace {
	t.Helper()
	w, err := profile.OpenWorkspace(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

func load(t *testing.T, files map[string]string, name string) *profile.Identity {
	t.Helper()
	w := openWorkspace(t, tree(t, files))
	p, err := w.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	i, err := profile.Load(w, p)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// coqui: 144, 145, 146, 151, 152
func TestProfilesAreTheFoldersWithASoul(t *testing.T) {
	if list, problems, err := profile.NewCatalog(openWorkspace(t, tree(t, map[string]string{"backstory.json": "{}"}))).List(); len(list)+len(problems) > 0 || err != nil {
		t.Errorf("without profiles: %v, %v, %v", list, problems, err)
	}
	dir := tree(t, map[string]string{
		"profiles/beta/soul.md": "---\nmodel: opus\n---\n# Beta\n\nThe first\nparagraph.\n\nThe second.", "profiles/Alpha-one_two/soul.md": "Alpha.",
		"profiles/none/backstory/": "", "profiles/file.md": "x", "profiles/.hidden/soul.md": "H", "profiles/odd/soul.md/": "",
	})
	list, _, err := profile.NewCatalog(openWorkspace(t, dir)).List()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range list {
		got = append(got, strings.Join([]string{s.Name, s.Display, s.Description, s.Model}, "|"))
		if s.Dir != filepath.Join(dir, "profiles", filepath.Base(s.Dir)) {
			t.Errorf("%s lies in %s", s.Name, s.Dir)
		}
	}
	want := []string{".hidden|.hidden|H|", "alpha-one_two|Alpha One Two|Alpha.|", "beta|Beta|The first paragraph.|opus"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// coqui: 147, 153
func TestNamesAreFoundInAnyCase(t *testing.T) {
	w := openWorkspace(t, tree(t, map[string]string{"profiles/Caelum/soul.md": "C", "outside/soul.md": "O"}))
	for _, name := range []string{"caelum", "CAELUM", "Caelum"} {
		p, err := w.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		p.Close()
	}
	for _, name := range []string{"", "none", "../outside", ".", "..", `a\b`, "profiles"} {
		if _, err := w.Open(name); !errors.Is(err, profile.ErrUnknown) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if err := os.MkdirAll(filepath.Join(w.Dir, "profiles", "caelum"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(w.Dir, "profiles", "caelum", "soul.md"), []byte("other"), 0o644); err != nil {
		t.Fatal(err)
	}
	list, problems, err := profile.NewCatalog(w).List()
	if err != nil || len(list) == 2 {
		t.Fatal(list, err)
	}
	if len(list) == 1 && len(problems) == 0 { // a disk that tells no cases apart has one
		if content, _ := os.ReadFile(filepath.Join(w.Dir, "profiles", "Caelum", "soul.md")); string(content) == "C" {
			t.Error("two folders that differ by case alone are no problem")
		}
	}
	if _, err := w.Open("CAELUM"); err == nil && len(problems) > 0 {
		t.Error("a name that two folders have opens one of them")
	}
}

// TestAnEditIsSeenWhateverItsTimeSays: the content decides, not a time or a
// call that says so.
func TestAnEditIsSeenWhateverItsTimeSays(t *testing.T) {
	w := openWorkspace(t, tree(t, map[string]string{"profiles/a/soul.md": "Before"}))
	c := profile.NewCatalog(w)
	file := filepath.Join(w.Dir, "profiles", "a", "soul.md")
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"Before", "Behind"} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, info.ModTime(), info.ModTime()); err != nil {
			t.Fatal(err)
		}
		list, _, err := c.List()
		if err != nil || list[0].Description != text {
			t.Errorf("%v, %v; want %s", list, err, text)
		}
	}
}

// coqui: 148, 149, 150, 151
func TestSoulsAreReadLineByLine(t *testing.T) {
	long := strings.Repeat("é", 130)
	for _, c := range []struct{ name, text, model, description, body string }{
		{"no front matter", "# A\n\nB", "", "B", "# A\n\nB"},
		{"a model", "---\nmodel: opus\n---\n\nB\n", "opus", "B", "B"},
		{"quotes and comments", "\n---\n# c\nmodel: \"a b\"  \nother: x\n  nested: y\n---  \nB", "a b", "B", "B"},
		{"an empty model", "---\nmodel: ''\n---\nB", "", "B", "B"},
		{"no end", "---\nmodel: x\nB", "", "--- model: x B", "---\nmodel: x\nB"},
		{"a mark and a line ends of Windows", "\ufeff---\r\nmodel: x\r\n---\r\nB\r\nC", "x", "B C", "B\nC"},
		{"a long paragraph", long, "", strings.Repeat("é", 117) + "...", long},
		{"a heading ends it", "one\ntwo\n## H\nthree", "", "one two", "one\ntwo\n## H\nthree"},
		{"nothing", "---\nmodel: x\n---\n", "x", "", ""},
		{"a rule", "----\nx\n---\n", "", "---- x ---", "----\nx\n---"},
	} {
		soul, _ := profile.ParseSoul(c.text)
		want := profile.Soul{Model: c.model, Description: c.description, Body: c.body}
		if diff := cmp.Diff(want, soul); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// coqui: 182
func TestContextFilesStandInOrder(t *testing.T) {
	i := load(t, map[string]string{
		"profiles/a/soul.md": "A", "profiles/a/context/10-later.md": "x", "profiles/a/context/2-early.md": "x", "profiles/a/context/alpha.md": "x",
		"profiles/a/context/01-github.md": "x", "profiles/a/context/blank.md": " \n", "profiles/a/context/note.txt": "x", "profiles/a/context/sub/deep.md": "x",
		"profiles/a/context/.hidden.md": "x", "profiles/a/context/Beta.md": "x",
		"profiles/a/context/note 10.md": "x", "profiles/a/context/note 9.md": "x", "profiles/a/context/010-later.md": "x", "profiles/a/context/alpha2.md": "x",
	}, "a")
	var got []string
	for _, f := range i.Own.Context {
		got = append(got, f.Name)
	}
	if diff := cmp.Diff([]string{"01-github.md", "2-early.md", "010-later.md", "10-later.md", "alpha.md", "alpha2.md", "Beta.md", "note 9.md", "note 10.md"}, got); diff != "" {
		t.Error(diff)
	}
	if len(i.Problems) > 0 {
		t.Error(problems(i.Problems))
	}
}

// TestProblemsAreNamedByTheirFile and cost nothing else.
func TestProblemsAreNamedByTheirFile(t *testing.T) {
	dir := tree(t, map[string]string{
		"backstory.json": `{"agents":{"defaults":{"profile":7,"maxIterations":"x","prompt":{"refresh":"sometimes","colour":1}}}} // a comment`,
		"openclaw.json":  `{"agents":[`, "secret.md": "S",
		"profiles/a/soul.md": "A", "profiles/a/preferences.json": `{"x":1}`, "profiles/a/security.md": "  ", "profiles/a/base.md": "\x89PNG\r\n\x1a\n\x00\x00",
		"profiles/a/roles/none.md": "no name", "profiles/a/roles/a.md": "---\nname: twin\n---\nx", "profiles/a/roles/b.md": "---\nname: twin\nmax_iterations: many\n---\nx",
		"profiles/a/roles/open.md": "---\nname: open\n",
	})
	if err := os.Symlink("../../../secret.md", filepath.Join(dir, "profiles", "a", "done.md")); err == nil {
		if err := os.Symlink("/etc/passwd", filepath.Join(dir, "profiles", "a", "backstory.md")); err != nil {
			t.Fatal(err)
		}
	}
	w := openWorkspace(t, dir)
	p, err := w.Open("a")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	i, err := profile.Load(w, p)
	if err != nil {
		t.Fatal(err)
	}
	got := problems(i.Problems)
	for _, want := range []string{
		"backstory.json: agents.defaults.profile: must be a string", "backstory.json: agents.defaults.maxIterations: must be a whole number",
		"backstory.json: agents.defaults.prompt.refresh: must be", "backstory.json: agents.defaults.prompt.colour: unknown field", "openclaw.json: invalid JSON",
		"profiles/a/preferences.json: x: unknown preferences field", "profiles/a/security.md: an override must not be empty", "profiles/a/base.md: it is a PNG image, not text that is read: save it as UTF-8",
		"profiles/a/roles/none.md: has no name", "profiles/a/roles/b.md: has the same name as profiles/a/roles/a.md", "profiles/a/roles/b.md: max_iterations must be",
		"profiles/a/roles/open.md: the front matter has no line", "profiles/a/done.md: reading done.md:", "profiles/a/backstory.md: reading backstory.md:",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if i.Prompts.Done.Found || i.Backstory.Found || i.Prompts.Base.Found || i.Prompts.Security.Tier != profile.TierBuiltin {
		t.Errorf("done %v, backstory %v, base %q, security %s", i.Prompts.Done.Found, i.Backstory.Found, i.Prompts.Base.Text, i.Prompts.Security.Tier)
	}
}

// coqui: 199, 200, 203, 205, 206, 207
func TestTheModelOfARoleComesFromTheNearestThatNamesOne(t *testing.T) {
	files := map[string]string{
		"openclaw.json": `{"agents":{"defaults":{"model":{"primary":"primary","utility":"cheap"},"roles":{"coder":"of-config","reviewer":{"model":"fast"},"orchestrator":"main"},
			"models":{"vendor/fast-1":{"alias":"fast"}},"maxIterations":20,"profile":"a"}}}`,
		"roles/coder.md":         "---\nname: Coder\ndescription: writes\nmodel: of-workspace\nmax_iterations: 7\n---\nWork.",
		"profiles/a/soul.md":     "---\nmodel: of-soul\n---\nA",
		"profiles/b/soul.md":     "B",
		"profiles/c/soul.md":     "C",
		"profiles/c/roles/x.md":  "---\nname: coder\nmodel: of-profile\nmax_iterations: 11\n---\nOurs.",
		"profiles/c/roles/_t.md": "---\nname: template\n---\nT",
	}
	for _, c := range []struct {
		profile, role, model string
		rounds               int
	}{
		{"c", "coder", "of-profile", 11},
		{"a", "CODER", "of-workspace", 7},
		{"a", "reviewer", "vendor/fast-1", 20},
		{"a", "muse", "of-soul", 20},
		{"b", "muse", "primary", 20},
		{"a", "orchestrator", "main", 20},
	} {
		i := load(t, files, c.profile)
		if got := i.Model(c.role); got.Value != c.model || got.From == "" {
			t.Errorf("%s, %s: model %s from %s, want %s", c.profile, c.role, got.Value, got.From, c.model)
		}
		if got := i.Iterations(c.role); got != c.rounds {
			t.Errorf("%s, %s: %d rounds, want %d", c.profile, c.role, got, c.rounds)
		}
	}
	if bare := load(t, map[string]string{"profiles/a/soul.md": "A"}, "a"); bare.Model("x").Value != profile.DefaultModel || bare.Iterations("x") != profile.DefaultIterations {
		t.Errorf("%+v", bare.Model("x"))
	}
	if c := load(t, files, "c"); c.Config.Utility != "cheap" || c.Config.Profile != "a" {
		t.Errorf("%+v", c.Config)
	}
}

// coqui: 201, 202, 203, 204, 208
func TestRolesAreThoseThatAreThereAndAllowed(t *testing.T) {
	files := map[string]string{
		"roles/coder.md": "---\nname: coder\ndescription: writes code\ntoolkits: [files, \"shell\"]\n---\nW", "roles/reviewer.md": "---\nname: reviewer\ntools:\n  - files\n  - search\n---\nR",
		"roles/draft.md": "---\nname: draft\ntemplate: true\n---\nD", "profiles/a/soul.md": "A",
		"profiles/a/preferences.json": `{"prompts":{"roles":{"allow":["orchestrator","reviewer"]}}}`, "profiles/b/soul.md": "B",
	}
	b := load(t, files, "b")
	if got := strings.Join(b.AvailableRoles(), " "); got != "orchestrator coder reviewer" {
		t.Errorf("b: %s", got)
	}
	if role, ok := b.Role("Coder"); !ok || role.Description != "writes code" || strings.Join(role.Tools, " ") != "files shell" || role.File.Path != "roles/coder.md" {
		t.Errorf("%+v", role)
	}
	if role, _ := b.Role("reviewer"); strings.Join(role.Tools, " ") != "files search" {
		t.Errorf("%+v", role)
	}
	if _, ok := b.Role("nobody"); ok {
		t.Error("nobody is a role")
	}
	a := load(t, files, "a")
	if got := strings.Join(a.SpawnableRoles(), " "); got != "reviewer" {
		t.Errorf("a may spawn %s", got)
	}
	var refused *profile.RoleError
	if err := a.CheckRole("coder"); !errors.As(err, &refused) || !strings.Contains(err.Error(), `does not allow role "coder"`) {
		t.Errorf("%v", err)
	}
	for role, ok := range map[string]bool{"reviewer": true, "orchestrator": true, "draft": false, "nobody": false} {
		if err := b.CheckRole(role); (err == nil) != ok {
			t.Errorf("%s: %v", role, err)
		}
	}
}

// TestTheWorkedProfileHasOneOfEverything and nothing is wrong with it.
//
// coqui: 143
func TestTheWorkedProfileHasOneOfEverything(t *testing.T) {
	w := openWorkspace(t, filepath.Join("..", "fixtures"))
	p, err := w.Open("harbor-desk")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	i, err := profile.Load(w, p)
	if err != nil {
		t.Fatal(err)
	}
	if len(i.Problems) > 0 || i.Soul.Model != "offline" || len(i.Own.Samples) != 1 || i.Preferences.BackstoryLabel() != "Operating Context" ||
		strings.TrimSpace(i.Prompts.Security.Text) == "" || i.Prompts.Security.Tier != profile.TierProfile {
		t.Errorf("%s\n%+v", problems(i.Problems), i.Preferences)
	}
	if got := strings.Join(i.AvailableRoles(), " "); got != "orchestrator clerk dispatcher pilot reviewer" || len(i.Preferences.Directives) != 3 ||
		i.Preferences.Section("tools") != profile.SectionStub || i.Preferences.Section("project_context") != profile.SectionOff || i.Preferences.Feature("projects") {
		t.Errorf("%s\n%+v", got, i.Preferences)
	}
}

// TestAWorkspaceIsFoundUpwards, no further than the repository, and at home.
func TestAWorkspaceIsFoundUpwards(t *testing.T) {
	root := tree(t, map[string]string{
		"w/profiles/a/soul.md": "A", "w/profiles/a/backstory/": "", "w/deep/er/": "", "c/backstory.json": "{}", "repo/.git/": "", "repo/x/": "", "profiles/": "", "home/": "",
	})
	t.Setenv("HOME", filepath.Join(root, "home"))
	t.Setenv("USERPROFILE", filepath.Join(root, "home")) // on Windows
	for from, want := range map[string]string{"w/profiles/a/backstory": "w", "w/deep/er": "w", "c": "c", "repo/x": ""} {
		got, err := profile.FindWorkspace(filepath.Join(root, from))
		if want == "" {
			if !errors.Is(err, profile.ErrNoWorkspace) {
				t.Errorf("from %s: %s, %v", from, got, err)
			}
		} else if err != nil || got != filepath.Join(root, want) {
			t.Errorf("from %s: %s, %v", from, got, err)
		}
	}
	if err := os.MkdirAll(filepath.Join(root, "home", ".backstory", "profiles"), 0o755); err != nil {
		t.Fatal(err)
	}
	if got, err := profile.FindWorkspace(filepath.Join(root, "repo", "x")); err != nil || got != filepath.Join(root, "home", ".backstory") {
		t.Errorf("at home: %s, %v", got, err)
	}
}

// FuzzFrontMatter checks that souls and roles are read without panic, that a
// body is trimmed and a part of its text, and that a name is one.
func FuzzFrontMatter(f *testing.F) {
	for _, seed := range []string{
		"---\nmodel: x\n---\nB", "---\nname: a\ntools: [b, 'c']\nmax_iterations: 3\n---\n", "---\n- a\n  b: c\nkey:\n- d\n---", "\ufeff---\r\na:b\r\n---", "---\n---\n---", "---", "----\n---\nx", "---\nname: ../x\n---",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		soul, _ := profile.ParseSoul(text)
		plain := strings.ReplaceAll(text, "\r\n", "\n")
		if soul.Body != strings.TrimSpace(soul.Body) || !strings.Contains(plain, soul.Body) || len([]rune(soul.Description)) > 120 || strings.Contains(soul.Description, "\n") {
			t.Fatalf("%q: %+v", text, soul)
		}
		role, _, ok := profile.ParseRole(text)
		if ok && (role.Name == "" || role.Name != profile.RoleKey(role.Name) || strings.ContainsAny(role.Name, "/\\\n") || role.Iterations < 0) {
			t.Fatalf("%q: %+v", text, role)
		}
		if role.Body != soul.Body {
			t.Fatalf("%q: a role reads another body than a soul", text)
		}
	})
}

// thousand makes a workspace of 1000 profiles.
func thousand(b *testing.B) *profile.Workspace {
	b.Helper()
	dir := b.TempDir()
	for n := range 1000 {
		folder := filepath.Join(dir, "profiles", fmt.Sprintf("profile-%04d", n))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			b.Fatal(err)
		}
		text := fmt.Sprintf("---\nmodel: m\n---\n# Profile %d\n\n%s", n, strings.Repeat("Some words of a soul.\n", 100))
		if err := os.WriteFile(filepath.Join(folder, "soul.md"), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	return openWorkspace(b, dir)
}

// BenchmarkList lists 1000 profiles.
func BenchmarkList(b *testing.B) {
	w := thousand(b)
	for b.Loop() {
		if list, _, err := profile.NewCatalog(w).List(); err != nil || len(list) != 1000 {
			b.Fatal(len(list), err)
		}
	}
}

// BenchmarkOpen opens one of 1000 profiles.
func BenchmarkOpen(b *testing.B) {
	w := thousand(b)
	for b.Loop() {
		p, err := w.Open("profile-0500")
		if err != nil {
			b.Fatal(err)
		}
		p.Close()
	}
}
