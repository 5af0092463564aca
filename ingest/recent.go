package ingest

import (
	"slices"
	"sync"
)

// maxRecent is how many bytes the chapters take that a [Recent] keeps.
const maxRecent = 32 << 20

// Recent keeps chapters that were asked for last, by what tells them apart. It may be
// used by several goroutines, and the zero value is empty.
type Recent[K comparable] struct {
	mu   sync.Mutex
	kept []recent[K] // that which was asked for last comes first
	size int64
}

type recent[K comparable] struct {
	key     K
	chapter *Chapter
}

// Get returns a chapter, which nobody may change, or nil.
func (r *Recent[K]) Get(key K) *Chapter {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := slices.IndexFunc(r.kept, func(c recent[K]) bool { return c.key == key })
	if at < 0 {
		return nil
	}
	found := r.kept[at]
	copy(r.kept[1:], r.kept[:at])
	r.kept[0] = found
	return found.chapter
}

// Put keeps a chapter, for which others may have to go. One that is larger than all that
// may be kept is not.
func (r *Recent[K]) Put(key K, c *Chapter) {
	weight := c.weight()
	if weight > maxRecent || r.Get(key) != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept = slices.Insert(r.kept, 0, recent[K]{key, c})
	for r.size += weight; r.size > maxRecent; {
		last := len(r.kept) - 1
		r.size -= r.kept[last].chapter.weight()
		r.kept[last] = recent[K]{} // it would stay in memory
		r.kept = r.kept[:last]
	}
}
