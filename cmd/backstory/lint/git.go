package lint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/internal/lint"
	"github.com/seed353dc258/backstory/internal/names"
)

// changed looks at files that changed in git: those that are staged, as they are staged,
// or those that differ from a commit, for what was not found in it.
func (g *gathering) changed(ctx context.Context, l *lint.Linter, args []string) ([]lint.Finding, []string, error) {
	which := []string{"diff", "--name-only", "--diff-filter=ACMR", "-z", "--relative"}
	if g.o.staged {
		which = append(which, "--cached")
	} else {
		which = append(which, g.o.base)
	}
	list, err := git(ctx, append(append(which, "--"), args...)...)
	if err != nil {
		return nil, nil, err
	}
	paths := slices.DeleteFunc(strings.Split(list, "\x00"), func(path string) bool { return path == "" || !g.reads(path) })
	if g.o.base != "" {
		for _, path := range paths {
			g.files = append(g.files, file{shown: filepath.FromSlash(path), at: filepath.FromSlash(path), own: isOwn(path)})
		}
	} else if err := g.versions(ctx, "", paths); err != nil {
		return nil, nil, err
	}
	found, looked, err := g.lint(ctx, l)
	if err != nil || g.o.base == "" || len(found) == 0 {
		return found, looked, err
	}
	if err := g.versions(ctx, g.o.base, paths); err != nil {
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
	_, ok := g.b.Registry.ForName(filepath.Base(path))
	return ok && filepath.Base(path) != ".backstory-manifest.json" || isOwn(path)
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
		text, err := git(ctx, "show", commit+":./"+path)
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
		g.files = append(g.files, file{shown: filepath.FromSlash(path), at: at, own: isOwn(path)})
	}
	return nil
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
