// Package profile reads a profile from disk: where it is, what it is called,
// and how it wants its backstory built.
//
// From the top, its files are:
//
//   - stamp.go, catalog.go, default.go: what is known of all profiles of a folder
//   - foreignconfig.go, inplace.go: workspaces of other systems, as they are
//   - identity_role.go, audience.go, identity.go: everything that the files of a
//     profile say at one moment, and what of it is for whom
//   - workspace.go, config.go: the folder that profiles share
//   - settle.go, profile.go, system.go: finding and opening one profile
//   - soul.go, role.go, sample.go, persona.go, user.go: what each file says
//   - preferences.go, options.go, and their readers *_parse.go
//   - soul_edit.go: a changed soul.md
//   - template.go: files that nobody has filled in yet
//   - front.go, read.go, names.go: front matter, reading, and the names of files
//   - problem.go: what is wrong with a file, and costs that file alone
//
// Every file is read through an [os.Root], so that no link leads outside.
package profile

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed353dc258/backstory/internal/plainfile"
)

// ErrNotFound says that no profile was found.
var ErrNotFound = errors.New("no profile found")

// missingError names a folder that is not there.
type missingError string

func (e missingError) Error() string { return "no such profile folder: " + string(e) }

func (missingError) Unwrap() error { return fs.ErrNotExist }

// Profile is an open profile.
type Profile struct {
	Dir  string // absolute
	Root *os.Root
	// Of a plain folder, which is nobody's profile: where its documents are, those of
	// them that are looked at, if not all, and what it is called. Dir is its path
	// then, and Root the folder in which the user keeps what belongs to it.
	Sources *os.Root
	Only    []string
	Called  string
	// Locks is a folder of the user's for locks of folders that cannot be locked
	// themselves; empty for none.
	Locks string

	system System // whose workspace it is; empty for ours
}

// Open opens the folder of a profile. A folder that has neither sources nor a
// soul nor a manifest is [ErrNotFound].
func Open(dir string) (*Profile, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	root, err := plainfile.OpenRoot(abs)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, missingError(dir)
	}
	if info, statErr := os.Stat(abs); statErr == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is not a folder: name the folder of a profile", dir)
	}
	if err != nil {
		return nil, err
	}
	for _, name := range []string{SourcesFolder, SoulFile, ManifestFile} {
		if exists(root, "", at(root, "", name)) {
			return &Profile{Dir: abs, Root: root, system: systemOf(root, abs)}, nil
		}
	}
	if system := systemOf(root, abs); system != "" {
		return &Profile{Dir: abs, Root: root, system: system}, nil
	}
	root.Close()
	return nil, fmt.Errorf("%s: %w: it holds no %s folder, no %s and no %s: run backstory init NAME to make one",
		dir, ErrNotFound, SourcesFolder, SoulFile, ManifestFile)
}

// Close releases the profile's folder.
func (p *Profile) Close() error {
	if p.Sources != nil {
		return errors.Join(p.Root.Close(), p.Sources.Close())
	}
	return p.Root.Close()
}

// Again opens the profile again, to be closed by itself.
func (p *Profile) Again() (*Profile, error) {
	if p.Sources == nil {
		return Open(p.Dir)
	}
	again := *p
	var err error
	if again.Root, err = p.Root.OpenRoot("."); err == nil {
		if again.Sources, err = p.Sources.OpenRoot("."); err != nil {
			again.Root.Close()
		}
	}
	return &again, err
}

// Documents returns the folder of its documents, by its name in another one.
func (p *Profile) Documents() (in *os.Root, folder string) {
	if p.Sources != nil {
		return p.Sources, "."
	}
	return p.Root, p.At(SourcesFolder)
}

// Name returns the name of the profile's folder; of one that is hidden, as the
// data folder of another system may be, without its point.
func (p *Profile) Name() string {
	return cmp.Or(p.Called, strings.TrimLeft(filepath.Base(p.Dir), "."), filepath.Base(p.Dir))
}

// Org returns the organisation whose profile it is, by where its folder lies;
// "" for a profile of the machine's own.
func (p *Profile) Org() string {
	in := filepath.Dir(filepath.Dir(p.Dir))
	if filepath.Base(filepath.Dir(p.Dir)) == ProfilesFolder && filepath.Base(filepath.Dir(in)) == OrgsFolder {
		return filepath.Base(in)
	}
	return ""
}

// Find returns the folder of the profile that a folder is in: the nearest one
// upwards that holds soul.md or our manifest. It looks no further than the
// repository's root (a folder with .git) and the home folder.
func Find(from string) (string, error) {
	start, err := filepath.Abs(from)
	if err != nil {
		return "", err
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = "" // without one, only the repository's root and the disk's end the search
	}
	for dir := start; ; {
		if hasFile(dir, SoulFile) || hasFile(dir, ManifestFile) || SystemAt(dir) != "" {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil || dir == home || up == dir {
			return "", fmt.Errorf("%w: neither %s nor a folder above it holds %s or %s: name a folder that holds %s/, or run backstory init NAME",
				ErrNotFound, start, SoulFile, ManifestFile, SourcesFolder)
		}
		dir = up
	}
}

// FindAll returns every profile in a folder and below, in order: folders with
// sources that hold a soul.md or our manifest. Hidden folders, and those inside
// a profile, are not looked at; links are not followed. None is [ErrNotFound]. What
// cannot be looked at is left out, and told to skip, which may be nil.
func FindAll(root string, skip func(plainfile.Left)) ([]string, error) {
	var found []string
	looked := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil && path != root {
			if skip != nil {
				skip(plainfile.LeftOut(filepath.ToSlash(path), err))
			}
			return nil
		}
		if err != nil || !d.IsDir() {
			return err
		}
		if path != root && strings.HasPrefix(d.Name(), ".") {
			return filepath.SkipDir
		}
		if looked++; looked > maxFound {
			return fmt.Errorf("%s: more than %d folders: name the profiles", root, maxFound)
		}
		if hasFile(path, ManifestFile) || hasFile(path, SoulFile) && hasFolder(path, os.Lstat) {
			found = append(found, path)
			return filepath.SkipDir
		}
		return nil
	})
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("%s: %w in it or below: run backstory init NAME to make one", root, ErrNotFound)
	}
	return found, err
}

// ReadFile reads a file of the profile, or returns nil where there is none. One
// that is larger than limit bytes is an error.
func (p *Profile) ReadFile(name string, limit int64) ([]byte, error) {
	return readFile(p.Root, p.At(name), limit)
}
