package html

import (
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// hidden reads a hidden element by the policy. What is shown of it keeps its form,
// and each text has a label.
func (f *flow) hidden(id int32, st *state, how visible.Way) {
	if f.b.hasContent(id) && f.b.uncover(id, st, how) {
		f.element(id, st, &css.Look{})
	}
}
