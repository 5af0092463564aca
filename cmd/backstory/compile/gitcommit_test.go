package compile_test

import (
	"os"
	"path/filepath"
	"testing"
)

// states are what a repository with a built profile may be in when somebody
// commits. Each is what is done before, and the commit.
var states = []struct {
	name   string
	do     func(r *repo)
	commit []string
}{
	{"a new profile, not built", func(r *repo) { r.source("../../q/backstory/a.md"); r.git("add", "q") }, nil},
	{"a new profile, outputs not tracked", func(r *repo) {
		r.source("../../q/backstory/a.md")
		r.git("add", "q")
		r.must("backstory", "build", "-q", "q")
	}, nil},
	{"a source edited and not built", func(r *repo) { r.edit("00-s0.md"); r.git("add", "-A") }, nil},
	{"built, outputs not staged", func(r *repo) { r.edit("00-s0.md"); r.git("add", "-A"); r.must("backstory", "build", "-q", "p") }, nil},
	{"built, the source not staged", func(r *repo) {
		r.edit("00-s0.md")
		r.must("backstory", "build", "-q", "p")
		r.git("add", "p/backstory.md", "p/.backstory-manifest.json")
	}, nil},
	{"partly staged", func(r *repo) {
		r.edit("00-s0.md")
		r.must("backstory", "build", "-q", "p")
		r.git("add", "-A")
		r.edit("00-s0.md")
	}, nil},
	{"a rename, not built", func(r *repo) { r.git("mv", "p/backstory/00-s0.md", "p/backstory/99-s0.md") }, nil},
	{"a source removed from the index alone", func(r *repo) { r.git("rm", "-q", "--cached", "p/backstory/00-s0.md") }, nil},
	{"a source that git does not know", func(r *repo) {
		r.source("50-new.md")
		r.must("backstory", "build", "-q", "p")
		r.git("add", "p/backstory.md", "p/.backstory-manifest.json")
	}, nil},
	{"commit -a", func(r *repo) { r.edit("00-s0.md"); r.must("backstory", "build", "-q", "p") }, []string{"commit", "-q", "-a", "-m", "x"}},
	{"one file alone", func(r *repo) { r.edit("00-s0.md"); r.must("backstory", "build", "-q", "p") }, []string{"commit", "-q", "-m", "x", "p/backstory/00-s0.md"}},
	{"a linked worktree", func(r *repo) {
		r.git("worktree", "add", "-q", "-b", "linked", "../"+filepath.Base(r.dir)+"-linked")
		r.dir += "-linked"
		r.edit("00-s0.md")
		r.must("backstory", "build", "-q", "p")
		r.git("add", "p/backstory")
	}, nil},
	{"a submodule", func(r *repo) {
		r.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", r.dir, "sub")
		r.edit("00-s0.md")
		r.git("add", "-A")
	}, nil},
	{"a merge", func(r *repo) {
		r.git("checkout", "-q", "-b", "other")
		r.edit("00-s0.md")
		r.commit("other")
		r.git("checkout", "-q", "main")
		r.source("00-s1.md")
		r.commit("ours")
	}, []string{"merge", "-q", "--no-edit", "other"}},
	{"a merge of one source", func(r *repo) {
		r.text("00-s0.md", "a\n\nb\n\nc\n\nd\n\ne\n")
		r.commit("long")
		r.git("checkout", "-q", "-b", "other")
		r.text("00-s0.md", "other\n\nb\n\nc\n\nd\n\ne\n")
		r.commit("other")
		r.git("checkout", "-q", "main")
		r.text("00-s0.md", "a\n\nb\n\nc\n\nd\n\nmain\n")
		r.commit("ours")
	}, []string{"merge", "-q", "--no-edit", "other"}},
}

func (r *repo) source(name string) { r.t.Helper(); r.write(name) }

func (r *repo) text(name, text string) {
	r.t.Helper()
	if err := os.WriteFile(r.path(name), []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

// TestNoCommitIsStale commits in every state under both hooks. What is committed
// passes the strictest check in a clone, and what is not can be, after the build
// and the add that the hook asks for.
func TestNoCommitIsStale(t *testing.T) {
	for _, command := range []string{"check", "build"} {
		// A file that is written to cannot be run, and what starts beside it may
		// have it open for a moment: the hook is written before, and linked.
		hook := filepath.Join(t.TempDir(), "hook")
		if err := os.WriteFile(hook, []byte("#!/bin/sh\nexec backstory "+command+" --no-cache --all --tracked\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		for _, state := range states {
			t.Run(command+", "+state.name, func(t *testing.T) {
				t.Parallel()
				hooked(t, hook, state.do, state.commit)
			})
		}
	}
}

func hooked(t *testing.T, hook string, do func(*repo), commit []string) {
	r := newRepo(t, 1)
	r.start(true, readKinds)
	do(r)
	common := filepath.Clean(filepath.Join(r.dir, trimmed(r.git("rev-parse", "--git-common-dir"))))
	if dir := trimmed(r.git("rev-parse", "--git-common-dir")); filepath.IsAbs(dir) {
		common = dir
	}
	for _, name := range []string{"pre-commit", "pre-merge-commit"} {
		if err := os.Link(hook, filepath.Join(common, "hooks", name)); err != nil {
			t.Fatal(err)
		}
	}
	if commit == nil {
		commit = []string{"commit", "-q", "-m", "x"}
	}
	before := r.git("rev-parse", "HEAD")
	out, err := r.run("git", commit...)
	if (err == nil) == (before == r.git("rev-parse", "HEAD")) {
		t.Fatalf("git %v: %v\n%s", commit, err, out)
	}
	if err != nil {
		r.must("backstory", "build", "-q", "--no-cache", "--all")
		r.git("add", "-A")
		r.must("git", "commit", "-q", "--allow-empty", "-m", "after the build")
	}
	clone := filepath.Join(t.TempDir(), "clone")
	r.git("-c", "protocol.file.allow=always", "clone", "-q", "--recurse-submodules", ".", clone)
	r.dir = clone
	r.must("backstory", "check", "--no-cache", "--all", "--rebuild")
}
