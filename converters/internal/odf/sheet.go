package odf

import (
	"strconv"
	"unsafe"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/tablehead"
	"github.com/seed353dc258/backstory/document"
)

// book is a spreadsheet while it is read.
type book struct {
	*reader
	sheets   []*sheetData
	filters  []area
	names    []namedRange
	frozen   map[string]cellAt // by sheet: the first cell that scrolls
	text     []byte            // of all cells
	shown    string            // the same, when all is read
	repeated int64             // bytes of text that are shown again
	comments []cellComment
}

// namedRange is a name for a range or an expression.
type namedRange struct{ name, refers string }

// cellAt is a cell by row and column, both from 0.
type cellAt struct{ row, col int }

// area is a range of cells on a sheet, both ends included.
type area struct {
	sheet    string
	from, to cellAt
}

// sheetData is a sheet as it is stored: what its cells show.
type sheetData struct {
	book    *book
	name    string
	number  int
	hiding  bool // it does not show, and is to be marked
	rows    []sheetRow
	cells   []sheetCell
	rich    map[uint32][]document.Inline // by cell: what is more than text
	spans   map[uint32]cellAt            // by cell: rows and columns that it covers
	columns []columnRun
	filters []area
	frozen  cellAt
	after   []document.Block // comments, shapes, charts
}

// columnRun is a run of columns that are alike.
type columnRun struct {
	end    int // column behind the last one
	style  string
	hidden bool
	group  bool // its group is collapsed
	seen   bool // it was counted
	label  bool // it was labelled
}

// sheetRow is a row with cells.
type sheetRow struct {
	number int32  // from 0
	first  uint32 // its cells
	count  uint16
	label  label
	gap    bool // a blank row stands above it
}

// label says why a row or a cell would not be seen.
type label uint8

const (
	labelNone label = iota
	labelHidden
	labelFiltered
	labelCollapsed
)

var labelTexts = [...]string{labelHidden: "[hidden] ", labelFiltered: "[filtered] ", labelCollapsed: "[collapsed] "}

// sheetCell is a cell with text.
type sheetCell struct {
	from, size uint32 // its text
	col        uint16
	kind       tablehead.Kind
	flags      cellFlags
}

// cellFlags say what else a cell is.
type cellFlags uint8

const (
	cellPlain  cellFlags = 1 << iota // printable ASCII and line ends
	cellRich                         // see sheetData.rich
	cellSpans                        // see sheetData.spans
	cellVeiled                       // hidden, and to be labelled
)

// textOf returns the text of a cell.
func (sh *sheetData) textOf(c *sheetCell) string {
	return sh.book.shown[c.from : c.from+c.size]
}

// of returns the cells of a row.
func (sh *sheetData) of(r *sheetRow) []sheetCell {
	return sh.cells[r.first : r.first+uint32(r.count)]
}

// close ends the reading of cells.
func (b *book) close() {
	b.shown = unsafe.String(unsafe.SliceData(b.text), len(b.text))
}

// store keeps the text of a cell.
func (b *book) store(text []byte) (from, size uint32, err error) {
	from = uint32(len(b.text))
	if err := b.room(int64(len(text))); err != nil {
		return 0, 0, err
	}
	b.text = append(b.text, text...)
	return from, uint32(len(text)), nil
}

// room checks that there may be so much more text. A workbook may hold more than
// it gives, as rows may be left out, but not without bounds.
func (b *book) room(more int64) error {
	most := textFactor * b.env.Limits.Get(converters.LimitText)
	if size := int64(len(b.text)) + b.repeated + more; size > min(most, 1<<31) {
		return &converters.LimitError{Limit: converters.LimitText, Value: (size + textFactor - 1) / textFactor, Max: most / textFactor}
	}
	return nil
}

// repeat counts text that is held once and shown more often: writing it costs
// as much each time.
func (b *book) repeat(size, times int64) error {
	more := size * times
	if err := b.room(more); err != nil {
		return err
	}
	b.repeated += more
	return nil
}

// textFactor is how many bytes of text a workbook may hold for each character
// that it may give.
const textFactor = 8

// columnName returns the name of a column: A for 0, AA for 26.
func columnName(col int) string {
	name := ""
	for col++; col > 0; col = (col - 1) / 26 {
		name = string(rune('A'+(col-1)%26)) + name
	}
	return name
}

// String returns the name of a cell, such as B3.
func (c cellAt) String() string { return columnName(c.col) + strconv.Itoa(c.row+1) }

// rowsAt returns the position of rows of a sheet, from 0.
func rowsAt(part string, first, last int) document.Pos {
	return document.Pos{Part: part, Rows: document.Span{First: first + 1, Last: last + 1}}
}

// readArea reads "Sheet1.A1:Sheet1.C10" (ODF 1.3 part 3, 19.595).
func readArea(s string) (area, bool) {
	var a area
	sheet, cell, rest := readCell(s)
	if cell == "" {
		return a, false
	}
	var ok bool
	if a.from, ok = placeOf(cell); !ok {
		return a, false
	}
	a.sheet, a.to = sheet, a.from
	if rest == "" {
		return a, true
	}
	if rest[0] != ':' {
		return a, false
	}
	_, cell, rest = readCell(rest[1:])
	to, ok := placeOf(cell)
	a.to = to
	return a, ok && rest == "" && to.row >= a.from.row && to.col >= a.from.col
}

// readCell cuts a reference such as 'My sheet'.$B$3 off a text.
func readCell(s string) (sheet, cell, rest string) {
	if len(s) > 0 && s[0] == '$' {
		s = s[1:]
	}
	dot := -1
	quoted := false
	for i := range len(s) {
		if s[i] == '\'' {
			quoted = !quoted
		}
		if s[i] == '.' && !quoted {
			dot = i
			break
		}
		if s[i] == ':' && !quoted {
			break
		}
	}
	if dot >= 0 {
		sheet, s = unquoteSheet(s[:dot]), s[dot+1:]
	}
	end := 0
	for end < len(s) && s[end] != ':' {
		end++
	}
	return sheet, s[:end], s[end:]
}

func unquoteSheet(name string) string {
	if len(name) < 2 || name[0] != '\'' || name[len(name)-1] != '\'' {
		return name
	}
	var b []byte
	for i := 1; i < len(name)-1; i++ {
		b = append(b, name[i])
		if name[i] == '\'' && name[i+1] == '\'' {
			i++
		}
	}
	return string(b)
}

// placeOf reads $B$3.
func placeOf(s string) (cellAt, bool) {
	var c cellAt
	i := 0
	skip := func() {
		if i < len(s) && s[i] == '$' {
			i++
		}
	}
	skip()
	for ; i < len(s) && c.col < 1<<20 && (s[i]|0x20 >= 'a' && s[i]|0x20 <= 'z'); i++ {
		c.col = 26*c.col + int(s[i]|0x20-'a') + 1
	}
	skip()
	n, err := strconv.Atoi(s[i:])
	c.row = n
	ok := err == nil && c.col > 0 && c.col <= maxColumns && c.row > 0 && c.row <= 1<<30
	return cellAt{c.row - 1, c.col - 1}, ok
}
