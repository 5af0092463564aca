package xlsx

import (
	"strconv"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/document"
)

// sheet is a sheet of a workbook.
type sheet struct {
	*book
	name   string
	part   string
	kind   string // of the relationship: worksheet, chartsheet, …
	hidden bool
	loaded bool // its cells are read
	rels   *ooxml.Relations

	grid
	marks     map[uint16]string // columns that are labelled, and how
	columns   []columnRange     // those that are hidden
	zeroRows  bool              // rows are hidden unless they say otherwise
	frozen    place             // the first cell that scrolls; the zero place without panes
	merges    []area
	links     []link
	linked    map[uint64]int // the link of a place
	anchors   map[uint64]area
	filter    filter
	looks     int    // comparisons that have been made for colours
	colored   []area // where conditions may change colours
	rules     []rule // the conditions
	tables    []table
	titles    rowRange // that stand above each printed page
	choices   []string // which cells ask for which values, the first of them
	asked     int      // how many there are
	drawings  []string // IDs of relationships
	legacy    string   // the ID of a relationship, to what old programs draw
	objects   int
	printed   []string // headers and footers that no sheet before has
	unsettled bool     // rows or cells are not in order
}

// columnRange is a run of columns that are hidden.
type columnRange struct {
	first, last int
	collapsed   bool // with the group that they are in
}

// link is a link of an area.
type link struct {
	area
	id       string // of the relationship
	location string // inside of the target
	url      string
}

// filter is an area whose first row heads it.
type filter struct {
	area
	active bool // rows may be hidden by it
}

// table is a table object.
type table struct {
	area
	name     string
	headers  int
	filtered bool // rows may be hidden by its filter
}

// read reads the part of a sheet.
func (sh *sheet) read() error {
	s, err := sh.scan(sh.part)
	if err != nil {
		return err
	}
	held := max(cellsHeld/len(sh.sheets), cellsHeld/16)
	sh.cells.Use(sh.env, held)
	sh.values.Use(sh.env, held)
	rd := &reader{sheet: sh, scanner: s, item: item{styles: &sh.styles}}
	for {
		k, err := s.next()
		if err != nil {
			return err
		}
		if k == kindEOF {
			break
		}
		if k != kindStart {
			continue
		}
		if err := sh.element(rd); err != nil {
			return err
		}
	}
	return nil
}

// element reads an element around or beside the cells.
func (sh *sheet) element(rd *reader) error {
	s := rd.scanner
	switch string(s.name) {
	case "sheetData":
		return rd.cells()
	case "sheetFormatPr":
		sh.zeroRows = s.attrs.flag("zeroHeight")
	case "col":
		return sh.column(s)
	case "pane":
		if state := s.attrs.get("state"); state == "frozen" || state == "frozenSplit" {
			sh.frozen = place{s.attrs.number("ySplit", 0), s.attrs.number("xSplit", 0)}
		}
	case "autoFilter":
		return sh.readFilter(s)
	case "oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter":
		return sh.furniture(s)
	case "drawing":
		sh.drawings = append(sh.drawings, s.attrs.get("id"))
	case "control", "oleObject":
		sh.objects++
	case "legacyDrawing":
		sh.legacy = s.attrs.get("id")
	case "mergeCell":
		if a, ok := readArea(s.attrs.get("ref")); ok && a.from != a.to {
			sh.merges = append(sh.merges, a)
		}
		return sh.node()
	case "hyperlink":
		if a, ok := readArea(s.attrs.get("ref")); ok && sh.roomForLink(a) {
			sh.links = append(sh.links, link{area: a, id: s.attrs.get("id"), location: s.attrs.get("location")})
		}
		return sh.node()
	case "conditionalFormatting":
		return sh.conditions(s)
	case "dataValidation":
		return sh.validation(s, "formula1")
	case "extLst":
		return sh.extension(s)
	case "rowBreaks", "customSheetViews", "scenarios", "protectedRanges", "AlternateContent":
		if s.is("AlternateContent") {
			return nil
		}
		return s.skip()
	}
	return nil
}

// linkCount is how many links a sheet may have; Excel allows 65,530.
const linkCount = 1 << 16

// roomForLink reports whether a sheet may have one more link.
func (sh *sheet) roomForLink(a area) bool {
	if len(sh.links) < linkCount {
		return true
	}
	sh.losses.lose(lostLink, rowsAt(sh.name+"!"+a.String(), a.from.row, a.to.row))
	return false
}

// node counts something that is held.
func (sh *sheet) node() error {
	return sh.env.Spend(converters.LimitNodes, 1, document.Pos{Part: sh.part})
}

// What is smaller cannot be seen: columns in characters, rows in points.
const (
	columnLeast = 0.3
	rowLeast    = 2
)

// less reports whether a text is a number below a limit.
func less(text string, limit float64) bool {
	f, err := strconv.ParseFloat(text, 64)
	return err == nil && f < limit
}

// column reads a run of columns.
func (sh *sheet) column(s *scanner) error {
	c := columnRange{first: s.attrs.number("min", 0) - 1, last: s.attrs.number("max", 0) - 1}
	hidden := s.attrs.flag("hidden") || less(s.attrs.get("width"), columnLeast)
	if !hidden || c.first < 0 || c.last < c.first {
		return nil
	}
	c.last = min(c.last, columnsMost-1)
	c.collapsed = s.attrs.number("outlineLevel", 0) > 0
	sh.columns = append(sh.columns, c)
	return sh.node()
}

// readFilter reads the autoFilter element of a sheet, of which there is one.
func (sh *sheet) readFilter(s *scanner) error {
	a, ok := readArea(s.attrs.get("ref"))
	f := filter{area: a}
	if err := sh.inner(s, func() error {
		f.active = f.active || s.is("filterColumn")
		return nil
	}); err != nil {
		return err
	}
	if ok {
		sh.filter = f
	}
	return nil
}
