package xls

import (
	"context"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/codepage"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/numfmt"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/symbolfont"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// book is a workbook.
type book struct {
	ctx     context.Context
	env     *converters.Env
	losses  *lost.Tally
	raw     []byte // the stream
	old     bool   // BIFF5: texts are in a code page
	page    codepage.Page
	epoch   numfmt.Epoch
	stored  *sheet.Book
	sheets  []*worksheet
	shared  []sharedText
	styles  styles
	printed map[string]bool // headers and footers that sheets have
	found   int             // embedded documents that were read, whose objects are yet to come
}

// sharedText is an entry of the table of shared texts.
type sharedText struct {
	at    sheet.Address
	size  uint32
	flags sheet.Flags
	empty bool
}

// styles are the formats of cells.
type styles struct {
	codes   map[int]string
	fonts   []font
	xfs     []xf
	made    []*format
	palette []visible.Paint // from the colour with the number 8 on
}

// font is what of a font says whether text can be seen.
type font struct {
	ink    visible.Paint
	tiny   bool
	struck bool
	script int8 // above or below 0: raised, lowered
	signs  symbolfont.Font
}

// xf is a format as the workbook has it: numbers of other things.
type xf struct {
	font, number int
	ground       visible.Paint
}

// format is what cells with a format look like.
type format struct {
	flags   sheet.Flags
	struck  bool
	signs   symbolfont.Font
	ground  visible.Paint
	show    *numfmt.Format
	isDate  bool
	isPlain bool // texts are shown as they are
}

// Flags of cells that only this format has.
const (
	faint sheet.Flags = sheet.OwnFlags << iota // in the colour of its ground
	tiny                                       // smaller than can be seen
	blank                                      // its format shows nothing
)

// The kinds of sheets (2.4.28).
const (
	kindSheet  = 0
	kindChart  = 2
	kindModule = 6
)

// worksheet is a sheet.
type worksheet struct {
	book    *book
	grid    *sheet.Sheet
	at      int  // in the stream
	what    byte // its kind
	hidden  bool
	cells   []placedCell
	rows    map[uint32]sheet.RowFlags
	links   []link
	notes   []note
	texts   map[uint16]string // of objects
	boxes   []document.Block
	printed []string // headers and footers that no sheet before has
	sheetState
}

// sheetState is what records say of a whole sheet.
type sheetState struct {
	ruled    bool // it has conditional formats
	frozen   bool // its panes do not scroll
	filtered bool // a filter hides rows
}

// placedCell is a cell with its row.
type placedCell struct {
	row uint32
	sheet.Cell
}

// link is a link of an area.
type link struct {
	sheet.Area
	url string
}

// note is a comment on a cell: its text, or the number of the object with it.
type note struct {
	at     sheet.Place
	author string
	text   string
	object uint16
}

// Judge implements [sheet.Format].
func (sh *worksheet) Judge(p sheet.Place, c *sheet.Cell) visible.Way {
	switch {
	case c.Has(blank):
		return visible.Format
	case c.Has(tiny):
		return visible.Size
	case c.Has(faint) && sh.ruled:
		c.Flags |= sheet.Unsure
	case c.Has(faint):
		return visible.Color
	}
	if c.Has(sheet.Unsure) {
		sh.book.losses.Hide(visible.Unsure, sh.grid.At(p))
	}
	return visible.Shown
}
