package ingest

import (
	"errors"
	"os"
	"path/filepath"
)

// ErrReplaced says that a path no longer holds the file that was found there.
// To look again is the way out.
var ErrReplaced = errors.New("another file than the one that was found")

// Open opens a file that [Discover] found in the profile, for reading. It
// follows no link out of the profile, whatever has happened to the path in
// between, and does not wait on a pipe; a file that is not the one that was
// found (by device and inode, or what the system has instead) is [ErrReplaced].
// That its content is the same is for [Hasher.Sum] to say.
func Open(profile *os.Root, f *File) (*os.File, error) {
	file, err := profile.OpenFile(filepath.FromSlash(f.real), os.O_RDONLY|openNonblock, 0)
	if err != nil {
		return nil, err
	}
	st, err := statOf(file)
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
