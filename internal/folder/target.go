package folder

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/internal/names"
)

// target is what is read: a folder, or some things in it.
type target struct {
	dir  string   // that is opened, absolute and without links
	only []string // what is read of it, with slashes; none for all
	path string   // what it is known by
	name string   // what it is called
}

// targetOf finds out what paths name.
func targetOf(paths []string, all bool) (t target, err error) {
	var found []string
	for _, name := range paths {
		real, dir, err := look(name)
		if err == nil && dir && !all {
			err = refuse(real)
		}
		if err != nil {
			return t, err
		}
		if len(paths) == 1 && dir {
			return target{dir: real, path: real, name: called(filepath.Base(real))}, nil
		}
		if !slices.Contains(found, real) {
			found = append(found, real)
		}
	}
	if t.dir, err = above(found); err != nil {
		return t, err
	}
	var last []string
	for _, one := range found {
		rel, err := filepath.Rel(t.dir, one)
		if err != nil {
			return t, err
		}
		rel = filepath.ToSlash(rel)
		if slices.ContainsFunc(strings.Split(rel, "/"), func(part string) bool { return part[0] == '.' }) {
			return t, fmt.Errorf("%s: what is hidden is not read: name it alone, or its folder", names.Show(one))
		}
		t.only, last = append(t.only, rel), append(last, filepath.Base(one))
	}
	t.name = called(strings.Join(last, " + "))
	t.path = found[0]
	if len(found) > 1 {
		t.path = filepath.Join(t.dir, strings.ReplaceAll(strings.Join(t.only, " + "), "/", ":"))
	}
	return t, nil
}

// above returns the deepest folder that paths are in.
func above(found []string) (string, error) {
	dir := filepath.Dir(found[0])
	for _, one := range found[1:] {
		for {
			rel, err := filepath.Rel(dir, one)
			if err == nil && filepath.IsLocal(rel) && rel != "." {
				break
			}
			up := filepath.Dir(dir)
			if up == dir {
				return "", fmt.Errorf("%s and %s are on different disks: name them apart", names.Show(found[0]), names.Show(one))
			}
			dir = up
		}
	}
	return dir, nil
}

// look returns where a path leads, and whether that is a folder.
func look(name string) (real string, dir bool, err error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", false, err
	}
	if real, err = filepath.EvalSymlinks(abs); err != nil {
		return "", false, pathError(name, err)
	}
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return "", false, pathError(name, err)
	case info.IsDir():
		return real, true, nil
	case !info.Mode().IsRegular():
		return "", false, fmt.Errorf("%s is neither a file nor a folder", names.Show(name))
	}
	return real, false, refuseFile(name, real)
}

func pathError(name string, err error) error {
	if at := new(fs.PathError); errors.As(err, &at) {
		err = at.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("no such file or folder: %s", names.Show(name))
	}
	return fmt.Errorf("%s: %w", names.Show(name), err)
}

// maxCalled is how long a name is that a profile has, in characters.
const maxCalled = 60

// called makes a name for a profile of that of a folder or file, which may be anything.
func called(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || !unicode.IsGraphic(r) || r == '/' || r == '\\' || r == utf8.RuneError {
			return '_'
		}
		return r
	}, name)
	if name = strings.TrimLeft(strings.TrimSpace(name), "."); utf8.RuneCountInString(name) > maxCalled {
		name = string([]rune(name)[:maxCalled-1]) + "…"
	}
	return cmp.Or(name, "folder")
}

// key names what is kept of a target.
func (t target) key() string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(t.path)))[:24]
}
