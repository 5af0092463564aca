package discover

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/seed353dc258/backstory/internal/lineend"
)

// racy is how close to the moment at which an index was taken a file may have
// been written and still be believed unchanged by its description. File
// systems tell time in steps; the coarsest in use, FAT, in steps of 2 s.
const racy = 2 * time.Second

// Index remembers the digests of a profile's files with what the file system
// said of them, so that a file is read again only when that changed, and what
// the last build was made from. It is a hint: one that is missing, torn or of
// another version knows nothing.
type Index struct {
	// Taken is when the folder was looked at, by the clock that the file
	// system stamps files with, in nanoseconds since 1970.
	Taken int64
	// Skew is what that clock showed more than ours when last compared.
	Skew int64
	// Rules is the digest of what decided which files are sources, and how they
	// are converted.
	Rules [sha256.Size]byte
	// Settings is the digest of everything but files that a build depends on:
	// the rules, and what was skipped.
	Settings [sha256.Size]byte
	// Listing is what the folders held.
	Listing Listing
	// Manifest and Output describe the two files that the build wrote; they
	// are zero where there is none.
	Manifest, Output Stat
	// ManifestSum and OutputSum are their digests, zero where there is none:
	// what has them is what the build wrote, whatever else was said of it.
	ManifestSum, OutputSum [sha256.Size]byte
	// Brief is what the build said of itself, for the pipeline.
	Brief []byte
	// Files are the files in the order of the output. Those of an index that
	// was loaded are read when they are asked for: see Find and Covers.
	Files []IndexFile

	path   string // of an index whose files are still to be read
	sum    uint32 // the checksum of its first part
	next   int    // the file that Find expects
	byPath map[string]int
}

// IndexFile is a file as an index knows it.
type IndexFile struct {
	Path string
	Stat
	Content lineend.Content
	// Whole says that the file's chapter is in the output as it is in
	// every output: it has no notes, which may have other names in another.
	Whole bool
}

// IndexPath returns where the index of a profile lies in a folder of the
// user's cache. The profile is named by the absolute path of its folder.
func IndexPath(cache, profile string) string {
	sum := sha256.Sum256([]byte(profile))
	return filepath.Join(cache, hex.EncodeToString(sum[:12])+".index")
}

// Save writes the index in place of the one that is there.
func (x *Index) Save(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("writing the index: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "index-*")
	if err != nil {
		return fmt.Errorf("writing the index: %w", err)
	}
	_, err = f.Write(x.encode())
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("writing the index: %w", err)
	}
	return nil
}

// settled reports whether a description is older than the index by so much
// that a later change would have changed it.
func (x *Index) settled(s Stat) bool {
	return max(s.ModTime, s.ChangeTime) < x.Taken-int64(racy)
}

// Same reports whether a file that is described now is surely the one that was
// described then. Files that do not exist have the zero description.
func (x *Index) Same(then, now Stat) bool {
	return then == now && (now == Stat{} || x.settled(now))
}

// Find returns what is known of a file that has not changed since the index
// was taken, or nil. Files that are asked for in the order of the index are
// found at once.
func (x *Index) Find(f *File) *IndexFile {
	x.read()
	if x.next >= len(x.Files) || x.Files[x.next].Path != f.Path {
		at, ok := x.lookup(f.Path)
		if !ok {
			return nil
		}
		x.next = at
	}
	known := &x.Files[x.next]
	x.next++
	if !x.Same(known.Stat, f.Stat) {
		return nil
	}
	return known
}

func (x *Index) lookup(path string) (at int, ok bool) {
	// A few files that came are passed by; more of a difference is worth a map.
	for at := x.next; at < min(x.next+8, len(x.Files)); at++ {
		if x.Files[at].Path == path {
			return at, true
		}
	}
	if x.byPath == nil {
		x.byPath = make(map[string]int, len(x.Files))
		for i := range x.Files {
			x.byPath[x.Files[i].Path] = i
		}
	}
	at, ok = x.byPath[path]
	return at, ok
}

// Covers reports whether files are exactly those of an index, in its order, and
// none has changed.
func (x *Index) Covers(files []*File) bool {
	x.read()
	if len(files) != len(x.Files) {
		return false
	}
	for i, f := range files {
		if known := &x.Files[i]; known.Path != f.Path || !x.Same(known.Stat, f.Stat) {
			return false
		}
	}
	return true
}

// Describe returns what the file system says of a file of a profile, or the
// zero description where there is none. Links are not followed.
func Describe(profile *os.Root, name string) (Stat, error) {
	found, err := describeAll(profile, []string{name})
	if err != nil {
		return Stat{}, err
	}
	return found[0], nil
}

// describeAll is [Describe] for several files.
func describeAll(profile *os.Root, names []string) ([]Stat, error) {
	dir, err := openPlace(profile, "")
	if err != nil {
		return nil, err
	}
	defer dir.close()
	found := make([]Stat, len(names))
	for i, name := range names {
		d, err := dir.stat(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if err == nil {
			found[i] = d.Stat
		}
	}
	return found, nil
}

// Settled returns a text that is another one when somebody changed one of some files and
// folders below a folder. It is empty where that was so short a time ago that a later
// change might not be seen, or where one is no plain file: a link shows no change of what it
// leads to.
func Settled(root *os.Root, names []string) string {
	x := Index{Taken: time.Now().UnixNano()}
	found, err := describeAll(root, names)
	if err != nil {
		return ""
	}
	text := make([]byte, 0, 64*len(found))
	for _, s := range found {
		if s.Mode.Type()&^fs.ModeDir != 0 || !x.Same(s, s) {
			return ""
		}
		for _, n := range []uint64{uint64(s.Size), uint64(s.ModTime), uint64(s.ChangeTime), s.Inode, s.Device, uint64(s.Mode)} {
			text = binary.AppendUvarint(text, n)
		}
	}
	return string(text)
}
