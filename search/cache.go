package search

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Key is the digest of texts, or the name of a section of a file.
type Key [sha256.Size]byte

// maxCache is how large all files of a cache are together, in bytes. Beyond it
// those go that were written longest ago.
const maxCache = 1 << 30

// Cache keeps the index of one library in one file, which may be deleted or
// damaged at any moment: what is not there or not whole is made again, and what
// cannot be written costs time. A file is replaced as a whole. A nil Cache keeps
// nothing.
type Cache struct{ dir, name, stamp string }

// NewCache returns the cache of a library in a folder, which is made when there is
// something to keep; without a folder it is nil. The namespace says whose library
// it is: each has a file of its own, so that none learns what another one has.
func NewCache(dir, namespace string) *Cache {
	if dir == "" {
		return nil
	}
	sum := sha256.Sum256([]byte(namespace))
	return &Cache{dir: filepath.Join(dir, "search"), name: hex.EncodeToString(sum[:16]) + suffix}
}

// Stamped returns the cache of the same library, where what [New] is given was read
// from files of which a stamp says that they have not changed since. It may be
// empty: then [Cache.Open] opens nothing.
func (c *Cache) Stamped(stamp string) *Cache {
	if c == nil {
		return nil
	}
	return &Cache{c.dir, c.name, stamp}
}

func (c *Cache) stamped() string {
	if c == nil {
		return ""
	}
	return c.stamp
}

// vectors returns the cache for the vectors of the same library.
func (c *Cache) vectors() *Cache {
	if c == nil {
		return nil
	}
	return &Cache{dir: c.dir, name: strings.TrimSuffix(c.name, suffix) + vectorSuffix}
}

const (
	suffix       = ".index"
	vectorSuffix = ".vectors"
	temporary    = ".new-" // comes before the rest of a name
	cacheHead    = "BSXF0001"
	entrySize    = sha256.Size + 4 + 4 // key, length, checksum
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// load returns the table of the file, or nil where it has none that is whole.
func (c *Cache) load() *table {
	kept := c.read()
	var parts [][]byte
	for _, k := range sections() {
		part, ok := kept[k]
		if !ok {
			return nil
		}
		parts = append(parts, part)
	}
	places := parts[len(parts)-1]
	t, ok := decode(parts[:len(parts)-1], len(places))
	if !ok {
		return nil
	}
	t.places = places
	return t
}

// save replaces the file.
func (c *Cache) save(t *table) {
	if c != nil {
		c.write(sections(), t.encode())
	}
}

// File is an index whose texts and places are read when a query needs them. Only one
// goroutine may use it, and it has to be closed.
type File struct {
	*Index
	file  *os.File
	wrong bool
}

// Open returns the index that was made of what has a stamp, if the cache has it.
// Instead of its chapters, text is asked for a part of one, by its note: without ok
// the file has an error.
func (c *Cache) Open(stamp string, text func(note string, from, to int) (part string, ok bool)) (*File, bool) {
	if c == nil || stamp == "" {
		return nil, false
	}
	f, err := os.Open(filepath.Join(c.dir, c.name))
	if err != nil {
		return nil, false
	}
	x := &File{file: f}
	t, ok := x.table()
	if !ok || t.stamp != stamp {
		x.Close()
		return nil, false
	}
	x.Index = newIndex(t, func(chapter, from, to int) string {
		part, ok := text(t.chapters[chapter].note, from, to)
		x.wrong = x.wrong || !ok
		return part
	})
	return x, true
}

// table reads what is in the file but for the places.
func (x *File) table() (*table, bool) {
	list, at, ok := directory(x.file)
	keys := sections()
	if !ok || len(list) != len(keys) {
		return nil, false
	}
	var parts [][]byte
	for i, e := range list {
		if e.key != keys[i] {
			return nil, false
		}
		if i == len(list)-1 {
			break
		}
		part := make([]byte, e.size)
		if _, err := x.file.ReadAt(part, at); err != nil || crc32.Checksum(part, castagnoli) != e.sum {
			return nil, false
		}
		parts, at = append(parts, part), at+int64(e.size)
	}
	t, ok := decode(parts, list[len(list)-1].size)
	if !ok {
		return nil, false
	}
	t.read = func(i, from, to int) []byte {
		places := make([]byte, to-from)
		if _, err := x.file.ReadAt(places, at+int64(from)); err != nil || crc32.Checksum(places, castagnoli) != t.terms[i].sum {
			x.wrong = true
			return nil
		}
		return places
	}
	return t, true
}

// Close closes the file.
func (x *File) Close() { x.file.Close() }

// Wrong reports whether something of the file or of a text was not as it was
// written: then what was found says nothing.
func (x *File) Wrong() bool { return x.wrong }

// Note returns the note of a chapter.
func (t *table) Note(chapter int) string { return t.chapters[chapter].note }

// listed is a block of a file.
type listed struct {
	key  Key
	size int
	sum  uint32
}

// directory returns what is in a file, and where the first block begins.
func directory(f *os.File) (list []listed, at int64, ok bool) {
	info, err := f.Stat()
	if err != nil {
		return nil, 0, false
	}
	begin := make([]byte, len(cacheHead)+4)
	if _, err := f.ReadAt(begin, 0); err != nil || string(begin[:len(cacheHead)]) != cacheHead {
		return nil, 0, false
	}
	n, at := int64(binary.LittleEndian.Uint32(begin[len(cacheHead):])), int64(len(begin))
	if n > (info.Size()-at)/entrySize {
		return nil, 0, false
	}
	all := make([]byte, n*entrySize)
	if _, err := f.ReadAt(all, at); err != nil {
		return nil, 0, false
	}
	at += int64(len(all))
	left := info.Size() - at
	for e := range slices.Chunk(all, entrySize) {
		one := listed{Key(e[:sha256.Size]), int(binary.LittleEndian.Uint32(e[sha256.Size:])), binary.LittleEndian.Uint32(e[sha256.Size+4:])}
		if left -= int64(one.size); left < 0 {
			return nil, 0, false
		}
		list = append(list, one)
	}
	return list, at, true
}

// read returns the blocks of the file that are whole.
func (c *Cache) read() map[Key][]byte {
	kept := map[Key][]byte{}
	if c == nil {
		return kept
	}
	f, err := os.Open(filepath.Join(c.dir, c.name))
	if err != nil {
		return kept
	}
	defer f.Close()
	list, at, _ := directory(f)
	for _, e := range list {
		block := make([]byte, e.size)
		if _, err := f.ReadAt(block, at); err == nil && crc32.Checksum(block, castagnoli) == e.sum {
			kept[e.key] = block
		}
		at += int64(e.size)
	}
	return kept
}

// write replaces the file. Whatever goes wrong, the next search makes again what
// is missing.
func (c *Cache) write(keys []Key, blocks [][]byte) {
	if os.MkdirAll(c.dir, 0o700) != nil {
		return
	}
	c.sweep()
	f, err := os.CreateTemp(c.dir, temporary+c.name+"-*")
	if err != nil {
		return
	}
	w := bufio.NewWriterSize(f, 1<<20)
	head := binary.LittleEndian.AppendUint32([]byte(cacheHead), uint32(len(keys)))
	for i, k := range keys {
		head = append(head, k[:]...)
		head = binary.LittleEndian.AppendUint32(head, uint32(len(blocks[i])))
		head = binary.LittleEndian.AppendUint32(head, crc32.Checksum(blocks[i], castagnoli))
	}
	w.Write(head)
	for _, b := range blocks {
		w.Write(b)
	}
	err = w.Flush() // it has the error of every write
	if closed := f.Close(); err != nil || closed != nil || os.Rename(f.Name(), filepath.Join(c.dir, c.name)) != nil {
		os.Remove(f.Name())
	}
}

// sweep removes what writers left behind that were killed (one that is still at
// it loses its work), and the oldest files where there are too many.
func (c *Cache) sweep() {
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return
	}
	var files []fs.FileInfo
	var sum int64
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), temporary+c.name) {
			os.Remove(filepath.Join(c.dir, e.Name()))
			continue
		}
		if info, err := e.Info(); err == nil && (strings.HasSuffix(e.Name(), suffix) || strings.HasSuffix(e.Name(), vectorSuffix)) && e.Name() != c.name {
			files = append(files, info)
			sum += info.Size()
		}
	}
	slices.SortStableFunc(files, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, f := range files {
		if sum <= maxCache {
			return
		}
		os.Remove(filepath.Join(c.dir, f.Name()))
		sum -= f.Size()
	}
}
