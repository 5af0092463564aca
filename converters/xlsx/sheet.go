package xlsx

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/xlsx/sml"
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
	printed    []string // headers and footers that no sheet before has
	drawnOn
}

// drawnOn is what is drawn on a sheet.
type drawnOn struct {
	drawings []string // IDs of relationships
	legacy   string   // the ID of a relationship, to what old programs draw
	objects  int
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
	rd := &reader{worksheet: sh, scanner: s, item: sml.Item{Faint: sh.styles.FaintOnWhite}}
	for {
		k, err := s.Next()
		if err != nil {
			return err
		}
		if k == sml.EOF {
			break
		}
		if k != sml.Start {
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
	switch string(s.Name) {
	case "sheetData":
		return rd.cells()
	case "sheetFormatPr":
		sh.zeroRows = s.Attrs.Flag("zeroHeight")
	case "col":
		return sh.column(s)
	case "pane":
		if state := s.Attrs.Get("state"); state == "frozen" || state == "frozenSplit" {
			sh.Frozen = sheet.Place{Row: s.Attrs.Number("ySplit", 0), Col: s.Attrs.Number("xSplit", 0)}
		}
	case "autoFilter":
		return sh.readFilter(s)
	case "mergeCell":
		if a, ok := sheet.ReadArea(s.Attrs.Get("ref")); ok && a.From != a.To {
			sh.Merges = append(sh.Merges, a)
		}
		return sh.node()
	case "hyperlink":
		if a, ok := sheet.ReadArea(s.Attrs.Get("ref")); ok && sh.roomForLink(a) {
			sh.links = append(sh.links, link{Area: a, id: s.Attrs.Get("id"), location: s.Attrs.Get("location")})
		}
		return sh.node()
	default:
		return sh.beside(s)
	}
	return nil
}

// beside reads an element of what is beside the cells.
func (sh *worksheet) beside(s *sml.Scanner) error {
	switch string(s.Name) {
	case "oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter":
		return sh.furniture(s)
	case "drawing":
		sh.drawings = append(sh.drawings, s.Attrs.Get("id"))
	case "control", "oleObject":
		sh.objects++
	case "legacyDrawing":
		sh.legacy = s.Attrs.Get("id")
	case "conditionalFormatting":
		return sh.readConditions(s)
	case "dataValidation":
		return sh.validation(s, "formula1")
	case "extLst":
		return sh.extension(s)
	case "rowBreaks", "customSheetViews", "scenarios", "protectedRanges":
		return s.Skip()
	}
	return nil
}

// maxLinks is how many links a sheet may have; Excel allows 65,530.
const maxLinks = 1 << 16

// roomForLink reports whether a sheet may have one more link.
func (sh *worksheet) roomForLink(a sheet.Area) bool {
	if len(sh.links) < maxLinks {
		return true
	}
	sh.losses.Lose(lost.Link, sheet.RowsAt(sh.Name+"!"+a.String(), a.From.Row, a.To.Row))
	return false
}

// node counts something that is held.
func (sh *worksheet) node() error {
	return sh.env.Spend(converters.LimitNodes, 1, document.Pos{Part: sh.part})
}

// minWidth is the least width of a column that is seen, in characters.
const minWidth = 0.3

// column reads a run of columns.
func (sh *worksheet) column(s *sml.Scanner) error {
	c := sheet.Columns{First: s.Attrs.Number("min", 0) - 1, Last: s.Attrs.Number("max", 0) - 1}
	hidden := s.Attrs.Flag("hidden") || sml.Less(s.Attrs.Get("width"), minWidth)
	if !hidden || c.First < 0 || c.Last < c.First {
		return nil
	}
	c.Last = min(c.Last, sheet.MaxColumns-1)
	c.Collapsed = s.Attrs.Number("outlineLevel", 0) > 0
	sh.Columns = append(sh.Columns, c)
	return sh.node()
}

// readFilter reads the autoFilter element of a sheet, of which there is one.
func (sh *worksheet) readFilter(s *sml.Scanner) error {
	a, ok := sheet.ReadArea(s.Attrs.Get("ref"))
	f := sheet.Filter{Area: a}
	if err := sh.inner(s, func() error {
		f.Active = f.Active || s.Is("filterColumn")
		return nil
	}); err != nil {
		return err
	}
	if ok {
		sh.Filters = []sheet.Filter{f}
	}
	return nil
}
