package profile_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/profile"
)

// ignores reports what a walk that leaves ignored folders out does not reach.
func ignores(i *profile.Ignore, path string) bool {
	parts := strings.Split(path, "/")
	for n := 1; n <= len(parts); n++ {
		if i.Match(strings.Join(parts[:n], "/"), n < len(parts)) {
			return true
		}
	}
	return false
}

// TestIgnoreReadsPatternsAsGitDoes compares random lists of patterns with
// git check-ignore.
func TestIgnoreReadsPatternsAsGitDoes(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	atoms := []string{
		"a", "b", "*.md", "foo", "bar/", "/a", "a/b", "**/foo", "foo/**", "a/**/b", "!a", "!foo", "*", "!*.md", "[ab]", "[!a]",
		"a?", `\!a`, "# c", "a ", `a\ `, "foo/*", "!foo/bar", "/foo/", "*.{md,txt}", "{md", "**", "a**", "/*", "!/a", "q/", "", "[", `\a`, "*/b", "**/a/**",
	}
	dir := t.TempDir()
	git(t, dir, "", "init", "-q")
	var paths []string
	for _, d := range []string{".", "a", "foo", "bar", "z", "foo/bar", "a/q", "a/q/b"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, d := range []string{".", "a", "foo", "bar", "z", "foo/bar", "a/q", "a/q/b"} {
		for _, n := range []string{"a", "b", "foo", "ab", "x.md", "!a", "{md", "x.{md,txt}", "q"} {
			p := filepath.ToSlash(filepath.Join(d, n))
			if _, err := os.Lstat(filepath.Join(dir, p)); err == nil {
				continue
			}
			if err := os.WriteFile(filepath.Join(dir, p), nil, 0o644); err != nil {
				t.Fatal(err)
			}
			paths = append(paths, p)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 150 {
		var patterns []string
		for range 1 + random.IntN(3) {
			patterns = append(patterns, atoms[random.IntN(len(atoms))])
		}
		if err := os.WriteFile(filepath.Join(dir, ".gitignore"), []byte(strings.Join(patterns, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		want := map[string]bool{}
		for line := range strings.SplitSeq(git(t, dir, strings.Join(paths, "\x00")+"\x00", "check-ignore", "--no-index", "-z", "--stdin"), "\x00") {
			want[line] = true
		}
		ignore, err := profile.NewIgnore(patterns)
		if err != nil {
			if strings.Contains(err.Error(), `"["`) {
				continue // git takes it for a pattern that matches nothing
			}
			t.Fatal(err)
		}
		for _, p := range paths {
			if got := ignores(ignore, p); got != want[p] {
				t.Errorf("%q: %s is ignored: %v; git: %v", patterns, p, got, want[p])
			}
		}
	}
}

func git(t *testing.T, dir, input string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir}, args...)...)
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.Output()
	if err != nil && len(out) > 0 {
		t.Fatal(err)
	}
	return string(out)
}
