package workbook

import (
	"strconv"

	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// Source is where a spreadsheet is read from.
type Source struct {
	Package *pack.Source
	Scanner *xmlread.Scanner // whose event is the start of office:spreadsheet
	Styles  *style.Sheet
	Reader  Reader
	Nested  bool // it is an object in another document
}

// Reader reads what is in a spreadsheet besides values, from the same scanner.
type Reader interface {
	// Pos returns the place of the event.
	Pos() document.Pos
	// Enter begins a part, that of a sheet, and Leave returns the blocks of what was
	// read in it.
	Enter(part string)
	Leave() []document.Block
	// Block reads an element that is beside cells or in one: a shape, a form.
	Block() error
	// Comment reads a comment and puts it, unless there is no text in it.
	Comment(put func(*document.Annotation)) error
	// Paragraph reads a paragraph of a cell, which holds until the next one is read.
	// The text has some properties and is on a ground.
	Paragraph(look style.Chars, ground visible.Paint) (*wordtext.Paragraph, error)
	// Inlines returns the inlines of a paragraph without some styles.
	Inlines(p *wordtext.Paragraph, without document.Styles) ([]document.Inline, error)
}

// book is a spreadsheet while it is read.
type book struct {
	Source
	stored  *sheet.Book
	sheets  []*worksheet
	filters []namedArea
	names   []namedRange
	frozen  map[string]sheet.Place              // by sheet: how many rows and columns do not scroll
	rich    map[sheet.Address][]document.Inline // by text: what is more than that
}

// namedRange is a name for a range or an expression.
type namedRange struct{ name, refers string }

// worksheet is a sheet of a spreadsheet.
type worksheet struct {
	book     *book
	grid     *sheet.Sheet
	number   int
	hidden   bool
	skipped  []skipped
	veils    []sheet.Area // of conditional formats that may hide cells
	comments []cellComment
	after    []document.Block // comments, shapes, charts
}

// skipped is a hidden row that is repeated, of which one is stored.
type skipped struct {
	pos   document.Pos
	times int
}

// cellComment is a comment whose cell is named when its text is known.
type cellComment struct {
	at    sheet.Place
	block *document.Annotation
}

// Inlines implements [sheet.Format].
func (sh *worksheet) Inlines(c *sheet.Cell, _ string) []document.Inline { return sh.book.rich[c.At] }

// Judge implements [sheet.Format].
func (sh *worksheet) Judge(p sheet.Place, c *sheet.Cell) visible.Way {
	if c.Has(sheet.Doubt) {
		sh.grid.Book.Tally.Lose(lost.Unsure, sh.grid.At(p))
	}
	return visible.Shown
}

// partName returns what the sheet is called in positions.
func (sh *worksheet) partName() string {
	if sh.grid.Name == "" {
		return "sheet " + strconv.Itoa(sh.number)
	}
	return sh.grid.Name
}
