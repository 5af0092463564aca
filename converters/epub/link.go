package epub

import (
	"fmt"

	"github.com/seed353dc258/backstory/converters/internal/inner"
	"github.com/seed353dc258/backstory/document"
)

// joined returns the blocks of all chapters. Names of notes and headings are
// those of one chapter, so that they get a prefix; links between chapters lead
// to a heading, or to the first one of a chapter.
func (r *reader) joined() []document.Block {
	for i, c := range r.order {
		c.prefix = fmt.Sprintf("c%d-", i+1)
		c.nameStart()
	}
	var blocks []document.Block
	for _, c := range r.order {
		blocks = append(blocks, inner.FitLinked(c.blocks, c.prefix, document.Pos{Part: c.part}, func(url string) string {
			return r.target(c, url)
		})...)
	}
	return blocks
}

// nameStart finds the first heading of a chapter, to which links to the chapter
// lead, and gives it a name if it has none.
func (c *chapter) nameStart() {
	document.Walk(c.blocks, func(b document.Block) bool {
		if h, ok := b.(*document.Heading); ok && c.start == "" {
			if h.ID == "" {
				h.ID = "start"
			}
			c.start = h.ID
		}
		return c.start == ""
	})
}

// target returns where a link in a chapter leads in the document: a heading, or a
// name that no heading has, of which the writer keeps the text.
func (r *reader) target(c *chapter, url string) string {
	part, fragment := r.locate(c.part, url)
	to := r.chapters[part]
	switch {
	case to == nil:
		return url
	case fragment == "":
		fragment = to.start
	}
	return "#" + to.prefix + fragment
}
