package lint

import "github.com/seed353dc258/backstory/internal/lint"

// changes are the allows that changed files are looked at with.
type changes struct {
	counting []lint.Allow // of options
	known    map[string]bool
	found    []lint.Finding // what is new
}

// counts reports whether an allow in a comment counts: it is not new.
func (c *changes) counts(a *lint.Allow) bool { return c.known[a.Key()] }

// add takes the allows of one file, as they were and as they are. Those that are new do
// not count, and are found.
func (c *changes) add(was, now []lint.Allow) {
	for i := range was {
		c.known[was[i].Key()] = true
	}
	for i := range now {
		if a := &now[i]; !c.known[a.Key()] {
			c.found = append(c.found, a.Finding(lint.CodeAllowNew, "this allow is new: it does not count before the change is taken"))
		}
	}
}
