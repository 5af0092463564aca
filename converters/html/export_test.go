package html

import (
	"github.com/seed353dc258/backstory/converters/html/dom"
)

// Names returns the names of the elements that the reader treats apart.
func Names() []string {
	var out []string
	for t := dom.TagNone + 1; t < dom.TagCount; t++ {
		out = append(out, t.String())
	}
	return out
}
