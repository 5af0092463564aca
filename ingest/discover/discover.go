// Package discover finds the sources of a profile, and remembers what it found.
//
//   - missed.go: what the last build found and a walk did not
//   - collect.go: from folders to an inventory
//   - known.go: comparing a folder with what the index knows of it
//   - walk.go, node.go: going through the folders, several at once
//   - open.go: opening what was found, later
//   - entry.go: what to do with one name of a folder
//   - link.go: where a link leads, and whether we follow it
//   - natural.go: the order of names
//   - index.go, index_codec.go: what is remembered of files from build to build
//   - listing.go: what is remembered of folders
//   - place.go, list_*.go: an open folder, by descriptors or portably
//   - discover.go, options.go, file.go: what others call, set and are given
package discover

import (
	"context"
	"os"
)

// Discover finds the sources of a profile: every file in its source folder and
// below, in natural order (see natural.go), but nothing whose name begins with a
// dot. A profile without a source folder has an empty inventory.
//
// Links are followed while they stay in the profile; the target is then
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

// Passed returns how many names were passed over, as Ignore says: of a folder that
// is, what is in it does not count.
func (w *Walk) Passed() int { return int(w.walker.passed.Load()) }

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
