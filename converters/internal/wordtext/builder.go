package wordtext

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// Builder makes the blocks of one document. What it builds is charged to the
// budget of nodes.
type Builder struct {
	Env *converters.Env
	// Fail gets the errors of the budget, of which the reader returns the first.
	Fail func(error)
	// Target returns the address of a link as browsers read it; nil for as it is.
	Target func(string) string
	// Linked, if it is not nil, gets every link that is made. The reader then settles
	// where those inside of the document lead.
	Linked func(*document.Link)
	// Edited says that a person has changed the document with a word processor, so
	// that listings of several paragraphs are one.
	Edited bool

	runs    document.Runs
	kept    slabs
	ids     map[string]string    // of headings, by the names of bookmarks at them
	anchors []*[]document.Inline // that hold links inside of the document
	guesses map[any]bool         // code that its font alone says: blocks and inlines
	inText  int64                // bytes of text, and of those in a font of fixed width
	inMono  int64
	free    []*Paragraph
}

// What is built is charged in nodes of about 32 bytes.
const (
	nodesRun   = 3
	nodesBlock = 5
	nodesItem  = 4
	nodesBreak = 2 // the break and the text before it
)

func (b *Builder) charge(nodes int, pos document.Pos) {
	if err := b.Env.Spend(converters.LimitNodes, int64(nodes), pos); err != nil {
		b.Fail(err)
	}
}

// Finish returns the blocks of the whole document with what only the whole of it
// tells: where links inside of it lead, and whether a font of fixed width is code.
func (b *Builder) Finish(blocks []document.Block) []document.Block {
	if b.Linked == nil {
		b.settleLinks()
	}
	if len(b.guesses) > 0 && b.inMono*2 > b.inText {
		return b.plainBlocks(blocks)
	}
	return blocks
}

// settleLinks lets links inside of the document lead to headings, and takes
// those away that lead elsewhere.
func (b *Builder) settleLinks() {
	for _, inlines := range b.anchors {
		var out []document.Inline
		for _, in := range *inlines {
			l, ok := in.(*document.Link)
			if !ok || !strings.HasPrefix(l.URL, "#") {
				out = append(out, in)
				continue
			}
			if id, ok := b.ids[l.URL[1:]]; ok {
				l.URL = "#" + id
				out = append(out, l)
			} else {
				out = append(out, l.Inlines...)
			}
		}
		*inlines = out
	}
}

// Cells returns a copy of the cells of a row, which the reader may use again.
func (b *Builder) Cells(cells []document.Cell) []document.Cell { return b.kept.cells.Clone(cells) }
