package state

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
)

// maxEntries is how many entries of a folder are listed.
const maxEntries = 2000

// Stat describes a file or folder of the workspace. Nothing outside of it is
// there.
func (s *Settings) Stat(name string) (fs.FileInfo, error) {
	root, _ := s.Place()
	info, err := root.Stat(filepath.FromSlash(name))
	if err != nil {
		return nil, plainfile.Why(root, filepath.FromSlash(name), err)
	}
	return info, nil
}

// ReadFile reads a regular file of the workspace, of at most limit bytes.
func (s *Settings) ReadFile(name string, limit int64) ([]byte, error) {
	root, _ := s.Place()
	return plainfile.Read(root, filepath.FromSlash(name), limit)
}

// Entries lists a folder of the workspace, sorted; "" is the workspace's. One
// that cannot be read has none, and of a large one those that the file system names first.
func (s *Settings) Entries(name string) []fs.DirEntry {
	root, _ := s.Place()
	folder, err := plainfile.OpenFolder(root, filepath.FromSlash(filepath.Clean(name)))
	if err != nil {
		return nil
	}
	defer folder.Close()
	list, _ := folder.ReadDir(maxEntries) // what could be read is there
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list
}

// Dir is the folder of the workspace, or of the profile where there is no workspace.
func (s *Settings) Dir() string {
	_, dir := s.Place()
	return dir
}

// Profile opens a profile by its name; without one it is nil.
func (s *Settings) Profile(name string) (p *profile.Profile, err error) {
	switch {
	case name == "":
		return nil, nil
	case s.Workspace != nil:
		p, err = s.Workspace.Open(name)
	case profile.RoleKey(s.Alone.Name()) == profile.RoleKey(name):
		p, err = s.Alone.Again()
	default:
		err = fmt.Errorf("%w: %q: there is %s alone, without a workspace", profile.ErrUnknown, name, s.Alone.Name())
	}
	if p != nil {
		p.Locks = s.Data
	}
	return p, err
}

// Folders returns what lists the folders of the profiles, and the folders in
// which others may appear.
func (s *Settings) Folders() (list func() ([]string, error), above []string) {
	switch {
	case s.Workspace != nil:
	case s.Alone.Sources != nil: // in a plain folder nothing is a profile's: it is followed by building it
		return func() ([]string, error) { return nil, nil }, nil
	default:
		return func() ([]string, error) { return []string{s.Alone.Dir}, nil }, nil
	}
	return s.Workspace.Folders, []string{s.Workspace.Dir, filepath.Join(s.Workspace.Dir, profile.ProfilesFolder)}
}
