package trust

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
)

// Conduct is the kind of an entry that says which skills and schedules of a
// workspace are active. It is apart from servers and providers: a skill that
// changes takes no server away.
const Conduct = "conduct"

// maxConduct is how many files of skills and schedules there may be.
const maxConduct = 4096

// ReadConduct reads what files in a folder say of what agents do by themselves and
// how: those of skills, and schedules. It is nil where there are none.
func ReadConduct(dir string) (*Workspace, error) {
	root, dir, err := open(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	w := &Workspace{Dir: dir, Kind: Conduct}
	folders := []string{"."}
	profiles, err := fs.ReadDir(root.FS(), profile.ProfilesFolder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, p := range profiles {
		folders = append(folders, path.Join(profile.ProfilesFolder, p.Name()))
	}
	for _, folder := range folders {
		if err := w.conduct(root, folder); err != nil {
			return nil, fmt.Errorf("reading skills and schedules: %w", err)
		}
	}
	if len(w.Files) == 0 {
		return nil, nil
	}
	slices.SortFunc(w.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	w.Digest = w.digest([]byte(Conduct))
	return w, nil
}

// conduct notes the files of one folder.
func (w *Workspace) conduct(root *os.Root, folder string) error {
	names := []string{profile.HeartbeatFile}
	if prefs, err := plainfile.Read(root, path.Join(folder, profile.PreferencesFile), maxFile); err == nil && bytes.Contains(prefs, []byte(`"schedule"`)) {
		names = append(names, profile.PreferencesFile)
	}
	for _, name := range names {
		if err := w.note(root, path.Join(folder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	top := path.Join(folder, profile.SkillsFolder)
	err := fs.WalkDir(root.FS(), top, func(name string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && name == top:
			return fs.SkipAll
		case err != nil:
			return err
		case e.Type()&fs.ModeSymlink != 0: // what it leads to could become another thing unseen
			return nil
		case e.Type().IsRegular():
			return w.note(root, name)
		}
		return nil
	})
	return err
}

// note notes one file.
func (w *Workspace) note(root *os.Root, name string) error {
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return err
	}
	return w.hash(root, name, info, maxConduct)
}

// Trusts returns the files of skills and schedules in a folder that are active,
// with their SHA-256, or nil with a line for the user that says why they are not.
func (s *Store) Trusts(dir string) (map[string]string, string, error) {
	w, err := ReadConduct(dir)
	if err != nil {
		return nil, "", err
	}
	switch state, _, err := s.State(w); {
	case err != nil:
		return nil, "", err
	case state == Changed:
		return nil, "the skills and schedules here have changed since they were trusted and are not used: see backstory trust", nil
	case state == Unknown:
		return nil, "the skills and schedules here are not used until they are trusted: see backstory trust", nil
	case state == Empty:
		return nil, "", nil
	}
	files := map[string]string{}
	for _, f := range w.Files {
		files[f.Path] = f.Digest
	}
	return files, "", nil
}
