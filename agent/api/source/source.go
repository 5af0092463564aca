// Package source writes the sources of profiles for clients: where they may be,
// whole at any moment, and with the backstory built anew. All routes that change
// sources do it here.
package source

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// CleanPath returns a path in the sources folder by Coqui's rules, or an error.
func CleanPath(text string) (string, error) {
	p := strings.Trim(strings.TrimSpace(strings.ReplaceAll(text, `\`, "/")), "/ \t")
	if p == "" || len(p) > 1024 {
		return "", api.NewProblem(400, "", "the path is empty or too long")
	}
	if err := plainfile.Guard(p); err != nil {
		return "", err
	}
	for segment := range strings.SplitSeq(p, "/") {
		if segment == "" || strings.HasPrefix(segment, ".") {
			return "", api.NewProblem(400, "", "a part of the path is empty or begins with a dot")
		}
	}
	return p, nil
}

// FilePath is [CleanPath] for a file, whose format has to be one that is read.
func FilePath(b *pipeline.Builder, text string) (string, error) {
	p, err := CleanPath(text)
	if err != nil {
		return "", err
	}
	if _, ok := b.Registry.ForName(path.Base(p)); !ok {
		return "", api.NewProblem(400, "", fmt.Sprintf("files called %q are not read; backstory formats lists those that are", path.Base(p)))
	}
	return p, nil
}

// at is where a source is in its profile.
func at(p *profile.Profile, name string) string {
	return path.Join(p.At(profile.SourcesFolder), name)
}

// place is the folder in which a source is, and its name there. Of a plain folder there
// is what was read of it alone: neither keys nor what an ignore file leaves out.
func place(p *profile.Profile, name string) (*os.Root, string, error) {
	if p.Sources == nil {
		return p.Root, at(p, name), nil
	}
	content, err := p.ReadFile(profile.ManifestFile, maxManifest)
	if err != nil {
		return nil, "", err
	}
	m, err := manifest.Load(content)
	if err == nil && !slices.ContainsFunc(m.Files, func(e manifest.Entry) bool { return e.Path == name }) {
		err = fs.ErrNotExist
	}
	return p.Sources, name, err
}

// maxManifest is how large the manifest of a plain folder may be, in bytes.
const maxManifest = 256 << 20

// Open opens a source to be read. A link or a folder is none.
func Open(p *profile.Profile, name string) (*os.File, fs.FileInfo, error) {
	root, in, err := place(p, name)
	if err == nil {
		err = isFile(root, in)
	}
	if err != nil {
		return nil, nil, err
	}
	return plainfile.Open(root, in)
}

// Read reads a source of at most limit bytes.
func Read(p *profile.Profile, name string, limit int64) ([]byte, error) {
	f, info, err := Open(p, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info.Size() > limit {
		return nil, plainfile.Refuse(plainfile.TooLarge, "it is over the limit of %d KiB", limit>>10)
	}
	return io.ReadAll(io.LimitReader(f, limit))
}

func isFile(root *os.Root, name string) error {
	info, err := root.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = plainfile.Refuse(plainfile.SpecialFile, "the entry is not a file of this profile")
	}
	return err
}

// Tag returns the version of a source, or "" where there is none.
func Tag(p *profile.Profile, name string) (string, error) {
	f, _, err := Open(p, name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return api.TagOf(hex.EncodeToString(sum.Sum(nil))), nil
}

// Staged is a source that was written and does not have its name yet.
type Staged struct {
	folder *os.Root
	group  *atomicfile.Group
	name   string
}

// Stage writes a source as it comes, beside what is there. It is closed in any
// case.
func Stage(p *profile.Profile, name string, content io.Reader) (*Staged, error) {
	if err := p.Editable(); err != nil {
		return nil, err
	}
	dir := path.Dir(at(p, name))
	if err := p.Root.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	folder, err := p.Root.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	// What the process of another upload left when it was killed. That some of it
	// cannot be removed is no reason to refuse this one.
	_, _ = atomicfile.Sweep(atomicfile.In(folder), time.Now().Add(-time.Hour))
	s := &Staged{folder, atomicfile.NewGroup(atomicfile.In(folder)), path.Base(name)}
	err = s.group.Stage(atomicfile.Target{Name: s.name, Write: func(w io.Writer) error {
		_, err := io.Copy(w, content)
		return err
	}})
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Commit gives the source its name.
func (s *Staged) Commit() error { return s.group.Commit(s.name) }

// Close takes away what has no name.
func (s *Staged) Close() error { return errors.Join(s.group.Discard(), s.folder.Close()) }

// Write writes a source, whole at any moment.
func Write(p *profile.Profile, name string, content io.Reader) error {
	s, err := Stage(p, name, content)
	if err != nil {
		return err
	}
	return errors.Join(s.Commit(), s.Close())
}

// Remove removes a source.
func Remove(p *profile.Profile, name string) error {
	if err := p.Editable(); err != nil {
		return err
	}
	if err := isFile(p.Root, at(p, name)); err != nil {
		return err
	}
	return p.Root.Remove(at(p, name))
}

// Error is an error of a file, as clients see it.
func Error(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return api.NewProblem(404, "", "there is no such entry")
	}
	var at *fs.PathError
	if errors.As(err, &at) || errors.Is(err, atomicfile.ErrNotRegular) { // a folder, or a link out of the profile
		return api.NewProblem(400, "", "the entry is not a file of this profile")
	}
	return err
}

// Rebuild builds a profile after a change.
func Rebuild(ctx context.Context, s *api.Server, p *profile.Profile) (*pipeline.Report, error) {
	report, err := s.Builds.Build(ctx, p)
	if errors.Is(err, pipeline.ErrNotOurs) {
		return nil, api.NewProblem(409, "not_generated", "the change is made, but backstory.md was written by hand and is kept as it is")
	}
	return report, err
}
