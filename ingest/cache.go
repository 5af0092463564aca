package ingest

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// DefaultCacheBytes is how large a chapter cache grows.
const DefaultCacheBytes = 512 << 20

// ChapterCache keeps chapters in a folder of the user's, in packs. Several
// processes may use one folder at once, and any file in it may be deleted or
// damaged at any moment: what cannot be read is a miss. Each process writes
// one pack and gives it its name when it is whole.
//
// It grows to a number of bytes; then the packs that were written longest ago
// go. What is used from an old pack is written to the new one, so that what is
// not used goes first.
type ChapterCache struct {
	dir  string
	most int64

	mu      sync.Mutex
	packs   []*pack
	index   map[Key]located // made after the first few lookups
	lookups int
	writer  *packWriter
	written map[Key]bool
	problem error // of writing; the cache goes on reading
	closed  bool  // a conversion that was left behind may still come with a chapter
}

// pack is an open pack.
type pack struct {
	name  string
	file  *os.File
	size  int64
	born  time.Time
	index packIndex
}

// located is where a chapter lies.
type located struct {
	pack *pack
	packed
}

// OpenCache opens the cache in a folder, which it makes if it has to. The
// bound is in bytes; 0 means [DefaultCacheBytes].
func OpenCache(dir string, most int64) (*ChapterCache, error) {
	if most == 0 {
		most = DefaultCacheBytes
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("opening the cache: %w", err)
	}
	c := &ChapterCache{dir: dir, most: most, written: map[Key]bool{}}
	names, err := c.names()
	if err != nil {
		return nil, fmt.Errorf("opening the cache: %w", err)
	}
	for _, name := range names {
		c.open(name)
	}
	return c, nil
}

// names returns the names of the packs, the oldest first.
func (c *ChapterCache) names() ([]string, error) {
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), packSuffix) && e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(born(a), born(b)), strings.Compare(a, b)) })
	return names, nil
}

// born returns the time in a pack's name, in nanoseconds.
func born(name string) int64 {
	digits, _, _ := strings.Cut(name, "-")
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// open reads the index of a pack. One that is damaged is removed.
func (c *ChapterCache) open(name string) {
	path := filepath.Join(c.dir, name)
	f, err := os.Open(path)
	if err != nil {
		return
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return
	}
	index, err := readIndex(f, info.Size())
	if err != nil {
		f.Close()
		os.Remove(path)
		return
	}
	c.packs = append(c.packs, &pack{name: name, file: f, size: info.Size(), born: time.Unix(0, born(name)), index: index})
}

// maxScans is how many chapters are looked up by looking at every key.
const maxScans = 8

// locate returns where a chapter lies. The cache is locked.
func (c *ChapterCache) locate(key Key) (located, bool) {
	if c.lookups++; c.lookups > maxScans {
		at, ok := c.all()[key]
		return at, ok
	}
	for _, p := range slices.Backward(c.packs) { // the newest first
		if at, ok := p.index.find(key); ok {
			return located{p, at}, true
		}
	}
	return located{}, false
}

// all returns where every chapter lies. The cache is locked.
func (c *ChapterCache) all() map[Key]located {
	if c.index != nil {
		return c.index
	}
	c.index = map[Key]located{}
	for _, p := range c.packs {
		for i := range p.index.len() {
			if at, ok := p.index.at(i); ok {
				c.index[Key([]byte(p.index.key(i)))] = located{p, at}
			}
		}
	}
	return c.index
}

// Get returns a chapter by its key.
func (c *ChapterCache) Get(key Key) (*Chapter, bool) {
	c.mu.Lock()
	at, ok := c.locate(key)
	c.mu.Unlock()
	if !ok {
		return nil, false
	}
	chapter, content, err := readChapter(at.pack.file, at.packed)
	if err != nil {
		return nil, false
	}
	if time.Since(at.pack.born) > packOld {
		if content == nil {
			c.move(key, at)
		} else {
			c.write(key, content)
		}
	}
	return chapter, true
}

// Put keeps a chapter. That it could not is told by Close.
func (c *ChapterCache) Put(key Key, chapter *Chapter) {
	content := EncodeChapter(chapter)
	if chapter.Long == nil {
		c.write(key, content)
		return
	}
	c.add(key, int64(len(content))+chapter.Long.Size(), func(p *packWriter) error {
		p.addFrom(key, nil, bytes.NewReader(content), chapter.Long.Reader())
		return nil
	})
}

func (c *ChapterCache) write(key Key, content []byte) {
	sum := sha256.Sum256(content)
	c.add(key, int64(len(content)), func(p *packWriter) error { return p.add(key, content, sum) })
}

// move copies a long chapter to the new pack.
func (c *ChapterCache) move(key Key, at located) {
	c.add(key, at.length, func(p *packWriter) error {
		p.addFrom(key, &at.digest, io.NewSectionReader(at.pack.file, at.offset, at.length))
		return nil
	})
}

// add adds a chapter of a size to the new pack.
func (c *ChapterCache) add(key Key, size int64, add func(*packWriter) error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed || c.problem != nil || c.written[key] || size > c.most/2 {
		return
	}
	if c.writer == nil {
		f, err := os.CreateTemp(c.dir, packTemp+"*")
		if err == nil {
			c.writer, err = newPackWriter(f)
		}
		if err != nil {
			c.problem = err
			return
		}
	}
	c.written[key] = true
	c.problem = add(c.writer)
}

// Close finishes the pack that was written and keeps the cache in its bounds.
// An error means that nothing was kept, and costs nothing but time.
func (c *ChapterCache) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	err := c.finish()
	for _, p := range c.packs {
		p.file.Close()
	}
	c.packs, c.index = nil, map[Key]located{}
	if err != nil {
		return fmt.Errorf("writing the cache: %w", err)
	}
	return nil
}

// finish gives the new pack its name, joins packs where there are many, and
// removes the oldest where they are too large.
func (c *ChapterCache) finish() error {
	c.sweep()
	if c.writer == nil {
		return c.problem
	}
	if len(c.packs) >= maxPacks && c.problem == nil {
		c.join()
	}
	temp := c.writer.file.Name()
	err := errors.Join(c.problem, c.writer.finish())
	c.writer = nil
	if err == nil {
		err = os.Rename(temp, filepath.Join(c.dir, fmt.Sprintf("%d-%d%s", time.Now().UnixNano(), os.Getpid(), packSuffix)))
	}
	if err != nil {
		os.Remove(temp)
		return err
	}
	return c.bound()
}

// join copies what the small packs hold to the new one and removes them.
func (c *ChapterCache) join() {
	small := slices.DeleteFunc(slices.Clone(c.packs), func(p *pack) bool { return p.size > c.most/8 })
	for key, at := range c.all() {
		if c.written[key] || !slices.Contains(small, at.pack) {
			continue
		}
		c.writer.addFrom(key, &at.digest, io.NewSectionReader(at.pack.file, at.offset, at.length))
	}
	for _, p := range small {
		p.file.Close()
		os.Remove(filepath.Join(c.dir, p.name))
	}
}

// bound removes the oldest packs until the rest is within the bound.
func (c *ChapterCache) bound() error {
	names, err := c.names()
	if err != nil {
		return err
	}
	total := int64(0)
	for _, name := range slices.Backward(names) {
		path := filepath.Join(c.dir, name)
		info, err := os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if total += info.Size(); total > c.most {
			os.Remove(path)
		}
	}
	return nil
}

// sweep removes packs that nobody finished.
func (c *ChapterCache) sweep() {
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), packTemp) {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > tempOld {
			os.Remove(filepath.Join(c.dir, e.Name()))
		}
	}
}

// CacheState is what a cache holds.
type CacheState struct {
	Packs, Chapters int
	Bytes           int64
	Damaged         int // chapters that could not be read back
}

// State counts what the cache holds and, if it is to verify, reads every
// chapter.
func (c *ChapterCache) State(verify bool) CacheState {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := CacheState{Packs: len(c.packs), Chapters: len(c.all())}
	for _, p := range c.packs {
		s.Bytes += p.size
	}
	if !verify {
		return s
	}
	for _, at := range c.all() {
		if _, _, err := readChapter(at.pack.file, at.packed); err != nil {
			s.Damaged++
		}
	}
	return s
}
