package repl

import (
	"github.com/seed353dc258/backstory/agent/tool"
)

// add takes a task that has ended.
func (e *endings) add(x tool.Task) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.all = append(e.all, x)
}

// take returns the tasks and forgets them.
func (e *endings) take() []tool.Task {
	e.mu.Lock()
	defer e.mu.Unlock()
	all := e.all
	e.all = nil
	return all
}

// tellEnded says which tasks have ended, where no answer is in the middle.
func (t *Terminal) tellEnded(ended []tool.Task) {
	for _, x := range ended {
		t.note("task %s is %s: %s; backstory task show %s says what came of it", x.ID, x.State, short(x.Task), x.ID)
	}
}
