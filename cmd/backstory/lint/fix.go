package lint

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/lint"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/profile/edit"
)

// maxFixed is how large a text may be that is fixed, in bytes.
const maxFixed = 16 << 20

// fixed fixes the texts that were looked at, tells the findings that are gone by that, and returns
// the others.
func (g *gathering) fixed(ctx context.Context, l *lint.Linter, found []lint.Finding) ([]lint.Finding, error) {
	if fixed, err := g.fix(ctx); err != nil || !fixed {
		return found, err
	}
	left, _, err := l.Lint(ctx, g.targets...)
	for _, f := range found {
		if !slices.ContainsFunc(left, func(other lint.Finding) bool { return other.Fingerprint == f.Fingerprint }) {
			g.t.Talk("fixed: %s\n", line(g.t, f, false))
		}
	}
	return left, err
}

// fix takes out of texts what no reader sees, and reports whether there was any: of those of the
// owner of a profile, and of those that are named.
func (g *gathering) fix(ctx context.Context) (fixed bool, err error) {
	for _, f := range g.files {
		ext := strings.ToLower(filepath.Ext(f.at))
		if f.shown != f.at || filepath.Base(f.at) == profile.OutputFile || !isOwn(f.at) && !slices.Contains([]string{".md", ".mdc", ".markdown", ".txt"}, ext) {
			continue
		}
		changed, err := fixFile(ctx, g.t, f.at)
		if err != nil {
			return fixed, fmt.Errorf("--fix: %w", err)
		}
		fixed = fixed || changed
	}
	return fixed, nil
}

// fixFile fixes one file, and reports whether it changed.
func fixFile(ctx context.Context, t *cli.Terminal, at string) (changed bool, err error) {
	root, err := os.OpenRoot(filepath.Dir(at))
	if err != nil {
		return false, err
	}
	defer root.Close()
	name := filepath.Base(at)
	fixed := func() (text string, lines []int, gone int, err error) {
		info, err := root.Lstat(name)
		if err != nil || !info.Mode().IsRegular() || info.Size() > maxFixed {
			return "", nil, 0, err
		}
		was, err := root.ReadFile(name)
		text, lines, gone = lint.Fixed(string(was))
		return text, lines, gone, err
	}
	if _, _, gone, err := fixed(); err != nil || gone == 0 {
		return false, err
	}
	err = alone(ctx, filepath.Dir(at), func() error {
		text, lines, gone, err := fixed() // as it is by now
		if changed = gone > 0; err != nil || !changed {
			return err
		}
		where := fmt.Sprint("line ", lines[0])
		if len(lines) > 1 {
			where = fmt.Sprintf("%d lines, the first is %d", len(lines), lines[0])
		}
		if err := atomicfile.Write(atomicfile.In(root), atomicfile.Bytes(name, []byte(text))); err != nil {
			return err
		}
		t.Talk("%s: %s that no reader sees taken out (%s)\n", names.Show(at), cli.Plural(gone, "character"), where)
		return nil
	})
	return changed && err == nil, err
}

// alone calls a function while nobody else changes the files of the profile that a folder
// is in, where it is in one whose files are changed.
func alone(ctx context.Context, folder string, do func() error) error {
	dir, err := profile.Find(folder)
	if err != nil {
		return do()
	}
	p, err := profile.Open(dir)
	if err != nil {
		return do()
	}
	defer p.Close()
	if p.Editable() != nil {
		return do()
	}
	return edit.Change(ctx, p, do)
}
