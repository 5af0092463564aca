package shared

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/objects"
)

const (
	smallPack = 64 // chapters of a pack that may be joined with others
	maxSmall  = 16 // packs that small, before they are joined
	attempts  = 10 // at writing an index that others write, too
	pause     = 10 * time.Millisecond
)

// Put implements [ingest.Cache]: it adds a chapter to what will be published.
func (c *Cache) Put(key ingest.Key, chapter *ingest.Chapter) {
	if c.Sign == nil || !chapter.IsShareable() {
		return
	}
	c.patience.mu.Lock()
	defer c.patience.mu.Unlock()
	if c.writer.problem == nil && c.patience.left == nil {
		c.writer.problem = c.writer.add(key.In(c.Namespace), chapter)
	}
}

// Publish uploads the chapters of this run. An error says that they are not there for others,
// and costs nothing else.
func (c *Cache) Publish() error {
	c.patience.mu.Lock()
	defer c.patience.mu.Unlock()
	defer c.writer.discard()
	if c.writer.pack == nil && len(c.writer.done) == 0 && c.writer.problem == nil {
		return nil
	}
	if err := c.publish(); err != nil {
		return fmt.Errorf("writing the shared cache: %w", err)
	}
	return nil
}

func (c *Cache) publish() error {
	if c.writer.problem != nil {
		return c.writer.problem
	}
	own := c.writer.chapters()
	joined, err := c.join()
	if err == nil {
		err = c.writer.finish()
	}
	if err != nil {
		return err
	}
	var added []entry
	for _, d := range c.writer.done {
		signature, err := c.Sign(d.message(c.Namespace))
		if err != nil {
			return fmt.Errorf("signing: %w", err)
		}
		d.Signature = string(signature)
		if err := c.upload(d); err != nil {
			return err
		}
		added = append(added, d.entry)
	}
	gone, err := c.list(added, joined)
	if err != nil {
		return err
	}
	c.stats.Added += own
	for _, name := range gone { // a reader of the index before misses them
		_ = c.patience.do(func(ctx context.Context) error { return c.Store.Delete(ctx, c.Namespace+"/"+name) })
	}
	return nil
}

// join takes small packs of earlier runs into those of this one, where there are many: a reader
// asks for each. It returns their digests. Those with a format that another version of the program
// has are left to that one.
func (c *Cache) join() (map[string]bool, error) {
	x, _, err := c.readIndex()
	if err != nil {
		return nil, err
	}
	var small []entry
	for i := range x.Packs {
		e := &x.Packs[i]
		if len(e.Keys) < smallPack*keyStart && e.Size < packBytes/4 && e.all(c.Registry) && c.Verify(e.message(c.Namespace), []byte(e.Signature)) == nil {
			small = append(small, *e)
		}
	}
	joined := map[string]bool{}
	if len(small) < maxSmall {
		return joined, nil
	}
	slices.SortFunc(small, bySize)
	for i := range small[:min(len(small), 4*maxSmall)] {
		e := &small[i]
		pack, err := c.fetch(e)
		if c.patience.left != nil {
			return nil, c.patience.left
		}
		switch {
		case err == nil:
			if err := c.take(e, pack); err != nil {
				return nil, err
			}
		case !errors.Is(err, errForged) && !errors.Is(err, objects.ErrNotFound):
			continue // it may be read another time
		}
		joined[e.Digest] = true // what is not what was signed is of no use to others
	}
	return joined, nil
}

// take adds the chapters of a pack to what will be published.
func (c *Cache) take(e *entry, pack *ingest.PackReader) error {
	for _, key := range pack.Keys() {
		if chapter, err := pack.Chapter(key, c.Registry, c.Base); err == nil && e.lists(chapter) {
			err := c.writer.add(key, chapter)
			chapter.Long.Close()
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// upload puts a pack into the store. One that is there has the same digest.
func (c *Cache) upload(d written) error {
	f, err := os.Open(d.file)
	if err != nil {
		return err
	}
	defer f.Close()
	err = c.patience.do(func(ctx context.Context) error {
		_, err := c.Store.Put(ctx, c.Namespace+"/"+d.name(), f, objects.Condition{New: true})
		return err
	})
	if errors.Is(err, objects.ErrExists) {
		return nil
	}
	return err
}

// list writes packs into the index, which others may write meanwhile.
func (c *Cache) list(added []entry, joined map[string]bool) (gone []string, err error) {
	for n := range attempts {
		if n > 0 {
			time.Sleep(rand.N(min(time.Second, pause<<n)))
		}
		x, tag, err := c.readIndex()
		if err != nil {
			return nil, err
		}
		gone = x.merge(added, joined)
		content, err := json.Marshal(x)
		if err != nil {
			return nil, err
		}
		err = c.patience.do(func(ctx context.Context) error {
			_, err := c.Store.Put(ctx, c.Namespace+"/"+indexName, objects.Content(content), objects.Condition{New: tag == "", Tag: tag})
			return err
		})
		if err == nil || !errors.Is(err, objects.ErrExists) && !errors.Is(err, objects.ErrChanged) {
			return gone, err
		}
	}
	return nil, errors.New("others write its index all the time")
}
