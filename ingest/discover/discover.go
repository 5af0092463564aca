// Package discover finds the sources of a profile, and remembers what it found.
//
//   - discover.go: what others call, and the rules for one name
//   - walk.go: going through the folders, several at once
//   - known.go: comparing a folder with what the index knows of it
//   - entry.go: what to do with one name of a folder
//   - link.go: where a link leads, and whether we follow it
//   - place.go, list_*.go: an open folder, by descriptors or portably
//   - collect.go: from folders to an inventory
//   - open.go: opening what was found, later
//   - natural.go: the order of names
//   - index.go, index_codec.go: what is remembered of files from build to build
//   - listing.go: what is remembered of folders
package discover

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/seed353dc258/backstory/manifest"
)

// SourceDir is the folder of a profile that holds its sources, unless the options
// of a walk name another one.
const SourceDir = "backstory"

// outputName is the file of a profile that the build writes. It is never a
// source, whatever link leads to it.
const outputName = "backstory.md"

// sourceFolder returns where the sources of a profile lie.
func sourceFolder(profile string) string { return filepath.Join(profile, SourceDir) }

// Options are the options of [Discover]; the zero value works, and
// then no file is supported.
type Options struct {
	// Claims reports whether a converter claims a base name. Default: none.
	Claims func(name string) bool
	// Ignore reports whether a path (relative to the source folder, with
	// slashes) is to be passed over without a trace; of a folder that is, nothing
	// is looked at. It may be called by several goroutines. Default: never.
	Ignore func(rel string, dir bool) bool
	// Folder is the folder of the profile that holds the sources. Default:
	// [SourceDir].
	Folder string
	// MaxFiles bounds what is found: files, folders and what is skipped.
	// Beyond it nothing is found: an error. Default: 100,000.
	MaxFiles int
	// MaxDepth is how many folders may lie in one another; what lies deeper is
	// skipped. Default: 64.
	MaxDepth int
	// MaxPath is the length of a path in bytes; what has a longer one is skipped.
	// Default: 4,096.
	MaxPath int
	// Jobs is how many folders are read at once. Default: one a processor, at
	// most 8.
	Jobs int
}

func (o Options) filled() Options {
	if o.Claims == nil {
		o.Claims = func(string) bool { return false }
	}
	if o.Ignore == nil {
		o.Ignore = func(string, bool) bool { return false }
	}
	if o.Folder == "" {
		o.Folder = SourceDir
	}
	o.MaxFiles = orDefault(o.MaxFiles, 100_000)
	o.MaxDepth = orDefault(o.MaxDepth, 64)
	o.MaxPath = orDefault(o.MaxPath, 4096)
	o.Jobs = orDefault(o.Jobs, min(runtime.GOMAXPROCS(0), 8))
	return o
}

func orDefault(n, value int) int {
	if n <= 0 {
		return value
	}
	return n
}

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
	Stat
	Linked bool // reached through a link, which Path names

	real string      // where it lies in the profile, without links, with slashes
	info fs.FileInfo // where there are no inodes: what tells files apart
}

// Supported reports whether a converter claims the file.
func (f *File) Supported() bool { return f.Reason == "" }

// Absolute returns the file's path, given the path of its profile.
func (f *File) Absolute(profile string) string {
	return filepath.Join(sourceFolder(profile), filepath.FromSlash(f.Path))
}

// Inventory is what the source folder of a profile holds, in the order of the
// output: the files of a folder, then its subfolders with theirs.
type Inventory struct {
	Exists  bool // whether there is a source folder
	Files   []*File
	Skipped []manifest.Skip // neither read nor hashed, in the same order
}

// Count returns how many files are supported and how many are not.
func (i *Inventory) Count() (supported, unsupported int) {
	for n := range i.Files {
		if i.Files[n].Supported() {
			supported++
		} else {
			unsupported++
		}
	}
	return supported, unsupported
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

// Discover finds the sources of a profile: every file in its source folder and
// below, in natural order (see natural.go), but nothing whose name begins with a
// dot. A profile without a source folder has an empty inventory.
//
// Links are followed while they stay in the profile; the target then stands
// under the path of the link. Skipped with a reason are links that leave the
// profile or lead to a hidden name, to the output, to nothing or in a circle,
// and everything that is neither file nor folder. Between two looks at a name
// it may become something else; no link is ever followed out of the profile
// for that, and nothing is opened that could block.
//
// Folders that cannot be read are all named in the error, each by a
// [*FolderError]; the inventory then holds what could be.
func Discover(ctx context.Context, profile *os.Root, opts Options) (*Inventory, error) {
	return newWalker(profile, opts, openPlace).inventory(ctx)
}

// Walk is one look at the source folder of a profile.
type Walk struct {
	walker *walker
	root   *node // nil where there is no source folder
}

// NewWalk looks at every name in the source folder of a profile and below, and
// compares folder by folder what it finds with what an index knows, which is of
// the same profile and was made with the same options. See [Discover] for
// what it does with the names.
func NewWalk(ctx context.Context, profile *os.Root, opts Options, known *Index) (*Walk, error) {
	walker := newWalker(profile, opts, openPlace)
	walker.known = known
	root, err := walker.walk(ctx)
	return &Walk{walker, root}, err
}

// Unchanged reports whether the sources are surely those of the index, in which
// nothing was skipped then.
func (w *Walk) Unchanged() bool { return w.root != nil && !w.walker.changed.Load() }

// Inventory returns what was found.
func (w *Walk) Inventory() (*Inventory, error) {
	return w.walker.collected(w.root)
}

// Listing returns what an index is to know of the folders. It is to be called
// after Inventory.
func (w *Walk) Listing() Listing {
	if w.root == nil {
		return ""
	}
	return newListing(w.root, w.walker.found.Load())
}

// The reasons for which something is skipped.
const (
	skipLeaves  = "link leaves the profile"
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
