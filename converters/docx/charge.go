package docx

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// What is built is charged where it is built, in nodes of about 32 bytes, so that
// the limit on nodes bounds the memory that a document takes. Text has a limit of
// its own, and so have parts.
const (
	nodesNote    = 5
	nodesCell    = 2
	nodesRow     = 8
	nodesComment = 14
)

// charge charges nodes to the budget.
func (r *reader) charge(nodes int, pos document.Pos) error {
	return r.env.Spend(converters.LimitNodes, int64(nodes), pos)
}
