package discover

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// ErrReplaced says that a path no longer holds the file that was found there.
// To look again is the way out.
var ErrReplaced = errors.New("another file than the one that was found")

// Open opens a file that [Discover] found in the profile, for reading. It
// follows no link out of the profile, whatever has happened to the path in
// between, and does not wait on a pipe; a file that is not the one that was
// found (by device and inode, or what the system has instead) is [ErrReplaced].
// That its content is the same is for the reader of it to say.
func Open(profile *os.Root, f *File) (*os.File, error) { return openIn(profile, f.real, f) }

func openIn(root *os.Root, name string, f *File) (*os.File, error) {
	file, err := root.OpenFile(filepath.FromSlash(name), os.O_RDONLY|openNonblock, 0)
	if err != nil {
		return nil, err
	}
	st, err := StatOf(file)
	if err == nil && !f.isSame(st) {
		err = ErrReplaced
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

func (f *File) isSame(st described) bool {
	if !st.Mode.IsRegular() {
		return false
	}
	if f.info != nil && st.info != nil {
		return os.SameFile(f.info, st.info)
	}
	// A file found portably and opened here by inode has none to compare.
	return f.info != nil || f.Inode == st.Inode && f.Device == st.Device
}

// Opener opens many files as [Open] does, in less time when those of a folder
// follow one another: it keeps the last folder open. It is for one goroutine,
// and has to be closed.
type Opener struct {
	profile *os.Root
	real    string   // path of the open folder
	folder  *os.Root // nil at first
}

// NewOpener returns an opener for the files of a profile.
func NewOpener(profile *os.Root) *Opener { return &Opener{profile: profile} }

// openAttempts is how often a file is opened whose place another one takes.
const openAttempts = 5

// Open opens a file; see [Open]. Many editors save by renaming a new file to the
// name: where another plain file took the place of the one that was found, that
// one is opened, and f describes it from then on.
func (o *Opener) Open(f *File) (*os.File, error) {
	for attempt := 1; ; attempt++ {
		file, err := o.open(f)
		if err == nil || attempt == openAttempts {
			return file, err
		}
		other, lookErr := lookAgain(o.profile, f)
		if lookErr != nil {
			return nil, lookErr
		}
		if !other {
			return nil, err
		}
	}
}

// lookAgain describes the file that is at a file's place now, and reports whether
// it is another one. Anything but a plain file, reached through plain folders, is
// [ErrReplaced].
func lookAgain(profile *os.Root, f *File) (other bool, err error) {
	folder := ""
	for part := range strings.SplitSeq(path.Dir(f.real), "/") {
		if part == "." {
			break // the profile itself
		}
		folder = join(folder, part)
		info, err := profile.Lstat(filepath.FromSlash(folder))
		switch {
		case errors.Is(err, fs.ErrNotExist), err == nil && !info.IsDir():
			return false, ErrReplaced
		case err != nil:
			return false, err
		}
	}
	dir, err := openPlace(profile, folder)
	if err != nil {
		return false, err
	}
	st, err := dir.stat(path.Base(f.real))
	switch err := errors.Join(err, dir.close()); {
	case errors.Is(err, fs.ErrNotExist), err == nil && !st.Mode.IsRegular():
		return false, ErrReplaced
	case err != nil:
		return false, err
	case f.isSame(st):
		return false, nil
	}
	f.Stat, f.info = st.Stat, st.info
	return true, nil
}

func (o *Opener) open(f *File) (*os.File, error) {
	dir, name := path.Split(f.real)
	if dir == "" {
		return Open(o.profile, f)
	}
	if o.folder == nil || o.real != dir {
		folder, err := o.profile.OpenRoot(filepath.FromSlash(dir))
		if err != nil {
			return nil, err
		}
		if err := o.Close(); err != nil {
			return nil, errors.Join(err, folder.Close())
		}
		o.real, o.folder = dir, folder
	}
	return openIn(o.folder, name, f)
}

// Close closes the folder that is open.
func (o *Opener) Close() error {
	if o.folder == nil {
		return nil
	}
	folder := o.folder
	o.folder = nil
	return folder.Close()
}
