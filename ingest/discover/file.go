package discover

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/manifest"
)

// SourceDir is the folder of a profile that holds its sources, unless the options
// of a walk name another one.
const SourceDir = "backstory"

// outputName is the file of a profile that the build writes. It is never a
// source, whatever link leads to it.
const outputName = "backstory.md"

// Stat is what a file system says of a file. Where it does not say (inode,
// device and change time on Windows) it is zero.
type Stat struct {
	Size       int64
	ModTime    int64 // nanoseconds since 1970
	ChangeTime int64 // of content or description, likewise
	Inode      uint64
	Device     uint64
	Mode       fs.FileMode
}

// File is a file that was found.
type File struct {
	Path      string // relative to the source folder, with slashes
	Extension string // lower case, without the dot
	Reason    string // why it is not supported; empty when it is
	As        string // the name that it is read under, where that is not its own
	Stat
	Linked bool // reached through a link, which Path names

	real string      // where it lies in the profile, without links, with slashes
	info fs.FileInfo // where there are no inodes: what tells files apart
}

// Supported reports whether a converter claims the file.
func (f *File) Supported() bool { return f.Reason == "" }

// Recognize looks into a file whose name has no extension, in a folder: it is supported
// where its content is of a known format. Those of a profile go by their names alone.
func (f *File) Recognize(root *os.Root, folder string, r *converters.Registry) {
	if f.Supported() || f.Extension != "" {
		return
	}
	in, err := root.Open(filepath.Join(folder, filepath.FromSlash(f.Path)))
	if err != nil {
		return // it is not read, as its name says
	}
	defer in.Close()
	if _, ok := r.ForContent(path.Base(f.Path), io.NewSectionReader(in, 0, f.Size)); ok {
		f.Reason = ""
	}
}

// Inventory is what the source folder of a profile holds, in the order of the
// output: the files of a folder, then its subfolders with theirs.
type Inventory struct {
	Exists  bool // whether there is a source folder
	Files   []*File
	Skipped []manifest.Skip // neither read nor hashed, in the same order
}

// ErrTooMany says that a source folder holds more than the limit, or links
// that multiply it. It concerns the whole profile.
var ErrTooMany = errors.New("too many files")

// FolderError is a folder that could not be read. What is in it is unknown,
// so nothing can be built without it.
type FolderError struct {
	Path string // relative to the profile, with slashes
	Err  error
}

// Error implements error.
func (e *FolderError) Error() string { return fmt.Sprintf("reading the folder %s: %v", e.Path, e.Err) }

// Unwrap returns the cause.
func (e *FolderError) Unwrap() error { return e.Err }

// The reasons for which something is skipped.
const (
	SkipLeaves  = "link leaves the profile"
	skipBroken  = "broken link"
	skipCircle  = "link in a circle"
	skipHidden  = "link to a hidden name"
	skipTangled = "link through too many links or folders"
	skipLoop    = "folder that contains itself, through a link"
	skipOutput  = "written by the build"
	skipSocket  = "socket"
	skipPipe    = "named pipe"
	skipDevice  = "device"
	skipSpecial = "not a regular file"
	skipDeep    = "in too many folders"
	skipLong    = "path is too long"
)

// SkipReplaced is the reason of a folder that became something else between two
// looks at it. What is in it now is unknown.
const SkipReplaced = "replaced while the folder was read"

// SkipUnreadable begins the reason of a folder that cannot be read.
const SkipUnreadable = "cannot be read: "

// specialReason is empty for a regular file.
func specialReason(mode fs.FileMode) string {
	switch {
	case mode.IsRegular():
		return ""
	case mode&fs.ModeSocket != 0:
		return skipSocket
	case mode&fs.ModeNamedPipe != 0:
		return skipPipe
	case mode&fs.ModeDevice != 0:
		return skipDevice
	}
	return skipSpecial
}
