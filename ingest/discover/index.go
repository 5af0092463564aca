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

	"github.com/seed353dc258/backstory/ingest/codec"
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

	added codec.Encoder // files, in the order of the output
	count int           // of them
	known knownFiles
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

// knownFiles are the files of an index that was loaded. They are read when they are
// asked for, and decoded one after the other: there may be many.
type knownFiles struct {
	path   string // of the index; empty where there is none
	sum    uint32 // the checksum of its first part
	read   bool
	text   string         // of all files
	count  int            // of them
	next   codec.Decoder  // of the file that Find expects, and of those behind it
	byPath map[string]int // where they begin in the text
}

// Add adds a file, the next in the order of the output.
func (x *Index) Add(f *File, content lineend.Content, whole bool) {
	x.count++
	x.added.String(f.Path)
	putStat(&x.added, f.Stat)
	putContent(&x.added, &content)
	x.added.Flag(whole)
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
	err = x.write(f)
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
	known, ok := x.known.find(f.Path)
	if !ok || !x.Same(known.Stat, f.Stat) {
		return nil
	}
	return &known
}

// find returns the file of a path.
func (k *knownFiles) find(path string) (found IndexFile, ok bool) {
	k.load()
	at := k.next
	// A few files that came are passed by; more of a difference is worth a map.
	for range 8 {
		if at.S == "" {
			break
		}
		if found = readFile(&at); found.Path == path {
			k.next = at
			return found, true
		}
	}
	if k.byPath == nil {
		k.byPath = make(map[string]int, k.count)
		for d := (codec.Decoder{S: k.text}); d.S != ""; {
			begin := len(k.text) - len(d.S)
			k.byPath[readFile(&d).Path] = begin
		}
	}
	begin, ok := k.byPath[path]
	if !ok {
		return found, false
	}
	k.next.S = k.text[begin:]
	return readFile(&k.next), true
}

// Covers reports whether files are exactly those of an index, in its order, and
// none has changed.
func (x *Index) Covers(files []*File) bool {
	x.known.load()
	if len(files) != x.known.count {
		return false
	}
	d := codec.Decoder{S: x.known.text}
	for _, f := range files {
		if known := readFile(&d); known.Path != f.Path || !x.Same(known.Stat, f.Stat) {
			return false
		}
	}
	return true
}

// Forget gives back the memory of the files that are known. They are read again
// when they are asked for.
func (x *Index) Forget() { x.known = knownFiles{path: x.known.path, sum: x.known.sum} }

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
