package odf

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// builder makes the blocks of a document and of the objects in it.
type builder struct {
	wordtext.Builder
	failed error // of the budget
	lists  int32 // so many lists were counted
}

// newBuilder returns the builder of a document.
func newBuilder(env *converters.Env) *builder {
	b := &builder{}
	b.Env = env
	b.Fail = func(err error) {
		if b.failed == nil {
			b.failed = err
		}
	}
	return b
}

// flow puts paragraphs, tables and what else is in a text after one
// another as blocks.
type flow struct {
	*wordtext.Flow
	r    *reader
	head bool // the first paragraph is in a style for heads of tables
	any  bool // a paragraph was seen
}

// newFlow returns the flow of a story, of a cell where there is one.
func (r *reader) newFlow(cell *wordtext.Cell) *flow {
	return &flow{Flow: r.build.NewFlow(cell), r: r}
}

// place is where a paragraph is, and of what it is part.
type place struct {
	pos    document.Pos
	level  int // of a heading, 0 for none
	item   *itemRef
	number string // of a heading
	id     string
}

// para adds a paragraph as what it is, and what is beside it.
func (f *flow) para(p *para, st *style.Style, at place) {
	if !f.any {
		f.any, f.head = true, st.Role == style.RoleHead
	}
	if p.veiled && f.r.Hide(visible.Text, at.pos) {
		return
	}
	if p.veiled && f.r.When(visible.Text) == converters.MarkHidden {
		p.Hide()
	}
	p.describe(st, at)
	switch {
	case at.level > 0 && !p.IsBlank():
		p.Item.Marker = at.number
		f.r.nameHeading(p, at)
	case at.item != nil:
		f.r.setItem(p, at.item, st)
	}
	f.Add(p.Paragraph)
	for _, b := range p.extras {
		f.Put(b)
	}
}
