package docx

import (
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// flow is a story that is being read, and the blocks that come of it.
type flow struct {
	*wordtext.Flow
	story  *story
	marks  []string // bookmarks before the next paragraph
	joined *para    // whose end was deleted
}

// newFlow returns a flow of a story, of a cell where there is one.
func (st *story) newFlow(cell *wordtext.Cell) *flow {
	return &flow{Flow: st.build.NewFlow(cell), story: st}
}

// blocks reads the content of the element whose start tag is the event as
// blocks.
func (st *story) blocks() ([]document.Block, error) {
	f := st.newFlow(nil)
	if err := st.children(&place{flow: f}); err != nil {
		return f.Blocks(), err
	}
	if x := f.joined; x != nil {
		f.joined = nil
		if err := f.add(x); err != nil {
			return f.Blocks(), err
		}
	}
	return f.Blocks(), nil
}

// add adds a paragraph, and what is beside it.
func (f *flow) add(x *para) error {
	p := &x.props
	x.Kind, x.Level, x.Left, x.First, x.Align, x.Border = p.Kind, p.Level, p.Left, p.First, p.Align, p.Border || x.ruled
	x.Item = f.story.defs.Item(p)
	f.Add(x.Paragraph)
	f.story.build.Done(x.Paragraph)
	for _, e := range x.extras {
		if e.comment != "" {
			if err := f.comment(e.comment); err != nil {
				return err
			}
			continue
		}
		for _, b := range e.blocks {
			f.Put(b)
		}
	}
	return nil
}
