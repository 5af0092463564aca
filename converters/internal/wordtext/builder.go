package wordtext

import (
	"cmp"
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
	// Target returns the address of a link that leads out of the document; nil for as
	// it is, but with slashes as browsers read it.
	Target func(string) string
	// Edited says that a person has changed the document with a word processor, so
	// that listings of several paragraphs are one.
	Edited bool
	// Mono says that the document's own font is of fixed width, so that such a font
	// does not mean code.
	Mono bool

	runs    document.Runs
	kept    slabs
	links   []*document.Link  // in the order of the text
	ids     map[string]string // of headings, by the names of bookmarks at them
	guesses map[any]bool      // code that its font alone says: blocks and inlines
	inText  int64             // bytes of text, and of those in a font of fixed width
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

// Links returns the links that were made, in the order of the text.
func (b *Builder) Links() []*document.Link { return b.links }

// Finish returns the blocks of the whole document with what only the whole of it
// tells: where links inside of it lead, and whether a font of fixed width is code. A
// link to what is no heading keeps its name, so that the writer shows its text alone.
func (b *Builder) Finish(blocks []document.Block) []document.Block {
	for _, l := range b.links {
		if name, ok := strings.CutPrefix(l.URL, "#"); ok {
			l.URL = "#" + cmp.Or(b.ids[name], name)
		}
	}
	b.links = nil
	if len(b.guesses) > 0 && b.inMono*100 > b.inText*maxMono {
		return b.plainBlocks(blocks)
	}
	return blocks
}

// maxMono is how much of the text of a document a font of fixed width may have that means
// code, in per cent. A document with more is set in it, whatever its own font is.
const maxMono = 90

// target returns the address of a link as browsers read it.
func (b *Builder) target(url string) string {
	if strings.HasPrefix(url, "#") {
		return url
	}
	url = strings.ReplaceAll(url, `\`, "/")
	if b.Target == nil {
		return url
	}
	return b.Target(url)
}

// Cells returns a copy of the cells of a row, which the reader may use again.
func (b *Builder) Cells(cells []document.Cell) []document.Cell { return b.kept.cells.Clone(cells) }
