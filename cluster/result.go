package cluster

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/ingest/elsewhere"
	"github.com/seed353dc258/backstory/internal/objects"
)

// results are what came of keys. The packs are fetched when a chapter of them is asked
// for, and a few are kept: the sources of a profile are in one chunk or two.
type results struct {
	engine   *Engine
	store    objects.Store
	registry *converters.Registry
	base     int // see [ingest.Settings]
	folder   *scratch
	until    context.Context

	lock    sync.Mutex
	keys    map[ingest.Key]int // the number of its pack; 0 for none
	packs   []packRef
	numbers map[digest]int
	refused map[ingest.Key]string
	amiss   storeFaults
	opened  []*openPack // the one that was used last is the last
}

// storeFaults are what a store did wrong.
type storeFaults struct {
	failed int         // requests
	forged int         // packs that are not what workers wrote
	leave  func(error) // called once, when the store is not asked any more
}

type packRef struct {
	tenant string
	sum    digest
	gone   bool // it cannot be had
}

// openPack is a pack that was fetched.
type openPack struct {
	number int
	file   *os.File
	*ingest.PackReader
}

// maxOpen is how many packs are open at once: more than there are conversions at once.
const maxOpen = 64

func newResults(until context.Context, e *Engine, store objects.Store, r *converters.Registry, folder *scratch) results {
	return results{
		engine: e, store: store, registry: r, folder: folder, until: until,
		keys: map[ingest.Key]int{}, numbers: map[digest]int{}, refused: map[ingest.Key]string{},
	}
}

func keyOf(text string) (key ingest.Key, ok bool) {
	b, err := hex.DecodeString(text)
	return key, err == nil && copy(key[:], b) == len(key) && len(b) == len(key)
}

// expect notes that a key is wanted, and reports whether that is new.
func (r *results) expect(key ingest.Key) bool {
	if _, ok := r.keys[key]; ok {
		return false
	}
	r.keys[key] = 0
	return true
}

func (r *results) packed(key ingest.Key, tenant string, sum digest) {
	n, ok := r.numbers[sum]
	if !ok {
		r.packs = append(r.packs, packRef{tenant: tenant, sum: sum})
		n = len(r.packs)
		r.numbers[sum] = n
	}
	r.keys[key] = n
}

func (r *results) refuse(key ingest.Key, reason string) {
	if reason != "" {
		r.refused[key] = reason
	}
}

// Refused returns why a source is not to be converted anywhere, if that is so.
func (r *results) Refused(key ingest.Key) error {
	r.lock.Lock()
	defer r.lock.Unlock()
	if why, ok := r.refused[key]; ok {
		return fmt.Errorf("%w: %s", elsewhere.ErrGivenUp, why)
	}
	return nil
}

// Put implements [ingest.Cache]: it keeps nothing.
func (*results) Put(ingest.Key, *ingest.Chapter) {}

// Get implements [ingest.Cache].
func (r *results) Get(key ingest.Key) (*ingest.Chapter, bool) {
	p := r.packOf(key)
	if p == nil {
		return nil, false
	}
	c, err := p.Chapter(key, r.registry, r.base)
	return c, err == nil
}

// packOf returns the pack that has the chapter of a key, or nil.
func (r *results) packOf(key ingest.Key) *openPack {
	r.lock.Lock()
	defer r.lock.Unlock()
	number := r.keys[key]
	if number == 0 {
		return nil
	}
	return r.openPack(number)
}

// openPack returns a pack, or nil where it cannot be had. The results are locked.
func (r *results) openPack(number int) *openPack {
	for i, p := range r.opened {
		if p.number == number {
			r.opened = append(append(r.opened[:i:i], r.opened[i+1:]...), p)
			return p
		}
	}
	ref := &r.packs[number-1]
	if ref.gone || r.amiss.failed >= maxFaults || r.until.Err() != nil {
		return nil
	}
	p, err := r.fetchPack(number, ref)
	if err != nil {
		ref.gone = true
		switch {
		case r.until.Err() != nil: // which is no fault of the store
			return nil
		case errors.Is(err, errBundle):
			r.amiss.forged++
			fallthrough
		case errors.Is(err, objects.ErrNotFound):
			r.engine.forget(ref) // so that the next build has it made again
		case errors.Is(err, context.DeadlineExceeded):
			r.amiss.failed = maxFaults
		default:
			r.amiss.failed++
		}
		if r.amiss.failed == maxFaults {
			r.amiss.leave(err)
		}
		return nil
	}
	if len(r.opened) == maxOpen {
		r.opened[0].file.Close()
		r.opened = r.opened[1:]
	}
	r.opened = append(r.opened, p)
	return p
}

// How long fetching a pack may take, and forgetting one.
const (
	fetchTime  = 5 * time.Minute
	forgetTime = 10 * time.Second
)

// maxFaults is after how many faults of the store a build converts what is missing itself,
// and asks for no other pack.
const maxFaults = 3

func (r *results) fetchPack(number int, ref *packRef) (*openPack, error) {
	ctx, cancel := context.WithTimeout(r.until, fetchTime)
	defer cancel()
	f, err := fetch(ctx, r.store, packName(ref.tenant, ref.sum), r.folder.dir, ref.sum)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		var pack *ingest.PackReader
		if pack, err = ingest.OpenPack(f, info.Size()); err == nil {
			return &openPack{number, f, pack}, nil
		}
	}
	f.Close()
	return nil, err
}

// forget drops what is known of a pack that is gone.
func (e *Engine) forget(ref *packRef) {
	ctx, cancel := context.WithTimeout(context.Background(), forgetTime)
	defer cancel()
	_ = e.within(ctx, ref.tenant, func(tx pgx.Tx) error { // the next build tries again
		_, err := tx.Exec(ctx, "DELETE FROM "+schema+".conversion WHERE tenant = $1 AND pack = $2", ref.tenant, ref.sum[:])
		return err
	})
}

func (r *results) close() {
	for _, p := range r.opened {
		p.file.Close()
	}
	r.opened = nil
}
