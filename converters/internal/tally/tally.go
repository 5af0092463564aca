// Package tally counts what a conversion loses, and reports each kind of it
// once: with its number and the place of the first.
package tally

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// Count is how often something was lost, and where it was first. It is small, since a
// conversion has one for each kind, and there may be very many conversions in one source.
type Count struct {
	N     int
	first *document.Pos
}

// Add counts n more at a place.
func (c *Count) Add(pos document.Pos, n int) {
	if c.N == 0 {
		c.first = &pos
	}
	c.N += n
}

// Warn reports what was counted, unless that is nothing.
func (c *Count) Warn(env *converters.Env, code, message string) {
	if c.N > 0 {
		env.Warn(document.Warning{Code: code, Pos: *c.first, Message: message, Count: c.N})
	}
}
