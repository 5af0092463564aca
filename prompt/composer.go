package prompt

import (
	"slices"
)

// composer is one composition.
type composer struct {
	in     *Inputs
	policy Policy
	clean  cleaner
}

// cleaner prepares texts for a prompt, and notes what was done to them.
type cleaner struct {
	vars  []Var
	notes []Note
}

// Note is something that was done to a text, or found in it, on its way into
// a prompt.
type Note struct {
	Source  string `json:"source"`
	Message string `json:"message"`
	Secrets string `json:"secrets,omitempty"` // which kinds the source has, by its last build
	Fact    bool   `json:"-"`                 // nothing is wrong: it is only worth saying
}

// note notes what somebody should look at.
func (c *cleaner) note(source, message string) { c.say(Note{Source: source, Message: message}) }

// fact notes what is only worth saying.
func (c *cleaner) fact(source, message string) {
	c.say(Note{Source: source, Message: message, Fact: true})
}

func (c *cleaner) say(n Note) {
	if !slices.Contains(c.notes, n) {
		c.notes = append(c.notes, n)
	}
}
