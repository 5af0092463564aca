package compile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/plain"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/profile/ignore"
)

// copyFrom copies the documents of a plain folder into a profile, and lists what it
// leaves out.
func copyFrom(ctx context.Context, t *cli.Terminal, dir, from string) error {
	if is, err := plain.Is(from); err != nil || !is || !isFolder(from) {
		return errors.Join(err, fmt.Errorf("--from: %s is no plain folder", names.Show(from)))
	}
	aside, err := os.MkdirTemp("", "backstory-folder-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(aside)
	p, err := plain.Open(t, aside, []string{from}, false)
	if err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	defer p.Close()
	registry, err := all.Registry()
	if err != nil {
		return err
	}
	tree := ignore.NewTree(p.Sources, nil)
	found, err := discover.Discover(ctx, p.Sources, discover.Options{
		Plain: true, Folder: ".", Ignore: tree.Match, Hidden: tree.Hidden,
		Claims: func(name string) bool { _, ok := registry.ForName(name); return ok },
	})
	if err != nil {
		return plainError(p, err)
	}
	root, err := os.OpenRoot(filepath.Join(dir, profile.SourcesFolder))
	if err != nil {
		return err
	}
	defer root.Close()
	copied := 0
	for _, f := range found.Files {
		if !f.Supported() {
			t.Talk("left out: %s: %s\n", names.Show(f.Path), f.Reason)
			continue
		}
		err := copyFile(p.Sources, f, root)
		if errors.Is(err, fs.ErrExist) {
			t.Talk("there already: %s\n", names.Show(f.Path))
		} else if err != nil {
			return fmt.Errorf("copying %s: %w", names.Show(f.Path), err)
		} else {
			copied++
		}
	}
	for _, s := range found.Skipped {
		t.Talk("left out: %s: %s\n", names.Show(s.Path), s.Reason)
	}
	t.Talk("copied %s from %s\n", cli.Plural(copied, "file"), names.Show(from))
	return nil
}

// copyFile copies a file to where it is in the sources of a profile: a mail gets its
// extension, and folders of a Maildir are not hidden there.
func copyFile(from *os.Root, f *discover.File, to *os.Root) error {
	parts := strings.Split(f.Path, "/")
	for i := range parts {
		parts[i] = strings.TrimLeft(parts[i], ".")
	}
	if f.As != "" {
		parts[len(parts)-1] = f.As
	}
	name := filepath.FromSlash(path.Join(parts...))
	in, err := discover.Open(from, f)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := to.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	out, err := to.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
