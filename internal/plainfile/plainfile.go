// Package plainfile opens files and folders of strangers: what is neither, such
// as a named pipe that nobody writes to, is an error and never waited for. What is
// refused is a [Refusal], with a code.
//
//   - entries.go: walking through folders
//   - plainfile.go: opening files
//   - nonblock_unix.go, nonblock_other.go: never waiting, by system
//   - guard.go: refusals
package plainfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ErrNotPlain says that a name is that of no regular file.
var ErrNotPlain = errors.New("it is not a regular file")

// Open opens a regular file of a folder for reading, and describes it. Anything
// else is [ErrNotPlain], and a name that cannot be of one is a [Refusal]. Errors
// of what is there say what is wrong without the name; see [Why].
func Open(root *os.Root, name string) (*os.File, fs.FileInfo, error) {
	if err := Guard(name); err != nil {
		return nil, nil, err
	}
	f, err := root.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, nil, Why(root, name, err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = Why(root, name, ErrNotPlain)
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, info, nil
}

// Why says in the words of users why a file of a folder cannot be opened, and what
// to do: it or a folder above it is a link that leads nowhere or out of the folder,
// or is something else. A link to nothing is not [fs.ErrNotExist]: somebody meant
// something to be there. An error of another kind is returned without its path.
func Why(root *os.Root, name string, err error) error { return why(root, name, "file", err) }

func why(root *os.Root, name, wanted string, err error) error {
	if isMissing(root, name) {
		return withoutPath(err)
	}
	parts := strings.Split(filepath.ToSlash(name), "/")
	for i := range parts {
		subject, kind := "it", wanted
		if i+1 < len(parts) {
			subject, kind = strings.Join(parts[:i+1], "/"), "folder"
		}
		place := filepath.Join(parts[:i+1]...)
		info, lookErr := root.Lstat(place)
		if lookErr != nil {
			break
		}
		target, targetErr := root.Stat(place)
		switch {
		case info.Mode()&fs.ModeSymlink == 0 && targetErr != nil:
		case errors.Is(targetErr, fs.ErrNotExist):
			return fmt.Errorf("%s is a link to nothing: put the %s there, or remove the link", subject, kind)
		case targetErr != nil && !errors.Is(targetErr, fs.ErrPermission):
			return Refuse(linkCode(root, place), "%s is a link that leads out of the folder or to itself: put the %s itself there, or remove the link", subject, kind)
		case targetErr != nil:
		case kind == "folder" && !target.IsDir():
			return fmt.Errorf("%s is not a folder: move it away", subject)
		case kind == "file" && !target.Mode().IsRegular():
			return Refuse(SpecialFile, "%w: move it away", ErrNotPlain)
		}
	}
	return withoutPath(err)
}

// isMissing reports whether a folder is there and has nothing of a name, which is what
// is looked for most.
func isMissing(root *os.Root, name string) bool {
	_, err := root.Lstat(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	info, err := root.Stat(filepath.Dir(name))
	return err == nil && info.IsDir()
}

// withoutPath returns the error that a path has, for who names the file.
func withoutPath(err error) error {
	if path := new(fs.PathError); errors.As(err, &path) {
		return path.Err
	}
	return err
}

// OpenRoot opens a folder, and nothing that is none.
func OpenRoot(dir string) (*os.Root, error) {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = errors.New("it is not a folder")
	}
	if err = withoutPath(err); err != nil {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: err}
	}
	return os.OpenRoot(dir)
}

// OpenFolder opens a folder of a folder to list it, and nothing that is none.
func OpenFolder(root *os.Root, name string) (*os.File, error) {
	if err := isFolder(root, name); err != nil {
		return nil, err
	}
	return root.Open(name)
}

// OpenRootIn opens a folder of a folder, and nothing that is none.
func OpenRootIn(root *os.Root, name string) (*os.Root, error) {
	if err := isFolder(root, name); err != nil {
		return nil, err
	}
	return root.OpenRoot(name)
}

func isFolder(root *os.Root, name string) error {
	if info, err := root.Stat(name); err != nil || !info.IsDir() {
		return &fs.PathError{Op: "open", Path: name, Err: why(root, name, "folder", err)}
	}
	return nil
}

// Read reads a regular file of a folder, of at most limit bytes.
func Read(root *os.Root, name string, limit int64) ([]byte, error) {
	f, info, err := Open(root, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var content bytes.Buffer
	if info.Size() <= limit { // else there is nothing to read
		content.Grow(int(info.Size()) + bytes.MinRead)
		_, err = content.ReadFrom(io.LimitReader(f, limit+1))
	}
	if err == nil && max(info.Size(), int64(content.Len())) > limit {
		err = Refuse(TooLarge, "it is over the limit of %d KiB", limit>>10)
	}
	return content.Bytes(), err
}
