package xlsx

import (
	"encoding/binary"
	"unsafe"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/paged"
	"github.com/seed353dc258/backstory/document"
)

// What marks parts of a stored text. Decode takes these characters out of
// what a workbook says.
const (
	markUp      = 0x0E // superscript from here on
	markDown    = 0x0F // subscript
	markPlain   = 0x10 // neither
	markFormula = 0x11 // the formula of a value
	markFaint   = 0x12 // in a colour that cannot be seen on white, up to the next mark
	markStruck  = 0x13 // struck out
	markImage   = 0x14 // what follows stands for a picture

	markTiny = 0x15 // smaller than can be seen

	markFirst, markLast = markUp, markTiny
)

const (
	chunkBits = 16
	chunkSize = 1 << chunkBits
	chunkMask = chunkSize - 1

	chunkFirst = 2 << 10 // of the first chunk
)

// textMost is how many bytes of text the cells of a workbook may have, a shared
// string counted for each cell that shows it; textFactor, how many for each
// character that it may give, where these are more. Less than what is there may
// be given: the writer cuts long tables.
const (
	textMost   = 64 << 20
	textFactor = 8
)

// address says where in a store a text is.
type address uint32

// textHeld and cellsHeld are how many bytes of texts, and of the cells of a sheet,
// are held in memory where there is other room for the rest.
const (
	textHeld  = 3 << 20
	cellsHeld = 4 << 20
)

// store holds texts in chunks: two bytes or more of length, then the text.
// Nothing in it changes.
type store struct {
	chunks paged.Pages[byte]
	recent []address // by hash: short texts that were added lately
	size   int64
	most   int64
}

const (
	recentBits = 12
	recentMost = 24 // bytes of a text that is looked up
)

// add stores a text. A short one that was stored lately is not stored again:
// tables are full of the same dates and numbers.
func (s *store) add(text []byte) (address, error) {
	if s.chunks.Len() < 3 || len(text) > recentMost {
		return s.put(text)
	}
	if s.recent == nil {
		s.recent = make([]address, 1<<recentBits)
	}
	hash := uint32(len(text))
	for _, c := range text {
		hash = (hash ^ uint32(c)) * 16777619
	}
	at := &s.recent[(hash^hash>>15)&(1<<recentBits-1)]
	if *at != 0 && s.get(*at) == string(text) {
		return *at, nil
	}
	var err error
	*at, err = s.put(text)
	return *at, err
}

// put stores a text.
func (s *store) put(text []byte) (address, error) {
	if err := s.spend(len(text) + 3); err != nil {
		return 0, err
	}
	need := len(text) + 5
	if s.chunks.Room() < need {
		size := min(chunkFirst<<(3*min(s.chunks.Len(), 3)), chunkSize)
		s.chunks.Add(max(size, need))
	}
	var head [binary.MaxVarintLen64]byte
	at := s.chunks.Append(head[:binary.PutUvarint(head[:], uint64(len(text)))]...)
	s.chunks.Append(text...)
	return address((s.chunks.Len()-1)<<chunkBits | at), nil
}

// spend counts text that is held or, once more, shown.
func (s *store) spend(size int) error {
	if s.size += int64(size); s.size > s.most {
		return &converters.LimitError{Limit: converters.LimitText, Value: (s.size + textFactor - 1) / textFactor, Max: s.most / textFactor}
	}
	return nil
}

// get returns a text.
func (s *store) get(at address) string {
	text := s.chunks.Get(int(at >> chunkBits))[at&chunkMask:]
	n, head := binary.Uvarint(text)
	text = text[head:][:n]
	return unsafe.String(unsafe.SliceData(text), len(text)) // what is full is not written to
}

// flags say what a cell is.
type flags uint16

const (
	flagShared  flags = 1 << iota // at is the number of a shared string
	flagPlain                     // printable ASCII and line ends
	flagValue                     // a number, a truth value or an error
	flagDate                      // a value that is shown as a date or a time
	flagRich                      // has marks
	flagFormula                   // the text of a formula stands in it
	flagFaint                     // in the colour of its ground
	flagBlank                     // its format shows nothing
	flagCovered                   // another cell covers it
	flagLink                      // has a link
	flagAnchor                    // covers others
	flagTable                     // stands in a table object
	flagVeiled                    // hidden, and to be marked
	flagTiny                      // smaller than can be seen
	flagUnsure                    // whether its colour hides it is not known
	flagJudged                    // a condition hides it

	flagDoubt = flagUnsure | flagJudged // both: whether a condition does is not known
)

// cell is a cell with text.
type cell struct {
	at    address
	col   uint16
	flags flags
}

// has reports whether a cell has a flag.
func (c *cell) has(f flags) bool { return c.flags&f != 0 }

// doubt notes that it is not known whether a condition hides the cell. One that
// its colour may hide anyway is labelled for that.
func (c *cell) doubt() {
	if c.flags |= flagDoubt; c.has(flagFaint) {
		c.flags &^= flagJudged
	}
}

// isDoubtful reports whether it is not known if a condition hides the cell.
func (c *cell) isDoubtful() bool { return c.flags&flagDoubt == flagDoubt }

const (
	cellBits   = 15
	cellsChunk = 1 << cellBits
)

// rowFlags say what a row is.
type rowFlags uint8

const (
	rowHidden    rowFlags = 1 << iota // for no reason that the sheet gives
	rowFiltered                       // by a filter
	rowCollapsed                      // with the group that it is in
	rowGap                            // a blank row stands above it
)

// row is a row with cells.
type row struct {
	number uint32
	at     uint32 // of its first cell
	count  uint16
	flags  rowFlags
	level  bool // it is in a group
}

// grid holds the cells of a sheet, row by row.
type grid struct {
	rows   []row
	cells  paged.Pages[cell]  // in chunks; a row's are in one
	values paged.Pages[value] // of the cells; empty for chunks that have none
}

// value is what a cell holds, for conditions.
type value struct {
	num   float64 // a number; 1 for TRUE
	style uint32
	kind  valueKind
}

// valueKind is what a value is.
type valueKind uint8

const (
	valueUnknown valueKind = iota
	valueText
	valueNumber
	valueBool
	valueError
	valueBlank
)

// add adds a row. The cells are copied.
func (g *grid) add(r row, cells []cell, values []value) {
	if g.cells.Room() < max(len(cells), 1) {
		// The first chunk of a small sheet is small.
		size := min(max(cellsChunk>>8<<(3*min(g.cells.Len(), 3)), len(cells)), cellsChunk)
		g.cells.Add(size)
	}
	last := g.cells.Len() - 1
	at := g.cells.Append(cells...)
	r.at, r.count = uint32(last<<cellBits|at), uint16(len(cells))
	g.rows = append(g.rows, r)
	if len(values) == 0 {
		return
	}
	for g.values.Len() < last {
		g.values.Add(0)
	}
	if g.values.Len() == last {
		g.values.Add(at + len(cells) + g.cells.Room())
	}
	for missing := at - len(g.values.Get(last)); missing > 0; missing-- {
		g.values.Append(value{})
	}
	g.values.Append(values...)
}

// valuesOf returns the values of the cells of a row; nil where they are not
// kept.
func (g *grid) valuesOf(r *row) []value {
	chunk, at := int(r.at>>cellBits), int(r.at&(cellsChunk-1))
	if chunk >= g.values.Len() {
		return nil
	}
	values := g.values.Get(chunk)
	if at+int(r.count) > len(values) {
		return nil
	}
	return values[at:][:r.count]
}

// of returns the cells of a row.
func (g *grid) of(r *row) []cell {
	return g.cells.Get(int(r.at >> cellBits))[r.at&(cellsChunk-1):][:r.count]
}

// growth returns for how many more rows there should be room, where there are
// some and the part is so many times as long as they are: for all, so that they
// are not copied often, but never many times as many.
func growth(rows int, times float64) int {
	const least, most = 32, 8
	more := float64(rows) * (times*1.02 - 1)
	return max(int(min(more, float64(most*rows), float64(rowsMost))), rows/4, least)
}

// plain reports whether a text is printable ASCII, TAB and LF.
func plain(b []byte) bool {
	for _, c := range b {
		if c < ' ' && c != '\n' && c != '\t' || c > '~' {
			return false
		}
	}
	return true
}

// rowsAt returns the position of rows of a sheet.
func rowsAt(part string, first, last int) document.Pos {
	return document.Pos{Part: part, Rows: document.Span{First: first, Last: last}}
}
