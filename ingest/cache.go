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

// defaultCacheBytes is how large a chapter cache grows.
const defaultCacheBytes = 512 << 20

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
	writer  *packWriter
	problem error // of writing; the cache goes on reading
	closed  bool  // a conversion that was left behind may still come with a chapter
}

// pack is an open pack.
type pack struct {
	name  string
	file  *os.File
	size  int64
	born  time.Time
	index *packIndex
}

// located is where a chapter lies.
type located struct {
	file *os.File
	born time.Time
	packed
}

// OpenCache opens the cache in a folder, which it makes if it has to. The
// bound is in bytes; 0 means 512 MiB.
func OpenCache(dir string, most int64) (*ChapterCache, error) {
	if most == 0 {
		most = defaultCacheBytes
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("opening the cache: %w", err)
	}
	c := &ChapterCache{dir: dir, most: most}
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

// open finds the index of a pack. A file that is no whole pack is removed.
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
	index, err := openIndex(f, info.Size())
	if err != nil {
		f.Close()
		os.Remove(path)
		return
	}
	c.packs = append(c.packs, &pack{name: name, file: f, size: info.Size(), born: time.Unix(0, born(name)), index: index})
}

// locate returns where a chapter lies. The cache is locked.
func (c *ChapterCache) locate(key Key) (located, bool) {
	if c.writer != nil && c.problem == nil {
		at, ok, err := c.writer.find(key)
		if c.problem = err; ok {
			return located{c.writer.file, time.Now(), at}, true
		}
	}
	for _, p := range slices.Backward(c.packs) { // the newest first
		if at, ok := p.index.find(key); ok {
			return located{p.file, p.born, at}, true
		}
	}
	return located{}, false
}

// Has reports whether there is a chapter of a key, which has not been read.
func (c *ChapterCache) Has(key Key) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ok := c.locate(key)
	return ok
}

// Get returns a chapter by its key.
func (c *ChapterCache) Get(key Key) (*Chapter, bool) {
	c.mu.Lock()
	at, ok := c.locate(key)
	c.mu.Unlock()
	if !ok {
		return nil, false
	}
	chapter, content, err := readChapter(at.file, at.packed)
	if err != nil {
		return nil, false
	}
	if time.Since(at.born) > packOld {
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
		p.addFrom(key, &at.digest, io.NewSectionReader(at.file, at.offset, at.length))
		return nil
	})
}

// add adds a chapter of a size to the new pack.
func (c *ChapterCache) add(key Key, size int64, add func(*packWriter) error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed || c.problem != nil || size > c.most/2 {
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
	if _, ok := c.writer.index[key]; !ok {
		c.problem = add(c.writer)
	}
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
	c.packs = nil
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

// join copies what the small packs hold to the new one, the newest first, and
// removes them.
func (c *ChapterCache) join() {
	for _, p := range slices.Backward(c.packs) {
		if p.size > c.most/8 {
			continue
		}
		all, _ := p.index.all() // of a damaged one nothing is copied
		for key, at := range all {
			if _, ok := c.writer.index[key]; !ok {
				c.writer.addFrom(key, &at.digest, io.NewSectionReader(p.file, at.offset, at.length))
			}
		}
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
	Bytes, Limit    int64
	Damaged         int // chapters that could not be read back
}

// State counts what the finished packs hold and, if it is to verify, reads every
// chapter. Of a pack whose index is damaged all chapters are.
func (c *ChapterCache) State(verify bool) CacheState {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := CacheState{Packs: len(c.packs), Limit: c.most}
	seen := map[Key]bool{}
	for _, p := range slices.Backward(c.packs) {
		s.Bytes += p.size
		all, err := p.index.all()
		if err != nil {
			s.Damaged += p.index.n
		}
		for key, at := range all {
			if seen[key] {
				continue
			}
			seen[key] = true
			if !verify {
				continue
			}
			if _, _, err := readChapter(p.file, at); err != nil {
				s.Damaged++
			}
		}
	}
	s.Chapters = len(seen)
	return s
}
