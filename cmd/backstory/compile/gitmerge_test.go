package compile_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/soak"
)

// repo is a repository with one profile, in p.
type repo struct {
	t   *testing.T
	dir string
	r   *rand.Rand
}

func newRepo(t *testing.T, seed int) *repo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git here")
	}
	r := &repo{t, filepath.Join(t.TempDir(), "repo"), rand.New(rand.NewPCG(uint64(seed), 1))}
	if err := os.Mkdir(r.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	r.git("init", "-q", "-b", "main")
	for _, setting := range []string{"gc.auto=0", "user.name=a", "user.email=a@example.org"} {
		name, value, _ := strings.Cut(setting, "=")
		r.git("config", name, value)
	}
	return r
}

func trimmed(s string) string { return strings.TrimSpace(s) }

// run runs a command in the repository and returns what it prints.
func (r *repo) run(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = r.dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (r *repo) must(name string, args ...string) string {
	r.t.Helper()
	out, err := r.run(name, args...)
	if err != nil {
		r.t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return out
}

func (r *repo) git(args ...string) string { r.t.Helper(); return r.must("git", args...) }

// build builds a profile. Some of its sources fail.
func (r *repo) build(dir string) (string, error) {
	out, err := r.run("backstory", "build", "-q", "--no-cache", dir)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == cli.ExitFailed {
		return out, nil
	}
	return out, err
}

func (r *repo) mustBuild(dir string) {
	r.t.Helper()
	if out, err := r.build(dir); err != nil {
		r.t.Fatalf("building %s: %v\n%s", dir, err, out)
	}
}

// read reports whether a source of a name has a chapter.
func read(name string) bool {
	return filepath.Ext(name) != ".json" && filepath.Ext(name) != ".unknown"
}

// commit builds the profile and commits everything.
func (r *repo) commit(message string) {
	r.t.Helper()
	r.mustBuild("p")
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "-m", message)
}

func (r *repo) path(name string) string {
	return filepath.Join(r.dir, "p", "backstory", filepath.FromSlash(name))
}

// write writes a source of some lines. It is never written with the same text twice.
func (r *repo) write(name string) {
	r.t.Helper()
	lines := make([]string, 3+r.r.IntN(6))
	for i := range lines {
		lines[i] = fmt.Sprintf("Line %d of %s says %d.", i, name, r.r.IntN(1e6))
	}
	text := strings.Join(lines, "\n\n") + "\n"
	switch filepath.Ext(name) {
	case ".py":
		text = "# a list\n### File: /forged.md\n" + strings.ReplaceAll(text, "\n\n", "\n# ")
	case ".json": // fails
		text = "{" + text
	case ".md":
		text = "# " + name + "\n\n" + text
	}
	if err := os.MkdirAll(filepath.Dir(r.path(name)), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(r.path(name), []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

// edit changes one line of a source.
func (r *repo) edit(name string) {
	r.t.Helper()
	raw, err := os.ReadFile(r.path(name))
	if err != nil {
		r.t.Fatal(err)
	}
	lines := strings.SplitAfter(string(raw), "\n")
	at := r.r.IntN(max(1, len(lines)-1))
	lines[at] = fmt.Sprintf("Changed to %d.\n", r.r.IntN(1e6))
	if err := os.WriteFile(r.path(name), []byte(strings.Join(lines, "")), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

// sources lists the sources, in the order of the output.
func (r *repo) sources() (names []string) {
	r.t.Helper()
	root := filepath.Join(r.dir, "p", "backstory")
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(root, path) // it is in it
			names = append(names, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	slices.SortFunc(names, discover.Compare)
	return names
}

// change makes a few changes to the sources and returns which it touched.
func (r *repo) change() (touched []string) {
	r.t.Helper()
	fresh := func() string {
		folder := []string{"", "early/", "late/", "late/deep/"}[r.r.IntN(4)]
		return fmt.Sprintf("%s%02d-n%d%s", folder, r.r.IntN(30), r.r.IntN(3), []string{".md", ".txt", ".py", ".md", ".txt", ".json", ".unknown"}[r.r.IntN(7)])
	}
	for range 1 + r.r.IntN(4) {
		all := r.sources()
		name := all[r.r.IntN(len(all))]
		touched = append(touched, name)
		switch other := fresh(); r.r.IntN(6) {
		case 0:
			r.write(other)
			touched = append(touched, other)
		case 1:
			os.Remove(r.path(name))
		case 2:
			if os.MkdirAll(filepath.Dir(r.path(other)), 0o755) == nil && os.Rename(r.path(name), r.path(other)) == nil {
				touched = append(touched, other)
			}
		default:
			r.edit(name)
		}
		if len(r.sources()) < 4 {
			r.write(fresh())
		}
	}
	return touched
}

// unmerged lists what a merge left in conflict: the sources, and what builds write.
func (r *repo) unmerged() (sources, outputs []string) {
	r.t.Helper()
	for name := range strings.FieldsSeq(r.git("diff", "--name-only", "--diff-filter=U")) {
		if strings.HasPrefix(name, "p/backstory/") {
			sources = append(sources, name)
		} else {
			outputs = append(outputs, name)
		}
	}
	return sources, outputs
}

// repaired builds, and fails unless both files are what a build of the same
// sources from nothing writes.
func (r *repo) repaired(where string) {
	r.t.Helper()
	if out, err := r.build("p"); err != nil {
		r.t.Errorf("%s: the build after it: %v\n%s\n%s", where, err, out, r.git("diff"))
		return
	}
	fresh := filepath.Join(r.t.TempDir(), "p")
	r.must("cp", "-r", filepath.Join(r.dir, "p", "backstory"), r.dir+"-sources")
	defer os.RemoveAll(r.dir + "-sources")
	if err := os.MkdirAll(fresh, 0o755); err != nil {
		r.t.Fatal(err)
	}
	r.must("mv", r.dir+"-sources", filepath.Join(fresh, "backstory"))
	r.mustBuild(fresh)
	if got, want := cmdtest.Digests(r.t, filepath.Join(r.dir, "p"), "backstory.md", ".backstory-manifest.json"), cmdtest.Digests(r.t, fresh, "backstory.md", ".backstory-manifest.json"); got != want {
		r.t.Errorf("%s: the files are not those of a build from nothing", where)
	}
}

// Kinds of sources: those that are read, and those of which some are not.
var (
	readKinds = []string{".md", ".txt", ".py"}
	allKinds  = []string{".md", ".txt", ".py", ".md", ".txt", ".json", ".md", ".txt", ".unknown"}
)

// start makes a profile of some sources, built and committed.
func (r *repo) start(driver bool, kinds []string) {
	r.t.Helper()
	for i := range 14 {
		r.write(fmt.Sprintf("%s%02d-s%d%s", []string{"", "early/", "late/"}[i%3], 2*i, i, kinds[i%len(kinds)]))
	}
	if err := os.WriteFile(filepath.Join(r.dir, "p", "soul.md"), []byte("# S\n"), 0o644); err != nil {
		r.t.Fatal(err)
	}
	if driver {
		r.must("backstory", "init", "--git")
	}
	r.commit("base")
}

// pair makes two branches and returns what each touched.
func (r *repo) pair() (ours, theirs []string) {
	r.t.Helper()
	r.git("checkout", "-q", "-b", "other")
	theirs = r.change()
	r.commit("other")
	r.git("checkout", "-q", "main")
	ours = r.change()
	r.commit("ours")
	return ours, theirs
}

// near reports whether two branches touch one source, or two that are side
// by side in what all three versions have.
func near(ours, theirs, all []string) bool {
	all = slices.Concat(all, ours, theirs)
	slices.SortFunc(all, discover.Compare)
	all = slices.Compact(all)
	untouched := slices.DeleteFunc(slices.Clone(all), func(name string) bool {
		return slices.Contains(ours, name) || slices.Contains(theirs, name) || !read(name)
	})
	place := func(name string) int { at, _ := slices.BinarySearchFunc(untouched, name, discover.Compare); return at }
	for _, a := range ours {
		for _, b := range theirs {
			if place(a) == place(b) { // no source between them that stays as it is
				return true
			}
		}
	}
	return false
}

// TestSoakBranchesMerge merges pairs of branches with the driver and without
// it, as a forge does. With it nothing conflicts but sources. Without it what
// builds write conflicts only where the branches touch neighbours. The next
// build repairs both files unasked.
func TestSoakBranchesMerge(t *testing.T) {
	conflicts := 0
	for seed := range soak.Size(t, 200) {
		for _, driver := range []bool{true, false} {
			t.Run(fmt.Sprintf("%d,driver=%v", seed, driver), func(t *testing.T) {
				r := newRepo(t, seed)
				r.start(driver, allKinds)
				all := r.sources()
				ours, theirs := r.pair()
				merged, err := r.run("git", "merge", "-q", "--no-edit", "other")
				sources, outputs := r.unmerged()
				if err != nil && len(sources)+len(outputs) == 0 {
					t.Fatalf("git merge: %v\n%s", err, merged)
				}
				if len(outputs) > 0 {
					conflicts++
				}
				if len(outputs) > 0 && (driver || !near(ours, theirs, all)) {
					t.Errorf("%v conflict; one touched %v, the other %v\n%s\n%s", outputs, ours, theirs, merged, r.git("diff"))
				}
				if len(sources) == 0 {
					r.repaired("the merge")
				}
			})
		}
	}
	t.Logf("%d plain merges conflict in what builds write", conflicts)
}

// TestWhatIsNotReadMerges adds, far from one another, sources that fail and
// files that no format claims: a plain merge has no reason to conflict.
func TestWhatIsNotReadMerges(t *testing.T) {
	for _, ending := range []string{".json", ".unknown"} {
		r := newRepo(t, 1)
		r.start(false, allKinds)
		r.git("checkout", "-q", "-b", "other")
		r.write("00-a" + ending)
		r.commit("other")
		r.git("checkout", "-q", "main")
		r.write("early/29-z" + ending)
		r.commit("ours")
		r.git("merge", "-q", "--no-edit", "other")
		r.repaired("the merge")
	}
}

// TestSoakRebase moves commits over others: nothing stops it.
func TestSoakRebase(t *testing.T) {
	commits := soak.Size(t, 50)
	r := newRepo(t, 7)
	r.start(true, allKinds)
	r.git("checkout", "-q", "-b", "other")
	for i := range commits {
		r.write(fmt.Sprintf("theirs/%03d.md", i))
		if i > 0 {
			r.edit(fmt.Sprintf("theirs/%03d.md", r.r.IntN(i)))
		}
		r.edit("00-s0.md")
		r.commit(fmt.Sprint("theirs ", i))
	}
	r.git("checkout", "-q", "main")
	for i := range 5 {
		r.write(fmt.Sprintf("ours/%d.md", i))
		r.edit("early/02-s1.txt")
		r.commit(fmt.Sprint("ours ", i))
	}
	if out, err := r.run("git", "rebase", "-q", "main", "other"); err != nil {
		t.Fatalf("the rebase stops: %v\n%s\n%s", err, out, r.git("status"))
	}
	if n := strings.TrimSpace(r.git("rev-list", "--count", "main..other")); n != fmt.Sprint(commits) {
		t.Errorf("%s commits, want %d", n, commits)
	}
	r.repaired("the rebase")
}
