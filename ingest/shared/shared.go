// Package shared keeps chapters where several machines find them: signed packs and an index for
// each namespace, in an object store or on a server of [Serve].
//
//   - publish.go, writer.go: writing
//   - serve.go, client.go: a store over HTTP
//   - patience.go: what a cache may cost
//   - shared.go: reading
//   - index.go: which packs there are
//
// A reader believes what one of its listed keys has signed, and of that only what passes the
// gate and could have been made here. Anything else is a miss, and counted.
package shared

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/objects"
)

// Store is what a cache needs of an object store: see [objects.Store].
type Store interface {
	Get(ctx context.Context, name string) (io.ReadCloser, objects.Info, error)
	Put(ctx context.Context, name string, content io.ReadSeeker, when objects.Condition) (tag string, err error)
	Delete(ctx context.Context, name string) error
}

// Settings say what a cache is.
type Settings struct {
	Store     Store
	Namespace string
	Registry  *converters.Registry
	Base      int // level of the heading that chapters are under
	// Verify holds a message to a signature by one of the listed keys.
	Verify func(message, signature []byte) error
	Sign   func(message []byte) ([]byte, error) // nil reads only
	Left   func(error)                          // called when the cache is left for this run; may be nil
	Until  context.Context                      // no request outlasts it; nil is without an end
}

// Cache is a shared cache. It may be used by several goroutines.
type Cache struct {
	Settings
	patience patience // its mutex is that of all below
	stats    Stats
	index    *index
	packs    map[[keyStart]byte][]int // of the index, by the first bytes of a key
	open     map[int]*ingest.PackReader
	temp     packFile
	writer   writer
}

// packFile is a temporary file of packs that were read, one behind the other.
type packFile struct {
	file *os.File // nil before the first
	size int64
}

// make makes the file where it is not there.
func (f *packFile) make() (err error) {
	if f.file == nil {
		if f.file, err = os.CreateTemp("", "backstory-shared-*"); err == nil {
			_ = os.Remove(f.file.Name()) // its name goes at once, where the system lets it
		}
	}
	return err
}

func (f *packFile) close() {
	if f.file != nil {
		f.file.Close()
		_ = os.Remove(f.file.Name()) // it is temporary
		f.file = nil
	}
}

// Open makes a cache. Nothing is asked of the store before the first chapter is.
func Open(s Settings) (*Cache, error) {
	if err := CheckNamespace(s.Namespace); err != nil {
		return nil, err
	}
	c := &Cache{Settings: s, open: map[int]*ingest.PackReader{}}
	if c.Until == nil {
		c.Until = context.Background()
	}
	c.patience = patience{until: c.Until, stats: &c.stats, tell: s.Left}
	return c, nil
}

// Close removes what is temporary.
func (c *Cache) Close() {
	c.patience.mu.Lock()
	defer c.patience.mu.Unlock()
	c.writer.discard()
	c.temp.close()
}

// Stats returns what was done so far, and why the cache was of no use, if so: it was left,
// or its index could not be read.
func (c *Cache) Stats() (Stats, error) {
	c.patience.mu.Lock()
	defer c.patience.mu.Unlock()
	if c.patience.left == nil && c.index == nil {
		return c.stats, c.patience.last
	}
	return c.stats, c.patience.left
}

// Get implements [ingest.Cache]: it returns a chapter that somebody else made.
func (c *Cache) Get(key ingest.Key) (*ingest.Chapter, bool) {
	key = key.In(c.Namespace)
	for _, found := range c.find(key) {
		chapter, err := found.pack.Chapter(key, c.Registry, c.Base)
		if err == nil && !found.entry.lists(chapter) {
			chapter.Long.Close()
			err = errForged
		}
		c.patience.mu.Lock()
		if err == nil {
			c.stats.Hits++
		} else {
			c.stats.Refused++
		}
		c.patience.mu.Unlock()
		if err == nil {
			return chapter, true
		}
	}
	return nil, false
}

// candidate is a pack that has a key.
type candidate struct {
	entry *entry
	pack  *ingest.PackReader
}

// find returns the packs that have a key, the newest first.
func (c *Cache) find(key ingest.Key) (found []candidate) {
	c.patience.mu.Lock()
	defer c.patience.mu.Unlock()
	if c.index == nil {
		c.load()
	}
	if c.index == nil {
		return nil
	}
	for _, i := range c.packs[[keyStart]byte(key[:keyStart])] {
		pack, asked := c.open[i]
		if !asked {
			var err error
			if pack, err = c.fetch(&c.index.Packs[i]); err != nil && c.patience.left != nil {
				return found
			}
			c.open[i] = pack // nil where it is not taken
		}
		if pack != nil && pack.Has(key) {
			found = append(found, candidate{&c.index.Packs[i], pack})
		}
	}
	return found
}

// load reads the index. One that is not there is empty.
func (c *Cache) load() {
	x, _, err := c.readIndex()
	if err != nil {
		return
	}
	c.index, c.packs = x, map[[keyStart]byte][]int{}
	for i := len(x.Packs) - 1; i >= 0; i-- {
		if !x.Packs[i].current(c.Registry) {
			continue
		}
		for keys := x.Packs[i].Keys; len(keys) > 0; keys = keys[keyStart:] {
			start := [keyStart]byte(keys)
			c.packs[start] = append(c.packs[start], i)
		}
	}
}

// readIndex returns the index and its tag, which is empty where there is none.
func (c *Cache) readIndex() (x *index, tag string, err error) {
	var content []byte
	err = c.patience.do(func(ctx context.Context) (err error) {
		var info objects.Info
		content, info, err = objects.Read(ctx, c.Store, c.Namespace+"/"+indexName, maxIndex)
		tag = info.Tag
		return err
	})
	c.stats.Bytes += int64(len(content))
	if errors.Is(err, objects.ErrNotFound) {
		return &index{}, "", nil
	}
	if err != nil {
		return nil, "", err
	}
	if x, err = parseIndex(content); err != nil {
		c.stats.Refused++
		c.patience.leave(err)
	}
	return x, tag, err
}

// errForged says that something is not what a listed key has signed.
var errForged = errors.New("it is not what was signed")

// fetch reads a pack that one of the listed keys has signed.
func (c *Cache) fetch(e *entry) (*ingest.PackReader, error) {
	if err := c.Verify(e.message(c.Namespace), []byte(e.Signature)); err != nil {
		c.stats.Refused++
		return nil, err
	}
	at := c.temp.size
	err := c.patience.do(func(ctx context.Context) error { return c.download(ctx, e) })
	c.stats.Bytes += c.temp.size - at
	if errors.Is(err, errForged) {
		c.stats.Refused++
	}
	if err != nil {
		c.temp.size = at
		return nil, err
	}
	pack, err := ingest.OpenPack(io.NewSectionReader(c.temp.file, at, e.Size), e.Size)
	if err != nil {
		c.stats.Refused++
	}
	return pack, err
}

// download appends a pack to the temporary file. That it is another one than was signed is
// no error of the store: there is no use in asking again.
func (c *Cache) download(ctx context.Context, e *entry) error {
	if err := c.temp.make(); err != nil {
		return err
	}
	r, info, err := c.Store.Get(ctx, c.Namespace+"/"+e.name())
	if err != nil {
		return err
	}
	defer r.Close()
	if info.Size != e.Size {
		return fmt.Errorf("%w: its size", errForged)
	}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(io.NewOffsetWriter(c.temp.file, c.temp.size), sum), io.LimitReader(r, e.Size+1))
	c.temp.size += n
	switch {
	case err != nil:
		return err
	case n < e.Size:
		return io.ErrUnexpectedEOF
	case n > e.Size || hex.EncodeToString(sum.Sum(nil)) != e.Digest:
		return errForged
	}
	return nil
}

// State is what a namespace has.
type State struct {
	Packs    int   `json:"packs"`
	Chapters int   `json:"chapters"`
	Bytes    int64 `json:"size_bytes"`
	Unsigned int   `json:"unsigned"` // packs that no listed key has signed
	Old      int   `json:"old"`      // packs of which no format is as it is now
}

// State counts what the index lists.
func (c *Cache) State() (s State, err error) {
	c.patience.mu.Lock()
	defer c.patience.mu.Unlock()
	x, _, err := c.readIndex()
	if err != nil {
		return s, err
	}
	for i := range x.Packs {
		e := &x.Packs[i]
		s.Packs++
		s.Chapters += len(e.Keys) / keyStart
		s.Bytes += e.Size
		if c.Verify(e.message(c.Namespace), []byte(e.Signature)) != nil {
			s.Unsigned++
		}
		if !e.current(c.Registry) {
			s.Old++
		}
	}
	return s, nil
}
