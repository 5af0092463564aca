package ingest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// racy is how close to the moment at which an index was taken a file may have
// been written and still be believed unchanged by its description. File
// systems tell time in steps; the coarsest in use, FAT, in steps of 2 s.
const racy = 2 * time.Second

const indexMagic = "bsindex3"

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
	// Settings is the digest of everything but files that a build depends on.
	Settings [sha256.Size]byte
	// Manifest and Output describe the two files that the build wrote; they
	// are zero where there is none.
	Manifest, Output Stat
	// ManifestSum and OutputSum are their digests, zero where there is none:
	// what has them is what the build wrote, whatever else was said of it.
	ManifestSum, OutputSum [sha256.Size]byte
	// Brief is what the build said of itself, for the pipeline.
	Brief []byte
	// Files are the files in the order of the output. Those of an index that
	// was loaded are read when they are asked for: see Digest and Covers.
	Files []IndexFile

	stored []byte // the files of an index that was loaded, as they are encoded
	next   int    // the file that Find expects
	byPath map[string]int
}

// IndexFile is a file as an index knows it.
type IndexFile struct {
	Path string
	Stat
	Digest [sha256.Size]byte
	// Whole says that the file's chapter stands in the output as it is in
	// every output: it has no notes, which may have other names in another.
	Whole bool
}

// IndexPath returns where the index of a profile lies in a folder of the
// user's cache. The profile is named by the absolute path of its folder.
func IndexPath(cache, profile string) string {
	sum := sha256.Sum256([]byte(profile))
	return filepath.Join(cache, hex.EncodeToString(sum[:12])+".index")
}

// LoadIndex reads an index. It returns an empty one where there is none that
// can be believed.
func LoadIndex(path string) *Index {
	content, err := os.ReadFile(path)
	if err != nil {
		return &Index{}
	}
	x, err := decodeIndex(content)
	if err != nil {
		return &Index{}
	}
	return x
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

// read decodes the files of an index that was loaded.
func (x *Index) read() {
	if x.stored == nil {
		return
	}
	d := decoder{b: x.stored}
	text := string(x.stored) // of which every path is a part
	x.Files = list(&d, func() IndexFile {
		path := d.bytes()
		from := len(text) - len(d.b) - len(path)
		return IndexFile{Path: text[from : from+len(path)], Stat: d.stat(), Digest: d.digest(), Whole: d.int() == 1}
	})
	if d.bad || len(d.b) > 0 {
		x.Files = nil
	}
	x.stored = nil
}

// Covers reports whether files are exactly those of an index that was loaded,
// in its order, and none has changed. It compares them as they lie in the
// file: this is all that most builds do.
func (x *Index) Covers(files []*File) bool {
	d := decoder{b: x.stored}
	if d.int() != len(files) {
		return false
	}
	for i := range files {
		if path := d.bytes(); string(path) != files[i].Path || d.bad {
			return false
		}
		if !x.Same(d.stat(), files[i].Stat) {
			return false
		}
		d.digest()
		d.int()
	}
	return !d.bad && len(d.b) == 0
}

// encode returns the index as the bytes of its file, which end with their own
// digest.
func (x *Index) encode() []byte {
	e := encoder{b: make([]byte, 0, 256+len(x.Brief)+128*len(x.Files))}
	e.b = append(e.b, indexMagic...)
	e.int(int(x.Taken))
	e.int(int(x.Skew))
	e.b = append(e.b, x.Settings[:]...)
	e.stat(x.Manifest)
	e.stat(x.Output)
	e.b = append(append(e.b, x.ManifestSum[:]...), x.OutputSum[:]...)
	e.string(string(x.Brief))
	e.int(len(x.Files))
	for i := range x.Files {
		f := &x.Files[i]
		e.string(f.Path)
		e.stat(f.Stat)
		e.b = append(e.b, f.Digest[:]...)
		e.flag(f.Whole)
	}
	return binary.LittleEndian.AppendUint32(e.b, checksum(e.b))
}

// checksum tells a torn file from a whole one.
func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

func decodeIndex(content []byte) (*Index, error) {
	n := len(content) - crc32.Size
	if n < len(indexMagic) || string(content[:len(indexMagic)]) != indexMagic {
		return nil, errCodec
	}
	if checksum(content[:n]) != binary.LittleEndian.Uint32(content[n:]) {
		return nil, errCodec
	}
	d := decoder{b: content[len(indexMagic):n]}
	x := &Index{Taken: int64(d.int()), Skew: int64(d.int()), Settings: d.digest()}
	x.Manifest, x.Output, x.ManifestSum, x.OutputSum = d.stat(), d.stat(), d.digest(), d.digest()
	x.Brief = []byte(d.string())
	x.stored = d.b
	if d.bad {
		return nil, errCodec
	}
	return x, nil
}

func (e *encoder) flag(set bool) {
	if set {
		e.int(1)
		return
	}
	e.int(0)
}

func (e *encoder) stat(s Stat) {
	for _, n := range [...]int64{s.Size, s.ModTime, s.ChangeTime, int64(s.Inode), int64(s.Device), int64(s.Mode)} {
		e.b = binary.LittleEndian.AppendUint64(e.b, uint64(n))
	}
}

func (d *decoder) stat() Stat {
	return Stat{
		Size: d.fixed(), ModTime: d.fixed(), ChangeTime: d.fixed(),
		Inode: uint64(d.fixed()), Device: uint64(d.fixed()), Mode: fs.FileMode(d.fixed()),
	}
}

func (d *decoder) fixed() int64 {
	if d.bad || len(d.b) < 8 {
		d.bad = true
		return 0
	}
	n := int64(binary.LittleEndian.Uint64(d.b))
	d.b = d.b[8:]
	return n
}

func (d *decoder) digest() (sum [sha256.Size]byte) {
	if d.bad || len(d.b) < len(sum) {
		d.bad = true
		return sum
	}
	d.b = d.b[copy(sum[:], d.b):]
	return sum
}

// Describe returns what the file system says of a file of a profile, or the
// zero description where there is none. Links are not followed.
func Describe(profile *os.Root, name string) (Stat, error) {
	dir, err := openPlace(profile, "")
	if err != nil {
		return Stat{}, err
	}
	defer dir.close()
	d, err := dir.stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return Stat{}, nil
	}
	return d.Stat, err
}
