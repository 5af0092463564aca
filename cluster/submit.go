package cluster

import (
	"bytes"
	"context"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/objects"
)

// Submission has the sources of profiles converted by workers: Add takes them, Wait
// waits, and then it is an [ingest.Cache] of what came of them, for the builds.
type Submission struct {
	// Have reports whether a chapter is there already; may be nil.
	Have func(ingest.Key) bool
	// Least is how long a source has to be to be queued, in bytes, if no process of its
	// own reads it: a shorter one is converted sooner than sent.
	Least int
	// Say tells people that the work does not go on, and why.
	Say func(format string, args ...any)
	// Progress is called now and then with how many sources are done; may be nil.
	Progress func(done, all int)
	// Patience is how long there may be no worker before that is said; 0 is a minute.
	Patience time.Duration

	queue    *inserter
	isolator ingest.Isolator

	batch batch
	open  map[string]*bundleWriter // by class: the chunk that is not full
	sends errgroup.Group

	pending pending
	results
}

// pending is what is waited for.
type pending struct {
	mu      sync.Mutex
	waiting map[int64]*waited // by job
	all     int               // sources that were waited for
	left    int               // of those
	failed  int               // of which no result came
}

// waited are the keys that a job has, and whose.
type waited struct {
	tenant string
	keys   []ingest.Key
}

// batch are sources that are looked up together.
type batch struct {
	tenant string
	wanted []wanted
	ends   []func()
	held   atomic.Int64 // bytes of contents
}

// wanted is a source whose chapter is not here.
type wanted struct {
	key      ingest.Key
	content  []byte // nil where it has to be read again
	settings *ingest.Settings
	source   *ingest.Source
	path     string
}

// The bounds of a batch: its profiles stay open until it is looked up.
const (
	maxBatch    = 5_000
	maxProfiles = 64
	maxContents = 32 << 20 // bytes that are held; the rest is read again
	maxSends    = 4        // at once
)

// Submit returns a submission of nothing. It has to be closed. Nothing is asked of the store
// once the context ends.
func Submit(ctx context.Context, e *Engine, store objects.Store, r *converters.Registry, isolator ingest.Isolator) (*Submission, error) {
	queue, err := newInserter(e, r)
	if err != nil {
		return nil, err
	}
	folder, err := newScratch()
	if err != nil {
		return nil, err
	}
	s := &Submission{
		queue: queue, isolator: isolator, Say: func(string, ...any) {},
		open: map[string]*bundleWriter{}, pending: pending{waiting: map[int64]*waited{}}, results: newResults(ctx, e, store, r, folder),
	}
	s.sends.SetLimit(maxSends)
	s.amiss.leave = func(why error) {
		s.Say("the store is left for this run, and what is missing converted here: %v\n", why)
	}
	return s, nil
}

// Close removes what was fetched.
func (s *Submission) Close() error {
	_ = s.sends.Wait() // Wait said what went wrong
	for _, b := range s.open {
		b.close()
	}
	s.endBatch()
	if s.amiss.forged > 0 {
		s.Say("%d packs in the store are not what workers wrote, and their sources were converted here: see who else may write there\n", s.amiss.forged)
	}
	s.close()
	return s.folder.remove()
}

// Add takes the sources of a profile, of which those are queued that are neither here nor
// in the cluster. They are read until end is called, which is always done.
func (s *Submission) Add(ctx context.Context, label string, settings ingest.Settings, sources []ingest.Source, end func()) error {
	tenant, err := tenantOf(settings.Namespace)
	if err == nil && tenant != s.batch.tenant {
		err = s.drain(ctx)
		s.batch.tenant = tenant
	}
	s.batch.ends = append(s.batch.ends, end)
	if err != nil {
		return err
	}
	s.base = settings.Base
	contents := make([][]byte, len(sources))
	outcomes, err := ingest.Digests(ctx, sources, settings, func(i int, o *ingest.Outcome, content *io.SectionReader) {
		contents[i] = s.hold(o, content)
	})
	if err != nil {
		return err
	}
	for i := range outcomes {
		o, src := &outcomes[i], &sources[i]
		if !s.leaves(o, src, contents[i]) && s.expect(o.Key) {
			s.batch.wanted = append(s.batch.wanted, wanted{o.Key, contents[i], &settings, src, label + "/" + src.Path})
		}
	}
	if len(s.batch.wanted) >= maxBatch || len(s.batch.ends) >= maxProfiles || s.batch.held.Load() >= maxContents {
		return s.flush(ctx)
	}
	return nil
}

// leaves reports whether a source is left to the build, which has its chapter, or makes it
// sooner than it can be sent. The content is nil where it is not held.
func (s *Submission) leaves(o *ingest.Outcome, src *ingest.Source, content []byte) bool {
	if o.Err != nil || o.Key == (ingest.Key{}) || recognizes(src) {
		return true
	}
	if content == nil {
		return s.has(o.Key)
	}
	return len(content) < s.Least && s.classOf(src, sectionOf(content)) == Small
}

func sectionOf(content []byte) *io.SectionReader {
	return io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))
}

func (s *Submission) has(key ingest.Key) bool { return s.Have != nil && s.Have(key) }

// hold returns the content of a source that may be queued, so that it is read once. It is
// nil where that would be too much.
func (s *Submission) hold(o *ingest.Outcome, content *io.SectionReader) []byte {
	size := content.Size()
	if s.has(o.Key) || size > bigSource || s.batch.held.Load() >= maxContents {
		return nil
	}
	held := make([]byte, size)
	if _, err := content.ReadAt(held, 0); err != nil && err != io.EOF {
		return nil
	}
	s.batch.held.Add(size)
	return held
}

// recognizes reports whether a chapter depends on a program that its key does not name:
// then it is made where the build is.
func recognizes(src *ingest.Source) bool {
	return src.Terms != nil && src.Terms.Options.OCR != "" && src.Terms.Options.OCR != "off"
}

// drain looks up what is left and sends the chunks that are not full.
func (s *Submission) drain(ctx context.Context) error {
	err := s.flush(ctx)
	for _, class := range Classes() {
		if err == nil && s.open[class] != nil {
			err = s.send(ctx, class)
		}
	}
	return err
}

// flush looks up a batch and queues what nobody has.
func (s *Submission) flush(ctx context.Context) error {
	defer s.endBatch()
	if len(s.batch.wanted) == 0 {
		return nil
	}
	keys := make([]ingest.Key, len(s.batch.wanted))
	for i := range keys {
		keys[i] = s.batch.wanted[i].key
	}
	var all []found
	err := lasting(ctx, func() (err error) {
		all, err = s.queue.lookUp(ctx, s.batch.tenant, keys)
		return err
	})
	if err != nil {
		return err
	}
	known := map[ingest.Key]bool{}
	for i := range all {
		known[all[i].key] = s.take(s.batch.tenant, &all[i])
	}
	for i := range s.batch.wanted {
		if w := &s.batch.wanted[i]; !known[w.key] {
			if err := s.queueOne(ctx, w); err != nil {
				return err
			}
		}
	}
	return nil
}

// take takes what is known of a key, and reports whether nobody has to queue it.
func (s *Submission) take(tenant string, f *found) bool {
	switch {
	case f.pack != nil:
		s.packed(f.key, tenant, digest(f.pack))
	case f.failed != nil:
		s.refuse(f.key, *f.failed)
	case f.live:
		s.pending.mu.Lock()
		defer s.pending.mu.Unlock()
		s.await(tenant, f.job, f.key)
	default:
		return false
	}
	return true
}

// await waits for a key of a job. The submission is locked.
func (s *Submission) await(tenant string, job int64, key ingest.Key) {
	w := s.pending.waiting[job]
	if w == nil {
		w = &waited{tenant: tenant}
		s.pending.waiting[job] = w
	}
	w.keys = append(w.keys, key)
	s.pending.all++
	s.pending.left++
}

// endBatch lets the profiles of a batch go.
func (s *Submission) endBatch() {
	for _, end := range s.batch.ends {
		end()
	}
	s.batch.wanted, s.batch.ends = nil, nil
	s.batch.held.Store(0)
}

// queueOne puts a source into the chunk of its class, and sends that if it is full. One
// that cannot be read, or that is another one now, is left to the build.
func (s *Submission) queueOne(ctx context.Context, w *wanted) error {
	content, end, err := w.open()
	if err != nil {
		return nil
	}
	defer end()
	size := content.Size()
	class := s.classOf(w.source, content)
	if b := s.open[class]; b != nil && b.size+size > maxBytes {
		if err := s.send(ctx, class); err != nil {
			return err
		}
	}
	b := s.open[class]
	if b == nil {
		if b, err = newBundle(s.folder.dir, w.settings.Base); err != nil {
			return err
		}
		s.open[class] = b
	}
	said := bundled{Path: w.path, Name: w.source.Name(), Key: w.key.String(), Last: w.source.Last}
	var terms ingest.Terms
	if w.source.Terms != nil {
		terms = *w.source.Terms
	}
	if err := b.add(said, terms, content); err != nil {
		return err
	}
	if len(b.Sources) == maxSources || b.size >= maxBytes {
		return s.send(ctx, class)
	}
	return nil
}

// open returns the content of a source, which is read until end is called.
func (w *wanted) open() (content *io.SectionReader, end func() error, err error) {
	if w.content != nil {
		return sectionOf(w.content), func() error { return nil }, nil
	}
	var f *os.File
	if w.source.File != nil && w.settings.Profile != nil {
		opener := discover.NewOpener(w.settings.Profile)
		defer opener.Close()
		f, err = opener.Open(w.source.File)
	} else {
		f, err = w.source.Open()
	}
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return io.NewSectionReader(f, 0, info.Size()), f.Close, nil
}

// classOf returns the class of a source.
func (s *Submission) classOf(src *ingest.Source, content *io.SectionReader) string {
	c, ok := s.registry.ForName(src.Name())
	if content.Size() > bigSource || ok && ingest.Isolates(s.isolator, s.registry, c, content) {
		return Big
	}
	return Small
}

// send uploads the chunk of a class and queues it, meanwhile. What went wrong with it is
// told by Wait.
func (s *Submission) send(ctx context.Context, class string) error {
	b, tenant := s.open[class], s.batch.tenant
	delete(s.open, class)
	if err := s.room(ctx); err != nil || len(b.Sources) == 0 {
		b.close()
		return err
	}
	s.sends.Go(func() error {
		defer b.close()
		sum, size, err := b.finish()
		if err != nil {
			return err
		}
		if err := keep(ctx, s.store, bundleName(tenant, sum), b.file, size, sum); err != nil {
			return err
		}
		var job int64
		err = lasting(ctx, func() error {
			job, err = s.queue.insert(ctx, class, chunk{tenant, sum.String(), 0, len(b.Sources), b.size}, b.Sources)
			return err
		})
		if err != nil {
			return err
		}
		s.pending.mu.Lock()
		defer s.pending.mu.Unlock()
		for i := range b.Sources {
			if key, ok := keyOf(b.Sources[i].Key); ok {
				s.await(tenant, job, key)
			}
		}
		return nil
	})
	return nil
}

// room waits until fewer chunks are queued than may be.
func (s *Submission) room(ctx context.Context) error {
	for {
		var full bool
		err := lasting(ctx, func() (err error) {
			full, err = s.queue.isFull(ctx)
			return err
		})
		if err != nil || !full {
			return err
		}
		if err := pause(ctx, time.Second); err != nil {
			return err
		}
	}
}
