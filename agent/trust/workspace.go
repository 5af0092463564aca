// Package trust keeps a workspace from running anything and from sending keys
// anywhere until its user has said that it may. A workspace is data: it may
// have been cloned from anybody. What its configuration says of commands to run,
// addresses of providers and names of keys holds only while the digest of it is
// the one that the user has trusted.
//
//   - own.go: skills and schedules, which hold by themselves
//   - store.go: what the user has trusted
//   - workspace.go: what a workspace asks for, and the digest of it
package trust

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
)

// Bounds of what is read of a workspace.
const (
	maxConfig = 1 << 20  // bytes of the configuration
	maxFile   = 64 << 20 // bytes of a file that a command names
	maxFiles  = 256
)

// Workspace is what a workspace asks for.
type Workspace struct {
	Dir      string // absolute, without links
	Kind     string // what is asked for: empty for servers and providers, or [Conduct]
	Settings catalog.Settings
	Files    []File // of the workspace, that its commands name
	Digest   string // SHA-256 of the configuration and of the files
}

// File is a file of the workspace that a command runs or reads.
type File struct {
	Path   string `json:"path"` // in the workspace, with slashes
	Digest string `json:"sha256"`
}

// Read reads what the workspace in a folder asks for. It is nil where that is
// nothing.
func Read(dir string) (*Workspace, error) {
	root, dir, err := open(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	content, err := config(root)
	if err != nil || content == nil {
		return nil, err
	}
	w := &Workspace{Dir: dir}
	if w.Settings, err = catalog.ParseWorkspace(content); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, profile.ConfigFile), err)
	}
	if w.Settings.IsEmpty() {
		return nil, nil
	}
	w.Settings.Place(dir)
	if err := w.named(root); err != nil {
		return nil, err
	}
	w.Digest = w.digest(content)
	return w, nil
}

// open opens the folder of a workspace, and returns its absolute path without
// links.
func open(dir string) (*os.Root, string, error) {
	dir, err := real(dir)
	if err != nil {
		return nil, "", fmt.Errorf("reading the workspace: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, "", fmt.Errorf("reading the workspace: %w", err)
	}
	return root, dir, nil
}

// real returns a folder as an absolute path without links.
func real(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(dir)
}

// config returns the configuration, or nil where there is none.
func config(root *os.Root) ([]byte, error) {
	info, err := root.Stat(profile.ConfigFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() || info.Size() > maxConfig:
		return nil, fmt.Errorf("%s is not a file, or over the limit of 1 MiB", profile.ConfigFile)
	}
	f, err := root.Open(profile.ConfigFile)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, maxConfig+1))
	return content, err
}

// named finds the files of the workspace that the commands name: the program,
// and arguments that are files. What these read in turn is not known.
func (w *Workspace) named(root *os.Root) error {
	seen := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(w.Settings.Servers)) {
		for n, word := range w.Settings.Servers[name].Command {
			if _, value, ok := strings.Cut(word, "="); ok && n > 0 {
				word = value // --config=file
			}
			path, ok := w.inside(word)
			if !ok || seen[path] {
				continue
			}
			seen[path] = true
			if err := w.add(root, path); err != nil {
				return fmt.Errorf("mcp.%s.command: %w", name, err)
			}
		}
	}
	slices.SortFunc(w.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return nil
}

// inside returns the path of a word in the workspace, if it may be one.
func (w *Workspace) inside(word string) (string, bool) {
	if word == "" || len(word) > 4096 {
		return "", false
	}
	path := word
	if !filepath.IsAbs(path) {
		path = filepath.Join(w.Dir, path)
	}
	rel, err := filepath.Rel(w.Dir, path)
	return rel, err == nil && filepath.IsLocal(rel) && rel != "."
}

// add notes a file. A word that names none is only a word; one that names a link
// out of the workspace is an error: what it leads to could become another thing
// unseen.
func (w *Workspace) add(root *os.Root, path string) error {
	info, err := root.Stat(path)
	if err != nil {
		if _, there := os.Stat(filepath.Join(w.Dir, path)); there == nil {
			return fmt.Errorf("%s leads out of the workspace", path)
		}
		return nil
	}
	if !info.Mode().IsRegular() {
		return nil
	}
	return w.hash(root, path, info, maxFiles)
}

// hash notes a file with its digest.
func (w *Workspace) hash(root *os.Root, path string, info fs.FileInfo, most int) error {
	if len(w.Files) == most || info.Size() > maxFile {
		return fmt.Errorf("%s: there may be %d files of %d bytes", path, most, maxFile)
	}
	f, _, err := plainfile.Open(root, path)
	if err != nil {
		return err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, io.LimitReader(f, maxFile+1)); err != nil {
		return err
	}
	w.Files = append(w.Files, File{filepath.ToSlash(path), hex.EncodeToString(sum.Sum(nil))})
	return nil
}

// digest is that of all that is trusted. Its parts are told apart by their
// lengths.
func (w *Workspace) digest(content []byte) string {
	h := sha256.New()
	part(h, "backstory trust 1")
	part(h, string(content))
	for _, f := range w.Files {
		part(h, f.Path)
		part(h, f.Digest)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func part(h hash.Hash, text string) {
	var length [8]byte
	binary.BigEndian.PutUint64(length[:], uint64(len(text)))
	h.Write(length[:])
	io.WriteString(h, text)
}
