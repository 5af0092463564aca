package discover

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"sync"
	"sync/atomic"
)

// walker goes through the folders of one profile. Its goroutines take tasks
// from a stack: on a stack, and not in a queue, so that the folders that are
// open at any time are those of a few paths.
type walker struct {
	profile *os.Root
	opts    Options
	open    func(profile *os.Root, real string) (place, error)

	found atomic.Int64 // against MaxFiles
	names atomic.Int64 // read from folders, hidden ones too
	steps atomic.Int64 // looks at the parts of links' targets
	over  atomic.Bool  // a limit was passed: everything ends

	known   *Index      // of the last build, whose folders are compared
	changed atomic.Bool // a folder is not as it was then
	spare   []ranked    // to restore folders with, one after the other

	mu    sync.Mutex
	ready *sync.Cond // the stack grew, or all is done
	stack []task
	left  int // tasks on the stack and at work
}

// What hostile folders may cost beside MaxFiles. Folders reached by two links
// are read twice, so the names in them count again.
const (
	namesPerFile = 10
	stepsPerFile = 10
)

// task is a folder to be opened and listed, or some of its names to be looked
// at or to be compared with what is known.
type task struct {
	node     *node
	from, to int // names; both zero: the folder itself
	compare  bool
}

// namesPerTask is how many names of one folder are looked at in one go, so
// that a big folder keeps all goroutines busy.
const namesPerTask = 256

// node is a folder. One goroutine at a time works on it or on a part of it.
type node struct {
	parent *node
	name   string // in the parent
	rel    string // in the inventory; empty for the source folder
	real   string // in the profile, without links; empty for the profile itself
	depth  int
	base   int  // where rel begins in the real paths of names, unless linked
	link   bool // reached through a link in the parent
	linked bool // reached through a link anywhere

	identified sync.Once // id is, which most folders are never asked for
	id         identity

	place place
	users atomic.Int32 // tasks and subfolders that need the open folder
	past
	content
}

// past is what the last build's listing has of a folder.
type past struct {
	record   int            // where it has the folder; 0: nowhere
	recorded sync.Once      // folders is filled
	folders  map[string]int // where it has the subfolders
	then     []ranked       // what it has, while it is compared in parts
	parts    atomic.Int32   // that are still to be compared
	differ   atomic.Bool    // one of them is not as it was
	kept     bool           // all are: what is in the folder is to be restored
	subs     []*node        // of a folder that is kept, in the order of the record
}

// content is what is in a folder now.
type content struct {
	torn  atomic.Bool // a name vanished while the folder was read
	names []listed    // sorted
	reals []string    // their paths in the profile, without links
	files []File      // by name; without a path where the name is something else
	other [][]slot    // by task: names that are not files
	skip  string      // why it is skipped as a whole
	err   error
}

// slot is what a name is that is not a file: at most one of its last three fields
// is set, and none where it is passed over.
type slot struct {
	name int
	sub  *node
	skip string
	err  error
}

func newWalker(profile *os.Root, opts Options, open func(*os.Root, string) (place, error)) *walker {
	w := &walker{profile: profile, opts: opts.filled(), open: open, known: &Index{}}
	w.ready = sync.NewCond(&w.mu)
	return w
}

// walk goes through all folders. It returns the source folder, if there is one.
func (w *walker) walk(ctx context.Context) (*node, error) {
	root, err := w.root()
	if root == nil || err != nil {
		return nil, err
	}
	w.push(task{node: root})
	var group sync.WaitGroup
	for range w.opts.Jobs {
		group.Go(func() { w.work(ctx) })
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return root, err
	}
	if w.over.Load() {
		return root, w.tooMany()
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
	return &node{name: w.opts.Folder, real: end.real, base: len(end.real) + 1, link: true, past: past{record: w.known.Listing.root()}}, nil
}

func (w *walker) push(tasks ...task) {
	w.mu.Lock()
	w.stack = append(w.stack, tasks...)
	w.left += len(tasks)
	w.mu.Unlock()
	w.ready.Broadcast()
}

// pop waits for a task; without ok all are done.
func (w *walker) pop() (t task, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.stack) == 0 {
		if w.left == 0 {
			return task{}, false
		}
		w.ready.Wait()
	}
	t = w.stack[len(w.stack)-1]
	w.stack = w.stack[:len(w.stack)-1]
	return t, true
}

func (w *walker) done() {
	w.mu.Lock()
	w.left--
	end := w.left == 0
	w.mu.Unlock()
	if end {
		w.ready.Broadcast()
	}
}

// work does tasks until there are none. After the end of the context or the
// passing of a limit it only closes what is open.
func (w *walker) work(ctx context.Context) {
	tools := &tools{buf: make([]byte, listBuffer)}
	for {
		t, ok := w.pop()
		if !ok {
			return
		}
		w.do(t, tools, w.over.Load() || ctx.Err() != nil)
		w.done()
	}
}

// tools are what a goroutine uses for every folder.
type tools struct {
	buf   []byte // to list it
	order sorter
	names []ranked // to compare it
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
		n.skip = SkipReplaced
	case err != nil:
		n.err = err
	case n.linked && w.insideItself(n):
		n.skip = skipLoop
	}
}

func (w *walker) insideItself(n *node) bool {
	for up := n.parent; up != nil; up = up.parent {
		if n.id.same(w.identify(up)) {
			return true
		}
	}
	return false
}

// identify returns the identity of a folder that may be closed by now. Only
// links can lead back to one. Of one that is gone there is none: no other
// folder is the same.
func (w *walker) identify(n *node) identity {
	n.identified.Do(func() {
		at, err := w.open(w.profile, n.real)
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
	if n.skip != "" || n.err != nil {
		w.changed.Store(true)
		return
	}
	if !w.compare(n, use) {
		w.read(n, use)
	}
}

// read reads the names of an open folder and looks at them.
func (w *walker) read(n *node, use *tools) {
	w.changed.Store(true)
	most := int(int64(namesPerFile*w.opts.MaxFiles) - w.names.Load())
	all, err := n.place.list(use.buf, max(0, most)+1)
	if w.names.Add(int64(len(all))) > int64(namesPerFile*w.opts.MaxFiles) {
		w.over.Store(true)
		return
	}
	if err != nil {
		n.err = err
		return
	}
	n.names = slices.DeleteFunc(all, func(l listed) bool { return l.name == "" || l.name[0] == '.' })
	for i := range n.names {
		n.names[i].at = i
	}
	use.order.sort(n.names)
	n.settle()
	n.files = make([]File, len(n.names))
	n.other = make([][]slot, (len(n.names)+namesPerTask-1)/namesPerTask)
	first := min(namesPerTask, len(n.names))
	var rest []task
	for from := first; from < len(n.names); from += namesPerTask {
		rest = append(rest, task{node: n, from: from, to: min(from+namesPerTask, len(n.names))})
	}
	n.users.Add(int32(len(rest)))
	if len(rest) > 0 {
		w.push(rest...)
	}
	w.look(n, 0, first)
}

// release closes the folder when nobody needs it any more.
func (n *node) release() {
	if n.users.Add(-1) == 0 {
		n.place.close()
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
		case n.files[i].Path != "":
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
			s.sub.record = w.recordOf(n, s.sub.name)
		}
		subs = append(subs, task{node: s.sub})
	}
	n.other[from/namesPerTask] = other
	slices.Reverse(subs) // the first is taken first
	if len(subs) > 0 {
		w.push(subs...)
	}
}
