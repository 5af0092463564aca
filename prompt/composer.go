package prompt

import (
	"slices"
)

// composer is one composition.
type composer struct {
	in     *Inputs
	vars   []Var
	notes  []Note
	policy Policy
}

// Note is something that was done to a text, or found in it, on its way into
// a prompt.
type Note struct {
	Source  string `json:"source"`
	Message string `json:"message"`
}

func (c *composer) note(source, message string) {
	n := Note{source, message}
	if !slices.Contains(c.notes, n) {
		c.notes = append(c.notes, n)
	}
}
