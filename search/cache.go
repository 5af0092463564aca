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

// Key is the digest of the texts of a block.
type Key [sha256.Size]byte

// maxCache is how large all files of a cache are together, in bytes. Beyond it
// those go that were written longest ago.
const maxCache = 1 << 30

// Cache keeps the blocks of one library in one file, which may be deleted or
// damaged at any moment: what is not there or not whole is made again, and what
// cannot be written costs time. A file is replaced as a whole. A nil Cache keeps
// nothing.
type Cache struct{ dir, name string }

// NewCache returns the cache of a library in a folder, which is made when there is
// something to keep; without a folder it is nil. The namespace says whose library
// it is: each has a file of its own, so that none learns what another one has.
func NewCache(dir, namespace string) *Cache {
	if dir == "" {
		return nil
	}
	sum := sha256.Sum256([]byte(namespace))
	return &Cache{filepath.Join(dir, "search"), hex.EncodeToString(sum[:16]) + suffix}
}

// vectors returns the cache for the vectors of the same library.
func (c *Cache) vectors() *Cache {
	if c == nil {
		return nil
	}
	return &Cache{c.dir, strings.TrimSuffix(c.name, suffix) + vectorSuffix}
}

const (
	suffix       = ".index"
	vectorSuffix = ".vectors"
	temporary    = ".new-" // comes before the rest of a name
	cacheHead    = "BSXF0001"
	entrySize    = sha256.Size + 4 + 4 // key, length, checksum
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// load returns the blocks of keys. Those that the file does not have are made, and
// then it is written anew.
func (c *Cache) load(keys []Key, make func(int) []byte) [][]byte {
	kept := c.read()
	blocks, missing := [][]byte{}, false
	for i, k := range keys {
		block, ok := kept[k]
		if ok {
			_, ok = open(block)
		}
		if !ok {
			block, missing = make(i), true
			if kept != nil {
				kept[k] = block // of the next chapter with this text
			}
		}
		blocks = append(blocks, block)
	}
	if c != nil && missing {
		c.write(keys, blocks)
	}
	return blocks
}

// read returns the blocks of the file that are whole.
func (c *Cache) read() map[Key][]byte {
	kept := map[Key][]byte{}
	if c == nil {
		return kept
	}
	data, err := os.ReadFile(filepath.Join(c.dir, c.name))
	rest, ok := strings.CutPrefix(string(data[:min(len(data), len(cacheHead))]), cacheHead)
	if err != nil || !ok || rest != "" || len(data) < len(cacheHead)+4 {
		return kept
	}
	data = data[len(cacheHead):]
	n := int(binary.LittleEndian.Uint32(data))
	data = data[4:]
	if n > len(data)/entrySize {
		return kept
	}
	list, data := data[:n*entrySize], data[n*entrySize:]
	for e := range slices.Chunk(list, entrySize) {
		size := int(binary.LittleEndian.Uint32(e[sha256.Size:]))
		if size > len(data) {
			break
		}
		if crc32.Checksum(data[:size], castagnoli) == binary.LittleEndian.Uint32(e[sha256.Size+4:]) {
			kept[Key(e[:sha256.Size])] = data[:size:size]
		}
		data = data[size:]
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
