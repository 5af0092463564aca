package proposal_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/profile"
)

// PP-08
func TestOneCommitHasTheChangeAndNothingElse(t *testing.T) {
	k := newKit(t)
	k.write("notes.md", "one\n")
	k.repository()
	k.Rebuild = func(context.Context, *profile.Profile) ([]string, error) {
		k.write("backstory.md", k.read("soul.md"))
		return []string{"backstory.md"}, nil
	}
	k.write("notes.md", "staged\n")
	k.git("add", "-A")
	k.write("notes.md", "not staged\n")
	p := k.propose("soul.md", warmer)
	o := k.applied(p)
	want := []string{"profiles/ada/approvals/" + p.ID + ".json", "profiles/ada/backstory.md", "profiles/ada/soul.md"}
	if diff := cmp.Diff(want, strings.Fields(k.git("show", "--name-only", "--format=", "HEAD"))); diff != "" {
		t.Error(diff)
	}
	if o.Commit != k.git("rev-parse", "HEAD") || k.git("log", "-1", "--format=%s") != "chore: apply persona proposal "+p.ID+" to soul.md" {
		t.Errorf("%s %s", o.Commit, k.git("log", "-1", "--format=%s"))
	}
	if got := k.git("status", "--porcelain"); got != "MM profiles/ada/notes.md" {
		t.Errorf("%q", got)
	}
	_, err := k.Revert(k.ctx, k.me, p.ID, bo)
	k.ok(err)
	if got := k.git("diff", "--name-only", "HEAD~2", "HEAD"); got != want[0]+"\n"+strings.Replace(want[0], ".json", ".revert.json", 1)+"\nprofiles/ada/backstory.md" {
		t.Errorf("%q", got)
	}
	if k.read("soul.md") != soul || k.git("show", "HEAD:profiles/ada/soul.md")+"\n" != soul {
		t.Error("the soul differs")
	}
}

// PP-08
func TestACommitThatFailsLeavesTheFileAsItWas(t *testing.T) {
	k := newKit(t)
	k.repository()
	p := k.propose("soul.md", warmer)
	_, err := k.Approve(k.ctx, k.me, p.ID, bo)
	k.ok(err)
	for _, name := range []string{"GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"} {
		t.Setenv(name, "")
		os.Unsetenv(name)
	}
	k.git("config", "user.useConfigOnly", "true")
	_, err = k.Apply(k.ctx, k.me, p.ID, "bo")
	k.refused(err, "git_failed")
	if !strings.Contains(err.Error(), "target file rolled back") || k.read("soul.md") != soul || k.git("status", "--porcelain") != "" {
		t.Errorf("%v\n%s", err, k.git("status", "--porcelain"))
	}
	if k.states() != "map[approved:1]" {
		t.Error(k.states())
	}
	k.git("config", "user.name", "Ida")
	k.git("config", "user.email", "ida@example.org")
	_, err = k.Apply(k.ctx, k.me, p.ID, "bo")
	k.ok(err)
}

func TestABuildThatFailsLeavesTheFileAsItWas(t *testing.T) {
	k := newKit(t)
	broken := true
	k.Rebuild = func(context.Context, *profile.Profile) ([]string, error) {
		if broken && k.read("soul.md") == warm {
			return nil, errors.New("no space left")
		}
		return nil, nil
	}
	p := k.propose("soul.md", warmer)
	_, err := k.Approve(k.ctx, k.me, p.ID, bo)
	k.ok(err)
	_, err = k.Apply(k.ctx, k.me, p.ID, "bo")
	if err == nil || k.read("soul.md") != soul || k.read("approvals/"+p.ID+".json") != "(none)" {
		t.Errorf("%v\n%s", err, k.read("soul.md"))
	}
	broken = false
	_, err = k.Apply(k.ctx, k.me, p.ID, "bo")
	k.ok(err)
}

func TestWhatIsNotCommittedIsNotTakenAlong(t *testing.T) {
	k := newKit(t)
	k.repository()
	k.write("soul.md", soul+"\nMine.\n")
	p := k.propose("soul.md", warmer)
	_, err := k.Approve(k.ctx, k.me, p.ID, bo)
	k.ok(err)
	_, err = k.Apply(k.ctx, k.me, p.ID, "bo")
	k.refused(err, "git_failed")
	k.git("commit", "-q", "-am", "mine")
	k.ok(os.WriteFile(filepath.Join(k.dir, ".git", "MERGE_HEAD"), []byte(k.git("rev-parse", "HEAD")+"\n"), 0o644))
	_, err = k.Apply(k.ctx, k.me, p.ID, "bo")
	k.refused(err, "git_failed")
	k.ok(os.Remove(filepath.Join(k.dir, ".git", "MERGE_HEAD")))
	_, err = k.Apply(k.ctx, k.me, p.ID, "bo")
	k.ok(err)
}

func TestAProfileThatGitIgnoresIsNotCommitted(t *testing.T) {
	k := newKit(t)
	k.repository()
	k.ok(os.WriteFile(filepath.Join(k.dir, ".git", "info", "exclude"), []byte("context/\n"), 0o644))
	o := k.applied(k.propose("context/lamp.md", "# Lamp\n\nOil.\n"))
	if o.Commit != "" || k.git("rev-list", "--count", "HEAD") != "1" {
		t.Errorf("%+v", o)
	}
}
