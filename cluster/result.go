package cluster

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/ingest/elsewhere"
	"github.com/seed353dc258/backstory/internal/objects"
)

// results are what came of keys. The packs are fetched when a chapter of them is asked
// for, and a few are kept: the sources of a profile are in one chunk or two.
type results struct {
	engine *Engine
	store  objects.Store
	folder string

	lock    sync.Mutex
	keys    map[ingest.Key]result
	packs   []packRef
	numbers map[digest]int
	refused map[ingest.Key]string
	opened  []*openPack // the one that was used last is the last
}

// result is where the chapter of a key is, and on which terms it was made.
type result struct {
	terms *ingest.Terms
	pack  int // its number and one; 0 for none
}

type packRef struct {
	tenant string
	sum    digest
	gone   bool // it cannot be had
}

// openPack is a pack that was fetched.
type openPack struct {
	number int
	cache  *ingest.ChapterCache
}

// maxOpen is how many packs are open at once.
const maxOpen = 8

func newResults(e *Engine, store objects.Store, folder string) results {
	return results{
		engine: e, store: store, folder: folder,
		keys: map[ingest.Key]result{}, numbers: map[digest]int{}, refused: map[ingest.Key]string{},
	}
}

func keyOf(text string) (key ingest.Key, ok bool) {
	b, err := hex.DecodeString(text)
	return key, err == nil && copy(key[:], b) == len(key) && len(b) == len(key)
}

// expect notes that a key is wanted, and reports whether that is new.
func (r *results) expect(key ingest.Key, terms *ingest.Terms) bool {
	if _, ok := r.keys[key]; ok {
		return false
	}
	r.keys[key] = result{terms: terms}
	return true
}

func (r *results) packed(key ingest.Key, tenant string, sum digest) {
	n, ok := r.numbers[sum]
	if !ok {
		r.packs = append(r.packs, packRef{tenant: tenant, sum: sum})
		n = len(r.packs)
		r.numbers[sum] = n
	}
	of := r.keys[key]
	of.pack = n
	r.keys[key] = of
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
	r.lock.Lock()
	defer r.lock.Unlock()
	of := r.keys[key]
	if of.pack == 0 {
		return nil, false
	}
	p := r.openPack(of.pack)
	if p == nil {
		return nil, false
	}
	chapter, ok := p.cache.Get(key)
	if !ok {
		return nil, false
	}
	var limits converters.Limits
	if of.terms != nil {
		limits = of.terms.Limits
	}
	chapter, err := receive(r.folder, chapter, limits)
	return chapter, err == nil
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
	if ref.gone {
		return nil
	}
	p, err := r.fetchPack(number, ref)
	if err != nil {
		ref.gone = true
		if errors.Is(err, objects.ErrNotFound) || errors.Is(err, errBundle) {
			r.engine.forget(ref) // so that the next build has it made again
		}
		return nil
	}
	if len(r.opened) == maxOpen {
		r.opened[0].cache.Close()
		r.opened = r.opened[1:]
	}
	r.opened = append(r.opened, p)
	return p
}

// fetchTime is how long fetching a pack may take.
const fetchTime = 5 * time.Minute

func (r *results) fetchPack(number int, ref *packRef) (*openPack, error) {
	ctx, cancel := context.WithTimeout(context.Background(), fetchTime)
	defer cancel()
	f, err := fetch(ctx, r.store, packName(ref.tenant, ref.sum), r.folder, ref.sum)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	dir, err := os.MkdirTemp(r.folder, "pack")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) // what is open stays readable
	if err := copyTo(filepath.Join(dir, fmt.Sprintf("%d-0.pack", time.Now().UnixNano())), f); err != nil {
		return nil, err
	}
	cache, err := ingest.OpenCache(dir, 0)
	return &openPack{number, cache}, err
}

func copyTo(name string, from *os.File) error {
	to, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err = from.Seek(0, io.SeekStart); err == nil {
		_, err = io.Copy(to, from)
	}
	return errors.Join(err, to.Close())
}

// forget drops what is known of a pack that is gone.
func (e *Engine) forget(ref *packRef) {
	ctx, cancel := context.WithTimeout(context.Background(), fetchTime)
	defer cancel()
	_ = e.within(ctx, ref.tenant, func(tx pgx.Tx) error { // the next build tries again
		_, err := tx.Exec(ctx, "DELETE FROM "+schema+".conversion WHERE tenant = $1 AND pack = $2", ref.tenant, ref.sum[:])
		return err
	})
}

func (r *results) close() {
	for _, p := range r.opened {
		p.cache.Close()
	}
	r.opened = nil
}

// receive passes a chapter through the gate, as one that a child process made.
func receive(spool string, c *ingest.Chapter, limits converters.Limits) (*ingest.Chapter, error) {
	got := ingest.Receive(spool, limits)
	defer got.Close()
	text, size := io.Reader(strings.NewReader(c.Text)), int64(len(c.Text))
	if c.Long != nil {
		text, size = c.Long.Reader(), c.Long.Size()
	}
	if err := pour(got, text); err != nil {
		return nil, err
	}
	// The text of a chapter is kept without line ends at its end, and its length with them.
	if more := c.Length - size; more > 0 && more <= maxEnds {
		if _, err := got.Write([]byte(strings.Repeat("\n", int(more)))); err != nil {
			return nil, err
		}
	}
	bare := *c
	bare.Text, bare.Long = "", nil
	return got.Chapter(ingest.EncodeChapter(&bare))
}

// maxEnds is how many line ends a chapter has at its end at most.
const maxEnds = 16

// pour writes a text in pieces of whole characters, parted behind white space where
// there is some: what is parted there can be looked at by itself.
func pour(to io.Writer, text io.Reader) error {
	buf, held := make([]byte, 256<<10), 0
	for {
		n, err := io.ReadFull(text, buf[held:])
		all := buf[:held+n]
		cut := len(all)
		if err == nil {
			cut = cutOf(all)
		}
		if _, err := to.Write(all[:cut]); err != nil {
			return err
		}
		held = copy(buf, all[cut:])
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		case err != nil:
			return err
		}
	}
}

func cutOf(p []byte) int {
	if n := strings.LastIndexAny(string(p), "\n ") + 1; n > 0 {
		return n
	}
	n := len(p)
	for n > len(p)-utf8.UTFMax && !utf8.RuneStart(p[n-1]) {
		n--
	}
	return n - 1
}
