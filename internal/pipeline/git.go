package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// repository is the git repository that a profile is in. It asks git itself,
// which knows every kind of repository. None of what it asks runs a command
// that the repository names.
type repository struct {
	dir    string // where git runs
	prefix string // of the profile in it, with a slash at its end, or empty
	env    []string
}

var errNoGit = errors.New("git is not installed: build without it")

// gitVariables are those that git sets for a hook, about the repository that it
// runs for.
func gitVariables() []string {
	return []string{
		"GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY",
		"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_NAMESPACE",
	}
}

// repositoryOf finds the repository of a profile. In a hook git says which index
// is to be committed; that holds for the hook's own repository, and for none
// inside of it or beside it.
func repositoryOf(ctx context.Context, p *profile.Profile) (*repository, error) {
	bare := slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(gitVariables(), name)
	})
	r := &repository{dir: p.Dir, env: bare}
	out, err := r.git(ctx, nil, "rev-parse", "--show-toplevel", "--show-prefix")
	if err != nil {
		return nil, err
	}
	top, rest, _ := strings.Cut(string(out), "\n")
	r.dir, r.prefix = top, strings.TrimSuffix(rest, "\n")
	if len(bare) == len(os.Environ()) {
		return r, nil
	}
	here, err := (&repository{dir: ".", env: bare}).git(ctx, nil, "rev-parse", "--show-toplevel")
	if err == nil && strings.TrimSuffix(string(here), "\n") == top {
		r.env = os.Environ()
	}
	return r, nil
}

// git runs git and returns what it prints.
func (r *repository) git(ctx context.Context, in []byte, args ...string) ([]byte, error) {
	args = append([]string{"--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull}, args...)
	cmd := exec.CommandContext(ctx, "git", args...)
	var stderr bytes.Buffer
	cmd.Dir, cmd.Env, cmd.Stdin, cmd.Stderr = r.dir, r.env, bytes.NewReader(in), &stderr
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errNoGit
	}
	if err != nil {
		return nil, fmt.Errorf("%s: build without it, or in a repository", strings.TrimSpace(stderr.String()))
	}
	return out, nil
}

// files lists what git tracks at a path of the profile, by path in it.
func (r *repository) files(ctx context.Context, paths ...string) ([]string, error) {
	args := []string{"ls-files", "-z", "--"}
	for _, p := range paths {
		args = append(args, ":(literal)"+r.prefix+p)
	}
	out, err := r.git(ctx, nil, args...)
	return r.names(out), err
}

func (r *repository) names(list []byte) (names []string) {
	for name := range strings.SplitSeq(string(list), "\x00") {
		if name != "" {
			names = append(names, strings.TrimPrefix(name, r.prefix))
		}
	}
	return names
}

// Uncommitted returns what a commit would lack of a profile that was built, by
// path in the profile: of what the build wrote the files that git does not
// track, and with whole also what differs from what is about to be committed.
func (b *Builder) Uncommitted(ctx context.Context, p *profile.Profile, whole bool) ([]string, error) {
	r, err := repositoryOf(ctx, p)
	if err != nil {
		return nil, err
	}
	outputs := []string{profile.OutputFile, profile.ManifestFile}
	tracked, err := r.files(ctx, outputs...)
	if err != nil {
		return nil, err
	}
	var missing []string
	for _, name := range outputs {
		if _, err := p.Root.Lstat(name); err == nil && !slices.Contains(tracked, name) {
			missing = append(missing, name)
		}
	}
	if !whole {
		return missing, nil
	}
	paths := []string{"--"}
	for _, name := range append(outputs, p.At(profile.SourcesFolder), profile.PreferencesFile) {
		paths = append(paths, ":(literal)"+r.prefix+name)
	}
	changed, err := r.git(ctx, nil, append([]string{"diff-files", "--name-only", "-z"}, paths...)...)
	if err != nil {
		return nil, err
	}
	missing = append(missing, r.names(changed)...)
	if !b.Tracked {
		others, err := r.git(ctx, nil, append([]string{"ls-files", "-z", "--others", "--exclude-standard"}, paths...)...)
		if err != nil {
			return nil, err
		}
		missing = append(missing, r.names(others)...)
	}
	slices.Sort(missing)
	return slices.Compact(missing), nil
}

// mergedBy reports whether git put an output together: each of its lines is
// in one of the versions that were merged, and those are what the manifests
// beside them describe. A line by hand is in none.
func (r *repository) mergedBy(ctx context.Context, output []byte) bool {
	unmerged, err := r.git(ctx, nil, "ls-files", "-u", "-z", "--", ":(literal)"+r.prefix+profile.OutputFile, ":(literal)"+r.prefix+profile.ManifestFile)
	if err != nil {
		return false
	}
	lines := map[string]bool{} // looked up, never ranged over
	found, running := 0, false
	for _, version := range []string{":2:", ":3:", "HEAD:", "MERGE_HEAD:", "CHERRY_PICK_HEAD:", "REVERT_HEAD:", "REBASE_HEAD:", "HEAD^1:", "HEAD^2:"} {
		text, ok := r.described(ctx, version)
		if !ok {
			continue
		}
		if version != "HEAD:" && version != "HEAD^1:" {
			found++ // without one of these git merged nothing
			running = running || version != "HEAD^2:"
		}
		for line := range bytes.Lines(text) {
			lines[string(bytes.TrimRight(line, "\n"))] = true
		}
	}
	switch head, err := r.show(ctx, "HEAD:"+r.prefix+profile.OutputFile); {
	case found == 0 && len(unmerged) == 0:
		return false
	case len(unmerged) == 0 && !running && (err != nil || !bytes.Equal(head, unixLines(output))):
		return false // the merge is committed, and somebody wrote to the file since
	}
	return len(lines) > 0 && consistsOf(unixLines(output), lines)
}

// consistsOf reports whether each line of a text is a known one, or the marker of a
// conflict.
func consistsOf(text []byte, known map[string]bool) bool {
	for line := range bytes.Lines(text) {
		line = bytes.TrimRight(line, "\n")
		if !known[string(line)] && !manifest.IsMarker(line) {
			return false
		}
	}
	return true
}

// described returns the output of a version, if the manifest beside it describes it.
func (r *repository) described(ctx context.Context, version string) (text []byte, ok bool) {
	raw, err := r.show(ctx, version+r.prefix+profile.ManifestFile)
	if err != nil {
		return nil, false
	}
	if text, err = r.show(ctx, version+r.prefix+profile.OutputFile); err != nil {
		return nil, false
	}
	text = unixLines(text)
	m, err := manifest.Load(raw)
	if err != nil {
		return nil, false
	}
	same, _ := Describes(m, bytes.NewReader(text)) // memory has no errors
	return text, same || m.Verify(text).Ours()
}

func (r *repository) show(ctx context.Context, object string) ([]byte, error) {
	return r.git(ctx, nil, "cat-file", "blob", object)
}

// trackedFiles returns the sources that git tracks and their folders, by path
// in the backstory folder.
func trackedFiles(ctx context.Context, p *profile.Profile) (map[string]bool, error) {
	r, err := repositoryOf(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("--tracked: git ls-files: %w", err)
	}
	folder := p.At(profile.SourcesFolder) + "/"
	names, err := r.files(ctx, folder)
	if err != nil {
		return nil, fmt.Errorf("--tracked: git ls-files: %w", err)
	}
	tracked := map[string]bool{}
	for _, name := range names {
		rel, ok := strings.CutPrefix(name, folder)
		for ok && rel != "." {
			tracked[rel] = true
			rel = filepath.ToSlash(filepath.Dir(rel))
		}
	}
	return tracked, nil
}
