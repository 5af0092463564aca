package xlsx

import (
	"strconv"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/document"
)

// worksheet is a sheet of a workbook.
type worksheet struct {
	*book
	*sheet.Sheet
	part   string
	kind   string // of the relationship: worksheet, chartsheet, …
	hidden bool
	loaded bool // its cells are read
	rels   *ooxml.Relations

	zeroRows   bool // rows are hidden unless they say otherwise
	links      []link
	conditions conditions
	tableNames []string // of table objects, with their areas
	choices    []string // which cells ask for which values, the first of them
	asked      int      // how many there are
	drawings   []string // IDs of relationships
	legacy     string   // the ID of a relationship, to what old programs draw
	objects    int
	printed    []string // headers and footers that no sheet before has
}

// link is a link of an area.
type link struct {
	sheet.Area
	id       string // of the relationship
	location string // inside of the target
	url      string
}

// read reads the part of a sheet.
func (sh *worksheet) read() error {
	s, err := sh.scan(sh.part)
	if err != nil {
		return err
	}
	sh.Share(len(sh.sheets))
	rd := &reader{worksheet: sh, scanner: s, item: item{styles: &sh.styles}}
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
func (sh *worksheet) element(rd *reader) error {
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
			sh.Frozen = sheet.Place{Row: s.attrs.number("ySplit", 0), Col: s.attrs.number("xSplit", 0)}
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
		if a, ok := sheet.ReadArea(s.attrs.get("ref")); ok && a.From != a.To {
			sh.Merges = append(sh.Merges, a)
		}
		return sh.node()
	case "hyperlink":
		if a, ok := sheet.ReadArea(s.attrs.get("ref")); ok && sh.roomForLink(a) {
			sh.links = append(sh.links, link{Area: a, id: s.attrs.get("id"), location: s.attrs.get("location")})
		}
		return sh.node()
	case "conditionalFormatting":
		return sh.readConditions(s)
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
func (sh *worksheet) roomForLink(a sheet.Area) bool {
	if len(sh.links) < linkCount {
		return true
	}
	sh.losses.lose(lostLink, sheet.RowsAt(sh.Name+"!"+a.String(), a.From.Row, a.To.Row))
	return false
}

// node counts something that is held.
func (sh *worksheet) node() error {
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
func (sh *worksheet) column(s *scanner) error {
	c := sheet.Columns{First: s.attrs.number("min", 0) - 1, Last: s.attrs.number("max", 0) - 1}
	hidden := s.attrs.flag("hidden") || less(s.attrs.get("width"), columnLeast)
	if !hidden || c.First < 0 || c.Last < c.First {
		return nil
	}
	c.Last = min(c.Last, sheet.MaxColumns-1)
	c.Collapsed = s.attrs.number("outlineLevel", 0) > 0
	sh.Columns = append(sh.Columns, c)
	return sh.node()
}

// readFilter reads the autoFilter element of a sheet, of which there is one.
func (sh *worksheet) readFilter(s *scanner) error {
	a, ok := sheet.ReadArea(s.attrs.get("ref"))
	f := sheet.Filter{Area: a}
	if err := sh.inner(s, func() error {
		f.Active = f.Active || s.is("filterColumn")
		return nil
	}); err != nil {
		return err
	}
	if ok {
		sh.Filters = []sheet.Filter{f}
	}
	return nil
}
