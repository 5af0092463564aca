// Package gitrepo commits files of a profile to the git repository that it is in,
// and nothing else. It is asked by git itself, without hooks: nothing is run that
// the repository names.
package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
)

// Repository is a git repository.
type Repository struct {
	Top    string // its folder, or one in it
	prefix string // of the profile in it, with a slash at its end, or empty
}

// Open finds the repository of a file of a profile; nil where there is
// none, git is not installed, or git ignores the file.
func Open(ctx context.Context, p *profile.Profile, target string) (*Repository, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, nil
	}
	r := &Repository{Top: p.Dir}
	out, err := r.Git(ctx, nil, "rev-parse", "--show-toplevel", "--show-prefix")
	if err != nil {
		if hasRepository(p.Dir) {
			return nil, fmt.Errorf("git does not take the repository of %s: %w", p.Dir, err)
		}
		return nil, nil
	}
	top, rest, _ := strings.Cut(out, "\n")
	r.Top, r.prefix = top, strings.TrimSuffix(rest, "\n")
	if _, err := r.Git(ctx, nil, "check-ignore", "-q", "--", r.prefix+target); err == nil {
		return nil, nil
	}
	return r, nil
}

// hasRepository reports whether a folder or one above it has a .git.
func hasRepository(dir string) bool {
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return false
		}
		dir = up
	}
}

// Git runs git in the repository and returns what it prints. What the
// environment says of another repository does not hold.
func (r *Repository) Git(ctx context.Context, env []string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{
		"-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "-c", "gc.auto=0",
	}, args...)...)
	var stderr bytes.Buffer
	cmd.Dir, cmd.Stderr = r.Top, &stderr
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return strings.HasPrefix(name, "GIT_") && !strings.HasPrefix(name, "GIT_AUTHOR_") && !strings.HasPrefix(name, "GIT_COMMITTER_") && !strings.HasPrefix(name, "GIT_CONFIG")
	})
	cmd.Env = append(append(cmd.Env, "LC_ALL=C"), env...)
	out, err := cmd.Output()
	if err != nil {
		if text := strings.TrimSpace(stderr.String()); text != "" {
			err = errors.New(oneline.Message(text, 400))
		}
		return "", err
	}
	return string(out), nil
}

// unfinished are what git leaves in its folder in the middle of something.
var unfinished = []string{"MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply"}

// Ready says why nothing can be committed now: git is in the middle of
// something, or the file has changes that nobody committed, which would go along.
func (r *Repository) Ready(ctx context.Context, target string) error {
	for _, name := range unfinished {
		at, err := r.Git(ctx, nil, "rev-parse", "--git-path", name)
		if err != nil {
			return err
		}
		at = strings.TrimSpace(at)
		if !filepath.IsAbs(at) {
			at = filepath.Join(r.Top, at)
		}
		if _, err := os.Lstat(at); err == nil {
			return fmt.Errorf("git is in the middle of something (%s): end it first", name)
		}
	}
	status, err := r.Git(ctx, nil, "status", "--porcelain=v1", "-z", "--untracked-files=all", "--ignored=no", "--", r.prefix+target)
	if err != nil {
		return err
	}
	if status != "" && !strings.HasPrefix(status, "??") {
		return fmt.Errorf("%s has changes that are not committed: commit them first, so that the commit of the proposal has its change alone", target)
	}
	return nil
}

// maxRaces is how often a commit is made again because somebody else committed
// meanwhile.
const maxRaces = 5

// Commit makes a commit of files of the profile and of nothing else that is
// staged. Where the last commit has them as they are, it is that one.
func (r *Repository) Commit(ctx context.Context, p store.Proposal, files []string) (string, error) {
	message := fmt.Sprintf("chore: %s persona proposal %s to %s\n\n%s\n", p.Doing, p.ID, p.Target, oneline.Safe(p.Title))
	paths, err := r.tracked(ctx, files)
	if err != nil {
		return "", err
	}
	for race := 0; ; race++ {
		id, err := r.tryCommit(ctx, p.ID, message, paths)
		if err == nil {
			return id, r.stage(ctx, nil, paths)
		}
		if race == maxRaces || !errors.Is(err, errMoved) {
			return "", err
		}
	}
}

var errMoved = errors.New("somebody else committed at the same time")

func (r *Repository) tryCommit(ctx context.Context, id, message string, paths []string) (string, error) {
	head, _ := r.Git(ctx, nil, "rev-parse", "-q", "--verify", "HEAD") // empty before the first commit
	head = strings.TrimSpace(head)
	index, err := r.indexPath(ctx, id)
	if err != nil {
		return "", err
	}
	defer os.Remove(index)
	if err := errors.Join(removed(index), removed(index+".lock")); err != nil { // of a process that was killed
		return "", err
	}
	own := []string{"GIT_INDEX_FILE=" + index}
	from, parents := []string{"read-tree", "--empty"}, []string{}
	if head != "" {
		from, parents = []string{"read-tree", head}, []string{"-p", head}
	}
	if _, err := r.Git(ctx, own, from...); err != nil {
		return "", err
	}
	if err := r.stage(ctx, own, paths); err != nil {
		return "", err
	}
	tree, err := r.Git(ctx, own, "write-tree")
	if err != nil {
		return "", err
	}
	tree = strings.TrimSpace(tree)
	if head != "" {
		if now, err := r.Git(ctx, nil, "rev-parse", head+"^{tree}"); err == nil && strings.TrimSpace(now) == tree {
			return head, nil
		}
	}
	made, err := r.Git(ctx, nil, append(append([]string{"commit-tree", tree}, parents...), "-m", message)...)
	if err != nil {
		return "", err
	}
	made = strings.TrimSpace(made)
	if head == "" {
		head = strings.Repeat("0", len(made))
	}
	if _, err := r.Git(ctx, nil, "update-ref", "-m", "backstory: "+strings.SplitN(message, "\n", 2)[0], "HEAD", made, head); err != nil {
		if now, e := r.Git(ctx, nil, "rev-parse", "-q", "--verify", "HEAD"); e == nil && strings.TrimSpace(now) != head {
			err = errMoved
		}
		return "", err
	}
	return made, nil
}

// indexPath returns where an index of our own is, beside git's.
func (r *Repository) indexPath(ctx context.Context, id string) (string, error) {
	at, err := r.Git(ctx, nil, "rev-parse", "--git-path", "backstory-"+id)
	if err != nil {
		return "", err
	}
	at = strings.TrimSpace(at)
	if !filepath.IsAbs(at) {
		at = filepath.Join(r.Top, at)
	}
	return at, nil
}

func removed(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// tracked returns the paths in the repository of those files that belong into
// it: what git ignores and does not know already is left out.
func (r *Repository) tracked(ctx context.Context, files []string) ([]string, error) {
	var out []string
	for _, f := range files {
		name := r.prefix + path.Clean(f)
		known, err := r.Git(ctx, nil, "ls-files", "--", name)
		if err != nil {
			return nil, err
		}
		if _, err := r.Git(ctx, nil, "check-ignore", "-q", "--", name); err == nil && known == "" {
			continue
		}
		out = append(out, name)
	}
	return out, nil
}

// stage puts files, as they are, into an index; those that are gone go from it.
func (r *Repository) stage(ctx context.Context, env, paths []string) error {
	for _, name := range paths {
		args := []string{"update-index", "--add", "--", name}
		if _, err := os.Lstat(filepath.Join(r.Top, filepath.FromSlash(name))); errors.Is(err, fs.ErrNotExist) {
			args = []string{"update-index", "--force-remove", "--", name}
		}
		if _, err := r.Git(ctx, env, args...); err != nil {
			return err
		}
	}
	return nil
}
