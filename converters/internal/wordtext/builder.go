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
	// Proportional says that the font of the document is not of fixed width, so that
	// one with much text in such a font is full of code.
	Proportional bool

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
	if len(b.guesses) > 0 && b.isMono() {
		return b.plainBlocks(blocks)
	}
	return blocks
}

// isMono reports whether the whole document is set in a font of fixed width, which does
// not mean code then.
func (b *Builder) isMono() bool {
	if b.Proportional {
		return b.inMono*10 > b.inText*9
	}
	return b.inMono*2 > b.inText
}

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
