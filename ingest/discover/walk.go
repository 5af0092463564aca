package discover

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"sync"
)

func newWalker(profile *os.Root, opts Options, open func(*os.Root, string) (place, error)) *walker {
	w := &walker{opener: opener{profile, open}, opts: opts.filled(), known: &Index{}}
	w.tasks.ready = sync.NewCond(&w.tasks.mu)
	return w
}

// walk goes through all folders. It returns the source folder, if there is one.
func (w *walker) walk(ctx context.Context) (*node, error) {
	root, err := w.root()
	if root == nil || err != nil {
		return nil, err
	}
	w.tasks.push(task{node: root})
	var group sync.WaitGroup
	for range w.opts.Jobs {
		group.Go(func() { w.work(ctx) })
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return root, err
	}
	if w.over.Load() {
		return root, w.opts.tooMany()
	}
	return root, nil
}

// root finds the source folder, which may itself be a link within the profile.
// It is nil when there is none.
func (w *walker) root() (*node, error) {
	end, err := w.resolve("", w.opts.Folder)
	switch {
	case err != nil:
		return nil, &FolderError{w.opts.Folder, err}
	case end.skip == skipBroken:
		return nil, nil
	case end.skip != "":
		return nil, &FolderError{w.opts.Folder, errors.New(end.skip)}
	case !end.mode.IsDir():
		return nil, nil
	}
	root := &node{name: w.opts.Folder, real: end.real, link: true, past: past{record: w.known.Listing.root()}}
	if end.real != "" {
		root.base = len(end.real) + 1
	}
	return root, nil
}

// pop waits for a task; without ok all are done.
func (q *taskStack) pop() (t task, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.stack) == 0 {
		if q.left == 0 {
			return task{}, false
		}
		q.ready.Wait()
	}
	t = q.stack[len(q.stack)-1]
	q.stack = q.stack[:len(q.stack)-1]
	return t, true
}

func (q *taskStack) finish() {
	q.mu.Lock()
	q.left--
	end := q.left == 0
	q.mu.Unlock()
	if end {
		q.ready.Broadcast()
	}
}

// work does tasks until there are none. After the end of the context or the
// passing of a limit it only closes what is open.
func (w *walker) work(ctx context.Context) {
	tools := &tools{buf: make([]byte, listBuffer)}
	for {
		t, ok := w.tasks.pop()
		if !ok {
			return
		}
		w.do(t, tools, w.over.Load() || ctx.Err() != nil)
		w.tasks.finish()
	}
}

func (w *walker) do(t task, use *tools, stop bool) {
	n := t.node
	switch {
	case t.compare:
		if !stop {
			w.comparePart(t, use)
		}
		n.release()
	case t.to > 0:
		if !stop {
			w.look(n, t.from, t.to)
		}
		n.release()
	case !stop:
		w.enter(n)
		w.list(n, use)
	case !n.link:
		n.parent.release()
	}
}

// enter opens a folder and tells the parent that it is no longer needed for
// that.
func (w *walker) enter(n *node) {
	var err error
	if n.link {
		n.place, err = w.open(w.profile, n.real)
	} else {
		n.place, err = n.parent.place.sub(n.name)
		n.parent.release()
	}
	if err == nil && n.linked {
		n.identified.Do(func() { n.id, err = n.place.id() })
	}
	switch {
	case errors.Is(err, fs.ErrNotExist), IsReplaced(err):
		n.content.skip = SkipReplaced
	case err != nil:
		n.content.err = err
	case n.linked && w.insideItself(n):
		n.content.skip = skipLoop
	}
}

func (o opener) insideItself(n *node) bool {
	for up := n.parent; up != nil; up = up.parent {
		if n.id.same(o.identify(up)) {
			return true
		}
	}
	return false
}

// identify returns the identity of a folder that may be closed by now. Only
// links can lead back to one. Of one that is gone there is none: no other
// folder is the same.
func (o opener) identify(n *node) identity {
	n.identified.Do(func() {
		at, err := o.open(o.profile, n.real)
		if err != nil {
			return
		}
		n.id, _ = at.id() // none, again
		_ = at.close()    // nothing was written
	})
	return n.id
}

// list reads the names of a folder that was entered, and hands them out.
func (w *walker) list(n *node, use *tools) {
	if n.place == nil {
		w.changed.Store(true) // it could be opened when the listing was made
		return
	}
	n.users.Store(1) // this function
	defer n.release()
	if n.content.skip != "" || n.content.err != nil {
		w.changed.Store(true)
		return
	}
	if !w.compare(n, use) {
		w.read(n, use)
	}
}

// look finds out what the names of a folder from one to another are, and
// pushes the subfolders.
func (w *walker) look(n *node, from, to int) {
	if from == to {
		return
	}
	var subs []task
	var other []slot
	for i := from; i < to && !w.over.Load(); i++ {
		s := slot{name: i}
		w.entry(n, &s)
		switch {
		case n.content.files[i].Path != "":
		case s == slot{name: i}:
			continue // ignored, or gone
		default:
			other = append(other, s)
		}
		if w.found.Add(1) > int64(w.opts.MaxFiles) {
			w.over.Store(true)
		}
		if s.sub == nil {
			continue
		}
		if !s.sub.link {
			n.users.Add(1)
			s.sub.past.record = recordOf(w.known, n, s.sub.name)
		}
		subs = append(subs, task{node: s.sub})
	}
	n.content.other[from/namesPerTask] = other
	slices.Reverse(subs) // the first is taken first
	if len(subs) > 0 {
		w.tasks.push(subs...)
	}
}
