package ignore_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/internal/soak"
	"github.com/seed353dc258/backstory/profile/ignore"
)

// ignores reports what a walk that leaves ignored folders out does not reach.
func ignores(i *ignore.List, path string) bool {
	parts := strings.Split(path, "/")
	for n := 1; n <= len(parts); n++ {
		if i.Match(strings.Join(parts[:n], "/"), n < len(parts)) {
			return true
		}
	}
	return false
}

// atoms are patterns that people write, and parts of such.
var atoms = []string{
	"a", "b", "*.md", "foo", "bar/", "/a", "a/b", "**/foo", "foo/**", "a/**/b", "!a", "!foo", "*", "!*.md", "[ab]", "[!a]",
	"a?", `\!a`, "# c", "a ", `a\ `, "foo/*", "!foo/bar", "/foo/", "*.{md,txt}", "{md", "**", "a**", "/*", "!/a", "q/", "", "[", `\a`, "*/b", "**/a/**",
	"[[:alpha:]]", "[]a]*", "[^]a]", "[[:digit:][:upper:]]?", "[a-]", "[--z]", "[z-a]", "[[:nope:]]", "[[:alpha]", "f[n-p]o", "?", "??", "???", "z?", "a**/b",
	"**foo", "foo**bar", "***", "a/***/b", "**/", "**/**/a", "/**", "/**/b", "foo/**/", "a\\", "a\\/b", "[a", "[a\\]]", "é", "?.md", "[é]", "\t", "a\t", "  a", "!", "!!a", "//", "/",
}

// randomPattern is one of the atoms, or signs at random.
func randomPattern(r *rand.Rand) string {
	if r.IntN(2) == 0 {
		return atoms[r.IntN(len(atoms))]
	}
	signs := []string{"a", "b", "q", "foo", "bar", "*", "**", "?", "/", "/", "[ab]", "[!b]", "[[:alpha:]]", "[a-q]", "\\", ".md", "é", "!", " ", "[", "]", "-", ":"}
	var b strings.Builder
	for range 1 + r.IntN(6) {
		b.WriteString(signs[r.IntN(len(signs))])
	}
	return b.String()
}

// TestSoakIgnoreReadsPatternsAsGitDoes compares random lists of patterns with
// git check-ignore. What git takes and never matches may be refused.
func TestSoakIgnoreReadsPatternsAsGitDoes(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	git(t, dir, "", "init", "-q")
	var paths []string
	for _, d := range []string{".", "a", "foo", "bar", "z", "foo/bar", "a/q", "a/q/b", "ab", "ab/q"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, d := range []string{".", "a", "foo", "bar", "z", "foo/bar", "a/q", "a/q/b", "ab", "ab/q"} {
		for _, n := range []string{"a", "b", "foo", "ab", "x.md", "!a", "{md", "x.{md,txt}", "q", "é", "é.md", "]", "-", "[a", "A", "7", " a", "a-"} {
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
	refused, sets := 0, max(150, soak.Size(t, 5000))
	for range sets {
		var patterns []string
		for range 1 + random.IntN(3) {
			patterns = append(patterns, randomPattern(random))
		}
		list, err := ignore.New(patterns)
		if err != nil {
			for _, p := range patterns {
				if _, err := ignore.New([]string{p}); err != nil {
					refused++
					if found := ignored(t, dir, paths, []string{strings.TrimPrefix(p, "!")}); len(found) > 0 {
						t.Errorf("%q is refused; git ignores %d paths", p, len(found))
					}
				}
			}
			continue
		}
		want := ignored(t, dir, paths, patterns)
		for _, p := range paths {
			if got := ignores(list, p); got != want[p] {
				t.Errorf("%q: %s is ignored: %v; git: %v", patterns, p, got, want[p])
			}
		}
	}
	if refused*2 > sets {
		t.Errorf("%d patterns are refused in %d sets", refused, sets)
	}
}

// ignored returns the paths that git ignores.
func ignored(t *testing.T, dir string, paths, patterns []string) map[string]bool {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, ".gitignore"), []byte(strings.Join(patterns, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for line := range strings.SplitSeq(git(t, dir, strings.Join(paths, "\x00")+"\x00", "check-ignore", "--no-index", "-z", "--stdin"), "\x00") {
		if line != "" {
			found[line] = true
		}
	}
	return found
}

// TestAPatternTakesNoLongerThanItsLengthAllows: a profile may come from anybody.
func TestAPatternTakesNoLongerThanItsLengthAllows(t *testing.T) {
	list, err := ignore.New([]string{strings.Repeat("**/*a", 40) + "b", strings.Repeat("*a", 60) + "b"})
	if err != nil {
		t.Fatal(err)
	}
	if list.Match(strings.Repeat("a/", 60)+strings.Repeat("a", 120), false) {
		t.Error("it matches")
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
