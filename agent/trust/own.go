package trust

import (
	"bytes"
	"errors"
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
// how: those of skills, and schedules. It is nil where there are none. What lies
// there and cannot be used is left out: nobody trusts it then.
func ReadConduct(dir string) (*Workspace, []plainfile.Left, error) {
	root, dir, err := open(dir)
	if err != nil {
		return nil, nil, err
	}
	defer root.Close()
	w := &Workspace{Dir: dir, Kind: Conduct}
	profiles, left := plainfile.Folders(root, profile.ProfilesFolder)
	left = append(left, w.conduct(root, ".")...)
	for _, name := range profiles {
		left = append(left, w.conduct(root, path.Join(profile.ProfilesFolder, name))...)
	}
	if len(w.Files) == 0 {
		return nil, left, nil
	}
	slices.SortFunc(w.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	w.Digest = w.digest([]byte(Conduct))
	return w, left, nil
}

// conduct notes the files of one folder.
func (w *Workspace) conduct(root *os.Root, folder string) (left []plainfile.Left) {
	names := []string{profile.HeartbeatFile}
	if prefs, err := plainfile.Read(root, path.Join(folder, profile.PreferencesFile), maxFile); err == nil && bytes.Contains(prefs, []byte(`"schedule"`)) {
		names = append(names, profile.PreferencesFile)
	}
	for _, name := range names {
		name = path.Join(folder, name)
		if err := w.note(root, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			left = append(left, plainfile.LeftOut(name, err))
		}
	}
	return append(left, plainfile.Files(root, path.Join(folder, profile.SkillsFolder), func(name string) error {
		if isLitter(path.Base(name)) {
			return nil
		}
		return w.note(root, name)
	})...)
}

// isLitter reports whether a file is what a system or an editor leaves in a folder that
// it shows. No skill has it: what is not noted here is never read, and it may come and go
// without a skill being another one.
func isLitter(name string) bool {
	return slices.Contains([]string{".DS_Store", "Thumbs.db", "desktop.ini", "Icon\r", "4913"}, name) ||
		strings.HasPrefix(name, "._") || strings.HasPrefix(name, ".") && strings.HasSuffix(name, ".swp") || strings.HasSuffix(name, "~") ||
		strings.HasPrefix(name, "#") && strings.HasSuffix(name, "#")
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
// There is also a line for each thing that is left out.
func (s *Store) Trusts(dir string) (files map[string]string, lines []string, err error) {
	w, left, err := ReadConduct(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, l := range left {
		lines = append(lines, l.String())
	}
	switch state, _, err := s.State(w); {
	case err != nil:
		return nil, nil, err
	case state == Changed:
		return nil, append(lines, "the skills and schedules here have changed since they were trusted and are not used: see backstory trust"), nil
	case state == Unknown:
		return nil, append(lines, "the skills and schedules here are not used until they are trusted: see backstory trust"), nil
	case state == Empty:
		return nil, lines, nil
	}
	files = map[string]string{}
	for _, f := range w.Files {
		files[f.Path] = f.Digest
	}
	return files, lines, nil
}
