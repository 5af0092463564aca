package parse

import (
	"github.com/seed353dc258/backstory/converters/rtf/model"
	"github.com/seed353dc258/backstory/internal/slab"
)

// slabs are where what is read is kept.
type slabs struct {
	texts slab.Text
	runs  slab.Slab[model.Run]
	paras slab.Slab[model.Paragraph]
	items slab.Slab[model.Item]
	cells slab.Slab[model.Cell]
}
