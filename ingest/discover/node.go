package discover

import (
	"os"
	"sync"
	"sync/atomic"
)

// walker goes through the folders of one profile. Its goroutines take tasks
// from a stack: on a stack, and not in a queue, so that the folders that are
// open at any time are those of a few paths.
type walker struct {
	opener
	opts Options

	found  atomic.Int64 // against MaxFiles
	passed atomic.Int64 // over, as Ignore says
	names  atomic.Int64 // read from folders, hidden ones too
	steps  atomic.Int64 // looks at the parts of links' targets
	over   atomic.Bool  // a limit was passed: everything ends

	known   *Index      // of the last build, whose folders are compared
	changed atomic.Bool // a folder is not as it was then
	spare   []ranked    // to restore folders with, one after the other

	tasks taskStack
}

// opener opens folders of a profile.
type opener struct {
	profile *os.Root
	open    func(profile *os.Root, real string) (place, error)
}

// taskStack has the tasks that nobody works on yet.
type taskStack struct {
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
	mail   mailKind

	identified sync.Once // id is, which most folders are never asked for
	id         identity

	place   place
	users   atomic.Int32 // tasks and subfolders that need the open folder
	past    past
	content content
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

// tools are what a goroutine uses for every folder.
type tools struct {
	buf   []byte // to list it
	order sorter
	names []ranked // to compare it
}

func (q *taskStack) push(tasks ...task) {
	q.mu.Lock()
	q.stack = append(q.stack, tasks...)
	q.left += len(tasks)
	q.mu.Unlock()
	q.ready.Broadcast()
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
		n.content.err = err
		return
	}
	n.content.names = w.opts.shown(n, all)
	for i := range n.content.names {
		n.content.names[i].at = i
	}
	use.order.sort(n.content.names)
	n.settle()
	n.content.files = make([]File, len(n.content.names))
	n.content.other = make([][]slot, (len(n.content.names)+namesPerTask-1)/namesPerTask)
	first := min(namesPerTask, len(n.content.names))
	var rest []task
	for from := first; from < len(n.content.names); from += namesPerTask {
		rest = append(rest, task{node: n, from: from, to: min(from+namesPerTask, len(n.content.names))})
	}
	n.users.Add(int32(len(rest)))
	if len(rest) > 0 {
		w.tasks.push(rest...)
	}
	w.look(n, 0, first)
}

// release closes the folder when nobody needs it any more.
func (n *node) release() {
	if n.users.Add(-1) == 0 {
		n.place.close()
	}
}
