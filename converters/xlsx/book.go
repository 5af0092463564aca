package xlsx

import (
	"context"
	"errors"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/numfmt"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/xlsx/sml"
	"github.com/seed353dc258/backstory/converters/xlsx/style"
	"github.com/seed353dc258/backstory/document"
)

// book is an open workbook.
type book struct {
	env      *converters.Env
	packed   packed
	formulas bool // formulas are shown beside their values
	losses   *lost.Tally

	epoch   numfmt.Epoch
	stored  *sheet.Book
	sheets  []*worksheet
	taken   map[string]bool // parts that sheets have
	names   names
	printed map[string]bool // headers and footers that sheets have
	besideCells
}

// packed is the package that a workbook is in.
type packed struct {
	ctx    context.Context
	env    *converters.Env
	losses *lost.Tally

	form   *Form
	pkg    *ooxml.Package
	main   string // the part of the workbook
	parts  *ooxml.Relations
	broken error  // the first error of a part that the workbook was read without
	window []byte // memory of the last part that may be long, for the next one
}

// besideCells is what the cells of all sheets refer to.
type besideCells struct {
	styles  style.Styles
	shared  []sharedString
	persons map[string]string // by ID: who wrote comments
	rich    *richData         // nil until it is asked for
	images  map[string]string // in cells, by name: alternative texts
}

// names are the defined names of a workbook.
type names struct {
	list   []definedName
	sheets map[string]int // by their names in lower case
}

// definedName is a name for a range, a value or a formula.
type definedName struct {
	name, refers string
	owner        int // the sheet that it is for, or -1
}

// worksheet is a sheet of a workbook.
type worksheet struct {
	book   *book
	grid   *sheet.Sheet
	part   string
	hidden bool
	loaded bool // its cells are read
	rels   *ooxml.Relations

	zeroRows   bool // rows are hidden unless they say otherwise
	links      links
	conditions conditions
	tables     tables
	choices    choices
	printed    []string // headers and footers that no sheet before has
	drawnOn
}

// drawnOn is what is drawn on a sheet.
type drawnOn struct {
	drawings []string // IDs of relationships
	legacy   string   // the ID of a relationship, to what old programs draw
	objects  int
}

// choices are the values that cells ask for.
type choices struct {
	lines []string // which cells ask for which values, the first of them
	asked int      // how many there are
}

// tables are the table objects of a sheet.
type tables struct {
	sheet *worksheet
	shown []string // their names, with their areas
}

// links are the links of a sheet.
type links struct {
	sheet *worksheet
	list  []link
}

// link is a link of an area.
type link struct {
	sheet.Area
	id       string // of the relationship
	location string // inside of the target
	url      string
}

// conditions are the conditional formats of a sheet (ECMA-376 part 1, 18.3.1.10).
// Whether a condition holds is not evaluated.
type conditions struct {
	sheet   *worksheet
	colored []sheet.Area // where they may change colours
	veils   []veil
}

// veil is a look that may hide the text of some cells.
type veil struct {
	first, end int // of the areas of all conditions
	look       *style.Look
}

// sharedString is an entry of the table of shared strings.
type sharedString struct {
	at    sheet.Address
	size  uint32      // bytes
	flags sheet.Flags // sheet.Plain, sheet.Rich
	empty bool
	faint bool // there is text in it that cannot be seen, if only on white
}

// richData are the values of cells that are neither texts nor numbers: pictures,
// stocks, places (MS-XLSX 2.3.7). The cells hold an error, for programs that do
// not know them.
type richData struct {
	metadata []int // by the number that a cell has: of the value, or -1
	values   []richValue
}

// richValue is what a value shows.
type richValue struct {
	picture bool
	text    string // the alternative text of a picture
	known   bool
}

// richType is the structure of some values: its name, and which of them the
// text is.
type richType struct {
	picture bool
	text    int // -1 for nowhere
	fields  int
}

// reader reads the cells of a sheet in one pass.
type reader struct {
	sheet     *worksheet
	scanner   *sml.Scanner
	row       sheet.Row
	last      uint32 // number of the last row
	lastCol   int    // of the last cell, -1 before the first one of a row
	cell      cellWriter
	unsettled bool // rows are not in order
	item      sml.Item
	masters   map[string]master // shared formulas
}

// cellWriter writes what cells show into the cells of a row.
type cellWriter struct {
	book    *book
	sheet   *worksheet
	cellsOf []sheet.Cell // of the row
	buf     []byte
	at      sheet.Place
	style   int
	typ     sml.Type
	color   int // that the number format gives the cell, or 0
	rich    int // the number of its metadata, from 1; 0 for none
	formula []byte
}

// master is the formula that others are moved copies of.
type master struct {
	at   sheet.Place
	text string
}

// The namespaces of workbooks.
const (
	spaceMain xmlread.Space = iota + 1
	spaceRelations
)

// spaces is a table that nothing changes.
var spaces = xmlread.NewSpaces(
	ooxml.Spaces("spreadsheetml/main"),
	ooxml.Spaces("officeDocument/relationships"),
)

// usualMain is what programs call the main part.
const usualMain = "xl/workbook.xml"

// contentTypes are those of the main part of a workbook.
func contentTypes() []string {
	return []string{
		"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
		"application/vnd.ms-excel.sheet.macroEnabled.main+xml",
		"application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml",
		"application/vnd.ms-excel.template.macroEnabled.main+xml",
	}
}

// tolerate takes the error of a part that the workbook can be read without: one
// that is broken is counted. Limits and the like stay errors.
func (p *packed) tolerate(err error) error {
	var corrupt *converters.CorruptError
	if !errors.As(err, &corrupt) {
		return err
	}
	if p.broken == nil {
		p.broken = err
	}
	p.losses.Lose(lost.Part, corrupt.Pos)
	return nil
}

// node counts something that is held.
func (sh *worksheet) node() error {
	return sh.book.env.Spend(converters.LimitNodes, 1, document.Pos{Part: sh.part})
}
