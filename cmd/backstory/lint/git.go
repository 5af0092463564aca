package lint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/internal/lint"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/profile"
)

// changed looks at files that changed in git: those that are staged, as they are staged,
// or those that differ from a commit, for what was not found in it.
func (g *gathering) changed(ctx context.Context, l *lint.Linter, args []string) ([]lint.Finding, []string, error) {
	which := []string{"diff", "--name-only", "--diff-filter=ACMR", "-z", "--relative"}
	if g.o.git.staged {
		which = append(which, "--cached")
	} else {
		which = append(which, g.o.git.base)
	}
	list, err := git(ctx, append(append(which, "--"), args...)...)
	if err != nil {
		return nil, nil, err
	}
	paths := slices.DeleteFunc(strings.Split(list, "\x00"), func(path string) bool { return path == "" || !g.reads(path) })
	if g.o.git.base != "" {
		for _, path := range paths {
			g.files = append(g.files, file{shown: filepath.FromSlash(path), at: filepath.FromSlash(path), own: isOwn(path), allows: isOwn(path)})
		}
	} else if err := g.versions(ctx, "", paths); err != nil {
		return nil, nil, err
	}
	allows, err := g.allows(ctx, g.o.git.base, strings.Split(list, "\x00"))
	if err != nil {
		return nil, nil, err
	}
	l.Allows, l.Partial = allows.counting, true
	if g.o.git.base != "" {
		l.Counts = allows.counts
	}
	found, looked, err := g.lint(ctx, l)
	found = append(found, allows.found...)
	if err != nil || g.o.git.base == "" || len(found) == 0 {
		return found, looked, err
	}
	lifted := l.Lifted
	defer func() { l.Lifted = lifted }()
	if err := g.versions(ctx, g.o.git.base, paths); err != nil {
		return nil, nil, err
	}
	was, _, err := g.lint(ctx, l)
	if err != nil {
		return nil, nil, err
	}
	known := map[string]bool{}
	for _, f := range was {
		known[f.Fingerprint] = true
	}
	return slices.DeleteFunc(found, func(f lint.Finding) bool { return known[f.Fingerprint] }), looked, nil
}

// reads reports whether a changed file may be one that a model reads.
func (g *gathering) reads(path string) bool {
	name := filepath.Base(path)
	if _, ok := g.b.Registry.ForName(name); !ok {
		return isOwn(path)
	}
	return name != profile.ManifestFile && name != filepath.Base(profile.OptionsFile)
}

// lint looks at the files that are gathered, and lets go of them.
func (g *gathering) lint(ctx context.Context, l *lint.Linter) ([]lint.Finding, []string, error) {
	g.beside(false)
	g.beside(true)
	targets := g.targets
	g.files, g.targets = nil, nil
	return l.Lint(ctx, targets...)
}

// versions gathers files as a commit has them, or the index, by "".
func (g *gathering) versions(ctx context.Context, commit string, paths []string) error {
	aside, err := os.MkdirTemp("", "backstory-lint-")
	if err != nil {
		return err
	}
	g.ends = append(g.ends, func() { os.RemoveAll(aside) })
	for i, path := range paths {
		text, err := showed(ctx, commit, path)
		if err != nil {
			if commit == "" {
				return err
			}
			continue // it is new
		}
		at := filepath.Join(aside, strconv.Itoa(i), filepath.Base(path))
		err = os.Mkdir(filepath.Dir(at), 0o700)
		if err == nil {
			err = os.WriteFile(at, []byte(text), 0o600)
		}
		if err != nil {
			return err
		}
		g.files = append(g.files, file{shown: filepath.FromSlash(path), at: at, own: isOwn(path), allows: isOwn(path)})
	}
	return nil
}

// version returns a file as a commit has it, or without one as it is looked at.
func (g *gathering) version(ctx context.Context, commit, path string) (string, error) {
	if commit != "" || g.o.git.staged {
		return showed(ctx, commit, path)
	}
	text, err := os.ReadFile(filepath.FromSlash(path))
	return string(text), err
}

// showed returns a file as a commit has it, or the index, by "".
func showed(ctx context.Context, commit, path string) (string, error) {
	return git(ctx, "show", commit+":./"+path)
}

// git runs git in the current folder and returns what it prints.
func git(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		if text := strings.TrimSpace(said.String()); text != "" {
			err = errors.New(text)
		}
		return "", fmt.Errorf("git %s: %w", names.Show(args[0]), err)
	}
	return out.String(), nil
}

// allows returns the allows of changed files. With a commit those that it has count,
// without one those that are staged.
func (g *gathering) allows(ctx context.Context, commit string, paths []string) (*changes, error) {
	c := &changes{known: map[string]bool{}}
	seen := map[string]bool{}
	if g.o.noAllows {
		return c, nil
	}
	for _, p := range paths {
		for dir := range profilesOf(p) {
			if seen[dir] {
				continue
			}
			seen[dir] = true
			was, err := g.options(ctx, commit, dir)
			if err != nil {
				return nil, err
			}
			c.counting = append(c.counting, was...)
			if commit != "" {
				now, err := g.options(ctx, "", dir)
				if err != nil {
					return nil, err
				}
				c.add(was, now)
			}
		}
		if commit != "" && isOwn(p) {
			now, _ := g.version(ctx, "", p)
			was, _ := g.version(ctx, commit, p) // "" where it is new
			shown := filepath.FromSlash(p)
			c.add(lint.Comments(shown, was), lint.Comments(shown, now))
		}
	}
	return c, nil
}

// profilesOf gives the folders that a path may be in a profile of.
func profilesOf(p string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for dir := path.Dir(p); ; dir = path.Dir(dir) {
			if !yield(dir) || dir == "." || dir == "/" {
				return
			}
		}
	}
}

// options returns the allows of the options of a profile in a folder, as a version has
// them.
func (g *gathering) options(ctx context.Context, commit, dir string) ([]lint.Allow, error) {
	name := path.Join(dir, profile.OptionsFile)
	text, err := g.version(ctx, commit, name)
	if err != nil {
		return nil, nil // there are none
	}
	o, err := profile.ParseOptions([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("lint: %s:%w", name, err)
	}
	return lint.AllowsOf(filepath.FromSlash(dir), o), nil
}
