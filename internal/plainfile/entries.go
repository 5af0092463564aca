package plainfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxListed is how many entries of one folder are looked at.
const maxListed = 10_000

// Left is what a walk left out, and why. Anything may lie beside what is looked
// for: it costs itself alone.
type Left struct {
	Path string // with slashes
	Err  error
}

// String says it in one line, for a person.
func (l Left) String() string { return fmt.Sprintf("%q is left out: %v", l.Path, l.Err) }

// LeftOut is what was left out for an error, which may say its path as well.
func LeftOut(path string, err error) Left { return Left{path, withoutPath(err)} }

// Folders returns the names of the folders in a folder, sorted, and what there
// could not be used. Plain files are neither: whatever a system, an editor or a
// person puts beside folders is no fault. A folder that is not there has none.
func Folders(root *os.Root, folder string) (names []string, left []Left) {
	entries, left := entriesOf(root, folder)
	for _, e := range entries {
		name := path.Join(folder, e.Name())
		if !e.IsDir() && e.Type()&fs.ModeSymlink == 0 {
			continue
		}
		if e.Type()&fs.ModeSymlink != 0 {
			if info, err := root.Stat(filepath.FromSlash(name)); err == nil && !info.IsDir() {
				continue
			}
		}
		f, err := OpenFolder(root, filepath.FromSlash(name))
		if err == nil {
			err = errors.Join(f.Close(), named(e.Name()))
		}
		switch {
		case err == nil:
			names = append(names, e.Name())
		case !isHidden(e.Name()):
			left = append(left, LeftOut(name, err))
		}
	}
	return names, left
}

// Files calls do with each regular file of a folder and of the folders in it,
// sorted by path, with its path. What it refuses, what cannot be looked at and what
// is neither a file nor a folder is left out. Links are passed over: what they lead
// to may become another thing unseen.
func Files(root *os.Root, folder string, do func(name string) error) (left []Left) {
	entries, left := entriesOf(root, folder)
	for _, e := range entries {
		name := path.Join(folder, e.Name())
		err := named(e.Name())
		switch {
		case err != nil:
		case e.IsDir():
			left = append(left, Files(root, name, do)...)
		case e.Type().IsRegular():
			err = do(name)
		case e.Type()&fs.ModeSymlink == 0:
			err = ErrNotPlain
		}
		if err != nil && !isHidden(e.Name()) {
			left = append(left, LeftOut(name, err))
		}
	}
	return left
}

// List returns up to so many entries of a folder, sorted. One that is not there has
// none.
func List(root *os.Root, folder string, most int) ([]fs.DirEntry, error) {
	f, err := OpenFolder(root, filepath.FromSlash(folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(most)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// entriesOf lists a folder. What is no folder, or cannot be listed, is left out.
func entriesOf(root *os.Root, folder string) (entries []fs.DirEntry, left []Left) {
	entries, err := List(root, folder, maxListed)
	if err != nil {
		left = []Left{LeftOut(folder, err)}
	}
	return entries, left
}

// named refuses a name that nothing else could say again.
func named(name string) error {
	if !utf8.ValidString(name) {
		return errors.New("its name is not UTF-8: rename it")
	}
	return nil
}

func isHidden(name string) bool { return strings.HasPrefix(name, ".") }
