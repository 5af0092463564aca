package lint

import (
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
)

// maxFixed is how large a text may be that is fixed, in bytes.
const maxFixed = 16 << 20

// fix takes out of texts what no reader sees: of those of the owner of a profile, and of
// those that are named.
func (g *gathering) fix() error {
	for _, f := range g.files {
		ext := strings.ToLower(filepath.Ext(f.at))
		if f.shown != f.at || filepath.Base(f.at) == profile.OutputFile || !isOwn(f.at) && !slices.Contains([]string{".md", ".mdc", ".markdown", ".txt"}, ext) {
			continue
		}
		if err := fixFile(g.t, f.at); err != nil {
			return fmt.Errorf("--fix: %w", err)
		}
	}
	return nil
}

// fixFile fixes one file.
func fixFile(t *cli.Terminal, at string) error {
	root, err := os.OpenRoot(filepath.Dir(at))
	if err != nil {
		return err
	}
	defer root.Close()
	name := filepath.Base(at)
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxFixed {
		return err
	}
	text, err := root.ReadFile(name)
	if err != nil {
		return err
	}
	fixed, lines, gone := lint.Fixed(string(text))
	if gone == 0 {
		return nil
	}
	if err := atomicfile.Write(atomicfile.In(root), atomicfile.Bytes(name, []byte(fixed))); err != nil {
		return err
	}
	where := fmt.Sprint("line ", lines[0])
	if len(lines) > 1 {
		where = fmt.Sprintf("%d lines, the first is %d", len(lines), lines[0])
	}
	t.Talk("%s: %s that no reader sees taken out (%s)\n", names.Show(at), cli.Plural(gone, "character"), where)
	return nil
}
