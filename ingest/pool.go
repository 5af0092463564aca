package ingest

import (
	"bytes"
	"context"
	"errors"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/ingest/discover"
)

// maxWaiting is how many bytes of text may wait for those before them to be
// delivered; beyond it no new source is begun.
const maxWaiting = 16 << 20

// pool converts sources with a number of workers. A worker that does not come
// back is left behind and another takes its place.
type pool struct {
	settings *Settings
	sources  []Source
	outcomes []Outcome // where they are not delivered
	ctx      context.Context
	cancel   context.CancelFunc
	watchdog time.Duration
	ended    chan struct{} // closed when no worker is left but those left behind

	mu      sync.Mutex
	room    *sync.Cond // less waits to be delivered, or all ends
	workers []*worker
	next    int // source to begin
	out     delivery
	err     error // of Deliver, or of the machine: everything ends
}

// delivery hands outcomes on in the order of the sources.
type delivery struct {
	done       []bool           // by source
	count      int              // of those
	head       int              // source to be delivered next
	ready      map[int]*Outcome // of those that are done and not delivered; those of kept sources are made when they are
	waiting    int64            // bytes of text of them
	delivering bool
}

// worker converts one source after another. Its fields are the pool's to
// read; buffers and opener are its own.
type worker struct {
	source   int // under work, or -1
	began    time.Time
	told     time.Time   // when it was told to end; zero if it was not
	left     bool        // behind
	away     atomic.Bool // its source is with the isolator, which has a deadline of its own
	ctx      context.Context
	cancel   context.CancelFunc
	opener   *discover.Opener // nil where sources open themselves
	content  []byte           // of a source
	text     bytes.Buffer     // of a chapter
	scratch  markdown.Scratch
	tails    map[tail][]byte
	keyBytes []byte
}

func newPool(ctx context.Context, sources []Source, s *Settings) *pool {
	p := &pool{
		settings: s, sources: sources, watchdog: s.Watchdog, ended: make(chan struct{}),
		out: delivery{done: make([]bool, len(sources)), ready: map[int]*Outcome{}},
	}
	p.ctx, p.cancel = context.WithCancel(ctx)
	if p.watchdog == 0 {
		p.watchdog = Watchdog
	}
	p.room = sync.NewCond(&p.mu)
	return p
}

// run starts the workers and ends when all sources are delivered, or a second
// after the context.
func (p *pool) run() error {
	defer p.cancel()
	jobs := p.settings.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	if len(p.sources) > 0 {
		p.mu.Lock()
		for range max(1, min(jobs, p.keep())) { // one delivers what is kept
			p.start()
		}
		p.mu.Unlock()
		p.watch()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	err := p.err
	if err == nil {
		err = p.ctx.Err()
	}
	if err != nil {
		for i := range p.outcomes {
			p.outcomes[i].drop()
		}
		for _, out := range p.out.ready {
			out.drop()
		}
	}
	return err
}

// keep records the outcomes of sources that are kept and returns how many are
// not.
func (p *pool) keep() (left int) {
	for i := range p.sources {
		if src := &p.sources[i]; src.Kept {
			if p.out.done[i] = true; p.outcomes != nil {
				p.outcomes[i] = src.kept()
			}
			p.out.count++
		}
	}
	p.skip()
	return len(p.sources) - p.out.count
}

// kept is the outcome of a source that is.
func (s *Source) kept() Outcome { return Outcome{Content: *s.Known, Bytes: s.Size, Kept: true} }

// skip moves on to the next source that is not kept. The pool is locked.
func (p *pool) skip() {
	for p.next < len(p.sources) && p.sources[p.next].Kept {
		p.next++
	}
}

// start starts a worker. The pool is locked.
func (p *pool) start() {
	w := &worker{source: -1}
	if p.settings.Profile != nil {
		w.opener = discover.NewOpener(p.settings.Profile)
	}
	w.renew(p.ctx)
	p.workers = append(p.workers, w)
	go p.work(w)
}

// renew gives a worker a context that can be cancelled alone.
func (w *worker) renew(ctx context.Context) {
	w.ctx, w.cancel = context.WithCancel(ctx)
	w.told = time.Time{}
}

func (p *pool) work(w *worker) {
	p.mu.Lock()
	p.advance()
	p.mu.Unlock()
	for p.take(w) {
		out := p.settings.one(w, &p.sources[w.source])
		if !p.put(w, out) {
			break
		}
	}
	w.cancel()
	if w.opener != nil {
		_ = w.opener.Close() // nothing was written
	}
}

// take gives a worker its next source, once there is room. It returns false
// where there is none left, and the worker has ended.
func (p *pool) take(w *worker) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.out.waiting > maxWaiting && !p.over() {
		p.room.Wait() // a source before this one is under work, so it ends
	}
	if p.over() {
		p.end(w)
		return false
	}
	if !w.told.IsZero() {
		w.renew(p.ctx)
	}
	w.source, w.began = p.next, time.Now()
	p.next++
	p.skip()
	return true
}

func (p *pool) over() bool { return p.next == len(p.sources) || p.err != nil || p.ctx.Err() != nil }

// end takes a worker off the list. The pool is locked.
func (p *pool) end(w *worker) {
	for i := range p.workers {
		if p.workers[i] == w {
			p.workers = append(p.workers[:i], p.workers[i+1:]...)
			break
		}
	}
	if len(p.workers) == 0 {
		close(p.ended)
	}
}

// put records what became of a worker's source. It returns false where the
// worker was left behind: then nobody waits for it.
func (p *pool) put(w *worker, out Outcome) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if w.left {
		out.drop()
		return false
	}
	if out.Err != nil && !w.told.IsZero() && p.ctx.Err() == nil {
		out.Err = timeout(p.watchdog)
	}
	i := w.source
	w.source = -1
	out.Err = p.settings.own(out.Err)
	if endsRun(out.Err) {
		p.stop(sourceError(p.sources[i].Path, out.Err))
		return true
	}
	p.record(i, out)
	return true
}

// stop ends the run with an error, at once if it is the machine's. What changed
// costs nobody else's work. The pool is locked.
func (p *pool) stop(err error) {
	if p.err == nil && p.ctx.Err() == nil {
		p.err = err
	}
	p.room.Broadcast()
	if errors.Is(err, converters.ErrMachine) {
		p.cancel()
	}
}

// record keeps an outcome and delivers what is due. The pool is locked, but
// not all the time.
func (p *pool) record(i int, out Outcome) {
	p.out.done[i] = true
	p.out.count++
	if p.settings.Progress != nil {
		p.settings.Progress(p.out.count, len(p.sources))
	}
	if p.settings.Deliver == nil {
		p.outcomes[i] = out
		return
	}
	p.out.ready[i] = &out
	p.out.waiting += out.weight()
	p.advance()
}

// advance delivers what is due, unless somebody does. The pool is locked, but
// not all the time.
func (p *pool) advance() {
	if p.settings.Deliver == nil {
		return
	}
	for !p.out.delivering && p.out.head < len(p.out.done) && p.out.done[p.out.head] && p.err == nil {
		p.deliver()
	}
}

// weight returns what an outcome takes until it is delivered, in bytes.
func (o *Outcome) weight() int64 {
	if o.Chapter != nil {
		return o.Chapter.weight()
	}
	return 0
}

// weight returns what a chapter takes, in bytes.
func (c *Chapter) weight() int64 {
	size := int64(len(c.Text)) + placeBytes*int64(len(c.Places)+len(c.Segments))
	if c.Long != nil {
		size += c.Long.Size() // of the disk
	}
	return size
}

// placeBytes is about what a place of a chapter takes in memory, or a segment.
const placeBytes = 88

// deliver delivers the next outcome. The pool is locked, but not while that
// happens.
func (p *pool) deliver() {
	i := p.out.head
	out := p.out.ready[i]
	if out == nil {
		kept := p.sources[i].kept()
		out = &kept
	}
	weight := out.weight()
	p.out.delivering = true
	p.mu.Unlock()
	err := p.settings.Deliver(i, out)
	p.mu.Lock()
	out.drop()
	p.out.delivering = false
	if err != nil && p.err == nil {
		p.err = err
	}
	p.out.head++
	delete(p.out.ready, i)
	if p.out.waiting -= weight; p.out.waiting <= maxWaiting || err != nil {
		p.room.Broadcast()
	}
}

// watch ends with the last worker. Until then it tells those to end that take
// too long, and leaves those behind that do not.
func (p *pool) watch() {
	timer := time.NewTimer(p.watchdog)
	defer timer.Stop()
	stop := p.ctx.Done()
	for {
		select {
		case <-p.ended:
			return
		case <-stop:
			stop = nil
			p.mu.Lock()
			p.room.Broadcast()
			p.mu.Unlock()
		case <-timer.C:
		}
		timer.Reset(p.look(time.Now()))
	}
}

// look looks at every worker and returns how long the next look has time.
func (p *pool) look(now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	wait := p.watchdog
	for _, w := range append([]*worker(nil), p.workers...) {
		if w.source < 0 {
			continue
		}
		late := now.Sub(w.began) >= p.watchdog && !w.away.Load()
		if w.told.IsZero() && (p.ctx.Err() != nil || late) {
			w.told = now
			w.cancel()
		}
		switch {
		case w.told.IsZero() && w.away.Load():
		case w.told.IsZero():
			wait = min(wait, p.watchdog-now.Sub(w.began))
		case now.Sub(w.told) >= grace:
			p.leave(w)
		default:
			wait = min(wait, grace-now.Sub(w.told))
		}
	}
	return max(wait, time.Millisecond)
}

// leave leaves a worker behind. The pool is locked.
func (p *pool) leave(w *worker) {
	w.left = true
	out := Outcome{Err: p.ctx.Err()}
	if out.Err == nil {
		out.Err = timeout(p.watchdog)
	}
	if !p.over() {
		p.start()
	}
	p.record(w.source, out)
	p.end(w)
}

// open opens a source.
func (w *worker) open(src *Source) (*os.File, error) {
	if src.File != nil && w.opener != nil {
		return w.opener.Open(src.File)
	}
	return src.Open()
}

// tail names what a key says behind the digest.
type tail struct {
	format, name string
	terms        *Terms
}
